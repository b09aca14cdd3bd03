// SPDX-License-Identifier: Apache-2.0

#include "reproduce/prefix/observed.hpp"

#include "reproduce/runs.hpp"

#include <toruscope/catalogue.hpp>

#include <cstring>
#include <fmt/core.h>
#include <span>
#include <type_traits>

namespace toruscope::reproduce {

namespace {

static_assert(std::is_trivially_copyable_v<Interval>);

/// A call of the operator.
struct Joined {
  int step;
  Interval left;
  Interval right;
};

Interval interval_at(const std::byte* place) {
  Interval interval;
  std::memcpy(&interval, place, sizeof interval);
  return interval;
}

/// Joins neighbours; others give an interval that fits nothing.
Combine logging(const Communicator& comm, std::vector<Joined>& log) {
  return {sizeof(Interval), false,
          [&comm, &log](const std::byte* left, const std::byte* right, std::byte* into, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
              const Interval a = interval_at(left + i * sizeof(Interval));
              const Interval b = interval_at(right + i * sizeof(Interval));
              log.push_back({static_cast<int>(comm.now().count), a, b});
              const Interval joined = a.last + 1 == b.first ? Interval{a.first, b.last} : Interval{-1, -2};
              std::memcpy(into + i * sizeof(Interval), &joined, sizeof joined);
            }
          }};
}

/// Windows that a PE took. c grows when something is joined to it from the left; joins before that
/// in the same step made that something of the messages' windows, whose ends are the ends of what
/// stood on the left.
std::vector<Taken> taken_by(Rank pe, Interval c, const std::vector<Joined>& log) {
  std::vector<Taken> all;
  std::vector<int> ends;
  int step = 0;
  for (const Joined& join : log) {
    if (join.step != step) ends.clear();
    step = join.step;
    ends.push_back(join.left.last);
    if (step == 0 || join.right != c || join.left.last + 1 != c.first) continue;
    Taken taken{step, pe, {}};
    int first = join.left.first;
    std::sort(ends.begin(), ends.end());
    for (const int last : ends) {
      taken.windows.push_back({first, last});
      first = last + 1;
    }
    c.first = join.left.first;
    all.push_back(std::move(taken));
    ends.clear();
  }
  return all;
}

std::vector<Interval> deal(int n, int p) {
  std::vector<Interval> all;
  int first = 0;
  for (int i = 0; i < p; ++i) {
    const int count = n / p + (i < n % p ? 1 : 0);
    all.push_back({first, first + count - 1});
    first += count;
  }
  return all;
}

}  // namespace

std::vector<Interval> ObservedScan::windows_after(int j) const {
  std::vector<Interval> all = dealt;
  for (const Taken& t : taken)
    if (t.step <= j) all[static_cast<std::size_t>(t.by)].first = t.windows.front().first;
  return all;
}

std::vector<Interval> ObservedScan::prefixes_after(int j) const {
  std::vector<Interval> all = windows_after(j);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].last = dealt[i].first;
  return all;
}

std::vector<Transfer> ObservedScan::sent_in(int j) const {
  std::vector<Transfer> all;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message && step_sent(e) == j - 1) all.push_back({e.source, e.destination});
  return all;
}

std::vector<Transfer> ObservedScan::received_in(int j) const {
  std::vector<Transfer> all;
  for (const Taken& t : taken)
    if (t.step == j)
      for (const Interval& window : t.windows) all.push_back({window.last, t.by});
  return all;
}

Parameters machine_of(const PostalModel& model) {
  Parameters machine = preset("postal");
  machine.ports = k_ports(model.k);
  return with_lambda(machine, model.lambda);
}

ObservedScan observe_scan(const Runs& runs, const char* algorithm, int n, int p, const PostalModel& model) {
  ObservedScan seen;
  seen.n = n;
  seen.dealt = deal(n, p);
  const Scan& scan = Runs::named<Scan>(algorithm);
  std::vector<std::vector<Joined>> logs(seen.dealt.size());
  std::vector<std::vector<Interval>> values(seen.dealt.size());
  seen.report = runs.program(
      fmt::format("scan/{} of {} values", algorithm, n), complete(p), machine_of(model),
      [&](Communicator& comm) {
        const auto me = static_cast<std::size_t>(comm.rank());
        std::vector<Interval>& mine = values[me];
        for (int x = seen.dealt[me].first; x <= seen.dealt[me].last; ++x) mine.push_back({x, x});
        scan.run(comm, std::as_writable_bytes(std::span(mine)), logging(comm, logs[me]));
      },
      true);
  int x = 0;
  for (const std::vector<Interval>& of_pe : values)
    for (const Interval& value : of_pe) {
      if (value != Interval{0, x} && seen.fault.empty())
        seen.fault = fmt::format("value {} came out as {}", x, text(value));
      ++x;
    }
  for (Rank pe = 0; pe < p; ++pe) {
    const auto i = static_cast<std::size_t>(pe);
    for (Taken& taken : taken_by(pe, seen.dealt[i], logs[i])) seen.taken.push_back(std::move(taken));
  }
  return seen;
}

}  // namespace toruscope::reproduce
