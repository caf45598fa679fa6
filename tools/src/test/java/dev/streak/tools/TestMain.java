package dev.streak.tools;

import dev.streak.tools.cli.ExitCode;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestMain extends LuceneTestCase {

  public void testWithoutACommandThereIsHelp() {
    for (Run run : new Run[] {Run.of(), Run.of("help"), Run.of("--help")}) {
      assertEquals(ExitCode.OK, run.code());
      assertTrue(run.out(), run.out().contains("digest"));
      assertTrue(run.out(), run.out().contains("Exit status"));
    }
  }

  public void testUnknownCommand() {
    Run run = Run.of("digets");
    assertEquals(ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().startsWith("streak: unknown command: digets (known: digest"));
  }

  public void testEveryCommandHasHelpOfItsOwn() {
    for (Command command : Main.COMMANDS) {
      Run run = Run.of(command.name(), "--help");
      assertEquals(ExitCode.OK, run.code());
      assertTrue(run.out(), run.out().startsWith(command.name() + " "));
      assertTrue(run.out(), run.out().contains("Exit status"));
      assertTrue(run.out(), run.out().lines().allMatch(line -> line.length() <= 110));
    }
  }

  public void testExitStatusesAreWhatIsDocumented() {
    int[] statuses = {0, 1, 2, 3};
    ExitCode[] codes = {ExitCode.OK, ExitCode.FAILED, ExitCode.REFUSED, ExitCode.NO};
    for (int i = 0; i < statuses.length; i++) {
      assertEquals(statuses[i], codes[i].status());
    }
  }
}
