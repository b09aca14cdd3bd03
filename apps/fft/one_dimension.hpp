// SPDX-License-Identifier: Apache-2.0
// The spectrum of a series: from a request to a result.

#pragma once

#include "apps/options.hpp"

namespace toruscope::apps {

/// Precondition  request.input is given. Errors: as Application::run and estimate_bytes.
std::size_t estimate_series_fft(const AppRequest& request, const Options& options);
AppResult run_series_fft(const AppRequest& request, const Options& options);

}  // namespace toruscope::apps
