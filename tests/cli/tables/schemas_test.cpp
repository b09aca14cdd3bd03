// SPDX-License-Identifier: Apache-2.0
// The schemas: their notation, and that the stored files are those that the program writes.

#include "cli/tables/schemas.hpp"

#include "tests/cli/in_process.hpp"
#include "tests/support/source_folder.hpp"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;

std::string file_text(const std::string& path) {
  std::ifstream file(test::in_source(path));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Schema, IsTheStoredOne) {
  for (const auto& [what, path] : {std::pair{"documents", "schema/toruscope-1.json"},
                                   std::pair{"events", "schema/toruscope-events-1.json"},
                                   std::pair{"options", "python/toruscope/options.json"}}) {
    const Outcome written = call({"schema", what}, {});
    EXPECT_EQ(written.code, 0);
    EXPECT_EQ(written.err, "");
    EXPECT_TRUE(written.out == file_text(path))
        << path << " is not what the program writes: toruscope schema " << what << " > " << path;
  }
  EXPECT_EQ(call({"schema"}, {}).out, call({"schema", "documents"}, {}).out);
}

TEST(Schema, OfOptionsIsADocumentWithEachOptionOnce) {
  const auto table = nlohmann::json::parse(call({"schema", "options"}, {}).out);
  std::vector<nlohmann::json> scales;
  for (const auto& option : table["options"])
    if (option["names"].front() == "--scale") scales.push_back(option);
  ASSERT_EQ(scales.size(), 1U);
  EXPECT_EQ(scales.front()["verbs"], nlohmann::json({"run", "bench"}));
  EXPECT_EQ(scales.front()["value"], "p=1,4,16");
  const auto is_grade = [](const auto& verb) { return verb["verb"] == "grade"; };
  const auto grade = std::find_if(table["verbs"].begin(), table["verbs"].end(), is_grade);
  ASSERT_NE(grade, table["verbs"].end());
  EXPECT_EQ((*grade)["words"][0]["repeats"], false);
  EXPECT_EQ((*grade)["words"][1]["repeats"], true);
}

TEST(Schema, IsOfDocumentsOrOfEvents) {
  const Outcome refused = call({"schema", "event"}, {});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("Did you mean events?"));
}

/// The schemas of a text in the notation, where `...two` is a key.
std::string read(const char* notation) {
  return cli::read_schema(notation,
                          [](const std::string& name) {
                            return cli::SchemaKeys{{name, {{"type", "number"}}}};
                          })
      .dump();
}

TEST(SchemaNotation, HasTypes) {
  EXPECT_EQ(read("a = text"), R"({"a":{"type":"string"}})");
  EXPECT_EQ(read("a = integer b = yes_or_no"), R"({"a":{"type":"integer"},"b":{"type":"boolean"}})");
  EXPECT_EQ(read("a = whole from -1"), R"({"a":{"type":"integer","minimum":-1}})");
  EXPECT_EQ(read("a = true"), R"({"a":{"const":true}})");
  EXPECT_EQ(read("a = 'x y' | 'z'"), R"({"a":{"enum":["x y","z"]}})");
  EXPECT_EQ(read("a = [whole; 2]"),
            R"({"a":{"type":"array","items":{"type":"integer","minimum":0},"minItems":2,"maxItems":2}})");
}

TEST(SchemaNotation, HasNullInATypeOrBesideASchema) {
  EXPECT_EQ(read("a = text | null"), R"({"a":{"type":["string","null"]}})");
  EXPECT_EQ(read("a = integer | text | null"),
            R"({"a":{"oneOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]}})");
  EXPECT_EQ(read("a = @b | null"), R"({"a":{"oneOf":[{"$ref":"#/$defs/b"},{"type":"null"}]}})");
}

TEST(SchemaNotation, HasObjects) {
  EXPECT_EQ(read("...own = c: text a = { x y?: whole, ...two, ...own } \"Of both.\""),
            R"({"a":{"type":"object","properties":{"x":{"type":"integer","minimum":0},)"
            R"("y":{"type":"integer","minimum":0},"two":{"type":"number"},"c":{"type":"string"}},)"
            R"("required":["x","two","c"],"additionalProperties":false,"description":"Of both."}})");
  EXPECT_EQ(read("a = { +: text }"),
            R"({"a":{"type":"object","additionalProperties":{"type":"string"},"minProperties":1}})");
}

TEST(SchemaNotation, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(read("a = { x text }"), std::logic_error);
  EXPECT_THROW(read("a text"), std::logic_error);
  EXPECT_THROW(read("a = [text"), std::logic_error);
  EXPECT_THROW(read("a = word"), std::logic_error);
}

}  // namespace
}  // namespace toruscope
