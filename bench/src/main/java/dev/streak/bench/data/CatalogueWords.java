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

import java.util.SplittableRandom;

/** Names of cities, shops and dishes, and sentences about them. */
final class CatalogueWords {

  record City(String name, double latitude, double longitude) {}

  record Dish(String name, String category) {}

  private static final City[] CITIES = {
    new City("amsterdam", 52.37, 4.90), new City("antwerp", 51.22, 4.40),
    new City("athens", 37.98, 23.73), new City("barcelona", 41.39, 2.17),
    new City("beijing", 39.90, 116.40), new City("berlin", 52.52, 13.40),
    new City("chengdu", 30.57, 104.07), new City("copenhagen", 55.68, 12.57),
    new City("dublin", 53.35, -6.26), new City("guangzhou", 23.13, 113.26),
    new City("hangzhou", 30.27, 120.16), new City("helsinki", 60.17, 24.94),
    new City("hong kong", 22.32, 114.17), new City("istanbul", 41.01, 28.98),
    new City("jakarta", -6.21, 106.85), new City("kyoto", 35.01, 135.77),
    new City("lagos", 6.52, 3.38), new City("lima", -12.05, -77.04),
    new City("lisbon", 38.72, -9.14), new City("london", 51.51, -0.13),
    new City("lyon", 45.76, 4.84), new City("madrid", 40.42, -3.70),
    new City("melbourne", -37.81, 144.96), new City("mexico city", 19.43, -99.13),
    new City("milan", 45.46, 9.19), new City("montreal", 45.50, -73.57),
    new City("mumbai", 19.08, 72.88), new City("nanjing", 32.06, 118.80),
    new City("naples", 40.85, 14.27), new City("osaka", 34.69, 135.50),
    new City("paris", 48.86, 2.35), new City("porto", 41.16, -8.63),
    new City("prague", 50.08, 14.44), new City("rome", 41.90, 12.50),
    new City("san francisco", 37.77, -122.42), new City("santiago", -33.45, -70.67),
    new City("seoul", 37.57, 126.98), new City("shanghai", 31.23, 121.47),
    new City("shenzhen", 22.54, 114.06), new City("singapore", 1.35, 103.82),
    new City("stockholm", 59.33, 18.07), new City("sydney", -33.87, 151.21),
    new City("taipei", 25.03, 121.57), new City("tokyo", 35.68, 139.65),
    new City("valencia", 39.47, -0.38), new City("vienna", 48.21, 16.37),
    new City("warsaw", 52.23, 21.01), new City("wuhan", 30.59, 114.31),
    new City("xi'an", 34.34, 108.94), new City("zurich", 47.37, 8.54),
  };

  private static final String[] OWNERS = {
    "Anna", "Bao", "Carlo", "Dilek", "Emeka", "Fatima", "Giulia", "Hana", "Ivan", "Jing", "Kofi",
    "Lucia", "Mei", "Nadia", "Omar", "Priya", "Quentin", "Rosa", "Sanjay", "Tuan", "Uma", "Vera",
    "Wei", "Ximena", "Yuki", "Zeynep"
  };
  private static final String[] PLACES = {
    "Kitchen", "Bistro", "Diner", "Noodle Bar", "Bakery", "Grill", "Canteen", "Cantina", "Deli",
    "Tea House", "Pizzeria", "Corner", "Garden", "Express", "Street Food", "饭店", "小吃", "面馆"
  };
  private static final String[] STYLES = {
    "Baked",
    "Braised",
    "Caramelised",
    "Cold",
    "Crispy",
    "Double",
    "Fried",
    "Glazed",
    "Golden",
    "Grilled",
    "Homemade",
    "Honey",
    "Hot",
    "Jumbo",
    "Lemon",
    "Marinated",
    "Mini",
    "Pan Fried",
    "Pickled",
    "Pulled",
    "Roasted",
    "Salted",
    "Sesame",
    "Smoked",
    "Sour",
    "Spicy",
    "Steamed",
    "Stuffed",
    "Sweet",
    "Szechuan",
    "Tandoori",
    "Thai",
    "Toasted",
    "Traditional",
    "Truffle",
    "Vegan",
    "Warm",
    "Wild"
  };
  private static final String[] MAINS = {
    "Aubergine",
    "Beef",
    "Broccoli",
    "Cauliflower",
    "Cheese",
    "Chicken",
    "Chickpea",
    "Chorizo",
    "Cod",
    "Crab",
    "Duck",
    "Egg",
    "Falafel",
    "Goat",
    "Halloumi",
    "Lamb",
    "Lentil",
    "Lobster",
    "Mackerel",
    "Mushroom",
    "Octopus",
    "Paneer",
    "Pork",
    "Potato",
    "Prawn",
    "Pumpkin",
    "Salmon",
    "Sardine",
    "Scallop",
    "Seitan",
    "Spinach",
    "Squid",
    "Tempeh",
    "Tofu",
    "Tomato",
    "Tuna",
    "Turkey",
    "Veal",
    "Vegetable",
    "Venison"
  };
  private static final String[] KINDS = {
    "Bowl",
    "Burger",
    "Burrito",
    "Casserole",
    "Curry",
    "Dumplings",
    "Fried Rice",
    "Gratin",
    "Hotpot",
    "Kebab",
    "Lasagne",
    "Noodles",
    "Omelette",
    "Pancake",
    "Pasta",
    "Pie",
    "Pizza",
    "Ramen",
    "Ravioli",
    "Risotto",
    "Roll",
    "Salad",
    "Sandwich",
    "Skewer",
    "Soup",
    "Stew",
    "Stir Fry",
    "Taco",
    "Tart",
    "Wrap"
  };
  private static final String[] CHINESE_STYLES = {
    "宫保", "鱼香", "红烧", "清蒸", "糖醋", "干煸", "水煮", "麻辣", "葱爆", "回锅", "酸辣", "香煎", "椒盐", "蒜蓉", "豉汁", "咖喱",
    "黑椒", "五香"
  };
  private static final String[] CHINESE_MAINS = {
    "鸡丁", "肉丝", "牛肉", "排骨", "豆腐", "茄子", "鱼片", "虾仁", "土豆", "鸭", "羊肉", "蘑菇", "青菜", "鸡翅", "鱿鱼"
  };
  private static final String[] CHINESE_KINDS = {
    "", "饭", "面", "汤", "套餐", "盖饭", "锅", "粥", "饺子", "包"
  };
  private static final String[] SIZES = {"", "", "", " small", " large", " XL", " for two", " set"};

  private static final String[] OPENINGS = {
    "Our",
    "A classic:",
    "Freshly made",
    "Slowly cooked",
    "The favourite of the house:",
    "New on the menu:",
    "Served hot,",
    "Straight from the oven:",
    "Light and fresh:"
  };
  private static final String[] WITH = {
    "rice",
    "noodles",
    "fries",
    "a green salad",
    "garlic bread",
    "pickled cabbage",
    "mango chutney",
    "sour cream",
    "spring onions",
    "peanuts",
    "roasted sesame",
    "coriander",
    "chilli oil",
    "black beans",
    "avocado",
    "parmesan",
    "basil",
    "lime",
    "ginger",
    "soy sauce",
    "olive oil",
    "yoghurt",
    "mint",
    "a fried egg",
    "crispy onions",
    "pine nuts",
    "capers",
    "rosemary potatoes",
    "seasonal vegetables",
    "bean sprouts"
  };
  private static final String[] CLOSINGS = {
    "Contains gluten.", "Can be ordered without onions.", "Choose your spice level.",
    "Ready in fifteen minutes.", "Enough for two.", "Free drink with two portions.",
    "Contains nuts and sesame.", "Suitable for vegetarians.", "Made to order.",
    "Comes in a box that can be recycled."
  };

  City city(SplittableRandom random) {
    return pick(CITIES, random);
  }

  String shopName(SplittableRandom random) {
    return pick(OWNERS, random) + "'s " + pick(PLACES, random);
  }

  /** One dish in six has a Chinese name; half of the others end in a number, as on real menus. */
  Dish dish(SplittableRandom random) {
    if (random.nextInt(6) == 0) {
      String kind = pick(CHINESE_KINDS, random);
      String name = pick(CHINESE_STYLES, random) + pick(CHINESE_MAINS, random) + kind;
      return new Dish(name + pick(SIZES, random), kind.isEmpty() ? "菜" : kind);
    }
    String kind = pick(KINDS, random);
    String name = pick(STYLES, random) + " " + pick(MAINS, random) + " " + kind;
    String number = random.nextBoolean() ? "" : " No. " + (1 + random.nextInt(199));
    return new Dish(name + number + pick(SIZES, random), kind);
  }

  String description(SplittableRandom random, Dish dish) {
    StringBuilder text = new StringBuilder();
    text.append(pick(OPENINGS, random)).append(' ').append(dish.name()).append(" with ");
    int sides = 1 + random.nextInt(4);
    for (int i = 0; i < sides; i++) {
      text.append(i == 0 ? "" : i == sides - 1 ? " and " : ", ").append(pick(WITH, random));
    }
    text.append(". ").append(pick(CLOSINGS, random));
    if (random.nextInt(3) == 0) {
      text.append(' ').append(pick(CLOSINGS, random));
    }
    return text.toString();
  }

  private static <T> T pick(T[] values, SplittableRandom random) {
    return values[random.nextInt(values.length)];
  }
}
