package user;

import dev.streak.codec.StreakCodec;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Updates a few values of many, each time with another writer. */
public final class Updates {
  public static void main(String[] arguments) throws Exception {
    try (FSDirectory directory = FSDirectory.open(Path.of(arguments[0]))) {
      try (IndexWriter writer = new IndexWriter(directory, config())) {
        for (int i = 0; i < 100; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          document.add(new NumericDocValuesField("price", i));
          writer.addDocument(document);
        }
      }
      for (int i = 10; i < 15; i++) {
        try (IndexWriter writer = new IndexWriter(directory, config())) {
          writer.updateNumericDocValue(new Term("id", Integer.toString(i)), "price", 1000 + i);
        }
      }
      System.out.println(sum(directory));
    }
  }

  /** With values of updates beside those that they replace, which Lucene 10.6 is the first to do. */
  private static IndexWriterConfig config() throws Exception {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    Optional<Method> overlays =
        Arrays.stream(IndexWriterConfig.class.getMethods())
            .filter(method -> method.getName().equals("setMaxDocValuesOverlays"))
            .findAny();
    if (overlays.isPresent()) {
      overlays.get().invoke(config, 8);
    }
    return config;
  }

  private static long sum(Directory directory) throws Exception {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      NumericDocValues prices = reader.leaves().get(0).reader().getNumericDocValues("price");
      long sum = 0;
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        sum += prices.advanceExact(doc) ? prices.longValue() : 0;
      }
      return sum;
    }
  }
}
