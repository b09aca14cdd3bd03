// SPDX-License-Identifier: Apache-2.0
#include "labs/support/cases.hpp"

#include "labs/support/exam.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace toruscope::labs {

namespace {

std::string time_code(Time time) {
  return fmt::format(fmt::runtime(time.is_physical() ? "Time::femtoseconds({})" : "Ticks{{{}}}"), time.value());
}

std::string rule_code(Ports ports) {
  switch (ports.rule) {
    case Ports::Rule::half:
      return "half";
    case Ports::Rule::one:
      return "one";
    case Ports::Rule::telephone:
      return "telephone";
    case Ports::Rule::k:
      return "k";
    case Ports::Rule::all:
      return "all";
  }
  return {};
}

/// Statements that make `machine` these parameters, from the default ones.
std::string machine_code(const Parameters& machine) {
  const Parameters usual;
  std::string code = "  toruscope::Parameters machine;\n";
  const auto set = [&](const char* name, const std::string& value) {
    code += fmt::format("  machine.{} = {};\n", name, value);
  };
  if (machine.ports != usual.ports)
    set("ports", fmt::format("{{Ports::Rule::{}, {}}}", rule_code(machine.ports), machine.ports.k));
  if (machine.port_policy == PortPolicy::strict) set("port_policy", "PortPolicy::strict");
  if (machine.switching == Switching::wormhole) set("switching", "Switching::wormhole");
  if (machine.eager) set("eager", std::to_string(*machine.eager));
  if (machine.ticks_per_step != 1) set("ticks_per_step", std::to_string(machine.ticks_per_step));
  const auto set_time = [&](const char* name, Time Parameters::*time) {
    if (machine.*time != usual.*time) set(name, time_code(machine.*time));
  };
  set_time("ts", &Parameters::ts);
  set_time("tr", &Parameters::tr);
  set_time("tm", &Parameters::tm);
  set_time("tw", &Parameters::tw);
  set_time("th", &Parameters::th);
  set_time("latency", &Parameters::latency);
  set_time("gap", &Parameters::gap);
  set_time("tick", &Parameters::tick);
  set_time("flop", &Parameters::flop);
  return code;
}

}  // namespace

std::vector<Case> cases_of(const Lab& lab) {
  std::vector<Case> all;
  for (const Trial& trial : trials_of(lab))
    all.push_back({trial.label, trial.topology->name(), machine_code(trial.machine), trial.driver});
  return all;
}

std::string to_json(const std::vector<Case>& cases) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Case& one : cases)
    all.push_back(
        {{"label", one.label}, {"topology", one.topology}, {"machine", one.machine}, {"program", one.program}});
  return all.dump();
}

std::vector<Case> cases_from_json(const std::string& text) {
  std::vector<Case> cases;
  try {
    for (const auto& one : nlohmann::ordered_json::parse(text))
      cases.push_back({one.at("label"), one.at("topology"), one.at("machine"), one.at("program")});
  } catch (const nlohmann::json::exception&) {
    throw ConfigError("it does not tell the runs of its lab");
  }
  return cases;
}

}  // namespace toruscope::labs
