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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdSettings;
import dev.streak.opensearch.IndexChoices.StoredFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.Test;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;

public class TestIndexChoices {

  @Test
  public void testNameGoesBeforePatternAndLongerPatternBeforeShorter() {
    ByField.Choice<String> choice = ByField.Choice.named("index.streak.test", value -> value);
    ByField<String> byField =
        choice.in(
            Settings.builder()
                .putList("index.streak.test", "*=all", "user*=users", "*id=ids", "a=b=odd")
                .put("index.streak.test.user_id", "named")
                .build());
    assertEquals("named", byField.of("user_id").orElseThrow());
    assertEquals("users", byField.of("user_ids").orElseThrow());
    assertEquals("ids", byField.of("shop_id").orElseThrow());
    assertEquals("all", byField.of("name").orElseThrow());
    assertEquals("odd", byField.of("a=b").orElseThrow());
  }

  @Test
  public void testNothingIsChosenForFieldsThatDoNotMatch() {
    ByField.Choice<String> choice = ByField.Choice.named("index.streak.test", value -> value);
    Settings settings = Settings.builder().putList("index.streak.test", "user*=users").build();
    assertTrue(choice.in(settings).of("shop").isEmpty());
    assertTrue(choice.in(Settings.EMPTY).isEmpty());
  }

  /** The host asks for the value of a setting that is set to null. */
  @Test
  public void testChoicesCanBeTakenBack() {
    List<Setting<?>> all = IndexChoices.settings();
    int ofNames = 0;
    for (Setting<?> setting : all) {
      if (setting instanceof Setting.AffixSetting<?> affix) {
        String key = affix.getKey() + "field";
        assertEquals(Optional.empty(), affix.getConcreteSetting(key).get(Settings.EMPTY));
        Settings empty = Settings.builder().put(key, "").build();
        assertTrue(key, new IndexChoices(empty).isSameForAllFields());
        ofNames++;
      }
    }
    assertEquals(3, ofNames);
  }

  @Test
  public void testPatternWithoutValueIsRefused() {
    ByField.Choice<String> choice = ByField.Choice.named("index.streak.test", value -> value);
    for (String wrong : List.of("user", "=users")) {
      Settings settings = Settings.builder().putList("index.streak.test", wrong).build();
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> choice.in(settings));
      assertEquals("index.streak.test=" + wrong + ": must look like pattern=value", e.getMessage());
    }
  }

  @Test
  public void testStoredFields() {
    Map<StoredFields, String> written =
        Map.of(
            StoredFields.DEFAULT, "level=8, blockBytes=8192",
            StoredFields.SMALLEST, ZstdSettings.SMALLEST.toString(),
            StoredFields.FASTEST, ZstdSettings.FASTEST.toString(),
            StoredFields.LZ4, "BEST_SPEED",
            StoredFields.DEFLATE, "BEST_COMPRESSION");
    assertEquals(StoredFields.values().length, written.size());
    written.forEach(
        (choice, expected) -> {
          StreakCodec.Builder builder = StreakCodec.builder();
          choice.choose(builder);
          String codec = builder.build().toString();
          assertTrue(codec, codec.contains(expected));
        });
  }

  /** The user is told of the field, or of the pattern, that he wrote. */
  @Test
  public void testPrefixesThatAreRefusedNameTheField() {
    Settings ofName = Settings.builder().put("index.streak.prefixes.name", "4-1").build();
    Settings ofPattern = Settings.builder().putList("index.streak.prefixes", "na*=4-1").build();
    for (Settings settings : List.of(ofName, ofPattern)) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> new IndexChoices(settings));
      // The host puts words of its own around some.
      Throwable said = e;
      while (said.getCause() != null) {
        said = said.getCause();
      }
      String field = settings == ofName ? "name" : "na*";
      assertTrue(
          said.getMessage(), said.getMessage().endsWith(": field=" + field + " min=4 max=1"));
    }
  }

  @Test
  public void testPrefixChoices() {
    assertEquals(new PrefixChoice(1, 4, null), PrefixChoice.parse("name", "1-4"));
    assertEquals(new PrefixChoice(2, 16, 10.5), PrefixChoice.parse("name", "2-16,10.5%"));
    for (String wrong : List.of("", "4", "4-1", "0-4", "1-17", "1-4,0%", "1-4,101%", "1-4,10")) {
      assertThrows(wrong, IllegalArgumentException.class, () -> PrefixChoice.parse("name", wrong));
    }
  }
}
