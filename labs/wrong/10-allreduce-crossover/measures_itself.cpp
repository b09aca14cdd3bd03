// SPDX-License-Identifier: Apache-2.0
// wrong: runs the library on a machine of its own instead of a formula
// expect: lost ring, doubling, rabenseifner, folded, crossover, ring-crossover
// hint: Run this case alone
#include <toruscope/toruscope.hpp>

#include <vector>
using namespace toruscope;

namespace {
Ticks run(const char* algorithm, int p, std::int64_t bytes, const Costs& costs) {
  Machine machine(complete(p), {.ts = costs.ts, .tw = costs.tw, .th = costs.th, .tick = Time{}},
                  {.workers = 1});
  return machine
      .run([&](Communicator& comm) {
        std::vector<double> data(static_cast<std::size_t>(bytes) / 8);
        allreduce(comm, data, std::plus<>{}, algorithm);
      })
      .finish.time;
}
}  // namespace

Ticks time_of_ring(int p, std::int64_t bytes, const Costs& costs) {
  return run("ring", p, bytes, costs);
}
Ticks time_of_doubling(int p, std::int64_t bytes, const Costs& costs) {
  return run("recursive_doubling", p, bytes, costs);
}
Ticks time_of_rabenseifner(int p, std::int64_t bytes, const Costs& costs) {
  return run("rabenseifner", p, bytes, costs);
}
std::int64_t doubling_to_rabenseifner(int, const Costs&) {
  return 0;
}
std::int64_t rabenseifner_to_ring(int, const Costs&) {
  return 0;
}
