// SPDX-License-Identifier: Apache-2.0
// The event log: JSON lines (docs/events.md) of whole numbers and a few words.

#include "runtime/core/shown_text.hpp"

#include <toruscope/report.hpp>

#include <fmt/format.h>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>

namespace toruscope {

namespace {

constexpr std::string_view kEnd = "}\n";

/// A name fit for JSON's quotes.
std::string quotable(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20)
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      (c == '"' || c == '\\' ? text += '\\' : text) += c;
  }
  return text;
}

void append_row(fmt::memory_buffer& rows, const Event& e, bool with_spans) {
  const auto row = std::back_inserter(rows);
  switch (e.kind) {
    case Event::Kind::message:
      fmt::format_to(
          row,
          R"({{"kind":"message","source":{},"sequence":{},"destination":{},"tag":{},"bytes":{},"hops":{},)"
          R"("posted":{},"start":{},"left":{},"arrival":{},"available":{},"taken":{})",
          e.source, e.sequence, e.destination, e.tag, e.bytes, e.hops, e.posted.count, e.start.count,
          e.left.count, e.arrival.count, e.available.count, e.taken.count);
      if (with_spans && e.send_port >= 0)
        fmt::format_to(row, R"(,"send_port":{},"receive_port":{})", e.send_port, e.receive_port);
      break;
    case Event::Kind::hop:
      fmt::format_to(
          row,
          R"({{"kind":"hop","source":{},"sequence":{},"index":{},"from":{},"to":{},"virtual_channel":{},)"
          R"("asked":{},"granted":{})",
          e.source, e.sequence, e.index, e.from, e.to, e.virtual_channel, e.asked.count, e.granted.count);
      if (with_spans && e.released >= Ticks{}) fmt::format_to(row, R"(,"released":{})", e.released.count);
      break;
    case Event::Kind::compute:
    case Event::Kind::synchronize:
      fmt::format_to(row, R"({{"kind":"{}","pe":{},"begin":{},"end":{})",
                     e.kind == Event::Kind::compute ? "compute" : "synchronize", e.source, e.begin.count,
                     e.end.count);
      break;
    case Event::Kind::poll:
      fmt::format_to(row, R"({{"kind":"poll","pe":{},"begin":{},"end":{},"count":{})", e.source, e.begin.count,
                     e.end.count, e.sequence);
      break;
  }
  rows.append(kEnd);
}

void append_row(fmt::memory_buffer& rows, const Span& s) {
  const auto row = std::back_inserter(rows);
  switch (s.kind) {
    case Span::Kind::collective:
      fmt::format_to(
          row,
          R"({{"kind":"collective","pe":{},"sequence":{},"outer":{},"operation":"{}","algorithm":"{}",)"
          R"("communicator":{},"rank":{},"root":{},"bytes":{},"begin":{},"end":{})",
          s.pe, s.sequence, s.outer, quotable(s.operation), quotable(s.algorithm), s.communicator, s.rank,
          s.root, s.bytes, s.begin.count, s.end.count);
      break;
    case Span::Kind::round:
      fmt::format_to(row, R"({{"kind":"round","pe":{},"sequence":{},"outer":{},"index":{},"begin":{},"end":{})",
                     s.pe, s.sequence, s.outer, s.index, s.begin.count, s.end.count);
      break;
  }
  rows.append(kEnd);
}

void append_row(fmt::memory_buffer& rows, const CarriedBlock& b) {
  fmt::format_to(
      std::back_inserter(rows),
      R"({{"kind":"block","source":{},"sequence":{},"index":{},"origin":{},"last":{},"destination":{},"offset":{},"bytes":{})",
      b.source, b.sequence, b.index, b.origin, b.last, b.destination, b.offset, b.bytes);
  rows.append(kEnd);
}

/// Appends the last row of a run that failed.
void append_row(fmt::memory_buffer& rows, const EarlyEnd& early, Ticks at) {
  fmt::format_to(std::back_inserter(rows), R"({{"kind":"early_end","at":{},"reason":"{}")", at.count,
                 quotable(core::shown_lines(early.reason)));
  rows.append(kEnd);
}

}  // namespace

void write_events(std::ostream& out, const Report& report, bool with_spans) {
  constexpr std::size_t kChunk = 1 << 16;
  fmt::memory_buffer rows;
  const auto flush = [&] {
    out.write(rows.data(), static_cast<std::streamsize>(rows.size()));
    rows.clear();
  };
  const auto append_all = [&](const auto& all, auto... how) {
    for (const auto& row : all) {
      append_row(rows, row, how...);
      if (rows.size() >= kChunk) flush();
    }
  };
  append_all(report.events, with_spans);
  if (with_spans) {
    append_all(report.spans);
    append_all(report.blocks);
  }
  if (report.early_end) append_row(rows, *report.early_end, report.finish.time);
  flush();
}

}  // namespace toruscope
