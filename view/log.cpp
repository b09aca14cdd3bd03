// SPDX-License-Identifier: Apache-2.0

#include "view/log.hpp"

#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"
#include "view/log_description.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>
#include <ostream>
#include <utility>

namespace toruscope {

namespace view {

namespace {

constexpr std::array kPathKinds{
    PathEvent::Kind::startup,      PathEvent::Kind::link_wait,    PathEvent::Kind::hop,
    PathEvent::Kind::transmission, PathEvent::Kind::latency,      PathEvent::Kind::gap,
    PathEvent::Kind::receive,      PathEvent::Kind::compute,      PathEvent::Kind::polling,
    PathEvent::Kind::port_wait,    PathEvent::Kind::receive_wait, PathEvent::Kind::synchronize,
    PathEvent::Kind::partner_wait};

/// Reads the log line by line, and knows where it is.
class Reader {
 public:
  Reader(const std::string& name, RunLog& log) : name_(core::escaped(name)), log_(log) {}

  void read(std::string_view text) {
    for (core::Lines lines(text); lines.next();) {
      line_ = static_cast<std::int64_t>(lines.number());
      read_line(lines.text());
    }
    if (line_ == 0) fail("the file is empty");
    check_end();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ConfigError(fmt::format("view: {}, line {}: {}", name_, std::max<std::int64_t>(line_, 1), what));
  }

  void read_line(std::string_view text) {
    row_ = Json::parse(text, nullptr, false);
    if (!row_.is_object() || !row_.contains("kind") || !row_["kind"].is_string())
      fail("no row of a log, which is a JSON object with a kind");
    const std::string kind = row_["kind"];
    if (has_ended_early_) fail("a row behind the one of kind early_end, which is the last");
    if (line_ == 1) {
      if (kind != "run")
        fail(
            fmt::format("the log begins with a row of kind {}; one that a page can be made of begins with "
                        "kind run: write it with --spans beside --events",
                        core::escaped(kind)));
      return read_run();
    }
    if (kind == "message") return read_message();
    if (kind == "hop") return read_hop();
    if (kind == "compute") return read_interval(Event::Kind::compute);
    if (kind == "synchronize") return read_interval(Event::Kind::synchronize);
    if (kind == "poll") return read_poll();
    if (kind == "collective") return read_span(Span::Kind::collective);
    if (kind == "round") return read_span(Span::Kind::round);
    if (kind == "block") return read_block();
    if (kind == "path") return read_path();
    if (kind == "early_end") return read_early_end();
    fail(fmt::format("a row of kind {} is not known", core::escaped(kind)));
  }

  // --- values ------------------------------------------------------------------------------------

  std::int64_t whole(const char* key, std::int64_t least,
                     std::int64_t most = std::numeric_limits<std::int64_t>::max()) const {
    const auto found = row_.find(key);
    if (found == row_.end()) fail(fmt::format("the key {} is missing", key));
    if (!found->is_number_integer() || *found < least || *found > most)
      fail(
          fmt::format("{} is {}, and should be a whole number from {} to {}", key, found->dump(), least, most));
    return found->get<std::int64_t>();
  }
  int small(const char* key, int least = 0, int most = std::numeric_limits<int>::max()) const {
    return static_cast<int>(whole(key, least, most));
  }
  int pe(const char* key) const { return small(key, 0, pes_ - 1); }
  int node(const char* key) const { return small(key, 0, nodes_ - 1); }
  /// A time that is no earlier than `from`, that of the row before.
  Ticks time(const char* key, Ticks from = {}) const { return Ticks{whole(key, from.count)}; }
  std::string text(const char* key) const {
    const auto found = row_.find(key);
    if (found == row_.end() || !found->is_string()) fail(fmt::format("the key {} should be a text", key));
    return *found;
  }

  // --- rows --------------------------------------------------------------------------------------

  void read_run() {
    if (row_.value("schema", Json()) != kSchema)
      fail(
          fmt::format("the schema is {}; this version reads {}", row_.value("schema", Json()).dump(), kSchema));
    row_.erase("kind");
    if (const auto fault = fault_of_description(row_)) fail(*fault);
    nodes_ = row_["network"]["nodes"];
    pes_ = row_["network"]["pes"];
    log_.description = row_;
  }

  Event& event(Event::Kind kind) {
    if (!log_.spans.empty() || !log_.critical_path.empty())
      fail("events come before spans and the critical path");
    Event& e = log_.events.emplace_back();
    e.kind = kind;
    return e;
  }

  void read_message() {
    if (hops_begun_) fail("messages come before hops");
    Event m;
    m.source = pe("source");
    m.sequence = whole("sequence", 0);
    m.destination = pe("destination");
    m.tag = small("tag", std::numeric_limits<int>::min());
    m.bytes = whole("bytes", 0);
    m.hops = small("hops", 1);
    m.posted = time("posted");
    m.start = time("start", m.posted);
    m.left = time("left", m.start);
    m.arrival = time("arrival", m.start);
    m.available = time("available", m.arrival);
    m.taken = time("taken", m.available);
    m.send_port = small("send_port", 0, 63);
    m.receive_port = small("receive_port", 0, 63);
    Event& row = event(Event::Kind::message);
    row = m;
    ++messages_;
  }

  /// The hops of all messages follow, in the order of the messages.
  void read_hop() {
    hops_begun_ = true;
    Event h;
    h.kind = Event::Kind::hop;
    h.source = pe("source");
    h.sequence = whole("sequence", 0);
    h.index = small("index");
    h.from = node("from");
    h.to = node("to");
    h.virtual_channel = small("virtual_channel");
    if (message_ == messages_) fail("there are more hops than the messages have");
    const Event& m = log_.events[message_];
    const bool is_next = h.source == m.source && h.sequence == m.sequence && h.index == hops_ &&
                         h.from == (hops_ == 0 ? m.source : at_);
    if (!is_next)
      fail(fmt::format("hop {} of message {} of PE {} should follow, from node {}", hops_, m.sequence, m.source,
                       hops_ == 0 ? m.source : at_));
    h.asked = time("asked", m.start);
    h.granted = time("granted", h.asked);
    h.released = time("released", h.granted);
    at_ = h.to;
    if (++hops_ == m.hops) {
      if (at_ != m.destination)
        fail(fmt::format("message {} of PE {} ends at node {}, not at PE {}", m.sequence, m.source, at_,
                         m.destination));
      ++message_;
      hops_ = 0;
    }
    event(Event::Kind::hop) = h;
  }

  /// Checks that nothing is missing at the end.
  void check_end() const {
    if (message_ != messages_)
      fail(fmt::format("the log ends before the hops of message {} of PE {}", log_.events[message_].sequence,
                       log_.events[message_].source));
    if (const Json& sent = log_.description.at("totals").at("messages"); sent != messages_)
      fail(fmt::format("the log ends with {} rows of messages; the run had {}", messages_, sent.dump()));
    const Json& finish = log_.description.at("time").at("ticks");
    const Ticks end = log_.critical_path.empty() ? Ticks{} : log_.critical_path.back().end;
    const bool ended_early = log_.description.contains("early_end");  // then nothing led to its end
    if (!ended_early && finish != end.count)
      fail(fmt::format("the critical path ends at {}; the run did at {}", end.count, finish.dump()));
  }

  void read_interval(Event::Kind kind) {
    Event e;
    e.kind = kind;
    e.source = pe("pe");
    e.begin = time("begin");
    e.end = time("end", e.begin);
    event(kind) = e;
  }

  void read_poll() {
    Event e;
    e.kind = Event::Kind::poll;
    e.source = pe("pe");
    e.begin = time("begin");
    e.end = time("end", e.begin);
    e.sequence = whole("count", 0);
    event(e.kind) = e;
  }

  void read_span(Span::Kind kind) {
    if (!log_.critical_path.empty()) fail("spans come before the critical path");
    Span s;
    s.kind = kind;
    s.pe = pe("pe");
    s.sequence = whole("sequence", 0);
    s.outer = whole("outer", -1);
    s.begin = time("begin");
    s.end = time("end", s.begin);
    if (kind == Span::Kind::collective) {
      s.operation = text("operation");
      s.algorithm = text("algorithm");
      s.communicator = small("communicator");
      s.rank = pe("rank");
      s.root = pe("root");
      s.bytes = whole("bytes", 0);
    } else {
      s.index = small("index");
    }
    log_.spans.push_back(std::move(s));
  }

  /// Blocks come in the order of their messages, and no message has more bytes of them than it has.
  void read_block() {
    if (!log_.critical_path.empty()) fail("blocks come before the critical path");
    CarriedBlock b;
    b.source = pe("source");
    b.sequence = whole("sequence", 0);
    b.index = small("index");
    b.origin = pe("origin");
    b.last = small("last", b.origin, pes_ - 1);
    b.destination = small("destination", -1, pes_ - 1);
    b.offset = whole("offset", -1);
    b.bytes = whole("bytes", 1);
    const auto carries_it = [&](const Event& m) { return m.source == b.source && m.sequence == b.sequence; };
    if (carrier_ == messages_ || !carries_it(log_.events[carrier_])) {
      if (b.index != 0) fail("the blocks of a message begin with index 0");
      carried_ = blocks_ = 0;
      while (carrier_ < messages_ && !carries_it(log_.events[carrier_])) ++carrier_;
      if (carrier_ == messages_) fail("a block of a message that is not there, or comes before");
    }
    if (b.index != blocks_++) fail(fmt::format("block {} of the message should follow", blocks_ - 1));
    carried_ += std::min(b.bytes, log_.events[carrier_].bytes + 1);
    if (carried_ > log_.events[carrier_].bytes)
      fail(fmt::format("the message has {} bytes, its blocks have more", log_.events[carrier_].bytes));
    log_.blocks.push_back(b);
  }

  void read_path() {
    const std::string name = text("event");
    const auto* const kind = std::find_if(kPathKinds.begin(), kPathKinds.end(),
                                          [&](PathEvent::Kind k) { return to_string(k) == name; });
    if (kind == kPathKinds.end()) fail(fmt::format("the critical path has no event {}", core::escaped(name)));
    PathEvent e;
    e.kind = *kind;
    e.begin = time("begin", log_.critical_path.empty() ? Ticks{} : log_.critical_path.back().end);
    e.end = time("end", e.begin);
    e.pe = node("pe");
    e.peer = small("peer", -1, nodes_ - 1);
    e.bytes = whole("bytes", 0);
    e.count = whole("count", 1);
    const auto receives = row_.find("receives");
    if (receives == row_.end() || !receives->is_boolean()) fail("the key receives should be true or false");
    e.receives = *receives;
    log_.critical_path.push_back(e);
  }

  /// Compares the row of an early end with the first row, which has it, too.
  void read_early_end() {
    if (!log_.description.contains("early_end"))
      fail("a run that ended early, and its first row has no early_end");
    const Json& end = log_.description.at("time").at("ticks");
    if (row_.value("at", Json()) != end)
      fail(fmt::format("the run ended early at {}, and by its first row at {}", row_.value("at", Json()).dump(),
                       end.dump()));
    if (const std::string reason = text("reason"); reason != log_.description["early_end"]["reason"])
      fail("the reason of its early end is another one than in its first row: " + row_["reason"].dump());
    has_ended_early_ = true;
  }

  const std::string name_;
  RunLog& log_;
  Json row_;
  std::int64_t line_ = 0;
  int nodes_ = 0;
  int pes_ = 0;
  std::size_t messages_ = 0;
  bool has_ended_early_ = false;  // by a row of its own
  bool hops_begun_ = false;       // hops
  std::size_t message_ = 0;       // whose hops come now
  int hops_ = 0;                  // of that which have come
  Node at_ = 0;                   // where the last of them ended
  // blocks
  std::size_t carrier_ = 0;   // the message whose blocks come now
  int blocks_ = 0;            // of it that have come
  std::int64_t carried_ = 0;  // bytes in them
};

}  // namespace

RunLog read_log(const std::string& name, std::string_view text) {
  RunLog log;
  Reader(name, log).read(text);
  return log;
}

}  // namespace view

void write_log(std::ostream& out, const Report& report, const ViewFacts& facts) {
  view::Json run{{"kind", "run"}};
  run.update(view::description_of(report, facts));
  out << run.dump(-1, ' ', false, view::Json::error_handler_t::replace) << '\n';
  write_events(out, report);
  for (const PathEvent& e : report.critical_path)
    out << fmt::format(
               R"({{"kind":"path","event":"{}","begin":{},"end":{},"pe":{},"peer":{},"bytes":{},"count":{},"receives":{}}})",
               to_string(e.kind), e.begin.count, e.end.count, e.pe, e.peer, e.bytes, e.count, e.receives)
        << '\n';
}

void write_view_of_logs(std::ostream& out, const std::vector<LogText>& logs) {
  std::vector<view::RunLog> read;
  read.reserve(logs.size());
  for (const LogText& log : logs) read.push_back(view::read_log(log.name, log.text));
  if (read.size() == 1) return view::write_page(out, read.front().data());
  std::vector<view::RunData> runs;
  runs.reserve(read.size());
  for (const view::RunLog& log : read) runs.push_back(log.data());
  view::write_page_of_several(out, runs);
}

}  // namespace toruscope
