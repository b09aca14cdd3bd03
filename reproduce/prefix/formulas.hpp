// SPDX-License-Identifier: Apache-2.0
// Prefix computation in the k-port postal model: Theorem 1, the sets U and W, and Lemmas 2 and 3,
// as the paper has them.
//
// Formulas only. Steps count from 1; a value sent in step j is received in step j + lambda - 1.
//
// Source  Lin, Yeh, "communication-optimal parallel prefix computation in the postal model" (in
//         Chinese), sections 2-4.

#pragma once

#include "reproduce/transfers.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::reproduce {

inline constexpr const char* kPrefixPaper =
    "Lin, Yeh: communication-optimal parallel prefix in the k-port postal model";

/// An interval v(first) + ... + v(last), written "first:last", or "first" if there is one.
struct Interval {
  int first = 0;
  int last = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};
std::string text(const Interval& interval);
/// Text such as "0 0:1 0:2".
std::string text(const std::vector<Interval>& intervals);

struct PostalModel {
  int k = 1;
  int lambda = 1;

  /// Theorem 1: G(j) = 1 for j < lambda, else G(j-1) + k G(j-lambda).
  [[nodiscard]] std::int64_t reached(int j) const;
  /// Theorem 1: min { j : G(j) >= n }.
  [[nodiscard]] int steps(std::int64_t n) const;
  /// U(x, j): the PEs that PE x of n sends to in step j.
  [[nodiscard]] std::vector<Rank> destinations(Rank x, int j, int n) const;
  /// W(y, j): the PEs from which PE y receives in step j.
  [[nodiscard]] std::vector<Rank> sources(Rank y, int j) const;
  /// Messages of Algorithm A on n PEs: the sizes of all U.
  [[nodiscard]] std::int64_t messages(int n) const;
  /// Lemma 3: the PEs whose values c(i) combines after step j, from j = 0 on.
  [[nodiscard]] Interval held(Rank i, int j) const;
};

}  // namespace toruscope::reproduce
