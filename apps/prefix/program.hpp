// SPDX-License-Identifier: Apache-2.0
// The PE's program: prefixes of values that are dealt to the PEs, by the collective scan.
//
//   sum, max, min   x[i] = b[0] op b[1] op ... op b[i]
//   recurrence      x[i] = a[i] x[i-1] + b[i], x[-1] given
//
// A recurrence is a scan too: step i is the affine map x -> a[i] x + b[i], and the composition of
// two such maps is one again, (a', b') after (a, b) = (a' a, a' b + b'), which is associative and
// does not commute. The scan gives each i the map of all steps up to i; applied to x[-1] it is
// x[i]. Exponential smoothing: s[i] = (1 - alpha) s[i-1] + alpha y[i], s[0] = y[0].
//
// The values are dealt as evenly as possible, for any n and p; some PEs may have none.
//
// Source  Lin, Yeh, "Communication-optimal parallel prefix in the (k-port) postal model", Algorithm
//         B (the deal and the local work); Blelloch, "Prefix Sums and Their Applications",
//         CMU-CS-90-190, section 1.4 (recurrences).

#pragma once

#include "collectives/shapes/deal.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::apps {

enum class PrefixOperator { sum, max, min, recurrence };

/// The map x -> a x + b.
struct Affine {
  double a = 1;
  double b = 0;
};

/// The composition: first `left`, then `right`.
inline Affine composed(const Affine& left, const Affine& right) {
  return {right.a * left.a, right.a * left.b + right.b};
}

/// The job that all PEs know.
struct PrefixJob {
  collectives::EvenDeal deal;
  PrefixOperator op = PrefixOperator::sum;
  std::vector<double> a{};  ///< factors of a recurrence, as many as b; otherwise empty
  std::vector<double> b{};  ///< the values
  double start = 0;         ///< x[-1] of a recurrence
  std::string algorithm{};  ///< algorithm of the scan
};

/// Writes the PE's own prefixes into `result`, which has as many values as job.b. Collecting costs
/// no virtual time. The PEs are synchronised around the scan (free), so that T is its time and the
/// longest local work: to combine the run before it, to bring the prefix of the runs before into
/// the run after it. Declared work: 1 operation a sum or comparison, 3 a composition, 2 to apply.
void prefix_program(Communicator& comm, const PrefixJob& job, std::vector<double>& result);

/// Operations of the plain loop on one PE.
std::int64_t serial_operations(const PrefixJob& job);

/// Bytes of what the scan combines.
std::size_t element_bytes(PrefixOperator op);

}  // namespace toruscope::apps
