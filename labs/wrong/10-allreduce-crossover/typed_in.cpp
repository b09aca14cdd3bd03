// SPDX-License-Identifier: Apache-2.0
// wrong: times measured once and typed in
// expect: lost ring, doubling, rabenseifner, folded, crossover, ring-crossover
// hint: does it pass until
#include <toruscope/toruscope.hpp>
using namespace toruscope;

// Measured with --machine generic -t complete:8, 64 KB.
Ticks time_of_ring(int, std::int64_t, const Costs&) {
  return Ticks{129'388'000};
}
Ticks time_of_doubling(int, std::int64_t, const Costs&) {
  return Ticks{199'758'000};
}
Ticks time_of_rabenseifner(int, std::int64_t, const Costs&) {
  return Ticks{120'988'000};
}
std::int64_t doubling_to_rabenseifner(int, const Costs&) {
  return 4096;
}
std::int64_t rabenseifner_to_ring(int, const Costs&) {
  return 65536;
}
