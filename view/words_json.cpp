// SPDX-License-Identifier: Apache-2.0

#include "view/words_json.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/trace/figures.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace toruscope::view {

namespace {

/// True if a user may give the setting this value of a log.
bool may_be(const core::Amount& amount, const Json& value) {
  return value.is_null() || (value >= amount.least && (amount.is_bytes() || value <= amount.most));
}

/// Sets what the machine of a log says of a setting; false for what no machine has.
bool read_setting(const core::Setting& setting, const Json& machine, Parameters& parameters) {
  const std::string key = setting.key();
  if (const auto* choice = std::get_if<core::Choice>(&setting.held);
      choice != nullptr && (machine.contains(key) || !choice->may_be_none))
    try {
      choice->read(parameters, machine.at(key).get<std::string>());
    } catch (const ConfigError&) {
      return false;
    }
  if (const auto* amount = std::get_if<core::Amount>(&setting.held);
      amount != nullptr && machine.contains(key)) {
    const Json& value = machine.at(key);
    if (!may_be(*amount, value)) return false;
    amount->set(parameters, value.is_null() ? std::nullopt : std::optional(value.get<std::int64_t>()));
  }
  return true;
}

/// What the machine of a log says of a setting, as it stands there.
std::string raw_text(const core::Setting& setting, const Json& machine) {
  const Json& value = machine.at(setting.key());
  return value.is_string() ? value.get<std::string>() : fmt::format("{} {}", setting.name, value.dump());
}

Json rules_json(const Json& machine) {
  std::vector<const core::Setting*> all;
  for (const core::Setting& setting : core::settings())
    if (setting.is_in_log && (std::holds_alternative<core::Choice>(setting.held) ||
                              std::holds_alternative<core::Amount>(setting.held)))
      all.push_back(&setting);
  Parameters parameters;
  std::vector<const core::Setting*> unknown;
  for (const core::Setting* setting : all)
    if (!read_setting(*setting, machine, parameters)) unknown.push_back(setting);
  Json rules = Json::array();
  for (const core::Setting* setting : all) {
    const bool is_known = std::find(unknown.begin(), unknown.end(), setting) == unknown.end();
    const std::string text = is_known ? core::brief_text(*setting, parameters) : raw_text(*setting, machine);
    if (!text.empty()) rules.push_back(text);
  }
  return rules;
}

/// Writes "6 startups", "1 latency"; of a time what it is: "waits for links".
template <class Source>
std::string words_of(const core::Figure<Source>& figure, const Json& group) {
  if (figure.unit != core::Unit::count && figure.unit != core::Unit::bytes) return figure.what;
  const auto count = group.at(figure.name).template get<std::int64_t>();
  std::string noun = figure.name;
  if (count == 1)
    noun = noun.ends_with("ies") ? noun.substr(0, noun.size() - 3) + "y" : noun.substr(0, noun.size() - 1);
  return fmt::format("{} {}", core::grouped(count), noun);
}

/// All figures of the group that a page counts in words.
template <class Source>
Json group_json(core::Figures<Source> figures, std::string_view group, const Json& values) {
  Json words = Json::array();
  for (const core::Figure<Source>& figure : figures)
    if (figure.group == group && (figure.places & core::kOnPage) != 0)
      words.push_back(words_of(figure, values));
  return words;
}

/// Words on the parts of T, in the order in which the page has them.
Json parts_json(const Json& account) {
  using enum PathEvent::Kind;
  constexpr std::array<std::pair<PathEvent::Kind, std::string_view>, 8> kCountedBy{{{startup, "startups"},
                                                                                    {receive, "receives"},
                                                                                    {transmission, "bytes"},
                                                                                    {hop, "hops"},
                                                                                    {latency, "latencies"},
                                                                                    {gap, "gap"},
                                                                                    {link_wait, "link_wait"},
                                                                                    {compute, "compute"}}};
  Json words = Json::object();
  for (const auto& [kind, name] : kCountedBy)
    for (const core::Figure<Report>& figure : core::report_figures())
      if (figure.group == std::string_view("critical_path") && figure.name == name)
        words[core::key_of(kind)] = words_of(figure, account);
  return words;
}

}  // namespace

Json words_json(const Json& run) {
  const Json& bound = run.at("bound");
  return {{"rules", rules_json(run.at("machine"))},
          {"parts", parts_json(run.at("account"))},
          {"totals", group_json(core::report_figures(), "totals", run.at("totals"))},
          {"bound", bound.is_null() ? Json::array() : group_json(core::bound_figures(), "", bound)}};
}

}  // namespace toruscope::view
