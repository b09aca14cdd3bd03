// SPDX-License-Identifier: Apache-2.0
// Words for a thrown object that is no std::exception.

#pragma once

#include <string>

namespace toruscope::core {

/// "a value of type int". Precondition: called in a handler, while an exception of C++ is being
/// handled.
std::string thrown_type();

}  // namespace toruscope::core
