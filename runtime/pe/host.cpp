// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/host.hpp"

#include <algorithm>
#include <string>

namespace toruscope::core {

void PeHost::count_collective(const char* operation, std::string_view algorithm) {
  const auto known = std::find_if(collectives.begin(), collectives.end(), [&](const CollectiveUse& use) {
    return use.operation == operation && use.algorithm == algorithm;
  });
  if (known != collectives.end())
    ++known->calls;
  else
    collectives.push_back({operation, std::string(algorithm), 1});
}

}  // namespace toruscope::core
