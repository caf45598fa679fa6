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

import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Items of the catalogue as an application stores them: with all that nobody searches but everybody
 * shows, such as bar codes, pictures, ratings and times, which is what makes real documents large.
 */
public final class CatalogueDetails {
  private static final String[] ALLERGENS = {
    "gluten", "milk", "eggs", "nuts", "soy", "fish", "celery", "mustard", "sesame", "lupin"
  };
  private static final int MILLIS_A_DAY = 86_400_000;

  private final long seed;

  /** Details of this seed. */
  public CatalogueDetails(long seed) {
    this.seed = seed;
  }

  /** An item with its details. */
  public String toJson(Catalogue.Item item) {
    SplittableRandom random = new SplittableRandom(seed * 31 + item.id());
    String json = item.toJson();
    StringBuilder detailed = new StringBuilder(json.length() + 300);
    detailed.append(json, 0, json.length() - 1);
    detailed.append(",\"ean\":\"40").append(random.nextLong(10_000_000_000L, 100_000_000_000L));
    detailed.append("\",\"rating\":{\"average\":").append(random.nextInt(20, 51) / 10.0);
    detailed.append(",\"count\":").append(random.nextInt(3_000));
    detailed.append("},\"nutrition\":{\"kcal\":").append(random.nextInt(80, 1_200));
    detailed.append(",\"protein\":").append(random.nextInt(600) / 10.0);
    detailed.append(",\"fat\":").append(random.nextInt(600) / 10.0);
    detailed.append("},\"allergens\":[");
    int allergens = random.nextInt(4);
    for (int i = 0; i < allergens; i++) {
      detailed.append(i == 0 ? "\"" : ",\"").append(ALLERGENS[random.nextInt(ALLERGENS.length)]);
      detailed.append('"');
    }
    detailed.append("],\"images\":[");
    int images = 1 + random.nextInt(2);
    for (int i = 0; i < images; i++) {
      detailed.append(i == 0 ? "\"" : ",\"").append("https://img.example.com/");
      detailed.append(String.format(Locale.ROOT, "%016x", random.nextLong())).append(".jpg\"");
    }
    long updated = 1_760_000_000_000L + random.nextLong(90L * MILLIS_A_DAY);
    detailed.append("],\"updated\":\"").append(Instant.ofEpochMilli(updated));
    return detailed.append("\"}").toString();
  }
}
