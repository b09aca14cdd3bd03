// SPDX-License-Identifier: Apache-2.0
#include "labs/support/cases.hpp"

#include "labs/support/exam.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <variant>

namespace toruscope::labs {

namespace {

std::string time_code(Time time) {
  return fmt::format(fmt::runtime(time.is_physical() ? "Time::femtoseconds({})" : "Ticks{{{}}}"), time.value());
}

std::string times_code(const std::vector<Time>& times) {
  std::vector<std::string> all;
  for (const Time time : times) all.push_back(time_code(time));
  return fmt::format("std::vector<Time>{{{}}}", core::joined(all, ", "));
}

std::string links_code(const std::vector<SlowLink>& links) {
  std::vector<std::string> all;
  for (const SlowLink& link : links)
    all.push_back(fmt::format("SlowLink{{{}, {}, {}, {}}}", link.from, link.to, link.factor, link.over));
  return fmt::format("std::vector<SlowLink>{{{}}}", core::joined(all, ", "));
}

/// Statements that make `machine` these parameters, from the default ones, but for the name.
std::string machine_code(const Parameters& machine) {
  const Parameters usual;
  std::string code = "  toruscope::Parameters machine;\n";
  const auto set = [&](const std::string& member, const std::string& value) {
    code += fmt::format("  machine.{} = {};\n", member, value);
  };
  for (const core::Setting& setting : core::settings()) {
    const std::string member = setting.key();
    if (const auto* choice = std::get_if<core::Choice>(&setting.held)) {
      if (setting.name == std::string_view("rendezvous")) {
        if (machine.rendezvous) set(member, time_code(*machine.rendezvous));
      } else if (const std::string text = choice->text(machine); text != choice->text(usual))
        set(member, fmt::format("parse_{}(\"{}\")", member, text));
    } else if (const auto* amount = std::get_if<core::Amount>(&setting.held)) {
      if (const auto number = amount->of(machine); number && number != amount->of(usual))
        set(member, std::to_string(*number));
    } else if (const auto* cost = std::get_if<core::NamedCost>(&setting.held)) {
      if (machine.*cost->time != usual.*cost->time) set(member, time_code(machine.*cost->time));
      if (cost->by_dimension != nullptr && !(machine.*cost->by_dimension).empty())
        set(member + "_of", times_code(machine.*cost->by_dimension));
    }
  }
  if (machine.ticks_per_step != usual.ticks_per_step)
    set("ticks_per_step", std::to_string(machine.ticks_per_step));
  if (!machine.slow.empty()) set("slow", links_code(machine.slow));
  return code;
}

}  // namespace

std::vector<Case> cases_of(const Lab& lab) {
  std::vector<Case> all;
  for (const Trial& trial : trials_of(lab))
    all.push_back({trial.label, trial.topology->name(), machine_code(trial.machine), trial.driver, trial.seed});
  return all;
}

std::string to_json(const std::vector<Case>& cases) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Case& one : cases)
    all.push_back({{"label", one.label},
                   {"topology", one.topology},
                   {"machine", one.machine},
                   {"program", one.program},
                   {"seed", one.seed}});
  return all.dump();
}

std::vector<Case> cases_from_json(const std::string& text) {
  std::vector<Case> cases;
  try {
    for (const auto& one : nlohmann::ordered_json::parse(text))
      cases.push_back(
          {one.at("label"), one.at("topology"), one.at("machine"), one.at("program"), one.at("seed")});
  } catch (const nlohmann::json::exception&) {
    throw ConfigError("it does not tell the runs of its lab");
  }
  return cases;
}

}  // namespace toruscope::labs
