module user.writer {
  requires dev.streak.codec;
}
