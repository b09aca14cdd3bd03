// SPDX-License-Identifier: Apache-2.0
// PTk: all-to-all on a torus of k = 2^d dimensions, dividing dimensions and PEs in two recursively.
//
//   PT(D, u):  |D| = 1:  exchange along that dimension among the PEs of my residue mod u
//                        (AR1 on a ring of N_i/u)
//              else      D = D1 D2; c = (sum over D of floor(x_j/u)) mod 2
//                        c = 0:  PT(D1, 2u), PT(D2, 2u)          c = 1:  PT(D2, 2u), PT(D1, 2u)
//                        then, for every j in D, half of everything changes places with the PE
//                        x_j +- u of my cell of 2u
//   run        PT(all dimensions, 1)
//
//   k = 4      ring ring half2 half2 ring ring half2 half2 half1 half1 half1 half1
//
// Rounds        k (ceil(N1/4k) + log2 k + 1) for the longest side N1, a multiple of 2k; k fewer for
//               N1 = 2k.
// Volume        (k^2 floor(N1^2/8k^2) + (k/2) (log2 k + 1) N1) N2 .. Nk blocks per PE. (The paper
//               prints MTk's coefficient of N1, which is larger from k = 8 on.)
// Synchronised  after each ring.
// Restricted to a torus of 2, 4, 8, .. dimensions whose sides are multiples of their number.
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5.

#include "collectives/alltoall/colouring.hpp"
#include "collectives/alltoall/ring_program.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/shapes/premises.hpp"

#include <algorithm>
#include <bit>

namespace toruscope::collectives {

namespace {

/// PT(D, u) for D = dimensions first .. first + count - 1.
void add_stages(const std::vector<int>& x, int first, int count, int u, std::vector<PtStage>& stages) {
  if (count == 1) {
    stages.push_back({first, true, u});
    return;
  }
  const int half = count / 2;
  int c = 0;
  for (int j = first; j < first + count; ++j) c += x[static_cast<std::size_t>(j)] / u;
  const int before = c % 2 == 0 ? first : first + half;
  const int after = c % 2 == 0 ? first + half : first;
  add_stages(x, before, half, 2 * u, stages);
  add_stages(x, after, half, 2 * u, stages);
  for (int j = first; j < first + count; ++j) stages.push_back({j, false, u});
}

std::optional<std::string> refusal_of_ptk(const Case& c) {
  const std::size_t k = c.sides.size();
  if (!c.is_torus || k < 2 || !std::has_single_bit(k))
    return "needs a torus of 2, 4, 8, .. dimensions, got " + grid_to_string(c);
  if (std::any_of(c.sides.begin(), c.sides.end(), [k](int side) { return side % static_cast<int>(k) != 0; }))
    return "needs sides that are multiples of " + std::to_string(k) + ", the number of dimensions, got " +
           grid_to_string(c);
  return std::nullopt;
}

/// k rings in every dimension, and k log2 k halvings.
std::optional<Prediction> cost_of_ptk(const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const int k = static_cast<int>(c.sides.size());
  StageSum sum(c);
  std::vector<StageSum::Ring> rings;
  for (const int side : c.sides) rings.push_back({side / k, k});
  for (int t = 0; t < k; ++t) sum.add_rings(rings, 0);
  const std::int64_t halvings = k * ceil_log(2, k);
  sum.add(halvings, halvings * c.p / 2, k * (k - 1));
  const ColouringCost exact = sum.cost();
  return exact.is_exact ? std::optional(exact.prediction) : std::nullopt;
}

void exchange_ptk(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block) {
  Communicator& comm = carrier.comm();
  begin_exchange(send, receive);
  std::vector<int> coordinates;
  coordinates.reserve(static_cast<std::size_t>(comm.dimensions()));
  for (int i = 0; i < comm.dimensions(); ++i) coordinates.push_back(comm.coordinate(i));
  for (const PtStage& stage : pt_stages(coordinates)) {
    if (stage.is_ring) {
      const int p = comm.sides()[static_cast<std::size_t>(stage.dimension)] / stage.u;
      ring_stage(carrier, stage.dimension, stage.u, p % 2 == 0 ? ar1_program() : two_way_ring_program(),
                 receive, block);
      comm.synchronize();
    } else {
      halving_stage(carrier, stage.dimension, stage.u, receive, block);
    }
  }
}

}  // namespace

std::vector<PtStage> pt_stages(const std::vector<int>& coordinates) {
  std::vector<PtStage> stages;
  add_stages(coordinates, 0, static_cast<int>(coordinates.size()), 1, stages);
  return stages;
}

void ptk(Alltoall& entry) {
  entry.summary =
      "PEs and the k = 2^d dimensions of a torus are divided in two until each half has one dimension";
  entry.restrictions = "a torus of k = 2, 4, 8, .. dimensions, each side a multiple of k";
  entry.formula =
      "k (ceil(N1/4k)+log2 k+1) ts + (k^2 floor(N1^2/8k^2)+k/2 (log2 k+1) N1) N2..Nk m tw, 2k | N_i; N1 = 2k: "
      "k ts less";
  entry.source = "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5 (PTk)";
  entry.synchronisation = Synchronisation::stage;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_ptk;
  entry.predicted = cost_of_ptk;
  entry.run = as_they_are(exchange_ptk);
}

}  // namespace toruscope::collectives
