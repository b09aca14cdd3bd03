// SPDX-License-Identifier: Apache-2.0

#include "perfetto/plan.hpp"

#include "perfetto/program_slices.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/network_of.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <tuple>
#include <utility>

namespace toruscope::perfetto {

namespace {

using What = TraceEvent::What;
using Kind = TraceFilter::Kind;

/// Order of events of one time. A message's hops lie between send and reception.
enum Stage { kEnd, kProgram, kSend, kLink, kReceive, kLateArrow, kWait, kCounter };

/// The number of links with counters: those that carried most, and were waited for longest.
constexpr std::size_t kLinksCounted = 8;

constexpr std::uint32_t kLaneMask = (1U << 20U) - 1;

/// The kind that a filter knows these events by.
Kind kind_of(What what) {
  switch (what) {
    case What::call:
      return Kind::collective;
    case What::round:
      return Kind::round;
    case What::compute:
      return Kind::compute;
    case What::synchronize:
      return Kind::synchronize;
    case What::take:
    case What::startup:
    case What::blocked:
    case What::transfer:
    case What::reception:
      return Kind::message;
    case What::hop:
      return Kind::hop;
    case What::arrow_begin:
    case What::arrow_step:
    case What::arrow_end:
      return Kind::arrow;
    case What::send_port_wait:
    case What::receive_port_wait:
    case What::mailbox_wait:
    case What::link_wait:
      return Kind::wait;
    case What::counter:
      break;
  }
  return Kind::counter;
}

/// Something that has a track to itself from begin to end.
struct Use {
  Track track;
  Ticks begin, end;
  int* track_index = nullptr;  ///< index to be set when the track is known
};

/// Change of a counter.
struct Change {
  Ticks at;
  std::int64_t by = 0;
};

}  // namespace

const std::vector<std::string>& trace_kinds() {
  static const std::vector<std::string> names{"message", "hop",     "wait",        "arrow",  "collective",
                                              "round",   "compute", "synchronize", "counter"};
  return names;
}

TracePlan::TracePlan(const Report& report, const TraceFilter& filter) : report_(&report), filter_(filter) {
  core::network_of(report, "trace");
  if (report.events.empty()
          ? report.totals.messages != 0
          : report.events.front().kind == Event::Kind::message && report.events.front().send_port < 0)
    throw ConfigError(
        "trace: the run recorded no events with their ports; set record_events and record_spans of its "
        "Execution");
  collect();
  choose();
  find_tracks();
  add_programs();
  add_messages();
  if (filter_.has(Kind::counter)) add_counters();
  std::stable_sort(events_.begin(), events_.end(), [](const TraceEvent& a, const TraceEvent& b) {
    return a.at != b.at ? a.at < b.at : a.stage < b.stage;
  });
}

MessageCosts TracePlan::own_costs(const Event& message) const {
  return report_->costs.of(static_cast<std::size_t>(message.bytes));
}

/// Messages with their hops, which the report has in the order of their messages.
void TracePlan::collect() {
  const auto count = [&](Event::Kind kind) {
    const auto& events = report_->events;
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [kind](const Event& e) { return e.kind == kind; }));
  };
  messages_.reserve(count(Event::Kind::message));
  hops_.reserve(count(Event::Kind::hop));
  for (const Event& e : report_->events) {
    if (e.kind == Event::Kind::message) messages_.push_back({.event = &e});
    if (e.kind == Event::Kind::hop) hops_.push_back({.event = &e});
  }
  const bool is_direct = report_->parameters.injection == Injection::direct;
  std::size_t hop = 0;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    TracedMessage& m = messages_[i];
    const Event& e = *m.event;
    m.first_hop = hop;
    for (int k = 0; k < e.hops; ++k) hops_[hop++].message = i;
    // rules.md T4: the last ts + x, or x, before it is available, x as on the last link.
    const Event& last = *hops_[hop - 1].event;
    const Ticks startup = is_direct ? own_costs(e).ts : Ticks{};
    m.reception = std::max(Ticks{}, e.available - startup - (last.released - last.granted));
    m.arrow_end = std::max(m.reception, e.start);
    for (std::size_t h = m.first_hop; h < hop; ++h)
      if (hops_[h].event->granted < e.available) m.arrow_end = std::max(m.arrow_end, hops_[h].event->granted);
  }
}

/// Chooses the messages and PEs that the filter lets through.
void TracePlan::choose() {
  const auto pes = static_cast<std::size_t>(report_->topology->pes());
  std::vector<bool> asked(pes, filter_.pes.empty());
  for (const auto& [first, last] : filter_.pes)
    for (Rank pe = first; pe <= last; ++pe) asked[static_cast<std::size_t>(pe)] = true;
  const std::set<std::pair<Node, Node>> links(filter_.links.begin(), filter_.links.end());
  const bool only_touched = filter_.pes.empty() && !links.empty();
  shown_pes_ = only_touched ? std::vector<bool>(pes) : asked;
  for (TracedMessage& m : messages_) {
    const Event& e = *m.event;
    const auto source = static_cast<std::size_t>(e.source);
    const auto destination = static_cast<std::size_t>(e.destination);
    m.is_shown = (asked[source] || asked[destination]) && is_in_time(e.posted, e.taken);
    if (m.is_shown && !links.empty()) {
      const auto first = hops_.begin() + static_cast<std::ptrdiff_t>(m.first_hop);
      m.is_shown = std::any_of(first, first + e.hops, [&](const TracedHop& h) {
        return links.contains({h.event->from, h.event->to});
      });
    }
    if (m.is_shown && only_touched) shown_pes_[source] = shown_pes_[destination] = true;
  }
}

/// A track for each port and virtual channel. What would overlap has a further one.
void TracePlan::find_tracks() {
  std::vector<Use> uses;
  const bool one_port = report_->parameters.ports.rule == Ports::Rule::half;
  for (TracedMessage& m : messages_) {
    if (!m.is_shown) continue;
    const Event& e = *m.event;
    const auto receive = one_port ? Track::Kind::send_port : Track::Kind::receive_port;
    uses.push_back({{Track::Kind::send_port, e.source, 0, e.send_port}, e.start, e.left, &m.send_track});
    uses.push_back({{receive, e.destination, 0, e.receive_port}, m.reception, e.available, &m.receive_track});
  }
  for (TracedHop& h : hops_) {
    if (!messages_[h.message].is_shown) continue;
    const Event& e = *h.event;
    uses.push_back({{Track::Kind::link, e.from, e.to, e.virtual_channel}, e.granted, e.released, &h.track});
  }
  std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return std::tie(a.track, a.begin, a.end) < std::tie(b.track, b.begin, b.end);
  });
  std::vector<Ticks> free;  // of each track of this port or channel
  std::size_t first = 0;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    Use& use = uses[i];
    if (i == 0 || uses[i - 1].track != use.track) {
      free.clear();
      first = tracks_.size();
    }
    const auto lane = std::find_if(free.begin(), free.end(), [&](Ticks t) { return t <= use.begin; });
    const auto index = static_cast<std::size_t>(lane - free.begin());
    if (lane == free.end()) {
      free.push_back(use.end);
      tracks_.push_back(use.track);
      tracks_.back().lane = static_cast<int>(index);
    } else {
      *lane = use.end;
    }
    *use.track_index = static_cast<int>(first + index);
  }
}

void TracePlan::add(What what, Ticks at, std::size_t row, std::int64_t value, int stage) {
  if (filter_.has(kind_of(what)))
    events_.push_back(
        {at, value, static_cast<std::uint32_t>(row), what, static_cast<std::uint8_t>(stage & 0xf)});
}

void TracePlan::add_begin(What what, Ticks at, std::size_t row, int stage) {
  add(what, at, row, 1, stage);
}

/// Ends a slice of a port or link. One without length ends when its arrow is there.
void TracePlan::add_end(What what, Ticks begin, Ticks end, std::size_t row, int stage) {
  add(what, end, row, 0, end > begin ? kEnd : stage);
}

/// Calls, the rounds in them, and what each PE does meanwhile.
void TracePlan::add_programs() {
  std::vector<ProgramSlice> slices;
  for (std::size_t i = 0; i < report_->spans.size(); ++i) {
    const Span& s = report_->spans[i];
    const bool is_call = s.kind == Span::Kind::collective;
    slices.push_back({s.pe, s.begin, s.end, is_call ? What::call : What::round, i});
  }
  for (std::size_t i = 0; i < report_->events.size(); ++i) {
    const Event& e = report_->events[i];
    if (e.kind == Event::Kind::compute) slices.push_back({e.source, e.begin, e.end, What::compute, i});
    if (e.kind == Event::Kind::synchronize) slices.push_back({e.source, e.begin, e.end, What::synchronize, i});
  }
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const Event& e = *messages_[i].event;
    const Ticks tr = own_costs(e).tr;
    if (messages_[i].is_shown && tr > Ticks{})
      slices.push_back({e.destination, e.taken, e.taken + tr, What::take, i});
  }
  std::erase_if(slices, [&](const ProgramSlice& s) {
    return !filter_.has(kind_of(s.what)) || !is_shown(s.pe) || !is_in_time(s.begin, s.end);
  });
  std::stable_sort(slices.begin(), slices.end(), [](const ProgramSlice& a, const ProgramSlice& b) {
    return std::tie(a.pe, a.begin, b.end) < std::tie(b.pe, b.begin, a.end);
  });
  for (auto first = slices.begin(); first != slices.end();) {
    const auto last =
        std::find_if(first, slices.end(), [&](const ProgramSlice& s) { return s.pe != first->pe; });
    const std::span<ProgramSlice> of_pe(first, last);
    choose_lanes(of_pe, report_->spans);
    std::stable_sort(first, last, [](const ProgramSlice& a, const ProgramSlice& b) { return a.lane < b.lane; });
    for (auto begin = first; begin != last;) {
      const auto end = std::find_if(begin, last, [&](const ProgramSlice& s) { return s.lane != begin->lane; });
      program_lanes_ = std::max(program_lanes_, begin->lane + 1);
      add_program({begin, end});
      begin = end;
    }
    first = last;
  }
}

/// A track of a PE's program, in the order in which the program comes to its slices.
void TracePlan::add_program(std::span<const ProgramSlice> of_lane) {
  std::vector<const ProgramSlice*> open;
  const auto put = [&](const ProgramSlice& s, bool begins) {
    add(s.what, begins ? s.begin : s.end, s.row, begins ? 1 : 0, kProgram);
    events_.back().lane = static_cast<std::uint32_t>(s.lane) & kLaneMask;
  };
  const auto close_until = [&](Ticks time) {
    for (; !open.empty() && open.back()->end <= time; open.pop_back()) put(*open.back(), false);
  };
  for (const ProgramSlice& s : of_lane) {
    close_until(s.begin);
    put(s, true);
    open.push_back(&s);
  }
  close_until(kNever);
}

void TracePlan::add_messages() {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    if (!messages_[i].is_shown) continue;
    const auto row = static_cast<std::uint32_t>(i);
    add_sending(row);
    add_hops(row);
    add_receiving(row);
    add_waits(row);
  }
}

/// The send port: the startup, then the bytes. A worm holds it until its tail has left.
void TracePlan::add_sending(std::uint32_t row) {
  const TracedMessage& m = messages_[row];
  const Event& e = *m.event;
  const Event& first = *hops_[m.first_hop].event;
  Ticks at = e.start;
  bool has_arrow = false;
  const auto slice = [&](What what, Ticks until) {
    if (until <= at && (has_arrow || what != What::transfer)) return;
    add_begin(what, at, row, kSend);
    if (!has_arrow && filter_.has(Kind::message)) add(What::arrow_begin, at, row, 0, kSend);
    has_arrow = true;
    add_end(what, at, until, row, kSend);
    at = until;
  };
  slice(What::startup, std::min(e.start + own_costs(e).ts, e.left));
  const bool is_held = first.released == e.left && first.granted > first.asked;
  if (is_held) slice(What::blocked, first.granted);
  slice(What::transfer, e.left);
}

void TracePlan::add_hops(std::uint32_t row) {
  const TracedMessage& m = messages_[row];
  const bool has_arrows = filter_.has(Kind::message) && filter_.has(Kind::hop);
  for (std::size_t h = m.first_hop; h < m.first_hop + static_cast<std::size_t>(m.event->hops); ++h) {
    const Event& e = *hops_[h].event;
    add_begin(What::hop, e.granted, h, kLink);
    // Ends the arrow here where nothing takes time: the reception is over once a link is granted.
    if (has_arrows && e.granted <= m.arrow_end) add(What::arrow_step, e.granted, h, 0, kLink);
    add_end(What::hop, e.granted, e.released, h, kLink);
  }
}

void TracePlan::add_receiving(std::uint32_t row) {
  const TracedMessage& m = messages_[row];
  const Event& e = *m.event;
  add_begin(What::reception, m.reception, row, kReceive);
  if (filter_.has(Kind::message))
    add(What::arrow_end, m.arrow_end, row, 0, m.arrow_end == m.reception ? kReceive : kLateArrow);
  add_end(What::reception, m.reception, e.available, row, kReceive);
}

void TracePlan::add_waits(std::uint32_t row) {
  const TracedMessage& m = messages_[row];
  const Event& e = *m.event;
  add_wait(What::send_port_wait, e.posted, e.start, row);
  for (std::size_t h = m.first_hop; h < m.first_hop + static_cast<std::size_t>(e.hops); ++h)
    add_wait(What::link_wait, hops_[h].event->asked, hops_[h].event->granted, h);
  add_wait(What::receive_port_wait, e.arrival, e.available, row);
  add_wait(What::mailbox_wait, e.available, e.taken, row);
}

void TracePlan::add_wait(What what, Ticks begin, Ticks end, std::size_t row) {
  if (end <= begin) return;
  add(what, begin, row, 1, kWait);
  add(what, end, row, 0, kWait);
}

/// Adds counters of the whole run, whatever messages are shown: only the filter's time counts.
void TracePlan::add_counters() {
  std::vector<Change> changes;
  changes.reserve(2 * std::max(hops_.size(), messages_.size()));
  const auto counter = [&](std::string name, std::string unit) {
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.at < b.at; });
    const std::size_t row = counters_.size();
    counters_.push_back({std::move(name), std::move(unit)});
    std::int64_t value = 0;
    std::int64_t shown = 0;
    auto change = changes.begin();
    for (; change != changes.end() && change->at <= filter_.from; ++change) value += change->by;
    add(What::counter, filter_.from, row, shown = value, kCounter);
    while (change != changes.end() && change->at <= filter_.to) {
      const Ticks at = change->at;
      for (; change != changes.end() && change->at == at; ++change) value += change->by;
      if (value != shown) add(What::counter, at, row, shown = value, kCounter);
    }
    changes.clear();
  };
  const auto interval = [&](Ticks begin, Ticks end) {
    changes.push_back({begin, 1});
    changes.push_back({end, -1});
  };
  const auto is_on = [](const LinkReport& link, const Event& hop) {
    return hop.from == link.from && hop.to == link.to;
  };
  for (const TracedHop& h : hops_) interval(h.event->granted, h.event->released);
  counter("links", "in use");
  for (const TracedHop& h : hops_) interval(h.event->asked, h.event->granted);
  counter("headers", "waiting");
  for (const TracedMessage& m : messages_) interval(m.event->start, m.event->left);
  counter("send ports", "busy");
  for (const TracedMessage& m : messages_) interval(m.reception, m.event->available);
  counter("receive ports", "busy");
  for (const LinkReport* link : core::most_loaded_links(*report_, kLinksCounted)) {
    for (const TracedHop& h : hops_)
      if (is_on(*link, *h.event)) changes.push_back({h.event->released, messages_[h.message].event->bytes});
    counter(fmt::format("link {} -> {}", link->from, link->to), "bytes carried");
  }
  for (const LinkReport* link : core::most_awaited_links(*report_, kLinksCounted)) {
    for (const TracedHop& h : hops_)
      if (is_on(*link, *h.event)) interval(h.event->asked, h.event->granted);
    counter(fmt::format("headers for link {} -> {}", link->from, link->to), "waiting");
  }
}

}  // namespace toruscope::perfetto
