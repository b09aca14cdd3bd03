// SPDX-License-Identifier: Apache-2.0

#include "view/columns.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace toruscope::view {

namespace {

using Values = std::vector<std::int64_t>;

std::string base64(const std::string& data) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((data.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, data.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(data[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

/// Differences: each value less the one before it.
Values differences(const Values& values) {
  Values result;
  result.reserve(values.size());
  std::int64_t last = 0;
  for (const std::int64_t value : values) result.push_back(value - std::exchange(last, value));
  return result;
}

class Columns {
 public:
  void add(std::string name, const Values& values) { all_.push_back({std::move(name), packed(values)}); }
  void add_differences(std::string name, const Values& values) { add(std::move(name), differences(values)); }
  /// Adds a column with `value(row)` of all rows.
  template <class Rows, class Value>
  void add(std::string name, const Rows& rows, const Value& value) {
    add(std::move(name), values_of(rows, value));
  }
  template <class Rows, class Value>
  void add_differences(std::string name, const Rows& rows, const Value& value) {
    add_differences(std::move(name), values_of(rows, value));
  }
  std::vector<Column> take() { return std::move(all_); }

 private:
  template <class Rows, class Value>
  static Values values_of(const Rows& rows, const Value& value) {
    Values values;
    values.reserve(rows.size());
    for (const auto& row : rows) values.push_back(value(*row));
    return values;
  }

  std::vector<Column> all_;
};

template <class Row>
using Pointers = std::vector<const Row*>;

template <class Row>
Pointers<Row> of_kind(std::span<const Row> rows, typename Row::Kind kind) {
  Pointers<Row> found;
  for (const Row& row : rows)
    if (row.kind == kind) found.push_back(&row);
  return found;
}

/// Adds messages. Times are differences in the message's life; sequences, between rows.
void add_messages(Columns& columns, const Pointers<Event>& messages) {
  Values sequence;
  const Event* last = nullptr;
  for (const Event* m : messages) {
    const bool follows = last != nullptr && last->source == m->source;
    sequence.push_back(m->sequence - (follows ? last->sequence + 1 : 0));
    last = m;
  }
  columns.add_differences("source", messages, [](const Event& m) { return m.source; });
  columns.add("sequence", sequence);
  columns.add_differences("destination", messages, [](const Event& m) { return m.destination - m.source; });
  columns.add_differences("bytes", messages, [](const Event& m) { return m.bytes; });
  columns.add("hops", messages, [](const Event& m) { return m.hops; });
  columns.add_differences("posted", messages, [](const Event& m) { return m.posted.count; });
  columns.add("start", messages, [](const Event& m) { return (m.start - m.posted).count; });
  columns.add_differences("left", messages, [](const Event& m) { return (m.left - m.start).count; });
  columns.add_differences("arrival", messages, [](const Event& m) { return (m.arrival - m.start).count; });
  columns.add("available", messages, [](const Event& m) { return (m.available - m.arrival).count; });
  columns.add_differences("taken", messages, [](const Event& m) { return (m.taken - m.available).count; });
  columns.add_differences("send_port", messages, [](const Event& m) { return m.send_port; });
  columns.add_differences("receive_port", messages, [](const Event& m) { return m.receive_port; });
}

/// Adds hops, in the order of their messages. Hops begin where the last one ended: `to` is enough.
void add_hops(Columns& columns, const Pointers<Event>& messages, const Pointers<Event>& hops) {
  Values step;
  Values asked;
  auto hop = hops.begin();
  for (const Event* m : messages) {
    Ticks before = m->start;
    for (int i = 0; i < m->hops; ++i, ++hop) {
      step.push_back((*hop)->to - (*hop)->from);
      asked.push_back(((*hop)->asked - before).count);
      before = (*hop)->granted;
    }
  }
  columns.add_differences("step", step);
  columns.add_differences("asked", asked);
  columns.add("wait", hops, [](const Event& h) { return (h.granted - h.asked).count; });
  columns.add_differences("held", hops, [](const Event& h) { return (h.released - h.granted).count; });
}

/// Adds PE, begin and length of intervals.
template <class Row, class Pe>
void add_intervals(Columns& columns, const std::string& prefix, const Pointers<Row>& rows, const Pe& pe) {
  columns.add_differences(prefix + "_pe", rows, pe);
  columns.add_differences(prefix + "_begin", rows, [](const Row& row) { return row.begin.count; });
  columns.add(prefix + "_length", rows, [](const Row& row) { return (row.end - row.begin).count; });
}

void add_spans(Columns& columns, std::span<const Span> spans) {
  const auto pe = [](const Span& s) { return s.pe; };
  const auto calls = of_kind(spans, Span::Kind::collective);
  add_intervals(columns, "call", calls, pe);
  columns.add_differences("call_bytes", calls, [](const Span& s) { return s.bytes; });
  columns.add_differences("call_communicator", calls, [](const Span& s) { return s.communicator; });
  columns.add_differences("call_outer", calls, [](const Span& s) { return s.outer; });
  const auto rounds = of_kind(spans, Span::Kind::round);
  add_intervals(columns, "round", rounds, pe);
  columns.add_differences("round_index", rounds, [](const Span& s) { return s.index; });
  columns.add_differences("round_outer", rounds, [](const Span& s) { return s.outer; });
}

/// Adds blocks; nothing for a run whose blocks are not known.
void add_blocks(Columns& columns, const Pointers<Event>& messages, std::span<const CarriedBlock> blocks) {
  if (blocks.empty()) return;
  Values counts;
  auto next = blocks.begin();
  for (const Event* m : messages) {
    const auto first = next;
    while (next != blocks.end() && next->source == m->source && next->sequence == m->sequence) ++next;
    counts.push_back(next - first);
  }
  Pointers<CarriedBlock> all;
  for (const CarriedBlock& b : blocks) all.push_back(&b);
  columns.add("block_count", counts);
  columns.add_differences("block_origin", all, [](const CarriedBlock& b) { return b.origin; });
  columns.add("block_contributors", all, [](const CarriedBlock& b) { return b.last - b.origin; });
  columns.add_differences("block_destination", all, [](const CarriedBlock& b) { return b.destination; });
  columns.add_differences("block_offset", all, [](const CarriedBlock& b) { return b.offset; });
  columns.add_differences("block_bytes", all, [](const CarriedBlock& b) { return b.bytes; });
}

/// Adds the path. Each of its events begins where the one before ends.
void add_path(Columns& columns, std::span<const PathEvent> path) {
  Pointers<PathEvent> events;
  for (const PathEvent& e : path) events.push_back(&e);
  columns.add("path_kind", events, [](const PathEvent& e) { return static_cast<std::int64_t>(e.kind); });
  columns.add("path_length", events, [](const PathEvent& e) { return (e.end - e.begin).count; });
  columns.add_differences("path_pe", events, [](const PathEvent& e) { return e.pe; });
  columns.add_differences("path_peer", events, [](const PathEvent& e) { return e.peer; });
  columns.add("path_bytes", events, [](const PathEvent& e) { return e.bytes; });
  columns.add("path_receives", events, [](const PathEvent& e) { return e.receives ? 1 : 0; });
}

}  // namespace

std::string packed(const std::vector<std::int64_t>& values) {
  std::string bytes;
  for (const std::int64_t value : values) {
    auto rest = static_cast<std::uint64_t>(value) << 1U ^ (value < 0 ? ~std::uint64_t{0} : 0);
    for (; rest > 127; rest >>= 7U) bytes += static_cast<char>((rest & 127U) | 128U);
    bytes += static_cast<char>(rest);
  }
  return base64(bytes);
}

std::vector<Column> columns_of(const Rows& run) {
  Columns columns;
  const auto pe = [](const Event& e) { return e.source; };
  const auto messages = of_kind(run.events, Event::Kind::message);
  add_messages(columns, messages);
  add_hops(columns, messages, of_kind(run.events, Event::Kind::hop));
  add_intervals(columns, "compute", of_kind(run.events, Event::Kind::compute), pe);
  add_intervals(columns, "synchronize", of_kind(run.events, Event::Kind::synchronize), pe);
  add_spans(columns, run.spans);
  add_blocks(columns, messages, run.blocks);
  add_path(columns, run.critical_path);
  return columns.take();
}

}  // namespace toruscope::view
