// SPDX-License-Identifier: Apache-2.0
// A user's program over real MPI: algorithms of its own, written by hand with MPI calls, to be
// measured beside the same algorithms of the tables; and some that end badly.

#include <toruscope/toruscope.hpp>

#include <csignal>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace toruscope;

/// Recursive doubling: in round i all exchange with the rank that differs in bit i.
void run_doubling(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const int bytes = static_cast<int>(data.size());
  std::vector<std::byte> got(data.size());
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    const int partner = comm.rank() ^ bit;
    MPI_Sendrecv(data.data(), bytes, MPI_BYTE, partner, 0, got.data(), bytes, MPI_BYTE, partner, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const bool is_lower = comm.rank() < partner;
    op.combine(is_lower ? data.data() : got.data(), is_lower ? got.data() : data.data(), data.data(),
               data.size() / op.element);
  }
}

/// The ring on p blocks: sums go around, then around again to all. p divides the elements.
void run_ring(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const int p = comm.size();
  const int me = comm.rank();
  const std::size_t bytes = data.size() / static_cast<std::size_t>(p);
  const int count = static_cast<int>(bytes);
  const auto block = [&](int r) { return data.data() + static_cast<std::size_t>((r + 2 * p) % p) * bytes; };
  std::vector<std::byte> got(bytes);
  const int next = (me + 1) % p;
  const int before = (me - 1 + p) % p;
  for (int t = 0; t < p - 1; ++t) {
    MPI_Sendrecv(block(me - t), count, MPI_BYTE, next, 0, got.data(), count, MPI_BYTE, before, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    op.combine(got.data(), block(me - t - 1), block(me - t - 1), bytes / op.element);
  }
  for (int t = 0; t < p - 1; ++t)
    MPI_Sendrecv(block(me + 1 - t), count, MPI_BYTE, next, 0, block(me - t), count, MPI_BYTE, before, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(std::string("not so: ") + what);
}

/// Every call of a Communicator that an algorithm may make, with what must come of it.
void run_messages(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const int p = comm.size();
  const int me = comm.rank();
  const int next = (me + 1) % p;
  const int before = (me - 1 + p) % p;
  const auto own = [](int rank) { return std::vector<int>(static_cast<std::size_t>(rank) + 1, rank); };

  comm.send(next, own(me), 7);
  require(comm.recv<int>(before, 7) == own(before), "a message of unknown length");
  comm.send(next, own(me));
  comm.send(next, own(me), 5);
  require(comm.recv<int>(before, 5) == own(before) && comm.recv<int>(before) == own(before), "tags");

  std::vector<int> first;
  int second = 0;
  Request earlier = comm.iadopt(before, first, 1);
  Request later = comm.irecv(any_source, second, 1);
  comm.send(next, std::vector<int>{1, 2, 3}, 1);
  comm.send(next, 4, 1);
  comm.wait(later);
  comm.wait(earlier);
  require(first == std::vector<int>{1, 2, 3} && second == 4, "receives get messages in the order of posting");

  if (me == 0) {
    int sum = 0;
    for (int i = 1; i < p; ++i) {
      int value = 0;
      const Received got = comm.recv(any_source, value, 3);
      require(value == got.source && got.bytes == sizeof(int), "who sent it");
      sum += value;
    }
    require(sum == p * (p - 1) / 2, "any source");
  } else {
    comm.ssend(0, me, 3);
  }

  std::vector<int> moved(5000, me);
  comm.round([&](Round& round) {
    round.send(next, moved);
    round.recv(before, moved);
  });
  require(moved == std::vector<int>(5000, before), "a round reads before it receives");
  comm.send(next, std::vector<int>(moved));
  std::vector<int> adopted;
  comm.adopt(before, adopted);
  require(adopted == std::vector<int>(5000, (before - 1 + p) % p), "vectors that are handed over");
  comm.sendrecv(next, me, before, second);
  require(second == before, "sendrecv");

  Communicator apart = comm.separate();
  comm.send(next, 1, 2);
  apart.send(next, 2, 2);
  apart.recv(before, second, 2);
  require(second == 2, "separate");
  comm.recv(before, second, 2);
  require(second == 1, "beside separate");

  Communicator half = comm.split(me % 2 - 5, -me);
  require(half.size() == p / 2 && half.rank() == p / 2 - 1 - me / 2, "split by key");
  if (comm.dimensions() == 2) {
    Communicator line = comm.line(1);
    require(line.size() == comm.sides()[1] && line.rank() == comm.coordinate(1), "line");
    line.sendrecv(line.shift(0, 1), me, line.shift(0, -1), second);
    require(second == comm.shift(1, -1), "a shift along a line");
    require(comm.sub({true, true}).rank() == me, "sub");
  }
  Request none = comm.irecv(before, second, 9);
  require(!comm.test(none) && !comm.probe(before, 9) && comm.cancel(none), "test, probe, cancel");
  Request two[] = {comm.irecv(before, second, 11), comm.isend(next, me, 11)};
  (void)comm.wait_any(two);
  comm.wait_all(two);
  require(second == before, "wait_any, wait_all");
  require(comm.now() > Ticks{}, "now");
  run_doubling(comm, data, op);
}

Allreduce entry(const char* name, decltype(Allreduce::run) run) {
  Allreduce made;
  made.name = name;
  made.summary = "of a test";
  made.refusal = [](const Case& c) -> std::optional<std::string> {
    if ((c.p & (c.p - 1)) != 0) return "needs a power of two of PEs, got " + std::to_string(c.p);
    return std::nullopt;
  };
  made.run = std::move(run);
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  Tables tables;
  tables.algorithms.add(entry("doubling_by_hand", run_doubling));
  tables.algorithms.add(entry("ring_by_hand", run_ring));
  tables.algorithms.add(entry("messages", run_messages));
  tables.algorithms.add(entry("throws", [](Communicator& comm, std::span<std::byte>, const Combine&) {
    if (comm.rank() == 1) throw std::runtime_error("rank 1 has had enough");
    (void)comm.recv<std::byte>(1);  // never comes
  }));
  tables.algorithms.add(entry("wrong", [](Communicator& comm, std::span<std::byte> data, const Combine&) {
    comm.synchronize();
    if (!data.empty()) data.front() ^= std::byte{1};
  }));
  tables.algorithms.add(entry("killed", [](Communicator& comm, std::span<std::byte>, const Combine&) {
    if (comm.rank() == 1) (void)std::raise(SIGKILL);
    (void)comm.recv<std::byte>(1);
  }));
  tables.algorithms.add(entry("truncates", [](Communicator& comm, std::span<std::byte>, const Combine&) {
    std::vector<char> eight(8);
    std::vector<char> four(4);
    if (comm.rank() == 0) comm.send(1, eight);
    if (comm.rank() == 1) comm.recv(0, four);
  }));
  tables.algorithms.add(entry("starts", [](Communicator& comm, std::span<std::byte>, const Combine&) {
    auto later = start(comm, [](Communicator&) {});
    comm.wait(later);
  }));
  return toruscope::main(argc, argv, {}, tables);
}
