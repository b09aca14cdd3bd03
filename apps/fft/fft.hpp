// SPDX-License-Identifier: Apache-2.0
// The application `fft`: the spectrum of a real series by the six-step method.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application fft_application();

}  // namespace toruscope::apps
