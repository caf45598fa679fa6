/*
 * Copyright 2026 The Streak Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.streak.tools;

import dev.streak.compression.ZstdUnavailableException;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Ending;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.OutputPipe;
import dev.streak.tools.cli.Printable;
import dev.streak.tools.cli.Refusal;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.util.Version;

/** What the runnable jar and the launcher start. */
public final class Main {
  /** Loggers are weakly held; this one must keep its level. */
  private static final Logger LUCENE_START_UP =
      Logger.getLogger("org.apache.lucene.internal.vectorization");

  static final List<Command> COMMANDS =
      List.of(
          new InspectCommand(),
          new DigestCommand(),
          new ConvertCommand(),
          new VerifyCommand(),
          new AdviseCommand(),
          new CompareCommand(),
          new WarmCommand(),
          new SidecarCommand());

  private static final List<String> HELP = List.of("help", "--help", "-h");

  private static final List<String> VERSION = List.of("--version", "version");

  private Main() {}

  /** Runs one command and exits with the status of {@link ExitCode}. */
  public static void main(String[] args) {
    // Lucene tells, once per JVM, whether it found the vector API; between results that is noise.
    LUCENE_START_UP.setLevel(Level.SEVERE);
    // Where nobody reads on, a command still does what it was told to: it may rewrite an index.
    PrintStream out = OutputPipe.standardOutput(() -> {});
    System.exit(run(Arrays.asList(args), out, System.err, Terminal.isThere()).status());
  }

  static ExitCode run(List<String> args, PrintStream out, PrintStream err, boolean terminal) {
    ExitCode code = runCommand(args, out, err, terminal);
    // Such a stream throws nothing: the disk that it goes to may be full.
    if (out.checkError()) {
      err.println("streak: failed: the output could not be written");
      return ExitCode.FAILED;
    }
    return code;
  }

  private static ExitCode runCommand(
      List<String> args, PrintStream out, PrintStream err, boolean terminal) {
    try {
      return dispatch(args, out, err, terminal);
    } catch (Exception | OutOfMemoryError | InternalError e) {
      // The status is the signal's then.
      return Ending.hasBegun() ? ExitCode.FAILED : failed(e, err);
    }
  }

  private static ExitCode dispatch(
      List<String> args, PrintStream out, PrintStream err, boolean terminal) throws Exception {
    if (args.isEmpty() || HELP.contains(args.get(0))) {
      boolean ofCommand = args.size() > 1 && !HELP.contains(args.get(1));
      out.print(ofCommand ? byName(args.get(1)).help() : help());
      return ExitCode.OK;
    }
    if (VERSION.contains(args.get(0))) {
      String version = Main.class.getPackage().getImplementationVersion();
      out.println("streak " + (version == null ? "of unknown version, not from a jar" : version));
      return ExitCode.OK;
    }
    Command command = byName(args.get(0));
    CommandLine line = new CommandLine(args.subList(1, args.size()));
    if (line.flag("--help") || line.flag("-h")) {
      out.print(command.help());
      return ExitCode.OK;
    }
    return command.run(line, new Console(out, err, terminal, line.flag("--json")));
  }

  static ExitCode failed(Throwable failure, PrintStream err) {
    if (failure instanceof IllegalArgumentException
        && String.valueOf(failure.getMessage()).startsWith("dev.streak.")) {
      // A system property of ours, as the message says.
      say(err, failure.getMessage());
      return ExitCode.REFUSED;
    }
    switch (failure) {
      case Refusal e -> {
        say(err, e.getMessage());
        return ExitCode.REFUSED;
      }
      case ZstdUnavailableException e -> {
        // It is found out before anything is read or written.
        say(err, e.getMessage());
        return ExitCode.REFUSED;
      }
      case AccessDeniedException e -> say(err, "failed: no permission for " + e.getFile());
      case IOException e -> say(err, "failed: " + told(e));
      case OutOfMemoryError e ->
          say(
              err,
              "failed: not enough memory: "
                  + e.getMessage()
                  + "; give Java more with -Xmx (./streak takes STREAK_HEAP), or use fewer --threads");
      // What Java makes of a mapped file that the disk cannot read, or that was cut meanwhile.
      case InternalError e -> say(err, "failed: a mapped file could not be read: " + e);
      default -> {
        err.println("streak: failed:");
        failure.printStackTrace(err);
      }
    }
    return ExitCode.FAILED;
  }

  private static void say(PrintStream err, String sentence) {
    err.println("streak: " + Printable.text(sentence));
  }

  private static String told(IOException failure) {
    // Lucene calls an index corrupt that a file is missing of.
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoSuchFileException missing && isOfSegment(missing.getFile())) {
        return "a file of the index is missing: "
            + missing.getFile()
            + "; verify says whether anything is lost";
      }
    }
    if (failure instanceof CorruptIndexException || isOfShortFile(failure)) {
      return failure + "; verify says what is damaged";
    }
    // Of a thread that read: damaged bytes that Lucene takes for others may make it throw anything.
    Throwable cause = failure.getCause();
    if ((cause instanceof RuntimeException || cause instanceof AssertionError)
        && cause.toString().equals(failure.getMessage())) {
      return cause + "; verify says whether the index is damaged";
    }
    return FullDisk.told(failure);
  }

  /** Whether a file ended too soon; commands read only those of an index like this. */
  private static boolean isOfShortFile(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException) {
        return true;
      }
    }
    return false;
  }

  /** Whether a file is called as those of segments are. */
  private static boolean isOfSegment(String file) {
    return file != null && file.matches("(?s)(.*[/\\\\])?_[0-9a-z]+[._][^/\\\\]*");
  }

  private static Command byName(String name) {
    return COMMANDS.stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal(
                    "unknown command: "
                        + name
                        + " (known: "
                        + COMMANDS.stream().map(Command::name).collect(Collectors.joining(", "))
                        + ", help)"));
  }

  private static String help() {
    StringBuilder text = new StringBuilder("Commands for indexes of Lucene 10 up to ");
    text.append(Version.LATEST).append(":\n\n");
    for (Command command : COMMANDS) {
      text.append(String.format(Locale.ROOT, "  %-9s %s%n", command.name(), command.summary()));
    }
    return text.append(
            """

            COMMAND --help lists a command's options. All take --json, for a result that machines read.

            Exit status: 0 done, 1 failed, 2 refused (a sentence says why),
            3 done and the answer is no (indexes differ, an index is damaged).
            """)
        .toString();
  }
}
