// SPDX-License-Identifier: Apache-2.0
// Words for a thrown object that is no std::exception.

#pragma once

#include <string>

namespace toruscope::core {

/// Writes "a value of type int". Precondition: a C++ exception is being handled.
std::string thrown_type();

}  // namespace toruscope::core
