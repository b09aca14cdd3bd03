// SPDX-License-Identifier: Apache-2.0
// The program of C and MPI that measures a cluster for calibration, as a text.

#pragma once

#include <string_view>

namespace toruscope::calibration {

std::string_view program_text();

}  // namespace toruscope::calibration
