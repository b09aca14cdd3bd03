// SPDX-License-Identifier: Apache-2.0
// Reading, writing and checking of all rows of the table of settings.

#include "runtime/core/decimal.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/topology/slow_factor.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <type_traits>

namespace toruscope::core {

namespace {

std::string with(std::string text, char in_place_of_a_blank) {
  std::replace(text.begin(), text.end(), ' ', in_place_of_a_blank);
  return text;
}

}  // namespace

std::optional<std::int64_t> Amount::of(const Parameters& machine) const {
  return std::visit([&](const auto& at) -> std::optional<std::int64_t> { return machine.*at; }, member);
}

void Amount::set(Parameters& machine, std::optional<std::int64_t> number) const {
  std::visit(
      [&](const auto& at) {
        using Number = std::remove_reference_t<decltype(machine.*at)>;
        if constexpr (std::is_integral_v<Number>)
          machine.*at = static_cast<Number>(number.value());
        else if (number)
          machine.*at = static_cast<typename Number::value_type>(*number);
        else
          machine.*at = std::nullopt;
      },
      member);
}

std::string Setting::option() const {
  return with(name, '-');
}

std::string Setting::key() const {
  return with(name, '_');
}

void read(const Setting& setting, Parameters& machine, std::string_view text) {
  if (const auto* choice = std::get_if<Choice>(&setting.held))
    choice->read(machine, text);
  else if (const auto* change = std::get_if<Change>(&setting.held))
    change->read(machine, text);
  else if (std::holds_alternative<Links>(setting.held))
    machine.slow = read_slow_links(text);
  else if (const auto& amount = std::get<Amount>(setting.held); amount.is_bytes())
    amount.set(machine, static_cast<std::int64_t>(parse_bytes(text, setting.name)));
  else
    amount.set(machine, parse_whole(text, setting.name, amount.least, amount.most));
}

std::string text_of(const Setting& setting, const Parameters& machine) {
  if (const auto* choice = std::get_if<Choice>(&setting.held)) return choice->text(machine);
  const auto& amount = std::get<Amount>(setting.held);
  const std::int64_t number = amount.of(machine).value();
  return amount.is_bytes() ? bytes_to_string(static_cast<std::size_t>(number)) : std::to_string(number);
}

std::string shown_text(const Setting& setting, const Parameters& machine) {
  if (setting.shown != nullptr) return setting.shown(machine);
  if (const auto* choice = std::get_if<Choice>(&setting.held))
    return choice->is_none(machine) ? std::string() : choice->text(machine);
  const auto* amount = std::get_if<Amount>(&setting.held);
  const std::optional<std::int64_t> number = amount == nullptr ? std::nullopt : amount->of(machine);
  return !number || (amount->is_left_out_at_0 && number == 0) ? std::string() : counted(*number, amount->noun);
}

bool is_default(const Setting& setting, const Parameters& machine) {
  const Parameters usual;
  if (const auto* choice = std::get_if<Choice>(&setting.held))
    return choice->text(machine) == choice->text(usual);
  const auto& amount = std::get<Amount>(setting.held);
  return amount.of(machine) == amount.of(usual);
}

void reset(const Setting& setting, Parameters& machine) {
  const Parameters usual = without_costs();
  if (const auto* choice = std::get_if<Choice>(&setting.held)) choice->read(machine, choice->text(usual));
  if (const auto* amount = std::get_if<Amount>(&setting.held)) amount->set(machine, amount->of(usual));
  if (std::holds_alternative<Links>(setting.held)) machine.slow = usual.slow;
  if (const auto* time = std::get_if<NamedCost>(&setting.held)) {
    if (time->by_dimension != nullptr && !(machine.*time->by_dimension).empty())
      (machine.*time->by_dimension).clear();
    else
      machine.*time->time = usual.*time->time;
  }
}

void check_settings(const Parameters& machine) {
  for (const Setting& setting : settings()) {
    const auto* amount = std::get_if<Amount>(&setting.held);
    if (amount != nullptr && amount->is_bytes() && amount->of(machine).value_or(0) < 0)
      throw ConfigError(
          fmt::format("{}: a number of bytes is not negative, got {}", setting.name, *amount->of(machine)));
    if (setting.check != nullptr) setting.check(machine);
  }
}

std::string ports_text(const Parameters& machine) {
  return fmt::format("{} ({})", to_string(machine.ports), to_string(machine.port_policy));
}

std::string brief_text(const Setting& setting, const Parameters& machine) {
  const bool is_said = setting.phrase != nullptr && !setting.is_understood;
  if (!is_said && is_default(setting, machine)) return "";
  if (setting.phrase != nullptr) return setting.phrase(machine);
  return fmt::format("{} {}", setting.name, text_of(setting, machine));
}

std::string rules_text(const Parameters& machine) {
  std::string text;
  for (const Setting& setting : settings()) {
    const std::string phrase = setting.phrase == nullptr ? std::string() : setting.phrase(machine);
    if (!phrase.empty()) text += (text.empty() ? "" : ", ") + phrase;
  }
  return text;
}

}  // namespace toruscope::core
