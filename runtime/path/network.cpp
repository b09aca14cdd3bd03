// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/network.hpp"

#include <algorithm>

namespace toruscope::detail {

Network::Network(const Topology& topology, const Costs& costs, const Parameters& parameters, int workers,
                 std::size_t channel_capacity)
    : topology_(topology),
      costs_(costs),
      switching_(parameters.switching),
      flow_{parameters.virtual_channels, parameters.buffers.value_or(0)},
      workers_(workers),
      channel_capacity_(channel_capacity),
      ports_(static_cast<std::size_t>(std::max(topology.ports(), 1))),
      lookahead_(topology.diameter() <= 1                     ? kNever  // one hop: no link feeds another
                 : switching_ == Switching::store_and_forward ? costs.th + costs.tm
                                                              : costs.th),
      routers_(lookahead_ == Ticks{} || holds_while_waiting() ? 1 : workers),
      links_(static_cast<std::size_t>(topology.nodes()) * static_cast<std::size_t>(topology.ports())) {}

}  // namespace toruscope::detail
