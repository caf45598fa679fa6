package user;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** Reads the index. Knows Lucene and nothing else. */
public final class Reads {
  public static void main(String[] arguments) throws Exception {
    try (FSDirectory directory = FSDirectory.open(Path.of(arguments[0]));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      Set<String> codecs = new TreeSet<>();
      for (LeafReaderContext leaf : reader.leaves()) {
        codecs.add(((SegmentReader) leaf.reader()).getSegmentInfo().info.getCodec().getName());
      }
      IndexSearcher searcher = new IndexSearcher(reader);
      List<BytesRef> shops = List.of(new BytesRef("3"), new BytesRef("77"), new BytesRef("none"));
      ScoreDoc[] hits = searcher.search(new TermQuery(new Term("id", "321")), 10).scoreDocs;
      System.out.println(
          String.join(
              " ",
              codecs.toString(),
              count(searcher, new TermInSetQuery("shop", shops)),
              count(searcher, new PrefixQuery(new Term("id", "12"))),
              count(searcher, new PhraseQuery("text", "noodle", "soup")),
              searcher.storedFields().document(hits[0].doc).get("source")));
    }
  }

  private static String count(IndexSearcher searcher, Query query) throws Exception {
    return Integer.toString(searcher.count(query));
  }
}
