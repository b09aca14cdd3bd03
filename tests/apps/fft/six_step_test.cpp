// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/six_step.hpp"

#include "apps/fft/reference.hpp"
#include "tests/apps/fft/noise.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

using test::noise;

/// The spectrum as the PEs of a machine leave it.
std::vector<Complex> spectrum_on(const TopologyPtr& topology, const std::vector<Complex>& series,
                                 const std::string& algorithm = "auto") {
  const SixStep shape(series.size(), topology->nodes());
  std::vector<std::vector<Complex>> rows(static_cast<std::size_t>(shape.p));
  Machine(topology, preset("unit")).run([&](Communicator& comm) {
    std::vector<Complex>& mine = rows[static_cast<std::size_t>(comm.rank())];
    for (std::size_t i = shape.deal1.first(comm.rank()) * shape.n2;
         i < shape.deal1.first(comm.rank() + 1) * shape.n2; ++i)
      mine.push_back(series[i]);
    six_step_fft(comm, shape, mine, algorithm);
  });
  std::vector<Complex> spectrum;
  for (const auto& some : rows) spectrum.insert(spectrum.end(), some.begin(), some.end());
  return spectrum;
}

TEST(Deal, GivesEveryRowToOnePe) {
  for (const std::size_t rows : std::vector<std::size_t>{1, 2, 7, 12, 47, 60})
    for (int p = 1; p <= 20; ++p) {
      const Deal deal(rows, p);
      std::size_t next = 0;
      std::size_t holders = 0;
      for (Rank pe = 0; pe < p; ++pe) {
        EXPECT_EQ(deal.first(pe), next);
        EXPECT_LE(deal.count(pe), deal.per_pe);
        next += deal.count(pe);
        if (deal.count(pe) > 0) ++holders;
      }
      EXPECT_EQ(next, rows) << rows << " rows, " << p << " PEs";
      EXPECT_EQ(deal.holders(), holders) << rows << " rows, " << p << " PEs";
    }
}

TEST(SixStep, FactorsAsNearlySquareAsTheDivisorsAllow) {
  const auto factors = [](std::size_t n) {
    const SixStep shape(n, 4);
    return std::pair(shape.n1, shape.n2);
  };
  EXPECT_EQ(factors(1), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(factors(2819), std::pair(std::size_t{1}, std::size_t{2819}));  // a prime
  EXPECT_EQ(factors(2820), std::pair(std::size_t{47}, std::size_t{60}));
  EXPECT_EQ(factors(4096), std::pair(std::size_t{64}, std::size_t{64}));
}

TEST(Blocks, CarryEveryElementToItsTransposedPlace) {
  for (const auto& [height, width] : {std::pair{3, 4}, std::pair{4, 3}, std::pair{1, 7}, std::pair{6, 6}})
    for (int p = 1; p <= 9; ++p) {
      const Deal rows(static_cast<std::size_t>(height), p);
      const Deal columns(static_cast<std::size_t>(width), p);
      const std::size_t block = rows.per_pe * columns.per_pe;
      const auto pes = static_cast<std::size_t>(p);
      std::vector<std::vector<Complex>> sent(pes, std::vector<Complex>(pes * block));
      for (Rank pe = 0; pe < p; ++pe) {
        std::vector<Complex> mine(rows.count(pe) * columns.rows);
        for (std::size_t i = 0; i < mine.size(); ++i)
          // its place in the matrix
          mine[i] = static_cast<double>(rows.first(pe) * columns.rows + i);
        pack_blocks(rows, columns, pe, mine, sent[static_cast<std::size_t>(pe)]);
      }
      for (Rank pe = 0; pe < p; ++pe) {
        std::vector<Complex> received(pes * block);
        for (std::size_t s = 0; s < pes; ++s)
          std::copy_n(sent[s].begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(pe) * block),
                      block, received.begin() + static_cast<std::ptrdiff_t>(s * block));
        std::vector<Complex> mine(columns.count(pe) * rows.rows);
        unpack_blocks(rows, columns, pe, received, mine);
        for (std::size_t i = 0; i < mine.size(); ++i) {
          const std::size_t column = columns.first(pe) + i / rows.rows;
          const std::size_t row = i % rows.rows;
          EXPECT_EQ(mine[i], Complex(static_cast<double>(row * columns.rows + column)))
              << height << " x " << width << " on " << p << " PEs, PE " << pe;
        }
      }
    }
}

TEST(SixStepFft, EqualsTheDefinitionForAnyLengthOnAnyNumberOfPes) {
  for (const std::size_t n : std::vector<std::size_t>{1, 2, 3, 4, 12, 30, 64, 97, 101, 202, 256, 360})
    for (const int p : {1, 2, 3, 5, 8, 25}) {
      const std::vector<Complex> series = noise(n);
      EXPECT_LT(relative_error(spectrum_on(complete(p), series), dft_by_definition(series)), 1e-14)
          << "n = " << n << ", p = " << p;
    }
}

TEST(SixStepFft, GivesTheSameBitsOnEveryMachineByEveryAlgorithm) {
  for (const std::size_t n : std::vector<std::size_t>{60, 101, 256}) {
    const std::vector<Complex> series = noise(n);
    const std::vector<Complex> alone = spectrum_on(ring(1), series);
    for (const TopologyPtr& topology : {ring(6), torus(4, 4), torus(2, 3, 2), complete(7), torus(1, 5)})
      EXPECT_EQ(spectrum_on(topology, series), alone) << "n = " << n << " on " << topology->name();
    for (const Alltoall& algorithm : builtin_catalogue().alltoall()) {
      for (const TopologyPtr& topology : {ring(8), torus(4, 8)}) {
        const SixStep shape(n, topology->nodes());
        if (algorithm.refusal(case_of(*topology, preset("unit"), shape.block() * sizeof(Complex)))) continue;
        EXPECT_EQ(spectrum_on(topology, series, algorithm.name), alone)
            << "n = " << n << " on " << topology->name() << " by " << algorithm.name;
      }
    }
  }
}

TEST(SixStepFft, DeclaresTheWorkOfItsRows) {
  // One PE holds all rows of 8 x 16: 16 transforms of 8, 128 twiddle factors, 8 transforms of 16.
  Parameters parameters = preset("unit");
  parameters.flop = Ticks{1};
  const SixStep shape(128, 1);
  const Report report = Machine(ring(1), parameters).run([&](Communicator& comm) {
    std::vector<Complex> mine = noise(128);
    six_step_fft(comm, shape, mine, "auto");
  });

  EXPECT_EQ(report.finish.time, Ticks{16 * 120 + 6 * 128 + 8 * 320});
}

}  // namespace
}  // namespace toruscope::apps
