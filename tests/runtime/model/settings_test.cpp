// SPDX-License-Identifier: Apache-2.0
// The table of settings: each row reads, writes and resets what it holds, and all rows together
// hold the whole machine.

#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <variant>

namespace toruscope::core {
namespace {

using testing::StartsWith;
using testing::ThrowsMessage;

/// A text that the row takes, and which is none of the defaults but of rules.
std::string sample(const Setting& setting) {
  if (const auto* choice = std::get_if<Choice>(&setting.held)) return choice->text(Parameters{});
  if (std::holds_alternative<Links>(setting.held)) return "0-1=2";
  return "3";
}

bool is_time(const Setting& setting) {
  return std::holds_alternative<NamedCost>(setting.held);
}

/// Every member, but for the name, the ticks per step and the lambda that makes latencies.
const Parameters kOther{.ports = k_ports(2),
                        .port_policy = PortPolicy::strict,
                        .switching = Switching::wormhole,
                        .injection = Injection::buffered,
                        .virtual_channels = 4,
                        .buffers = 4,
                        .eager = 5,
                        .flit = 6,
                        .ts = Time::femtoseconds(7'000),
                        .tr = Time::femtoseconds(8'000),
                        .tm = Time::femtoseconds(9'000),
                        .tw = Time::femtoseconds(10'000),
                        .th = Time::femtoseconds(11'000),
                        .latency = Time::femtoseconds(12'000),
                        .gap = Time::femtoseconds(13'000),
                        .tick = Time::femtoseconds(500),
                        .flop = Time::femtoseconds(14'000),
                        .poll = Time::femtoseconds(17'000),
                        .gamma = Time::femtoseconds(18'000),
                        .rendezvous = Time::femtoseconds(19'000),
                        .pieces = {{.from = 3, .ts = Time::femtoseconds(20'000)}},
                        .tw_of = {Time::femtoseconds(10'000), Time::femtoseconds(15'000)},
                        .th_of = {Time::femtoseconds(11'000), Time::femtoseconds(16'000)},
                        .slow = {{0, 1, 2, 1}}};

TEST(Settings, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Setting& setting : settings()) {
    EXPECT_TRUE(names.insert(setting.option()).second) << setting.name;
    if (setting.second_name != nullptr) {
      EXPECT_TRUE(names.insert(setting.second_name).second) << setting.second_name;
    }
    EXPECT_EQ(find_setting(setting.name), &setting);
  }
  EXPECT_EQ(find_setting("virtual-channels"), nullptr) << "that is the option";
  EXPECT_EQ(find_setting("virtual channels")->option(), "virtual-channels");
  EXPECT_EQ(find_setting("virtual channels")->key(), "virtual_channels");
}

TEST(Settings, HoldTheWholeMachine) {
  Parameters machine = kOther;
  for (const Setting& setting : settings()) {
    Parameters without = machine;
    reset(setting, without);
    EXPECT_EQ(without == machine, std::holds_alternative<Change>(setting.held)) << setting.name;
    reset(setting, without);  // costs by dimension first, then the cost
    machine = without;
  }
  EXPECT_EQ(machine, without_costs());
}

TEST(Settings, AreReadAsTheyAreWritten) {
  for (const Setting& setting : settings()) {
    if (is_time(setting) || std::holds_alternative<Change>(setting.held)) continue;
    Parameters machine = kOther;
    read(setting, machine, sample(setting));
    EXPECT_NE(machine, kOther) << setting.name;
    if (const auto* amount = std::get_if<Amount>(&setting.held)) {
      EXPECT_EQ(amount->of(machine), 3) << setting.name;
      EXPECT_EQ(text_of(setting, machine), amount->is_bytes() ? bytes_to_string(3) : "3") << setting.name;
    }
    if (std::holds_alternative<Choice>(setting.held)) {
      EXPECT_TRUE(is_default(setting, machine)) << setting.name;
      EXPECT_EQ(text_of(setting, machine), sample(setting));
    }
  }
}

TEST(Settings, ThatAreChosenByNameHaveAllNames) {
  for (const Setting& setting : settings()) {
    const auto* choice = std::get_if<Choice>(&setting.held);
    if (choice == nullptr || choice->names.empty()) continue;
    EXPECT_THAT(choice->names, testing::Contains(sample(setting)));
    EXPECT_THAT(choice->names, testing::Contains(choice->text(kOther)));
    for (const std::string& name : choice->names) {
      Parameters machine;
      read(setting, machine, name);
      EXPECT_EQ(choice->text(machine), name);
    }
  }
}

TEST(Settings, RefuseUnderTheirNames) {
  for (const Setting& setting : settings()) {
    if (is_time(setting)) continue;
    Parameters machine;
    EXPECT_THAT([&] { read(setting, machine, "nothing"); },
                ThrowsMessage<ConfigError>(StartsWith(std::string(setting.name) + ": ")));
    const auto* amount = std::get_if<Amount>(&setting.held);
    if (amount == nullptr) continue;
    amount->set(machine, -1);
    EXPECT_THAT([&] { check_settings(machine); },
                ThrowsMessage<ConfigError>(StartsWith(std::string(setting.name) + ": ")));
  }
  EXPECT_NO_THROW(check_settings(kOther));
}

TEST(Settings, DescribeTheMachineInTheOrderOfTheTable) {
  EXPECT_EQ(rules_text({}), "cut-through, direct injection");
  EXPECT_EQ(rules_text(kOther),
            "wormhole, buffered injection, 4 virtual channels, buffers of 4 messages, flits of 6 bytes, eager "
            "up to 5 bytes, pieces 3:ts=20ps, rendezvous 19ps");
  EXPECT_EQ(ports_text(kOther), "k=2 (strict)");
  std::string shown;
  for (const Setting& setting : settings())
    if (const std::string text = shown_text(setting, kOther); !text.empty())
      shown += std::string(setting.name) + ": " + text + "; ";
  EXPECT_EQ(
      shown,
      "ports: k=2 (strict); switching: wormhole; injection: buffered; virtual channels: 4 on a link, for worms "
      "and finite buffers; buffers: 4 messages; flit: 6 bytes; eager: 5 bytes; pieces: 3:ts=20ps; "
      "rendezvous: 19ps; ");
}

}  // namespace
}  // namespace toruscope::core
