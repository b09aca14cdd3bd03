// SPDX-License-Identifier: Apache-2.0
// The peers that run MPI programs (SimGrid SMPI, Open MPI, AMPI): peer_mpi one|each OPERATION BYTES
// REPETITIONS STEPS. `one`: all ranks live in one process, whose processor time rank 0 reads;
// `each`: every rank is a process, and they are summed.

#include "workload.hpp"

#include <mpi.h>
#include <vector>

namespace {

struct Rank {
  int me;
  const peers::Work& work;

  void send(std::vector<char>& block, int to) const {
    MPI_Send(block.data(), work.bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
  }
  void receive(std::vector<char>& block, int from) const {
    MPI_Recv(block.data(), work.bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  void exchange(std::vector<char>& out, int to, std::vector<char>& in, int from) const {
    MPI_Sendrecv(out.data(), work.bytes, MPI_BYTE, to, 0, in.data(), work.bytes, MPI_BYTE, from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
};

bool ping_pong(const Rank& rank) {
  const int partner = rank.work.partner();
  if (rank.me != 0 && rank.me != partner) return true;
  std::vector<char> block(static_cast<std::size_t>(rank.work.bytes));
  bool ok = true;
  for (int i = 0; i < rank.work.repetitions; ++i) {
    if (rank.me == 0) {
      peers::put(block.data(), peers::mark(0, partner, i));
      rank.send(block, partner);
      rank.receive(block, partner);
      ok = ok && peers::holds(block.data(), peers::mark(partner, 0, i));
    } else {
      rank.receive(block, 0);
      ok = ok && peers::holds(block.data(), peers::mark(0, partner, i));
      peers::put(block.data(), peers::mark(partner, 0, i));
      rank.send(block, 0);
    }
  }
  return ok;
}

bool ring_around(const Rank& rank) {
  const int p = rank.work.p;
  std::vector<char> out(static_cast<std::size_t>(rank.work.bytes));
  std::vector<char> in(out.size());
  peers::put(out.data(), peers::mark(rank.me, 0, 0));
  for (int i = 0; i < rank.work.repetitions; ++i) {
    rank.exchange(out, (rank.me + 1) % p, in, (rank.me + p - 1) % p);
    out.swap(in);
  }
  const int origin = (rank.me + p - rank.work.repetitions % p) % p;
  return peers::holds(out.data(), peers::mark(origin, 0, 0));
}

bool pairwise(const Rank& rank) {
  const int p = rank.work.p;
  std::vector<char> out(static_cast<std::size_t>(rank.work.bytes));
  std::vector<char> in(out.size());
  bool ok = true;
  for (int i = 0; i < rank.work.repetitions; ++i)
    for (int step = 0; step < rank.work.steps; ++step) {
      const int d = rank.work.distance(step);
      const int to = (rank.me + d) % p;
      const int from = (rank.me + p - d) % p;
      peers::put(out.data(), peers::mark(rank.me, to, i));
      rank.exchange(out, to, in, from);
      ok = ok && peers::holds(in.data(), peers::mark(from, rank.me, i));
    }
  return ok;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int me = 0;
  int p = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  const bool is_one_process = argc > 1 && std::string(argv[1]) == "one";
  const peers::Work work = peers::read_work(argv + 2, argc > 2 ? argc - 2 : 0, p);
  const Rank rank{me, work};
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  peers::Stopwatch watch;
  const int wrong = work.operation == "pingpong" ? !ping_pong(rank)
                    : work.operation == "ring"   ? !ring_around(rank)
                                                 : !pairwise(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  watch.stop();
  const double end = MPI_Wtime();
  int wrong_in_all = 0;
  double cpu_of_all = 0;
  MPI_Reduce(&wrong, &wrong_in_all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&watch.cpu, &cpu_of_all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    peers::print_result(work, end - begin, watch.wall, is_one_process ? watch.cpu : cpu_of_all,
                        wrong_in_all == 0);
  MPI_Finalize();
  return 0;
}
