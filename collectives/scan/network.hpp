// SPDX-License-Identifier: Apache-2.0
// Messages of Algorithm A: windows grow to prefixes on p PEs with k ports in the postal model.
//
//   U(x,j) = { x + G(j+lambda-2) + t G(j-1) < p : t = 0..k-1 }   destinations of PE x in step j
//   W(y,j) = { y - G(j-1) - t G(j-lambda) >= 0  : t = 0..k-1 }   sources of PE y, j >= lambda
//
//   for j = 1 .. m:   if j <= m - lambda + 1:  send c, as of after step j-1, to each PE of U(x,j)
//                     if j >= lambda:          absorb W(y,j)'s windows, sent in step j-lambda+1
//
//   p = 10, k = 2, lambda = 3, m = 6     step 1   x -> x+1, x+2      step 3   x -> x+5, x+6
//                                        step 2   x -> x+3, x+4      step 4   x -> x+7
//
// Invariant  After step j PE i holds the window max(0, i - G(j) + 1) .. i. All distances differ, so
//            between two PEs there is one message at most.
// Steps      m = min { j : G(j) >= p }, optimal.   Messages   of one window, up to k a PE and step.
// Parts      of a value follow one another: part i sends in the steps after i (m - lambda + 1),
//            when the part before it has sent all and still takes. No PE sends, or takes, for two
//            parts in one step: s (m-lambda+1) + lambda - 1 steps if all keep step. An idle PE does
//            not wait for its step: for lambda >= 4 and few PEs that may take longer.
// Doubling   lambda = 1 is (k+1)-ary doubling: distances t (k+1)^(j-1), ceil(log_{k+1} p) rounds.
// Source     Lin, Yeh, parallel prefix in the k-port postal model, Algorithm A, Lemmas 2 and 3
//            (case 3 of Lemma 2 has two misprints: the range goes to G(j-1) + k G(j-lambda), the
//            sources are i - G(j-1) - t G(j-lambda)).

#pragma once

#include "collectives/scan/prefix.hpp"
#include "collectives/shapes/reach.hpp"

#include <toruscope/communicator.hpp>

#include <boost/container/small_vector.hpp>
#include <span>

namespace toruscope::collectives {

class PrefixNetwork {
 public:
  PrefixNetwork(int p, int k, int lambda);

  using Ranks = boost::container::small_vector<Rank, 4>;

  /// Number m of steps.
  [[nodiscard]] int steps() const { return steps_; }
  /// Set U(x,j), nearest first; empty after step m - lambda + 1.
  [[nodiscard]] Ranks destinations(Rank x, int j) const;
  /// Set W(y,j), nearest first; empty before step lambda.
  [[nodiscard]] Ranks sources(Rank y, int j) const;

  /// Steps after which the next part of a value may begin.
  [[nodiscard]] int turn() const { return steps_ - lambda_ + 1; }

  /// Runs one round per step, on all PEs of the communicator.
  void run(Communicator& comm, std::span<Prefix> parts) const;

 private:
  [[nodiscard]] std::int64_t grown(int j) const { return reach_.at(Ticks{j}); }  // G(j)

  int p_;
  int k_;
  int lambda_;
  Reach reach_;
  int steps_;
};

}  // namespace toruscope::collectives
