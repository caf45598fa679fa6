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
package dev.streak.tools.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Places boxes whose areas are as sizes are: halves of about equal size, side by side or stacked.
 */
final class TreeMapLayout {
  record Area(String label, String group, long size) {}

  record Box(Area area, double x, double y, double width, double height) {}

  private final List<Box> boxes = new ArrayList<>();

  private TreeMapLayout() {}

  static List<Box> of(List<Area> areas, double width, double height) {
    List<Area> sorted = new ArrayList<>(areas);
    sorted.removeIf(area -> area.size() <= 0);
    sorted.sort(Comparator.comparingLong(Area::size).reversed());
    TreeMapLayout layout = new TreeMapLayout();
    if (!sorted.isEmpty()) {
      layout.place(sorted, 0, 0, width, height);
    }
    return layout.boxes;
  }

  private void place(List<Area> areas, double x, double y, double width, double height) {
    if (areas.size() == 1) {
      boxes.add(new Box(areas.get(0), x, y, width, height));
      return;
    }
    long all = sum(areas);
    int cut = 1;
    long first = areas.get(0).size();
    while (cut < areas.size() - 1 && first + areas.get(cut).size() <= all / 2) {
      first += areas.get(cut++).size();
    }
    double share = (double) first / all;
    List<Area> one = areas.subList(0, cut);
    List<Area> other = areas.subList(cut, areas.size());
    if (width >= height) {
      place(one, x, y, width * share, height);
      place(other, x + width * share, y, width * (1 - share), height);
    } else {
      place(one, x, y, width, height * share);
      place(other, x, y + height * share, width, height * (1 - share));
    }
  }

  private static long sum(List<Area> areas) {
    return areas.stream().mapToLong(Area::size).sum();
  }
}
