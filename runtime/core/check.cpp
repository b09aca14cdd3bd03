// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace toruscope::core {

void check_failed(const char* file, int line, const char* condition, const std::string& values) {
  std::fprintf(stderr, "%s:%d: check failed: %s;%s\nThis is a defect of Toruscope; please report it.\n", file,
               line, condition, values.c_str());
  std::abort();
}

}  // namespace toruscope::core
