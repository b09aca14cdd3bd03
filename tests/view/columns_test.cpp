// SPDX-License-Identifier: Apache-2.0
// The columns of a page, decoded here by their description, are the log. And what a page refuses.

#include "view/columns.hpp"

#include "tests/view/unpacked.hpp"

#include <toruscope/toruscope.hpp>
#include <toruscope/view.hpp>

#include <cstdint>
#include <gmock/gmock.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::summed;
using test::unpacked;
using test::Values;
using testing::HasSubstr;
using testing::Not;

class Decoded {
 public:
  explicit Decoded(const Report& report) {
    for (const view::Column& column :
         view::columns_of({report.events, report.spans, report.critical_path, report.blocks}))
      columns_[column.name] = unpacked(column.text);
  }
  [[nodiscard]] Values plain(const std::string& name) const { return columns_.at(name); }
  [[nodiscard]] Values sums(const std::string& name) const { return summed(columns_.at(name)); }

 private:
  std::map<std::string, Values> columns_;
};

Report run_of(const std::function<void(Communicator&)>& program, Parameters machine,
              TopologyPtr network = torus(4, 4)) {
  Execution execution;
  execution.record_events = execution.record_spans = execution.record_critical_path = true;
  return Machine(std::move(network), machine, execution).run(program);
}

/// Messages that wait for links and ports, local work, a synchronize and a collective call.
void program(Communicator& comm) {
  comm.compute(Ticks{5 * (comm.rank() + 1)});
  std::vector<char> body(100 + static_cast<std::size_t>(comm.rank()));
  const Rank far = (comm.rank() + comm.size() / 2 + 1) % comm.size();
  const Rank from = (comm.rank() + comm.size() - comm.size() / 2 - 1) % comm.size();
  std::vector<char> other(100 + static_cast<std::size_t>(from));
  Request sent = comm.isend(far, body);
  comm.recv(from, other);
  comm.wait(sent);
  comm.synchronize();
  std::vector<int> all(static_cast<std::size_t>(comm.size()));
  allgather(comm, comm.rank(), all);
}

const Parameters kCosts{.ts = Ticks{40}, .tr = Ticks{3}, .tw = Ticks{2}, .th = Ticks{7}, .tick = Time{}};

TEST(ViewColumns, NumbersOfAllSizesComeBack) {
  const Values values{0, 1, -1, 63, 64, -64, -65, 8191, 8192, INT64_MAX, INT64_MIN, std::int64_t{1} << 53};
  EXPECT_EQ(unpacked(view::packed(values)), values);
  EXPECT_EQ(view::packed({}), "");
}

TEST(ViewColumns, BlocksAreTheLog) {
  Execution execution;
  execution.record_events = execution.record_spans = true;
  execution.read_blocks = [](std::span<const std::byte> body) {
    const auto bytes = static_cast<std::int64_t>(body.size());
    if (bytes % 2 == 0) return std::vector<CarriedBlock>{};
    return std::vector<CarriedBlock>{
        {.origin = 3, .last = 7, .bytes = 1},
        {.origin = 2, .last = 2, .destination = 5, .offset = 9, .bytes = bytes - 1}};
  };
  const Report report = Machine(torus(4, 4), kCosts, execution).run(program);
  const Decoded log(report);
  ASSERT_FALSE(report.blocks.empty());
  const Values counts = log.plain("block_count");
  std::size_t block = 0;
  std::size_t message = 0;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message) continue;
    const Values::value_type count = counts[message++];
    EXPECT_EQ(count, e.bytes % 2 == 0 ? 0 : 2);
    for (std::int64_t i = 0; i < count; ++i, ++block) {
      const CarriedBlock& b = report.blocks[block];
      EXPECT_EQ(std::tuple(b.source, b.sequence, b.index),
                std::tuple(e.source, e.sequence, static_cast<int>(i)));
      EXPECT_EQ(log.sums("block_origin")[block], b.origin);
      EXPECT_EQ(log.plain("block_contributors")[block], b.last - b.origin);
      EXPECT_EQ(log.sums("block_destination")[block], b.destination);
      EXPECT_EQ(log.sums("block_offset")[block], b.offset);
      EXPECT_EQ(log.sums("block_bytes")[block], b.bytes);
    }
  }
  EXPECT_EQ(block, report.blocks.size());
  EXPECT_EQ(message, counts.size());
}

TEST(ViewColumns, MessagesAndHopsAreTheLog) {
  Parameters two = kCosts;
  two.ports = k_ports(2);
  for (const Parameters& machine : {kCosts, two}) {
    const Report report = run_of(program, machine);
    const Decoded log(report);
    const Values source = log.sums("source");
    const Values step = log.sums("step");
    const Values asked = log.sums("asked");
    const Values wait = log.plain("wait");
    const Values held = log.sums("held");
    std::size_t message = 0;
    std::size_t hop = 0;
    // time and node of each message
    std::map<std::pair<Rank, std::int64_t>, std::pair<std::int64_t, Node>> progress;
    std::int64_t sequence = -1;
    for (const Event& e : report.events) {
      if (e.kind == Event::Kind::message) {
        const std::size_t i = message++;
        sequence = log.plain("sequence")[i] + (i > 0 && source[i] == source[i - 1] ? sequence + 1 : 0);
        const std::int64_t start = log.sums("posted")[i] + log.plain("start")[i];
        const std::int64_t arrival = start + log.sums("arrival")[i];
        const std::int64_t available = arrival + log.plain("available")[i];
        EXPECT_EQ(source[i], e.source);
        EXPECT_EQ(sequence, e.sequence);
        EXPECT_EQ(source[i] + log.sums("destination")[i], e.destination);
        EXPECT_EQ(log.sums("bytes")[i], e.bytes);
        EXPECT_EQ(log.plain("hops")[i], e.hops);
        EXPECT_EQ(log.sums("posted")[i], e.posted.count);
        EXPECT_EQ(start, e.start.count);
        EXPECT_EQ(start + log.sums("left")[i], e.left.count);
        EXPECT_EQ(arrival, e.arrival.count);
        EXPECT_EQ(available, e.available.count);
        EXPECT_EQ(available + log.sums("taken")[i], e.taken.count);
        EXPECT_EQ(log.sums("send_port")[i], e.send_port);
        EXPECT_EQ(log.sums("receive_port")[i], e.receive_port);
        progress[{e.source, e.sequence}] = {start, e.source};
      } else if (e.kind == Event::Kind::hop) {
        auto& [time, node] = progress.at({e.source, e.sequence});
        const std::size_t i = hop++;
        EXPECT_EQ(node, e.from);
        EXPECT_EQ(node += static_cast<Node>(step[i]), e.to);
        EXPECT_EQ(time + asked[i], e.asked.count);
        EXPECT_EQ(time += asked[i] + wait[i], e.granted.count);
        EXPECT_EQ(time + held[i], e.released.count);
      }
    }
    EXPECT_EQ(message, source.size());
    EXPECT_EQ(hop, step.size());
    EXPECT_EQ(std::int64_t(message), report.totals.messages);
    EXPECT_EQ(std::int64_t(hop), report.totals.hops);
    EXPECT_GT(report.totals.link_conflicts, 0) << "the program is to make messages wait";
  }
}

TEST(ViewColumns, IntervalsAndThePathAreThoseOfTheReport) {
  const Report report = run_of(program, kCosts);
  const Decoded log(report);
  std::map<std::string, std::size_t> count;
  const auto expect_interval = [&](const std::string& name, Rank pe, Ticks begin, Ticks end) {
    const std::size_t i = count[name]++;
    EXPECT_EQ(log.sums(name + "_pe")[i], pe);
    EXPECT_EQ(log.sums(name + "_begin")[i], begin.count);
    EXPECT_EQ(log.sums(name + "_begin")[i] + log.plain(name + "_length")[i], end.count);
    return i;
  };
  for (const Event& e : report.events) {
    if (e.kind == Event::Kind::compute) expect_interval("compute", e.source, e.begin, e.end);
    if (e.kind == Event::Kind::synchronize) expect_interval("synchronize", e.source, e.begin, e.end);
  }
  for (const Span& s : report.spans) {
    if (s.kind == Span::Kind::collective) {
      const std::size_t i = expect_interval("call", s.pe, s.begin, s.end);
      EXPECT_EQ(log.sums("call_outer")[i], s.outer);
      EXPECT_EQ(log.sums("call_bytes")[i], s.bytes);
    } else {
      const std::size_t i = expect_interval("round", s.pe, s.begin, s.end);
      EXPECT_EQ(log.sums("round_index")[i], s.index);
      EXPECT_EQ(log.sums("round_outer")[i], s.outer);
    }
  }
  for (const char* name : {"compute", "synchronize", "call", "round"}) {
    EXPECT_GT(count[name], 0U) << name;
    EXPECT_EQ(count[name], log.plain(std::string(name) + "_pe").size());
  }
  std::int64_t end = 0;
  ASSERT_EQ(log.plain("path_kind").size(), report.critical_path.size());
  for (std::size_t i = 0; i < report.critical_path.size(); ++i) {
    const PathEvent& e = report.critical_path[i];
    EXPECT_EQ(end, e.begin.count);
    EXPECT_EQ(end += log.plain("path_length")[i], e.end.count);
    EXPECT_EQ(log.plain("path_kind")[i], static_cast<std::int64_t>(e.kind));
    EXPECT_EQ(log.sums("path_pe")[i], e.pe);
    EXPECT_EQ(log.sums("path_peer")[i], e.peer);
    EXPECT_EQ(log.plain("path_bytes")[i], e.bytes);
    EXPECT_EQ(log.plain("path_receives")[i], e.receives ? 1 : 0);
  }
}

std::string refusal_of(const Report& report) {
  std::ostringstream page;
  try {
    write_view(page, report);
  } catch (const ConfigError& error) {
    EXPECT_EQ(page.str(), "");
    return error.what();
  }
  return "";
}

TEST(View, IsOneWholePage) {
  std::ostringstream page;
  ViewFacts facts;
  facts.operation = "</script><b>";
  write_view(page, run_of(program, kCosts), facts);
  EXPECT_THAT(page.str(), testing::StartsWith("<!doctype html>"));
  EXPECT_THAT(page.str(), testing::EndsWith("</html>\n"));
  for (const char* mark : {"@title@", "@style@", "@data@", "@script@", "</script><b>", "http://", "https://"})
    EXPECT_THAT(page.str(), Not(HasSubstr(mark)));
}

TEST(View, RefusesWhatAPageCannotShow) {
  EXPECT_THAT(refusal_of(Machine(ring(4), kCosts).run(program)), HasSubstr("record_events"));
  Execution execution;
  execution.record_events = execution.record_spans = true;
  EXPECT_THAT(refusal_of(Machine(ring(4), kCosts, execution).run(program)), HasSubstr("critical path"));
  EXPECT_THAT(refusal_of(run_of([](Communicator&) {}, kCosts, torus(32, 33))), HasSubstr("1,056 PEs"));
  const auto long_work = [](Communicator& comm) { comm.compute(Ticks{(std::int64_t{1} << 53) + 1}); };
  EXPECT_THAT(refusal_of(run_of(long_work, kCosts, ring(2))), HasSubstr("2^53"));
  Report many = run_of(program, kCosts);
  const Event message = many.events.front();
  many.events.assign(kMostEventsInView + 1, message);
  EXPECT_THAT(refusal_of(many), HasSubstr("200,001 messages and hops"));
}

}  // namespace
}  // namespace toruscope
