// SPDX-License-Identifier: Apache-2.0
// The operators of reductions of buffers, by name and by the type of the values.

#pragma once

#include <toruscope/algorithm_info.hpp>

#include <string>

namespace toruscope::python {

/// `name`: "sum", "prod", "min", "max", "land", "lor", "band", "bor", "bxor". `format`: a type as
/// of the module struct. Errors: TypeError if the operator has no meaning for it.
Combine operator_of(const std::string& name, const std::string& format);

}  // namespace toruscope::python
