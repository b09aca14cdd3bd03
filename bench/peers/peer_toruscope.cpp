// SPDX-License-Identifier: Apache-2.0
// Our side: peer_toruscope P OPERATION BYTES REPETITIONS STEPS, on the most square torus of P PEs,
// links contended, named receives, one worker.

#include "bench/peers/workload.hpp"

#include <toruscope/toruscope.hpp>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

namespace {

using namespace toruscope;

/// The largest divisor of p that is no larger than its root.
int shorter_side(int p) {
  int side = static_cast<int>(std::sqrt(static_cast<double>(p)));
  while (p % side != 0) --side;
  return side;
}

bool ping_pong(Communicator& comm, const peers::Work& work) {
  const int me = comm.rank();
  const int partner = work.partner();
  if (me != 0 && me != partner) return true;
  std::vector<char> block(static_cast<std::size_t>(work.bytes));
  bool ok = true;
  for (int i = 0; i < work.repetitions; ++i) {
    if (me == 0) {
      peers::put(block.data(), peers::mark(0, partner, i));
      comm.send(partner, block);
      comm.recv(partner, block);
      ok = ok && peers::holds(block.data(), peers::mark(partner, 0, i));
    } else {
      comm.recv(0, block);
      ok = ok && peers::holds(block.data(), peers::mark(0, partner, i));
      peers::put(block.data(), peers::mark(partner, 0, i));
      comm.send(0, block);
    }
  }
  return ok;
}

bool ring_around(Communicator& comm, const peers::Work& work) {
  const int me = comm.rank();
  std::vector<char> block(static_cast<std::size_t>(work.bytes));
  peers::put(block.data(), peers::mark(me, 0, 0));
  const int next = (me + 1) % work.p;
  const int last = (me + work.p - 1) % work.p;
  for (int i = 0; i < work.repetitions; ++i) comm.sendrecv(next, block, last, block);
  const int origin = (me + work.p - work.repetitions % work.p) % work.p;
  return peers::holds(block.data(), peers::mark(origin, 0, 0));
}

bool pairwise(Communicator& comm, const peers::Work& work) {
  const int me = comm.rank();
  std::vector<char> out(static_cast<std::size_t>(work.bytes));
  std::vector<char> in(out.size());
  bool ok = true;
  for (int i = 0; i < work.repetitions; ++i)
    for (int step = 0; step < work.steps; ++step) {
      const int d = work.distance(step);
      const int to = (me + d) % work.p;
      const int from = (me + work.p - d) % work.p;
      peers::put(out.data(), peers::mark(me, to, i));
      comm.sendrecv(to, out, from, in);
      ok = ok && peers::holds(in.data(), peers::mark(from, me, i));
    }
  return ok;
}

void run(const peers::Work& work) {
  const int side = shorter_side(work.p);
  Machine machine(torus(work.p / side, side), preset("generic"), {.workers = 1});
  peers::Stopwatch watch;
  Ticks begin{};
  Ticks end{};
  const Report report = machine.run([&](Communicator& comm) {
    comm.synchronize();
    if (comm.rank() == 0) {
      watch = {};
      begin = comm.now();
    }
    const bool ok = work.operation == "pingpong" ? ping_pong(comm, work)
                    : work.operation == "ring"   ? ring_around(comm, work)
                                                 : pairwise(comm, work);
    if (!ok) comm.fail("peer: a block is not what its sender put there");
    comm.synchronize();
    if (comm.rank() == 0) {
      watch.stop();
      end = comm.now();
    }
  });
  const double tick_s = static_cast<double>(report.parameters.tick.value()) * 1e-15;
  peers::print_result(work, static_cast<double>((end - begin).count) * tick_s, watch.wall, watch.cpu,
                      report.totals.messages == work.messages());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int p = argc > 1 ? std::atoi(argv[1]) : 0;
    run(peers::read_work(argv + 2, argc > 2 ? argc - 2 : 0, p));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
