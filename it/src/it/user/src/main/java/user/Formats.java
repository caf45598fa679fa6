package user;

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.termhash.TermHashSettings;

/** Makes the format of postings for a codec of its own. */
public final class Formats {
  public static void main(String[] arguments) {
    System.out.println("made " + new StreakPostingsFormat(TermHashSettings.DEFAULT).getName());
  }
}
