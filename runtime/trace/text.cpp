// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/text.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/model/account_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>
#include <numeric>
#include <utility>

namespace toruscope {

std::string to_string(Ticks time, const Parameters& machine) {
  return core::time_text(time, machine);
}

double seconds(Ticks time, const Parameters& machine) {
  if (const auto found = core::seconds_of(time, machine)) return *found;
  throw ConfigError(
      fmt::format("seconds: the machine {} counts steps, which have no length in seconds; print {}",
                  machine.name, to_string(time, machine)));
}

}  // namespace toruscope

namespace toruscope::core {

namespace {
bool is_at_least_1(const std::string& number) {
  return number != "0" && !number.starts_with("0.") && !number.starts_with("-0.");
}

/// Writes "36 steps", "1 step", "7/2 steps".
std::string steps_text(Ticks time, std::int64_t ticks_per_step) {
  const std::int64_t common = std::gcd(time.count, ticks_per_step);
  const std::int64_t parts = ticks_per_step / common;
  const std::string number = grouped(time.count / common) + (parts == 1 ? "" : "/" + grouped(parts));
  return number + (number == "1" ? " step" : " steps");
}
}  // namespace

std::string time_text(Ticks time, const Parameters& machine) {
  constexpr std::array<std::pair<const char*, int>, 6> kUnits{
      {{"s", 15}, {"ms", 12}, {"us", 9}, {"ns", 6}, {"ps", 3}, {"fs", 0}}};
  const std::int64_t tick = machine.tick.value();
  if (tick == 0) return steps_text(time, machine.ticks_per_step);
  for (const auto& [unit, places] : kUnits)
    if (std::string number = decimal_product(time.count, tick, places); is_at_least_1(number))
      return number + " " + unit;
  return "0 s";
}

std::string printed_text(const PrintedLine& line, const Parameters& machine, const std::string& run) {
  return fmt::format("[{}{}, PE {}] {}", run.empty() ? "" : run + ": ", time_text(line.time, machine),
                     line.rank, line.text);
}

std::string cost_text(Time time, Ticks ticks, const Parameters& machine) {
  if (machine.tick.is_zero()) return time_text(ticks, machine);
  const std::int64_t tick = machine.tick.value();
  return to_string(time.value() == ticks.count * tick ? time : Time::femtoseconds(ticks.count * tick));
}

std::string seconds_text(Ticks time, const Parameters& machine) {
  return decimal_product(time.count, machine.tick.value(), 15);
}

std::optional<double> seconds_of(Ticks time, const Parameters& machine) {
  if (machine.tick.is_zero()) return std::nullopt;
  const std::string text = seconds_text(time, machine);
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error == std::errc() && end == text.data() + text.size()) return seconds;
  constexpr double kFemto = 1e-15;
  return static_cast<double>(time.count) * (static_cast<double>(machine.tick.value()) * kFemto);
}

std::string account_text(const Account& account, const Report& report) {
  std::string sum;
  for (const Part& part : parts(account, &report.costs)) {
    if (!sum.empty()) sum += " + ";
    sum += part.is_ticks ? time_text(part.worth, report.parameters) : grouped(part.count);
    sum += std::string(" ") + part.name;
  }
  return sum.empty() ? "0" : sum;
}

std::string worth_text(const Report& report) {
  std::string sum;
  for (const Part& part : parts(report.finish.account, &report.costs))
    sum +=
        fmt::format("{}{} {}", sum.empty() ? "" : " + ", time_text(part.worth, report.parameters), part.noun);
  return sum.empty() ? "0" : sum;
}

std::string direction_text(const LinkReport& link, const Topology& topology) {
  const std::string name = topology.port_name(link.from, link.port);
  if (name.starts_with("to ")) return {};
  const bool has_sign = name.starts_with('+') || name.starts_with('-');
  const bool is_of_a_dimension =
      has_sign && name.size() > 1 && name.find_first_not_of("0123456789", 1) == std::string::npos;
  return is_of_a_dimension ? fmt::format("{} direction of dimension {}", name.front(), name.substr(1)) : name;
}

std::string link_text(const LinkReport& link, const Topology& topology) {
  const std::string direction = direction_text(link, topology);
  return fmt::format("{} -> {}{}", link.from, link.to, direction.empty() ? "" : " (" + direction + ")");
}

const LinkReport* most_loaded_link(const Report& report) {
  const auto most = most_loaded_links(report, 1);
  return most.empty() ? nullptr : most.front();
}

std::string collectives_text(const std::vector<CollectiveUse>& all) {
  std::string text;
  for (const CollectiveUse& use : all)
    text += fmt::format("{}{} by {}{}", text.empty() ? "" : ", ", use.operation, use.algorithm,
                        use.calls == 1 ? "" : fmt::format(" ({} calls)", grouped(use.calls)));
  return text;
}

std::string loaded_link_text(const Report& report, bool has_messages) {
  const LinkReport* most = most_loaded_link(report);
  if (most == nullptr) return {};
  const auto alike = std::count_if(report.links.begin(), report.links.end(),
                                   [&](const LinkReport& link) { return link.bytes == most->bytes; });
  std::string text = link_text(*most, *report.topology) + ": " + counted(most->bytes, "byte");
  if (has_messages) text += ", " + counted(most->messages, "message");
  if (alike > 1) text += fmt::format("; as many on {}", counted(alike - 1, "other link"));
  return text;
}

namespace {

/// The `count` links with the largest `key`, without those for which it is nothing.
template <class Key>
std::vector<const LinkReport*> largest(const Report& report, std::size_t count, const Key& key) {
  std::vector<const LinkReport*> links;
  for (const LinkReport& link : report.links)
    if (key(link) != decltype(key(link)){}) links.push_back(&link);
  const auto middle = links.begin() + static_cast<std::ptrdiff_t>(std::min(count, links.size()));
  // Links lie in one array: ties go to the first.
  std::partial_sort(links.begin(), middle, links.end(), [&](const LinkReport* a, const LinkReport* b) {
    return key(*b) == key(*a) ? a < b : key(*b) < key(*a);
  });
  links.erase(middle, links.end());
  return links;
}

}  // namespace

std::vector<const LinkReport*> most_loaded_links(const Report& report, std::size_t count) {
  return largest(report, count, [](const LinkReport& link) { return std::pair(link.bytes, link.messages); });
}

std::vector<const LinkReport*> most_awaited_links(const Report& report, std::size_t count) {
  return largest(report, count, [](const LinkReport& link) { return link.wait; });
}

std::string port_wait_text(const Report& report) {
  const auto longest = std::max_element(report.pes.begin(), report.pes.end(), [](const auto& a, const auto& b) {
    return a.longest_port_wait.waited < b.longest_port_wait.waited;
  });
  if (longest == report.pes.end() || longest->longest_port_wait.waited == Ticks{}) return {};
  const PortWait& wait = longest->longest_port_wait;
  const auto text = [](const PortUse& use) {
    return fmt::format("{} PE {}", use.is_send ? "send to" : "receive from", use.partner);
  };
  const auto time = [&](Ticks ticks) { return time_text(ticks, report.parameters); };
  return fmt::format("PE {}'s {} waited {} (from {} on) while its {} held the port",
                     longest - report.pes.begin(), text(wait.transfer), time(wait.waited), time(wait.since),
                     text(wait.held_by));
}

namespace {

/// Waits of one kind in a run's report: their sum, and the longest.
struct Waits {
  Ticks all;
  std::string longest;
};

Waits waits_for_links(const Report& report) {
  const auto most = most_awaited_links(report, 1);
  if (most.empty()) return {};
  return {report.totals.link_wait,
          fmt::format("for link {}, {} over its {}", link_text(*most.front(), *report.topology),
                      time_text(most.front()->wait, report.parameters),
                      counted(most.front()->messages, "message"))};
}

Waits waits_for_partners(const Report& report) {
  const auto longest =
      std::max_element(report.pes.begin(), report.pes.end(),
                       [](const PeReport& a, const PeReport& b) { return a.partner_wait < b.partner_wait; });
  if (longest == report.pes.end() || longest->partner_wait == Ticks{}) return {};
  return {report.totals.partner_wait,
          fmt::format("for partners, most of all PE {}: {}", longest - report.pes.begin(),
                      time_text(longest->partner_wait, report.parameters))};
}

}  // namespace

Bottleneck bottleneck(const Report& report) {
  Bottleneck found;
  const std::vector<Part> list = parts(report.finish.account, &report.costs);
  const auto largest = std::max_element(list.begin(), list.end(),
                                        [](const Part& a, const Part& b) { return a.worth < b.worth; });
  const auto time = [&](Ticks ticks) { return time_text(ticks, report.parameters); };
  if (largest != list.end())
    found.largest = fmt::format(
        "{}: {} of {} ({:.1f} %)", largest->noun, time(largest->worth), time(report.finish.time),
        100.0 * static_cast<double>(largest->worth.count) / static_cast<double>(report.finish.time.count));
  Waits longest = waits_for_links(report);
  for (Waits& other : std::array{Waits{report.totals.port_wait, "for a port: " + port_wait_text(report)},
                                 waits_for_partners(report)})
    if (longest.all < other.all) longest = std::move(other);
  if (longest.all != Ticks{}) found.wait = longest.longest;
  return found;
}

std::string key_of(PathEvent::Kind kind) {
  std::string key = to_string(kind);
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

}  // namespace toruscope::core

namespace toruscope {

std::string to_string(PathEvent::Kind kind) {
  constexpr std::array kNames{"startup",      "link wait",   "hop",         "transmission", "latency",
                              "gap",          "receive",     "compute",     "polling",      "port wait",
                              "receive wait", "synchronize", "partner wait"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace toruscope
