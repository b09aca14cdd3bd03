// SPDX-License-Identifier: Apache-2.0
// Each row of the table of settings is an option with its help, a key of a machine file, an axis of
// a sweep and a part of documents.

#include "runtime/model/settings.hpp"

#include "tests/cli/machines/machine_file_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;

std::string machine_of(const core::Setting& setting) {
  return std::holds_alternative<core::Change>(setting.held) ? "postal" : "generic";
}

bool may_be_none(const core::Setting& setting) {
  const auto* choice = std::get_if<core::Choice>(&setting.held);
  return choice != nullptr && choice->may_be_none;
}

/// What the option may be given on that machine, on ring:4.
std::string value_of(const core::Setting& setting) {
  if (may_be_none(setting)) return setting.option() == "pieces" ? "8:ts=1ps" : "1ps";
  if (const auto* choice = std::get_if<core::Choice>(&setting.held)) return choice->text(Parameters{});
  if (std::holds_alternative<core::Links>(setting.held)) return "0-1=2";
  return std::holds_alternative<core::NamedCost>(setting.held) ? "1ps" : "3";
}

/// Of `machine show` with more words.
nlohmann::json shown(std::vector<std::string> more) {
  more.insert(more.begin(), {"machine", "show", "-t", "ring:4", "--format", "json"});
  const Outcome outcome = call(std::move(more), {});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  nlohmann::json machine = nlohmann::json::parse(outcome.out)["machine"];
  machine.erase("name");
  return machine;
}

using EachSetting = MachineFiles;

TEST_F(EachSetting, IsAnOptionAndAKeyOfAMachineFile) {
  for (const core::Setting& setting : core::settings()) {
    const std::string machine = machine_of(setting);
    const std::string value = value_of(setting);
    const nlohmann::json by_option = shown({"--machine", machine, "--" + setting.option(), value});
    EXPECT_EQ(by_option, shown({"--machine", file("base = \"" + machine + "\"\n" + setting.option() + " = \"" +
                                                  value + "\"\n")}))
        << setting.name;
    const bool is_rule = std::holds_alternative<core::Choice>(setting.held);
    const bool is_default = is_rule && !may_be_none(setting);
    EXPECT_EQ(by_option == shown({"--machine", machine}), is_default || setting.option() == "tick")
        << setting.name;
    if (is_rule) {
      EXPECT_EQ(by_option[setting.key()], value);
    }
    if (std::holds_alternative<core::Amount>(setting.held)) {
      EXPECT_EQ(by_option[setting.key()], 3) << setting.name;
    }
  }
}

TEST_F(EachSetting, IsInHelpAndCompletion) {
  const std::string help = call({"verify", "--help-all"}, {}).out;
  const std::string completion = call({"completion", "bash"}, {}).out;
  for (const core::Setting& setting : core::settings()) {
    EXPECT_THAT(
        help, HasSubstr("--" + setting.option() +
                        (setting.second_name == nullptr ? "" : std::string(",--") + setting.second_name) + " " +
                        setting.value));
    EXPECT_THAT(completion, HasSubstr("--" + setting.option()));
  }
}

TEST_F(EachSetting, IsSweptAndRefusedWhereTheGridHasItsOwn) {
  for (const core::Setting& setting : core::settings()) {
    const std::string value = value_of(setting);
    const Outcome swept =
        call({"bench", "barrier", "-a", "dissemination", "-t", "ring:4", "-m", machine_of(setting), "--sweep",
              setting.option() + "=" + value, "--format", "json", "--quiet"},
             {});
    ASSERT_EQ(swept.code, 0) << swept.err;
    EXPECT_EQ(nlohmann::json::parse(swept.out)["results"][0]["sweep"][setting.option()], value);
    const Outcome refused = call({"verify", "--all", "--" + setting.option(), value}, {});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("leave --" + setting.option() + " out"));
  }
}

// The log of a run on a machine with all of them is read again.
TEST_F(EachSetting, IsInTheLog) {
  const std::string log = folder() + "/events.jsonl";
  std::vector<std::string> words{"verify", "barrier", "-t", "ring:4", "--events", log, "--spans", "--quiet"};
  for (const core::Setting& setting : core::settings())
    if (!std::holds_alternative<core::Change>(setting.held))
      words.insert(words.end(), {"--" + setting.option(), value_of(setting)});
  ASSERT_EQ(call(words, {}).code, 0);
  const Outcome page = call({"view", log, "-o", folder() + "/page.html"}, {});
  EXPECT_EQ(page.code, 0) << page.err;
  std::ifstream in(log);
  std::string row;
  std::getline(in, row);
  const nlohmann::json machine = nlohmann::json::parse(row)["machine"];
  for (const core::Setting& setting : core::settings()) {
    const bool has_key = std::holds_alternative<core::Choice>(setting.held) ||
                         std::holds_alternative<core::Amount>(setting.held);
    EXPECT_EQ(machine.contains(setting.key()), has_key && setting.is_in_log) << setting.name;
  }
}

}  // namespace
}  // namespace toruscope
