// SPDX-License-Identifier: Apache-2.0
// The published models that are special cases of the machine take what their authors' closed forms
// say, for any costs: one message, a chain, fan-out, fan-in, an exchange, a ping-pong; and the
// optimal broadcast under LogP.

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <queue>
#include <rapidcheck/gtest.h>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using Pe = std::function<void(Communicator&)>;

std::int64_t time_of(const TopologyPtr& topology, const Parameters& machine, const Pe& program) {
  Execution one;
  one.workers = 1;
  return Machine(topology, machine, one).run(program).finish.time.count;
}

/// Patterns of messages of so many bytes. PE 0 is first in all.
struct Patterns {
  TopologyPtr topology;
  Parameters machine;
  std::size_t bytes = 0;

  [[nodiscard]] std::int64_t chain(int messages) const {
    return time_of(topology, machine, [&](Communicator& comm) {
      std::vector<char> data(bytes);
      if (comm.rank() > messages) return;
      if (comm.rank() > 0) comm.recv(comm.rank() - 1, data);
      if (comm.rank() < messages) comm.send(comm.rank() + 1, data);
    });
  }
  [[nodiscard]] std::int64_t one() const { return chain(1); }
  [[nodiscard]] std::int64_t fan_out(int messages) const {
    return time_of(topology, machine, [&](Communicator& comm) {
      std::vector<char> data(bytes);
      for (Rank to = 1; comm.rank() == 0 && to <= messages; ++to) comm.send(to, data);
      if (comm.rank() > 0 && comm.rank() <= messages) comm.recv(0, data);
    });
  }
  /// All sends posted at once: through as many ports as there are.
  [[nodiscard]] std::int64_t burst(int messages) const {
    return time_of(topology, machine, [&](Communicator& comm) {
      std::vector<char> data(bytes);
      std::vector<Request> sends;
      for (Rank to = 1; comm.rank() == 0 && to <= messages; ++to) sends.push_back(comm.isend(to, data));
      comm.wait_all(sends);
      if (comm.rank() > 0 && comm.rank() <= messages) comm.recv(0, data);
    });
  }
  [[nodiscard]] std::int64_t fan_in(int messages) const {
    return time_of(topology, machine, [&](Communicator& comm) {
      std::vector<char> data(bytes);
      for (Rank from = 1; comm.rank() == 0 && from <= messages; ++from) comm.recv(from, data);
      if (comm.rank() > 0 && comm.rank() <= messages) comm.send(0, data);
    });
  }
  [[nodiscard]] std::int64_t exchange() const {
    return time_of(topology, machine, [&](Communicator& comm) {
      std::vector<char> mine(bytes);
      std::vector<char> other(bytes);
      if (comm.rank() < 2) comm.sendrecv(1 - comm.rank(), mine, 1 - comm.rank(), other);
    });
  }
  [[nodiscard]] std::int64_t ping_pong() const {
    return time_of(topology, machine, [&](Communicator& comm) {
      std::vector<char> data(bytes);
      if (comm.rank() > 1) return;
      if (comm.rank() == 0) comm.send(1, data);
      comm.recv(1 - comm.rank(), data);
      if (comm.rank() == 1) comm.send(0, data);
    });
  }
};

constexpr int kPes = 9;

std::int64_t any(int below) {
  return *rc::gen::inRange(0, below);
}
int some_messages() {
  return *rc::gen::inRange(1, kPes);
}

// Hockney 1994: t0 + m/r, whatever the distance; a PE sends and receives one message at a time.
RC_GTEST_PROP(ClassicalModels, HockneysLinearCost, ()) {
  const std::int64_t startup = any(50);
  const std::int64_t per_byte = any(9);
  Parameters machine;
  machine.tick = Time{};
  machine.ts = Ticks{startup};
  machine.tw = Ticks{per_byte};
  const Patterns patterns{ring(kPes), machine, static_cast<std::size_t>(any(60))};
  const std::int64_t message = startup + static_cast<std::int64_t>(patterns.bytes) * per_byte;
  const int n = some_messages();

  RC_ASSERT(patterns.one() == message);
  RC_ASSERT(patterns.chain(n) == n * message);
  RC_ASSERT(patterns.fan_out(n) == n * message);
  RC_ASSERT(patterns.fan_in(n) == n * message);
  RC_ASSERT(patterns.exchange() == message);
  RC_ASSERT(patterns.ping_pong() == 2 * message);
}

// Bar-Noy, Kipnis 1994: a send is one step, its message there lambda steps after it began.
RC_GTEST_PROP(ClassicalModels, ThePostalModel, ()) {
  const std::int64_t lambda = 1 + any(9);
  const Patterns patterns{complete(kPes), with_lambda(preset("postal"), lambda), 1};
  const int n = some_messages();

  RC_ASSERT(patterns.one() == lambda);
  RC_ASSERT(patterns.chain(n) == n * lambda);
  RC_ASSERT(patterns.fan_out(n) == n - 1 + lambda);
  RC_ASSERT(patterns.fan_in(n) == n - 1 + lambda);
  RC_ASSERT(patterns.exchange() == lambda);
  RC_ASSERT(patterns.ping_pong() == 2 * lambda);
}

// The same with k ports and lambda a fraction: ceil(n/k) steps of sends.
RC_GTEST_PROP(ClassicalModels, ThePostalModelOfManyPortsAndAFraction, ()) {
  const std::int64_t parts = 1 + any(5);  // of a step
  const std::int64_t lambda = parts + any(20);
  const int k = 1 + static_cast<int>(any(4));
  Parameters machine = with_lambda(preset("postal"), lambda, parts);
  machine.ports = k_ports(k);
  const Patterns patterns{complete(kPes), machine, 1};
  const std::int64_t step = machine.ticks_per_step;
  const std::int64_t flight = lambda * step / parts;
  const int n = some_messages();

  RC_ASSERT(patterns.one() == flight);
  RC_ASSERT(patterns.chain(n) == n * flight);
  RC_ASSERT(patterns.burst(n) == ((n + k - 1) / k - 1) * step + flight);
  RC_ASSERT(patterns.exchange() == flight);
}

// Culler et al. 1993: o to send, L under way, o to receive; g from one send, and from one receive,
// to the next.
RC_GTEST_PROP(ClassicalModels, LogP, ()) {
  const std::int64_t latency = any(30);
  const std::int64_t overhead = any(12);
  const std::int64_t gap = any(20);
  const Patterns patterns{complete(kPes), log_p(Ticks{latency}, Ticks{overhead}, Ticks{gap}), 1};
  const std::int64_t message = 2 * overhead + latency;
  const std::int64_t next = std::max(gap, overhead);
  const int n = some_messages();

  RC_ASSERT(patterns.one() == message);
  RC_ASSERT(patterns.chain(n) == n * message);
  RC_ASSERT(patterns.fan_out(n) == (n - 1) * next + message);
  RC_ASSERT(patterns.fan_in(n) == (n - 1) * next + message);
  RC_ASSERT(patterns.exchange() == message);
  RC_ASSERT(patterns.ping_pong() == 2 * message);
}

/// By PE: whom it tells, in order. Each new message goes out at the earliest moment that any
/// informed PE has.
struct GreedyTree {
  std::vector<std::vector<Rank>> children;
  std::vector<Rank> parent;
  std::int64_t time = 0;  ///< when the last PE has been told

  GreedyTree(int p, std::int64_t latency, std::int64_t overhead, std::int64_t gap)
      : children(static_cast<std::size_t>(p)), parent(static_cast<std::size_t>(p)) {
    using Sender = std::pair<std::int64_t, Rank>;  // when it may send next
    std::priority_queue<Sender, std::vector<Sender>, std::greater<>> senders;
    senders.emplace(0, 0);
    for (Rank told = 1; told < p; ++told) {
      const auto [start, sender] = senders.top();
      senders.pop();
      children[static_cast<std::size_t>(sender)].push_back(told);
      parent[static_cast<std::size_t>(told)] = sender;
      time = std::max(time, start + 2 * overhead + latency);
      senders.emplace(start + std::max(gap, overhead), sender);
      senders.emplace(start + 2 * overhead + latency, told);
    }
  }
};

std::int64_t broadcast_time(const GreedyTree& tree, const Parameters& machine) {
  return time_of(complete(static_cast<int>(tree.children.size())), machine, [&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    std::vector<char> data(1);
    if (me > 0) comm.recv(tree.parent[me], data);
    for (const Rank child : tree.children[me]) comm.send(child, data);
  });
}

// Karp, Sahay, Santos, Schauser 1993: the greedy tree is optimal, and takes what LogP says of each
// of its messages.
RC_GTEST_PROP(ClassicalModels, TheOptimalBroadcastUnderLogP, ()) {
  const std::int64_t latency = any(30);
  const std::int64_t overhead = any(12);
  const std::int64_t gap = any(20);
  const GreedyTree tree(1 + static_cast<int>(any(40)), latency, overhead, gap);

  const Parameters machine = log_p(Ticks{latency}, Ticks{overhead}, Ticks{gap});
  RC_ASSERT(broadcast_time(tree, machine) == tree.time);
  const std::int64_t of_table =
      time_of(complete(static_cast<int>(tree.parent.size())), machine,
              [](Communicator& comm) { broadcast(comm, 0, std::vector<char>(1), "postal"); });
  // What the tree of intervals needs: a message is of use before its sender's next one starts,
  // which is not at once.
  const bool has_tree = gap <= 2 * overhead + latency && std::max(gap, overhead) > 0;
  RC_ASSERT(of_table == tree.time || (!has_tree && of_table > tree.time));
}

TEST(ClassicalModels, TheExampleOfLogPTakes24Cycles) {
  const GreedyTree tree(8, 6, 2, 4);

  EXPECT_EQ(tree.time, 24);
  EXPECT_EQ(broadcast_time(tree, preset("logp")), 24);
}

// Alexandrov et al. 1995: o + (k - 1) G + L + o for a message of k bytes.
RC_GTEST_PROP(ClassicalModels, LogGP, ()) {
  const std::int64_t per_byte = any(6);
  const std::int64_t latency = per_byte + any(30);
  const std::int64_t overhead = any(12);
  const std::int64_t gap = any(400);
  const Parameters machine = log_gp(Ticks{latency}, Ticks{overhead}, Ticks{gap}, Ticks{per_byte});
  const Patterns patterns{complete(kPes), machine, static_cast<std::size_t>(1 + any(60))};
  const auto bytes = static_cast<std::int64_t>(patterns.bytes);
  const std::int64_t message = overhead + (bytes - 1) * per_byte + latency + overhead;
  // as long as a port is busy
  const std::int64_t next = std::max(gap, overhead + bytes * per_byte);
  const int n = some_messages();

  RC_ASSERT(patterns.one() == message);
  RC_ASSERT(patterns.chain(n) == n * message);
  RC_ASSERT(patterns.fan_out(n) == (n - 1) * next + message);
  RC_ASSERT(patterns.burst(n) == (n - 1) * next + message);
  RC_ASSERT(patterns.fan_in(n) == (n - 1) * next + message);
  RC_ASSERT(patterns.exchange() == message);
  RC_ASSERT(patterns.ping_pong() == 2 * message);
}

// The authors' (k - 1) G + g from one send to the next where that is as long as the port is busy
// here: o = 0 and g = G, or single bytes and g >= o + G.
TEST(ClassicalModels, FansUnderLogGPTakeTheAuthorsTimeWhereThePortIsBusyAsLong) {
  constexpr std::int64_t kLatency = 9, kPerByte = 3, kMessages = 5;
  const auto expect = [&](std::int64_t o, std::int64_t g, std::int64_t k) {
    const Patterns patterns{complete(kPes), log_gp(Ticks{kLatency}, Ticks{o}, Ticks{g}, Ticks{kPerByte}),
                            static_cast<std::size_t>(k)};
    const std::int64_t time =
        (kMessages - 1) * ((k - 1) * kPerByte + g) + 2 * o + (k - 1) * kPerByte + kLatency;
    EXPECT_EQ(patterns.burst(kMessages), time);
    EXPECT_EQ(patterns.fan_in(kMessages), time);
  };
  expect(0, kPerByte, 40);
  expect(4, 4 + kPerByte, 1);
  expect(4, 20, 1);
}

// Liu, Li, Cui 1995, formula (1) and its repetition: a router takes each message over and passes it
// on whole.
RC_GTEST_PROP(ClassicalModels, TheStoreAndForwardNode, ()) {
  const std::int64_t send = any(20);
  const std::int64_t receive = any(20);
  const std::int64_t gap = any(40);
  const std::int64_t hop = any(9);
  const std::int64_t per_byte = any(5);
  Parameters machine;
  machine.tick = Time{};
  machine.switching = Switching::store_and_forward;
  machine.injection = Injection::buffered;
  machine.ts = Ticks{send};
  machine.tr = Ticks{receive};
  machine.gap = Ticks{gap};
  machine.th = Ticks{hop};
  machine.tw = Ticks{per_byte};
  const Patterns patterns{ring(2 * kPes), machine, static_cast<std::size_t>(any(40))};
  const std::int64_t wire = static_cast<std::int64_t>(patterns.bytes) * per_byte;
  const int n = some_messages();

  RC_ASSERT(patterns.one() == send + wire + hop + receive);
  RC_ASSERT(patterns.chain(n) == n * (send + wire + hop + receive));
  RC_ASSERT(patterns.exchange() == send + wire + hop + receive);
  RC_ASSERT(patterns.ping_pong() == 2 * (send + wire + hop + receive));
  // over n links
  const std::int64_t far = time_of(patterns.topology, machine, [&](Communicator& comm) {
    std::vector<char> data(patterns.bytes);
    if (comm.rank() == 0) comm.send(n, data);
    if (comm.rank() == n) comm.recv(0, data);
  });
  RC_ASSERT(far == send + n * (wire + hop) + receive);

  const Patterns direct{complete(kPes), machine, patterns.bytes};  // a link for each pair
  RC_ASSERT(direct.fan_out(n) == (n - 1) * std::max(send, gap) + send + wire + hop + receive);
  RC_ASSERT(direct.fan_in(n) == send + wire + hop + (n - 1) * std::max({wire, gap, receive}) + receive);
}

}  // namespace
}  // namespace toruscope
