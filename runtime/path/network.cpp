// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/network.hpp"

#include <algorithm>

namespace toruscope::detail {

Network::Network(const Topology& topology, const Costs& costs, int workers, std::size_t channel_capacity)
    : topology_(topology),
      costs_(costs),
      workers_(workers),
      channel_capacity_(channel_capacity),
      ports_(static_cast<std::size_t>(std::max(topology.ports(), 1))),
      lookahead_(topology.diameter() <= 1 ? kNever : costs.th),  // one hop: no link feeds another
      routers_(lookahead_ == Ticks{} ? 1 : workers),
      links_(static_cast<std::size_t>(topology.nodes()) * static_cast<std::size_t>(topology.ports())) {}

}  // namespace toruscope::detail
