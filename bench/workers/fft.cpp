// SPDX-License-Identifier: Apache-2.0
// Two workers against one: the two-dimensional FFT of an image whose only bright pixel stands in
// the middle. Its spectrum is X[k][l] = (-1)^(k + l), which every PE checks in its part.

#include "apps/fft/plane.hpp"
#include "bench/workers/problem.hpp"

#include <toruscope/toruscope.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace toruscope::bench {

namespace {

void fft_of_image(Communicator& comm, const apps::PlaneShape& shape) {
  const Rank me = comm.rank();
  std::vector<apps::Complex> mine(shape.by_rows.count(me) * shape.columns);
  const std::size_t row = shape.rows / 2;
  if (row >= shape.by_rows.first(me) && row < shape.by_rows.first(me + 1))
    mine[(row - shape.by_rows.first(me)) * shape.columns + shape.columns / 2] = 1.0;
  apps::plane_fft(comm, shape, mine, "auto");
  const std::size_t first = shape.by_columns.first(me);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const std::size_t l = first + i / shape.rows;
    const std::size_t k = i % shape.rows;
    const apps::Complex expected((k + l) % 2 == 0 ? 1.0 : -1.0);
    if (std::abs(mine[i] - expected) > 1e-9) comm.fail("fft: a coefficient is wrong");
  }
}

void fft(benchmark::State& state, double bar) {
  const int side = static_cast<int>(state.range(0));
  const auto pixels = static_cast<std::size_t>(state.range(1));
  const apps::PlaneShape shape(pixels, pixels, side * side);
  Ticks finish[2];
  compare_workers(state, bar, [&](int workers) {
    Machine machine(torus(side, side), preset("generic"), {.workers = workers});
    const Report report = machine.run([&](Communicator& comm) { fft_of_image(comm, shape); });
    finish[workers - 1] = report.finish.time;
    return report.finish.time;
  });
  if (finish[0] != finish[1]) state.SkipWithError("two workers end at another virtual time than one");
}

}  // namespace

BENCHMARK_CAPTURE(fft, small, kNoBar)->ArgNames({"side", "pixels"})->Args({4, 64})->Apply(whole_process);
BENCHMARK_CAPTURE(fft, bar_4096, kLeastSpeedUp)
    ->ArgNames({"side", "pixels"})
    ->Args({32, 4096})
    ->Iterations(1)
    ->Apply(whole_process);

}  // namespace toruscope::bench
