// SPDX-License-Identifier: Apache-2.0
// Small inputs of the application `fft`, for the property tests: three years of sunspots.

#pragma once

#include "apps/application.hpp"

#include <vector>

namespace toruscope::apps {

std::vector<AppSample> fft_samples();

}  // namespace toruscope::apps
