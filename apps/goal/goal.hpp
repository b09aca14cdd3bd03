// SPDX-License-Identifier: Apache-2.0
// The application `goal`: runs a schedule of sends, receives and local work that a GOAL file gives
// for each rank.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application goal_application();

}  // namespace toruscope::apps
