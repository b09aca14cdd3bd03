// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/placing.hpp"

#include "placement/placement.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

std::string shown(const std::string& name, const Report& report) {
  const std::string link = core::loaded_link_text(report);
  return fmt::format("{}: T {}{}", name, core::time_text(report.finish.time, report.parameters),
                     link.empty() ? "" : ", most loaded link " + link);
}

}  // namespace

std::optional<TrafficRule> take_traffic_rule(CommandOptions& options) {
  if (!options.embed) return std::nullopt;
  std::optional<TrafficRule> rule = traffic_rule(*options.embed);
  if (!rule || !rule->file.empty()) return std::nullopt;
  options.embed.reset();
  if (options.host) options.embed = "in-order";
  return rule;
}

std::string place_ranks(const TrafficRule& rule, const Session& session, Settings& settings,
                        const std::function<Report(const Settings&)>& run, const char* default_topology) {
  if (!settings.parameters.slow.empty()) refuse_slow_links(rule.name);
  Settings with_events = settings;
  with_events.execution.record_events = true;
  with_events.execution.failed_report = nullptr;
  const Report in_order = run(with_events);
  const std::string before = shown("in order", in_order);
  const GuestAndHost networks = AskedMachine(session.options, session.tables).guest_and_host(default_topology);
  std::vector<Node> places = placement::place(rule.name, placement::traffic_of(in_order), *networks.host);
  with_events.topology = embed(networks.guest, networks.host, std::move(places), rule.name);
  std::optional<Report> placed;
  try {
    placed = run(with_events);
  } catch (const ConfigError& refusal) {
    return fmt::format("{}; {}: refused there: {}", before, rule.name, refusal.what());
  }
  const std::string after = shown(rule.name, *placed);
  if (placed->finish.time >= in_order.finish.time) return before + "; " + after;
  settings.topology = with_events.topology;
  return after + "; " + before;
}

}  // namespace toruscope::cli
