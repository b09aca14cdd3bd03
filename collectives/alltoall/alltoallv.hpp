// SPDX-License-Identifier: Apache-2.0
// All-to-all of blocks of different sizes, by the schedules of all-to-all.
//
// `direct` sends every block to its destination, which knows how long it is. The others pass blocks on through PEs that
// do not: each block travels with its length, 8 bytes, and the schedule moves handles (carrier.hpp).
//
// Rounds        those of the all-to-all.     Volume   no formula: it depends on all sizes.
// Links         Messages of a round differ in length, so they may meet on links where those of the all-to-all do not.
// Source        the schedules' own; lengths in front of blocks: Fan, Gilray, Pascucci, Huang, Micinski, Kumar,
//               "Optimizing the Bruck Algorithm for Non-uniform All-to-all Communication", HPDC 2022.

#pragma once

#include "collectives/alltoall/carrier.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "direct".
Alltoallv alltoallv_direct();
/// An entry that runs the schedule of `entry`, under its name and preconditions.
Alltoallv alltoallv_by(const Alltoall& entry, CarriedExchange schedule);

}  // namespace toruscope::collectives
