// SPDX-License-Identifier: Apache-2.0
// Lab 9: a shift whose sends wait for their receives, and the virtual channels of worms on a ring.
//
// Source  Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
//         IEEE Trans. Computers 36(5), 1987, theorem 1: no deadlock if and only if the channel
//         dependency graph has no cycle.

#include "labs/support/data.hpp"
#include "labs/support/prediction.hpp"
#include "labs/support/rounds.hpp"
#include "runtime/topology/channel_graph.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace toruscope::labs {

namespace {

using Shift9 = void(Communicator&, int, std::span<const double>, std::span<double>);
using Channel9 = int(int, int, int, int);
using ChannelOfLink = std::function<int(Node from, Node to, Node at)>;

/// Returns the trial's report if it ended and every PE has the right data.
ReportPtr shifted(Exam& exam, const char* item, int p, int distance, std::size_t n, const std::string& hint) {
  Trial trial{.item = item,
              .label = fmt::format("distance {}, {} values, eager 0", distance, n),
              .topology = complete(p)};
  trial.deadlock_hint =
      "a send may wait until its receive is posted (--eager 0). If all PEs begin with a send, who posts a "
      "receive? What may a PE have under way beside its send?" +
      std::string(distance == 1 ? ""
                                : " And where an order by even and odd ranks is what decides: who is the "
                                  "partner of PE 0 at distance 2?");
  trial.machine.eager = 0;
  const auto all = static_cast<std::size_t>(p);
  std::vector<std::vector<double>> got(all);
  std::vector<std::vector<double>> wanted(all);
  const auto values = [&](Rank r) {
    return numbers(static_cast<std::uint64_t>(p) * 100 + static_cast<std::uint64_t>(distance), r, n);
  };
  for (Rank r = 0; r < p; ++r) wanted[static_cast<std::size_t>(r)] = values(((r - distance) % p + p) % p);
  trial.program = [&](Communicator& comm) {
    const std::vector<double> out = values(comm.rank());
    std::vector<double> in(n);
    exam.function<Shift9>(0)(comm, distance, out, in);
    got[static_cast<std::size_t>(comm.rank())] = in;
  };
  trial.driver = fmt::format(
      "  const std::vector<double> out = numbers({}U, comm.rank(), {});\n  std::vector<double> "
      "in(out.size());\n"
      "  {}(comm, {}, out, in);\n  comm.print(text(in));\n",
      static_cast<std::uint64_t>(p) * 100 + static_cast<std::uint64_t>(distance), n, exam.name(), distance);
  ReportPtr report = exam.run(trial);
  if (!report) return nullptr;
  const auto wrong = difference(got, wanted);
  if (!exam.expect(!wrong, item, wrong.value_or(""), hint)) return nullptr;
  exam.require_received(
      *report, [&](Rank) { return distance % p == 0 ? 0 : static_cast<std::int64_t>(n * sizeof(double)); });
  return report;
}

/// A ring on which messages go the shorter way, a tie forwards, on the submission's channels. The
/// channels backwards mirror those forwards.
class RingWithChannels : public Topology {
 public:
  explicit RingWithChannels(int p, const ChannelOfLink& channel) : sides_{p} {
    for (Node a = 0; a < p; ++a)
      for (Node b = 0; b < p; ++b) routes_.push_back(way(p, a, b, channel));
  }
  std::string name() const override { return fmt::format("ring:{}", nodes()); }
  int nodes() const override { return sides_[0]; }
  int ports() const override { return 2; }
  Node neighbour(Node v, Port port) const override { return (v + (port == 0 ? 1 : nodes() - 1)) % nodes(); }
  Port opposite(Node, Port port) const override { return 1 - port; }
  int distance(Node a, Node b) const override {
    return std::min((b - a + nodes()) % nodes(), (a - b + nodes()) % nodes());
  }
  int diameter() const override { return nodes() / 2; }
  void route(Node a, Node b, Route& legs) const override {
    legs =
        routes_[static_cast<std::size_t>(a) * static_cast<std::size_t>(nodes()) + static_cast<std::size_t>(b)];
  }
  std::uint32_t channel_order(Node v, Port port, int channel) const override {
    return static_cast<std::uint32_t>((channel * 2 + port) * nodes() + v);
  }
  const std::vector<int>& sides() const override { return sides_; }
  bool is_torus() const override { return true; }
  int bisection() const override { return 4; }
  bool is_acyclic() const override { return true; }  // a cycle is for the run to show
  std::string port_name(Node, Port port) const override { return port == 0 ? "+" : "-"; }

 private:
  static Route way(int p, Node a, Node b, const ChannelOfLink& channel) {
    Route legs;
    const int ahead = (b - a + p) % p;
    const bool is_forward = 2 * ahead <= p;
    const auto seen = [&](Node v) { return is_forward ? v : p - 1 - v; };
    for (int step = 0; step < (is_forward ? ahead : p - ahead); ++step) {
      const Node at = (seen(a) + step) % p;
      legs.push_back(
          {.port = is_forward ? 0 : 1, .steps = 1, .virtual_channel = channel(seen(a), seen(b), at)});
    }
    return legs;
  }

  std::vector<int> sides_;
  std::vector<Route> routes_;
};

constexpr const char* kChannelHint =
    "write down which channel each worm of the cycle holds, and which one it wants. Somewhere on the way "
    "around the ring a worm has to change to a channel that no worm in front of that place holds: is there "
    "such a place, the same for all worms?";

/// The submission's channels of all worms, each 0 or 1; nothing if one is not, or none is given.
std::optional<ChannelOfLink> channels_of(Exam& exam, int p) {
  using Table = std::map<std::tuple<Node, Node, Node>, int>;
  const auto table =
      asked(exam, "channels", "channels of all worms", ring(p),
            fmt::format("[] {{\n    std::string all;\n    for (int from = 0; from < {0}; ++from)\n"
                        "      for (int ahead = 1; 2 * ahead <= {0}; ++ahead)\n"
                        "        for (int step = 0; step < ahead; ++step)\n"
                        "          all += text({1}({0}, from, (from + ahead) % {0}, (from + step) % {0}));\n"
                        "    return all;\n  }}()",
                        p, exam.name(1)),
            [&] {
              Table channels;
              for (Node from = 0; from < p; ++from)
                for (Node ahead = 1; 2 * ahead <= p; ++ahead)
                  for (Node step = 0; step < ahead; ++step) {
                    const Node to = (from + ahead) % p;
                    const Node at = (from + step) % p;
                    channels[{from, to, at}] = exam.function<Channel9>(1)(p, from, to, at);
                  }
              return channels;
            });
  if (!table) return std::nullopt;
  for (const auto& [link, channel] : *table) {
    const auto& [from, to, at] = link;
    if (!exam.expect(channel == 0 || channel == 1, "channels",
                     fmt::format("from {} to {} a worm is on channel {} at node {}, and links have 0 and 1",
                                 from, to, channel, at),
                     kChannelHint))
      return std::nullopt;
  }
  return [table](Node from, Node to, Node at) { return table->at({from, to, at}); };
}

/// Sends all worms half round the ring at once: they need every link of a cycle.
void worms_pass(Exam& exam, int p) {
  const auto channels = channels_of(exam, p);
  if (!channels) return;
  auto network = std::make_shared<RingWithChannels>(p, *channels);
  Trial trial{.item = "channels", .label = fmt::format("worms to the PE {} ahead", p / 2), .topology = network};
  trial.deadlock_hint = kChannelHint;
  trial.machine = Parameters{
      .switching = Switching::wormhole, .ts = Ticks{1}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
  trial.program = [p](Communicator& comm) {
    const std::vector<char> out(40);
    std::vector<char> in(40);
    comm.sendrecv((comm.rank() + p / 2) % p, out, (comm.rank() + p - p / 2) % p, in);
  };
  if (!exam.run(trial)) return;
  const core::ChannelGraph graph = core::channel_graph(*network);
  exam.expect(graph.cycle.empty(), "channels",
              fmt::format("other worms can wait for each other for ever: {}", core::to_string(graph.cycle)),
              kChannelHint);
}

void check_deadlock(Exam& exam) {
  for (const int p : {2, 6, 9})
    shifted(exam, "unsafe", p, 1, 4, "what a PE gets is what the one `distance` before it sends");
  for (const auto& [p, distance] :
       {std::pair{8, 2}, {7, 3}, {6, 4}, {5, -2}, {4, 11}, {9, -13}, {6, 0}, {1, 1}, {4, 8}})
    shifted(exam, "any", p, distance, 3,
            "an order by even and odd ranks mends a shift by one: who is the partner of PE 0 at distance 2? "
            "And which rank is -1, or p, around the end?");
  if (!exam.is_lost("round"))
    for (const auto& [p, distance, n] : {std::tuple{8, 1, 2}, {9, 4, 2}, {12, 6, 300}})
      if (const auto report = shifted(exam, "round", p, distance, static_cast<std::size_t>(n), "")) {
        const auto longer = message_over(*report, static_cast<std::size_t>(n) * sizeof(double));
        exam.expect(!longer, "round", longer.value_or(""), "only `out` has to travel");
        exam.expect(report->finish.time == Ticks{1}, "round",
                    fmt::format("{} rounds instead of 1", report->finish.time.count),
                    "a one-port PE can send and receive at the same time. Who waits for whom in your order, "
                    "although nothing but the order of its calls forces it to?");
      }
  for (const int p : {4, 5, 8, 13})
    if (!exam.is_lost("channels")) worms_pass(exam, p);
}

}  // namespace

Lab lab_09_deadlock() {
  return {.title = "deadlock: unsafe sends, and worms without a dateline",
          .functions = {TORUSCOPE_LAB_FUNCTION(
                            shift_by, void(Communicator&, int, std::span<const double>, std::span<double>)),
                        TORUSCOPE_LAB_FUNCTION(channel_on_ring, int(int, int, int, int))},
          .rubric = {{"unsafe", 25, "shift by one: it ends although sends wait for their receives", ""},
                     {"any", 15, "the same for any distance and any p", "unsafe"},
                     {"round", 20, "in one round", "any"},
                     {"channels", 40, "no worms on a ring can wait for each other for ever", ""}},
          .check = check_deadlock};
}

}  // namespace toruscope::labs
