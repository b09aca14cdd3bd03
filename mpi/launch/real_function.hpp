// SPDX-License-Identifier: Apache-2.0
// Functions of the C library, and of others, behind those of the same name in this program, which
// programs of ranks call: all that the launcher exports (exported.txt).

#pragma once

#include <cstdlib>
#include <dlfcn.h>

namespace toruscope::mpi {

/// The function of this name that a library has; null if none has.
void* real_address(const char* name);

template <class Function>
Function* real_function(const char* name, Function*) {
  return reinterpret_cast<Function*>(real_address(name));
}

}  // namespace toruscope::mpi

/// The library's function of that name, found once. NOLINTNEXTLINE(cppcoreguidelines-macro-usage)
#define TORUSCOPE_REAL(name)                                                             \
  ([] {                                                                                  \
    static auto* const found =                                                           \
        ::toruscope::mpi::real_function(#name, static_cast<decltype(&::name)>(nullptr)); \
    return found;                                                                        \
  }())
