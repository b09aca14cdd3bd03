// SPDX-License-Identifier: Apache-2.0
// Allreduce for k ports and any number of PEs: Bruck's concatenation backwards as a reduce-scatter (reduce_scatter/bruck.hpp), then
// forwards as an allgather (allgather/bruck.hpp).
//
// Rounds     2 ceil(log_{k+1} p).     Volume     2 ceil((p-1)/k) blocks of ceil(n/p) values.     Any p, k, topology.
// Restricted to an operator that commutes.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bruck".
Allreduce allreduce_bruck();

}  // namespace toruscope::collectives
