// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/placing.hpp"

#include "placement/placement.hpp"
#include "runtime/trace/observer.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <map>
#include <utility>
#include <vector>

namespace toruscope::cli {

namespace {

/// Counts what each rank sends to each other.
class TrafficCount final : public core::Sink {
 public:
  void begin(int workers, int pes) override {
    parts_.assign(static_cast<std::size_t>(workers), {});
    pes_ = pes;
  }
  void on_message(int worker, const core::MessageTaken& message) override {
    auto& [messages, bytes] = parts_[static_cast<std::size_t>(worker)][{message.source, message.destination}];
    ++messages;
    bytes += message.bytes;
  }
  [[nodiscard]] placement::Traffic traffic() const {
    placement::Traffic all(pes_);
    for (const Part& part : parts_)
      for (const auto& [pair, sent] : part) all.add(pair.first, pair.second, sent.first, sent.second);
    return all;
  }

 private:
  using Part = std::map<std::pair<Rank, Rank>, std::pair<std::int64_t, std::int64_t>>;
  int pes_ = 0;
  std::vector<Part> parts_;  // by worker
};

std::string shown(const std::string& name, const Report& report) {
  const std::string link = core::loaded_link_text(report);
  return fmt::format("{}: T {}{}", name, core::time_text(report.finish.time, report.parameters),
                     link.empty() ? "" : ", most loaded link " + link);
}

/// The first line of what an error says.
std::string first_line(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::optional<TrafficRule> take_traffic_rule(CommandOptions& options) {
  if (!options.embed) return std::nullopt;
  std::optional<TrafficRule> rule = traffic_rule(*options.embed);
  if (!rule || !rule->file.empty()) return std::nullopt;
  options.embed = "in-order";
  return rule;
}

std::string place_ranks(const TrafficRule& rule, const Session& session, Settings& settings,
                        const std::function<Report(const Settings&)>& run, const char* default_topology) {
  if (!settings.parameters.slow.empty()) refuse_slow_links(rule.name);
  const GuestAndHost networks = AskedMachine(session.options, session.tables).guest_and_host(default_topology);
  placement::check_place(rule.name, networks.guest->pes(), *networks.host);
  TrafficCount count;
  Settings quiet = settings;
  quiet.logs.clear();
  quiet.execution.record_events = quiet.execution.record_spans = quiet.execution.record_critical_path = false;
  quiet.execution.failed_report = nullptr;
  quiet.execution.sink = &count;
  const Report in_order = run(quiet);
  const std::string before = shown("in order", in_order);
  std::vector<Node> places = placement::place(rule.name, count.traffic(), *networks.host);
  quiet.topology = embed(networks.guest, networks.host, std::move(places), rule.name);
  std::optional<Report> placed;
  try {
    placed = run(quiet);
  } catch (const HostLimitError&) {
    throw;
  } catch (const InterruptedError&) {
    throw;
  } catch (const std::exception& error) {
    return fmt::format("{}; {}: fails there: {}", before, rule.name, first_line(error));
  }
  const std::string after = shown(rule.name, *placed);
  if (placed->finish.time >= in_order.finish.time) return before + "; " + after;
  settings.topology = quiet.topology;
  return after + "; " + before;
}

}  // namespace toruscope::cli
