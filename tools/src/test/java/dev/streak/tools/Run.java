package dev.streak.tools;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.streak.tools.cli.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A command that was run: how it ended and what it printed. */
record Run(ExitCode code, String out, String err) {

  static Run of(Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        Main.run(
            Arrays.stream(arguments).map(Object::toString).toList(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  JsonObject json() {
    return JsonParser.parseString(out).getAsJsonObject();
  }
}
