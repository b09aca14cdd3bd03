// SPDX-License-Identifier: Apache-2.0
// Plan of a run's network (picture/network_plan.hpp) as its page carries it: view/README.md.

#pragma once

#include "view/description.hpp"

namespace toruscope::view {

/// Precondition: `network` is that of a run's description.
Json plan_json(const Json& network);

}  // namespace toruscope::view
