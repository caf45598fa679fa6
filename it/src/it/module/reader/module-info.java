module user.reader {
  requires org.apache.lucene.core;
}
