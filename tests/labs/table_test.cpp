// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/runner.hpp"
#include "labs/labs.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace toruscope::labs {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Lab sound_lab() {
  return {.name = "20-halo",
          .title = "a title with \"quotes\"",
          .folder = "/courses/20-halo",
          .functions = {TORUSCOPE_LAB_FUNCTION(swap, void(Communicator&, std::span<double>))},
          .rubric = {{"data", 60, "data", ""}, {"rounds", 40, "rounds", "data"}}};
}

TEST(LabTable, OfTheInstalledLabsIsInOrder) {
  const std::vector<Lab> labs = labs_of(TORUSCOPE_LAB_RUNNER);

  EXPECT_EQ(labs.size(), 12U);
  EXPECT_TRUE(
      std::is_sorted(labs.begin(), labs.end(), [](const Lab& a, const Lab& b) { return a.name < b.name; }));
  for (const Lab& lab : labs)
    for (const Item& item : lab.rubric) EXPECT_FALSE(item.title.empty()) << lab.name;
}

TEST(LabTable, ComesBackFromItsText) {
  const Lab lab = sound_lab();

  const std::vector<Lab> same = labs_from_json(to_json({lab}));

  ASSERT_EQ(same.size(), 1U);
  EXPECT_EQ(same[0].name + same[0].title + same[0].folder, lab.name + lab.title + lab.folder);
  EXPECT_EQ(same[0].functions[0].type, "void(Communicator&, std::span<double>)");
  EXPECT_EQ(same[0].rubric[1].needs, "data");
  EXPECT_EQ(same[0].rubric[1].points, 40);
}

TEST(LabTable, OfAnotherVersionAndWhatIsNoneIsRefused) {
  std::string text = to_json({sound_lab()});
  text.insert(text.find("toruscope\":\"") + 12, "9");

  EXPECT_THAT([&] { labs_from_json(text); }, ThrowsMessage<ConfigError>(HasSubstr("build it again")));
  for (const char* none : {"", "[]", "{}", "7", R"({"toruscope": 7, "labs": []})"})
    EXPECT_THAT([&] { labs_from_json(none); }, ThrowsMessage<ConfigError>(HasSubstr("toruscope_add_labs")))
        << none;
  EXPECT_THAT([] { labs_of("/bin/true"); },
              ThrowsMessage<ConfigError>(HasSubstr("labs of /bin/true: it does")));
  EXPECT_THAT([] { labs_of("/bin/false"); }, ThrowsMessage<ConfigError>(HasSubstr("labs of /bin/false: ")));
}

TEST(LabTable, MustBeSound) {
  EXPECT_NO_THROW(require_sound({sound_lab()}));
  const auto refused = [](const std::string& words, const auto& damage) {
    std::vector<Lab> labs{sound_lab(), sound_lab()};
    labs[1].name = "21-other";
    damage(labs[1]);
    EXPECT_THAT([&] { require_sound(labs); }, ThrowsMessage<ConfigError>(HasSubstr(words)));
  };
  refused("lab halo: its name is a number", [](Lab& lab) { lab.name = "halo"; });
  refused("labs 20-halo and 020-x have one number", [](Lab& lab) { lab.name = "020-x"; });
  refused("lab 21-other: it asks for no function", [](Lab& lab) { lab.functions.clear(); });
  refused("its rubric have 90 points", [](Lab& lab) { lab.rubric[1].points = 30; });
  refused("two items are called data", [](Lab& lab) { lab.rubric[1].id = "data"; });
  refused("item data needs rounds", [](Lab& lab) { lab.rubric[0].needs = "rounds"; });
}

TEST(LabTable, FindsALabByNumberNameAndFile) {
  const std::vector<Lab> labs{{.name = "01-ring-broadcast"}, {.name = "20-halo"}};
  for (const char* name : {"01-ring-broadcast", "1", "01", "01-anna.cpp", "01.cpp", "1_b.cpp"})
    EXPECT_EQ(find_lab(labs, name), labs.data()) << name;
  for (const char* name : {"", "x", "00", "77", "01x", "0110", "anna-01.cpp"})
    EXPECT_EQ(find_lab(labs, name), nullptr) << name;
}

}  // namespace
}  // namespace toruscope::labs
