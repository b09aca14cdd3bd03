// SPDX-License-Identifier: Apache-2.0
// A report as text, so that two of them can be compared, and what differs can be read.

#pragma once

#include <toruscope/report.hpp>

#include <string>

namespace toruscope::test {

/// Everything in a report that the host must not decide.
std::string everything(const Report& r);

}  // namespace toruscope::test
