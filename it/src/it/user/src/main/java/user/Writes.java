package user;

import dev.streak.codec.StreakCodec;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/** Writes an index with Streak: the one class of the application that names it. */
public final class Writes {
  public static void main(String[] arguments) throws Exception {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    config.setMaxBufferedDocs(400);
    try (FSDirectory directory = FSDirectory.open(Path.of(arguments[0]));
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 1000; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
        document.add(new StringField("shop", Integer.toString(i / 10), Field.Store.NO));
        document.add(new TextField("text", "noodle soup number " + i, Field.Store.NO));
        document.add(new StoredField("source", "{\"id\": " + i + ", \"dish\": \"noodle soup\"}"));
        writer.addDocument(document);
      }
    }
    System.out.println("written");
  }
}
