// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/real_function.hpp"

#include <initializer_list>

namespace toruscope::mpi {

void* real_address(const char* name) {
  if (void* const found = dlsym(RTLD_NEXT, name)) return found;
  // Libraries of the programs alone.
  for (const char* library : {"libgfortran.so.5", "libgomp.so.1"}) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    void* const found = dlsym(handle, name);
    dlclose(handle);
    if (found != nullptr) return found;
  }
  return nullptr;
}

}  // namespace toruscope::mpi
