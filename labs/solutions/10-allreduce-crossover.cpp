// SPDX-License-Identifier: Apache-2.0
// The time of three allreduces, and where one overtakes the other.
#include <toruscope/toruscope.hpp>

#include <bit>
using namespace toruscope;

namespace {

/// Messages of p PEs with `bytes` each, one after the other: their number, and their bytes in all.
struct Sent {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

int power(int p) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(p)));
}
int log_of_power(int p) {
  return std::bit_width(static_cast<unsigned>(p)) - 1;
}
/// PEs beyond the power of two hand their vectors in, and get the sum back.
Sent folded(int p, std::int64_t bytes, Sent among) {
  if (power(p) == p) return among;
  return {among.messages + 2, among.bytes + 2 * bytes};
}

Sent ring_sends(int p, std::int64_t bytes) {
  return {2 * (p - 1), 2 * (p - 1) * (bytes / p)};
}
Sent doubling_sends(int p, std::int64_t bytes) {
  return folded(p, bytes, {log_of_power(p), log_of_power(p) * bytes});
}
Sent rabenseifner_sends(int p, std::int64_t bytes) {
  return folded(p, bytes, {2 * log_of_power(p), 2 * (power(p) - 1) * (bytes / power(p))});
}

Ticks time_of(const Sent& sent, const Costs& costs) {
  return sent.messages * (costs.ts + costs.th) + sent.bytes * costs.tw;
}

/// Units of 8 p q bytes from which on `later`, which sends more messages, takes less time.
std::int64_t crossover(int p, const Costs& costs, Sent (*early)(int, std::int64_t),
                       Sent (*later)(int, std::int64_t)) {
  const std::int64_t unit = 8 * static_cast<std::int64_t>(p) * power(p);
  const Ticks startups = (later(p, unit).messages - early(p, unit).messages) * (costs.ts + costs.th);
  const Ticks gain = (early(p, unit).bytes - later(p, unit).bytes) * costs.tw;  // of each unit
  return (startups.count / gain.count + 1) * unit;
}

}  // namespace

Ticks time_of_ring(int p, std::int64_t bytes, const Costs& costs) {
  return time_of(ring_sends(p, bytes), costs);
}
Ticks time_of_doubling(int p, std::int64_t bytes, const Costs& costs) {
  return time_of(doubling_sends(p, bytes), costs);
}
Ticks time_of_rabenseifner(int p, std::int64_t bytes, const Costs& costs) {
  return time_of(rabenseifner_sends(p, bytes), costs);
}
std::int64_t doubling_to_rabenseifner(int p, const Costs& costs) {
  return crossover(p, costs, doubling_sends, rabenseifner_sends);
}
std::int64_t rabenseifner_to_ring(int p, const Costs& costs) {
  return crossover(p, costs, rabenseifner_sends, ring_sends);
}
