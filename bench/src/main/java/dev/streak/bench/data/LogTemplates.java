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
package dev.streak.bench.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Log lines made from templates of a few services. */
final class LogTemplates {
  private static final int LINES = 2_000;

  /**
   * In a template {@code #} is a digit, {@code %} a hexadecimal one, {@code @} an address, {@code
   * ~} a name.
   */
  private static final Map<String, List<String>> TEMPLATES =
      Map.of(
          "gateway",
          List.of(
              "@ - - \"GET /api/v2/~/##### HTTP/1.1\" 200 #### \"-\" \"Mozilla/5.0 (X11; Linux"
                  + " x86_64)\" rt=0.0##",
              "@ - - \"POST /api/v2/~/##### HTTP/1.1\" 201 ### \"-\" \"okhttp/4.12.0\" rt=0.###",
              "@ - - \"GET /static/%%%%%%%%/app.js HTTP/1.1\" 304 0 \"https://shop.example.com/~\""
                  + " \"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)\" rt=0.00#",
              "upstream timed out (110: Connection timed out) while reading response header from"
                  + " upstream, client: @, upstream: \"http://@:80##/~\""),
          "storage",
          List.of(
              "INFO dfs.DataNode$PacketResponder: PacketResponder # for block"
                  + " blk_-################### terminating",
              "INFO dfs.FSNamesystem: BLOCK* NameSystem.addStoredBlock: blockMap updated:"
                  + " @:5#### is added to blk_################### size 6710####",
              "WARN dfs.DataNode: Slow flush or sync took ####ms (threshold=300ms) for volume"
                  + " /data/~/0#",
              "INFO dfs.DataNode: Receiving block blk_################### src: /@:5#### dest:"
                  + " /@:50010"),
          "auth",
          List.of(
              "sshd[2####]: Failed password for invalid user ~ from @ port #### ssh2",
              "sshd[2####]: pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0"
                  + " tty=ssh ruser= rhost=@",
              "sshd[2####]: Accepted publickey for ~ from @ port 5#### ssh2: RSA"
                  + " SHA256:%%%%%%%%%%%%%%%%%%%%%%%%",
              "sshd[2####]: Connection closed by @ [preauth]"),
          "orders",
          List.of(
              "order 10####### accepted: customer=8##### items=# total=##.## EUR"
                  + " trace=%%%%%%%%%%%%%%%%",
              "payment for order 10####### authorised by ~ in ###ms trace=%%%%%%%%%%%%%%%%",
              "stock of sku ~-%%%%%% reduced to ## in warehouse ~",
              "java.net.SocketTimeoutException: Read timed out at"
                  + " com.example.orders.~.Client.send(Client.java:1##) at"
                  + " com.example.orders.~.Service.handle(Service.java:##)"));

  static final List<String> SOURCES = TEMPLATES.keySet().stream().sorted().toList();

  private static final int NAMES = 150;

  private final SplittableRandom random;
  private final ZipfText names;

  LogTemplates(long seed) {
    random = new SplittableRandom(seed);
    names = new ZipfText(seed, NAMES);
  }

  /** Lines of one source. */
  List<String> lines(String source) {
    List<String> templates = TEMPLATES.get(source);
    List<String> lines = new ArrayList<>(LINES);
    for (int i = 0; i < LINES; i++) {
      // The first ones are the usual ones.
      int template = Math.min(random.nextInt(templates.size()), random.nextInt(templates.size()));
      lines.add(fill(templates.get(template)));
    }
    return lines;
  }

  private String fill(String template) {
    StringBuilder line = new StringBuilder(template.length() + 30);
    for (int i = 0; i < template.length(); i++) {
      char c = template.charAt(i);
      switch (c) {
        case '#' -> line.append(random.nextInt(10));
        case '%' -> line.append(Character.forDigit(random.nextInt(16), 16));
        case '@' -> line.append("10.4.").append(random.nextInt(16)).append('.').append(host());
        case '~' -> line.append(names.word(random.nextInt(NAMES)));
        default -> line.append(c);
      }
    }
    return line.toString();
  }

  private int host() {
    return 1 + random.nextInt(254);
  }
}
