// SPDX-License-Identifier: Apache-2.0
// What must hold of every critical path that is told as events, whatever was run on what.

#pragma once

#include <toruscope/report.hpp>

#include <string>

namespace toruscope::test {

/// Empty, or what is wrong: the events follow each other without a gap from 0 to T and end with the
/// PE that ends last; counted they make the account of T, and each takes what the machine says;
/// each hop is one of the event log, if there is a log.
std::string path_fault(const Report& report);

}  // namespace toruscope::test
