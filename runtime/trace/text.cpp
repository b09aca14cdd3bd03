// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/text.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/model/account_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace toruscope::detail {

namespace {
bool is_at_least_1(const std::string& number) {
  return number != "0" && !number.starts_with("0.") && !number.starts_with("-0.");
}

/// "36 steps", "1 step", "7/2 steps".
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

std::string seconds_text(Ticks time, const Parameters& machine) {
  return decimal_product(time.count, machine.tick.value(), 15);
}

std::string account_text(const Account& account, const Costs& costs) {
  return terms(account, &costs);
}

std::string link_text(const LinkReport& link, const Topology& topology) {
  return fmt::format("{} -> {} ({})", link.from, link.to, topology.port_name(link.from, link.port));
}

const LinkReport* most_loaded_link(const Report& report) {
  const LinkReport* most = nullptr;
  for (const LinkReport& link : report.links)
    if (most == nullptr || std::pair(link.bytes, link.messages) > std::pair(most->bytes, most->messages))
      most = &link;
  return most;
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
  return fmt::format("{} by PE {}: its {} waited from {} on for its {}",
                     time_text(wait.waited, report.parameters), longest - report.pes.begin(),
                     text(wait.transfer), time_text(wait.since, report.parameters), text(wait.held_by));
}

std::string pace_text(const PaceReport& pace) {
  return fmt::format("{:g} wall seconds for a virtual second; {} of {} moment{} late, by at most {:.6f} s",
                     pace.pace, grouped(pace.late), grouped(pace.moments), pace.moments == 1 ? "" : "s",
                     pace.largest_lateness_seconds);
}

}  // namespace toruscope::detail

namespace toruscope {

std::string to_string(PathEvent::Kind kind) {
  constexpr std::array kNames{"startup",   "link wait",    "hop",         "transmission",
                              "latency",   "gap",          "receive",     "compute",
                              "port wait", "receive wait", "synchronize", "partner wait"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace toruscope
