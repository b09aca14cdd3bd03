// SPDX-License-Identifier: Apache-2.0
#include "cli/tables/traffic.hpp"

#include "cli/tables/csv_text.hpp"
#include "runtime/trace/text.hpp"

#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <utility>

namespace toruscope::cli {

namespace {

struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  std::int64_t hops = 0;
  Ticks link_wait;
};

}  // namespace

void write_traffic(std::ostream& out, const Report& report) {
  std::map<std::pair<Rank, std::int64_t>, Rank> destination_of;  // by source and sequence
  std::map<std::pair<Rank, Rank>, Traffic> pairs;
  for (const Event& event : report.events) {
    if (event.kind != Event::Kind::message) continue;
    destination_of[{event.source, event.sequence}] = event.destination;
    Traffic& traffic = pairs[{event.source, event.destination}];
    ++traffic.messages;
    traffic.bytes += event.bytes;
    traffic.hops += event.hops;
  }
  for (const Event& event : report.events) {
    if (event.kind != Event::Kind::hop) continue;
    const auto message = destination_of.find({event.source, event.sequence});
    if (message == destination_of.end()) continue;  // it was never taken
    pairs[{event.source, message->second}].link_wait += event.granted - event.asked;
  }
  out << "source,destination,messages,bytes,hops,link_wait\n";
  for (const auto& [pair, traffic] : pairs)
    out << fmt::format("{},{},{},{},{},{}\n", pair.first, pair.second, traffic.messages, traffic.bytes,
                       traffic.hops, traffic.link_wait.count);
}

void write_links(std::ostream& out, const Report& report) {
  out << "from,to,direction,messages,bytes,wait\n";
  for (const LinkReport& link : report.links)
    out << fmt::format("{},{},{},{},{},{}\n", link.from, link.to,
                       csv_field(core::direction_text(link, *report.topology)), link.messages, link.bytes,
                       link.wait.count);
}

}  // namespace toruscope::cli
