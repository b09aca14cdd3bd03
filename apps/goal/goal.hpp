// SPDX-License-Identifier: Apache-2.0
// The application `goal`: runs each rank's sends, receives and local work of a GOAL file.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application goal_application();

}  // namespace toruscope::apps
