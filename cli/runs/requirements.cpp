// SPDX-License-Identifier: Apache-2.0

#include "cli/options/options.hpp"
#include "cli/process/ending.hpp"
#include "cli/runs/figures.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/rate.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <utility>
#include <variant>

namespace toruscope::cli {

namespace {

using core::Unit;

/// A double holds all of them exactly, but for times of more than 2^53 ticks and bandwidths.
std::optional<double> number_of(const RunFigure& figure, const RunSource& run) {
  const core::FigureValue value = figure.read(run);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

/// Of two that have one name the first is meant, unless the group is named.
const std::vector<const RunFigure*>& figures() {
  static const std::vector<const RunFigure*> all = [] {
    std::vector<const RunFigure*> found;
    for (const RunFigure& figure : run_figures())
      if ((figure.places & core::kInRequirements) != 0) found.push_back(&figure);
    return found;
  }();
  return all;
}

std::string name_of(const RunFigure& figure) {
  return core::name_of(figure.group, figure.name);
}

/// Columns that are no figures of the run.
constexpr std::pair<std::string_view, const char*> kNotRequired[] = {
    {"wall", "it is time of this computer, which differs from run to run"},
    {"check", "what it finds is the exit code"},
    {"loaded_link", "it is a name; take max_link_bytes"},
    {"serial", "it depends on the machine and the work alone; require speed_up"},
    {"bandwidth", "it is another name of algbw; require algbw"}};

std::size_t figure_of(const std::string& name) {
  const std::vector<const RunFigure*>& all = figures();
  const auto found = std::find_if(all.begin(), all.end(), [&](const RunFigure* f) {
    return name == name_of(*f) || name == f->name || name == f->column.name;
  });
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  for (const auto& [shown, why] : kNotRequired)
    if (name == shown) throw ConfigError(fmt::format("require: {} cannot be required: {}", name, why));
  throw ConfigError("require: " + core::unknown_name("figure", "figures", name, required_names()));
}

[[noreturn]] void refuse_value(const std::string& requirement, const char* wanted, const std::string& value) {
  throw ConfigError(fmt::format("require: {}: {} is needed, got \"{}\"", requirement, wanted, value));
}

double decimal_number(const std::string& requirement, const std::string& value, const char* wanted,
                      bool may_be_percent) {
  const bool is_percent = value.ends_with('%');
  const std::string_view digits =
      core::trimmed(std::string_view(value).substr(0, value.size() - (is_percent ? 1 : 0)));
  const auto number = core::read_number<double>(digits);
  if (!number || !std::isfinite(*number) || (is_percent && !may_be_percent))
    refuse_value(requirement, wanted, value);
  return is_percent ? *number / 100 : *number;
}

/// True for "ticks", "cost_ticks": a number of ticks, though a time is understood, too.
bool counts_ticks(const RunFigure& figure) {
  return std::string_view(figure.name).ends_with("ticks");
}

/// In ticks of the machine, which need not be a whole number.
double time_in_ticks(const RunFigure& figure, const std::string& value, const Parameters& machine) {
  if (counts_ticks(figure) && value.find_first_not_of("0123456789") == std::string::npos)
    return static_cast<double>(parse_whole(value, "require", 0, INT64_MAX));
  if (machine.tick.is_zero()) {
    const auto [numerator, denominator] = parse_fraction(value, "require");
    return static_cast<double>(numerator) * static_cast<double>(machine.ticks_per_step) /
           static_cast<double>(denominator);
  }
  const Time time = parse_duration(value, "require");
  if (!time.is_physical() && !time.is_zero())
    throw ConfigError(
        fmt::format("require: a time needs its unit on machine {}, got {}; write {}us or the like",
                    machine.name, value, value));
  return static_cast<double>(time.value()) / static_cast<double>(machine.tick.value());
}

double bytes_of(const std::string& requirement, const std::string& value) {
  const bool has_unit = std::isalpha(static_cast<unsigned char>(value.back())) != 0;
  return has_unit ? static_cast<double>(parse_bytes(value, "require"))
                  : decimal_number(requirement, value, "a number of bytes such as 4096 or 4K", false);
}

double rate_of(const std::string& requirement, const std::string& value) {
  const auto numeral = core::read_numeral(value);
  const auto is_zero = [](std::string_view digits) { return digits.find_first_not_of('0') == digits.npos; };
  if (numeral && is_zero(numeral->whole) && is_zero(numeral->fraction) &&
      (numeral->rest.empty() || core::Rate::parse("1" + std::string(numeral->rest), "require")))
    return 0;
  const auto rate = core::Rate::parse(value, "require");
  if (!rate) refuse_value(requirement, "a bandwidth such as 10GB/s", value);
  return rate->bytes_per_second();
}

double value_of(const RunFigure& figure, const std::string& requirement, const std::string& value,
                const Parameters& machine) {
  switch (figure.unit) {
    case Unit::ticks:
      return time_in_ticks(figure, value, machine);
    case Unit::rate:
      return rate_of(requirement, value);
    case Unit::bytes:
      return bytes_of(requirement, value);
    case Unit::ratio:
      return decimal_number(requirement, value, "a number such as 0.9 or 90 %", true);
    default:
      return decimal_number(requirement, value, "a number", false);
  }
}

/// With as many digits as tell it from what was asked, four at least.
std::string digits_of(double found, double asked) {
  for (int digits = 4; digits < 17; ++digits) {
    std::string text = fmt::format("{:.{}g}", found, digits);
    if (found == asked || std::stod(text) != asked) return text;
  }
  return fmt::format("{}", found);
}

std::string text_of(const RunFigure& figure, double found, double asked, const Parameters& machine) {
  switch (figure.unit) {
    case Unit::ticks:
      if (counts_ticks(figure)) return counted(static_cast<std::int64_t>(found), "tick");
      return core::time_text(Ticks{static_cast<std::int64_t>(found)}, machine);
    case Unit::rate:
      return digits_of(found / 1e9, asked / 1e9) + " GB/s";
    case Unit::ratio:
      return digits_of(found, asked);
    default:
      return core::grouped(static_cast<std::int64_t>(found));
  }
}

/// "broadcast by knomial on ring:8, vector of 64 bytes (with ts = 5us)"
std::string subject_of(const Measurement& m, const SweptValues& swept) {
  return fmt::format(
      "{}{} on {}{}{}", m.operation, m.algorithm.empty() ? "" : " by " + m.algorithm, m.report.topology->name(),
      m.block_bytes == 0 ? "" : fmt::format(", {} of {}", block_noun(m), counted(m.block_bytes, "byte")),
      swept.empty() ? "" : fmt::format(" (with {})", to_string(swept)));
}

}  // namespace

std::vector<std::string> required_names() {
  std::vector<std::string> names;
  for (const RunFigure* f : figures()) {
    const std::string_view column = f->column.name;
    names.push_back(std::find(names.begin(), names.end(), f->name) == names.end() ? f->name : name_of(*f));
    if (!column.empty() && column != names.back()) names.emplace_back(column);
  }
  return names;
}

Requirements::Requirements(const CommandOptions& options) {
  for (const std::string& text : options.requirements) all_.push_back(read(text));
}

Requirements::Requirement Requirements::read(const std::string& text) {
  constexpr std::array kRelations{std::pair{"<=", Relation::at_most}, std::pair{">=", Relation::at_least},
                                  std::pair{"==", Relation::equal},   std::pair{"!=", Relation::other},
                                  std::pair{"<", Relation::less},     std::pair{">", Relation::greater},
                                  std::pair{"=", Relation::equal}};
  const auto word = [&](std::size_t from, std::size_t length) {
    return std::string(core::trimmed(std::string_view(text).substr(from, length)));
  };
  for (const auto& [sign, relation] : kRelations) {
    const std::size_t at = text.find(sign);
    if (at == std::string::npos || at == 0) continue;
    Requirement requirement{text, figure_of(word(0, at)), relation,
                            word(at + std::string_view(sign).size(), std::string_view::npos)};
    const RunFigure& figure = *figures()[requirement.figure];
    if (requirement.value.empty()) refuse_value(text, "a value", "");
    // Whether a time has a unit depends on the machine: a bare number may be of steps.
    const bool is_bare = requirement.value.find_first_not_of("0123456789/") == std::string::npos;
    if (figure.unit != Unit::ticks || !is_bare) (void)value_of(figure, text, requirement.value, {});
    return requirement;
  }
  throw ConfigError(
      fmt::format("require: write a figure and what it must be, as T<=2ms or efficiency>=0.9, got {}", text));
}

void Requirements::check_values(const Parameters& machine) const {
  for (const Requirement& r : all_) (void)value_of(*figures()[r.figure], r.text, r.value, machine);
}

std::vector<std::string> Requirements::unmet(const Measurement& m, const SweptValues& swept,
                                             const Scaling* scaling) const {
  std::vector<std::string> sentences;
  if (m.failure) return sentences;
  const Scaling of_run = scaling == nullptr ? scaling_of(m.report, 0) : *scaling;
  const auto holds = [](Relation relation, double found, double asked) {
    switch (relation) {
      case Relation::less:
        return found < asked;
      case Relation::at_most:
        return found <= asked;
      case Relation::equal:
        return found == asked;
      case Relation::other:
        return found != asked;
      case Relation::at_least:
        return found >= asked;
      case Relation::greater:
        return found > asked;
    }
    return false;
  };
  for (const Requirement& requirement : all_) {
    const RunFigure& figure = *figures()[requirement.figure];
    const std::optional<double> found = number_of(figure, {m, &of_run});
    const double asked = value_of(figure, requirement.text, requirement.value, m.report.parameters);
    if (!found)
      sentences.push_back(fmt::format("require: {} was asked of {}, but {} is not known here", requirement.text,
                                      subject_of(m, swept), name_of(figure)));
    else if (!holds(requirement.relation, *found, asked))
      sentences.push_back(fmt::format("require: {} was asked of {}, found {} = {}", requirement.text,
                                      subject_of(m, swept), name_of(figure),
                                      text_of(figure, *found, asked, m.report.parameters)));
  }
  return sentences;
}

ExitCode Requirements::check(const Measurement& m, const SweptValues& swept, const Scaling* scaling) const {
  const std::vector<std::string> sentences = unmet(m, swept, scaling);
  for (const std::string& sentence : sentences) report_failure("toruscope: " + sentence);
  return sentences.empty() ? ExitCode::ok : ExitCode::wrong_result;
}

ExitCode Requirements::check_refused(const std::string& what, const std::string& reason) const {
  for (const Requirement& requirement : all_)
    report_failure(fmt::format("toruscope: require: {} was asked of {}, which refuses: it {}", requirement.text,
                               what, reason));
  return all_.empty() ? ExitCode::ok : ExitCode::wrong_result;
}

}  // namespace toruscope::cli
