// SPDX-License-Identifier: Apache-2.0
// The application `prefix`: sums, extremes and linear recurrences over a series, by a scan.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application prefix_application();

}  // namespace toruscope::apps
