// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/thrown_type.hpp"

#include <boost/core/demangle.hpp>
#include <cxxabi.h>
#include <typeinfo>

namespace toruscope::core {

std::string thrown_type() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  return type == nullptr ? "something foreign" : "a value of type " + boost::core::demangle(type->name());
}

}  // namespace toruscope::core
