// SPDX-License-Identifier: Apache-2.0
// Broadcast of long vectors: the root scatters p blocks of it, then all collect them.
//
//   p = 4, vector a b c d     scatter     0 has a, 1 has b, 2 has c, 3 has d     (scatter/knomial.hpp)
//                             allgather   all have a b c d                       (allgather/bruck.hpp, or ring.hpp)
//
// Rounds     2 ceil(log_{k+1} p); with the ring ceil(log_{k+1} p) + p - 1, each to the next PE.
// Volume     2 ceil((p-1)/k) blocks of ceil(n/p) bytes, the last ones filled up: at most about 2 n/k whatever p, where
//            the k-nomial tree takes n ceil(log_{k+1} p).     Any p, k, root, n, topology.
// Source     Barnett, Shuler, van de Geijn et al., Interprocessor Collective Communication Library, Proc. SHPCC 1994;
//            Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.3.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "scatter_allgather".
Broadcast broadcast_scatter_allgather();
/// The entry "scatter_ring_allgather".
Broadcast broadcast_scatter_ring_allgather();

}  // namespace toruscope::collectives
