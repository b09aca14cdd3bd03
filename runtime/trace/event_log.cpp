// SPDX-License-Identifier: Apache-2.0
// The event log: JSON lines, described in docs/events.md. Every value is a whole number but for `kind`.

#include <toruscope/report.hpp>

#include <fmt/format.h>
#include <iterator>
#include <ostream>

namespace toruscope {

namespace {

void append_row(fmt::memory_buffer& rows, const Event& e) {
  const auto row = std::back_inserter(rows);
  switch (e.kind) {
    case Event::Kind::message:
      fmt::format_to(
          row,
          R"({{"kind":"message","source":{},"sequence":{},"destination":{},"tag":{},"bytes":{},"hops":{},)"
          R"("posted":{},"start":{},"left":{},"arrival":{},"available":{},"taken":{}}})"
          "\n",
          e.source, e.sequence, e.destination, e.tag, e.bytes, e.hops, e.posted.count, e.start.count,
          e.left.count, e.arrival.count, e.available.count, e.taken.count);
      return;
    case Event::Kind::hop:
      fmt::format_to(
          row,
          R"({{"kind":"hop","source":{},"sequence":{},"index":{},"from":{},"to":{},"virtual_channel":{},)"
          R"("asked":{},"granted":{}}})"
          "\n",
          e.source, e.sequence, e.index, e.from, e.to, e.virtual_channel, e.asked.count, e.granted.count);
      return;
    case Event::Kind::compute:
    case Event::Kind::synchronize:
      fmt::format_to(row,
                     R"({{"kind":"{}","pe":{},"begin":{},"end":{}}})"
                     "\n",
                     e.kind == Event::Kind::compute ? "compute" : "synchronize", e.source, e.begin.count,
                     e.end.count);
      return;
  }
}

}  // namespace

void write_events(std::ostream& out, const Report& report) {
  constexpr std::size_t kChunk = 1 << 16;
  fmt::memory_buffer rows;
  const auto flush = [&] {
    out.write(rows.data(), static_cast<std::streamsize>(rows.size()));
    rows.clear();
  };
  for (const Event& event : report.events) {
    append_row(rows, event);
    if (rows.size() >= kChunk) flush();
  }
  flush();
}

}  // namespace toruscope
