package user;

import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;

/** Has Streak's jars beside it and does not care: writes and reads an index as Lucene does. */
public final class Others {
  public static void main(String[] arguments) throws Exception {
    try (FSDirectory directory = FSDirectory.open(Path.of(arguments[0]))) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        Document document = new Document();
        document.add(new StringField("id", "1", Field.Store.YES));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        System.out.println("found " + reader.docFreq(new Term("id", "1")));
      }
    }
  }
}
