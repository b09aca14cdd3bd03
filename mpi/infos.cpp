// SPDX-License-Identifier: Apache-2.0
// Info objects: texts by key. Nothing here asks for them.

#include "mpi/state.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

using namespace toruscope::mpi;

namespace {

std::map<std::string, std::string>& values_of(State& state, MPI_Info info) {
  Info* known = state.infos.find(number_of(info));
  if (known == nullptr) refuse(MPI_ERR_INFO, "there is no such info object");
  return known->values;
}

}  // namespace

extern "C" {

int MPI_Info_create(MPI_Info* info) {
  return call(__func__, [&](State& s) { *info = handle_of<MPI_Info>(s.infos.add(std::make_shared<Info>())); });
}
int MPI_Info_free(MPI_Info* info) {
  return call(__func__, [&](State& s) {
    values_of(s, *info);
    s.infos.take(number_of(*info));
    *info = MPI_INFO_NULL;
  });
}
int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
  return call(__func__, [&](State& s) { values_of(s, info)[key] = value; });
}
int MPI_Info_delete(MPI_Info info, const char* key) {
  return call(__func__, [&](State& s) {
    if (values_of(s, info).erase(key) == 0) refuse(MPI_ERR_INFO_NOKEY, std::string("there is no key ") + key);
  });
}
int MPI_Info_get(MPI_Info info, const char* key, int most, char* value, int* flag) {
  return call(__func__, [&](State& s) {
    const auto& values = values_of(s, info);
    const auto found = values.find(key);
    *flag = found == values.end() ? 0 : 1;
    if (*flag == 0) return;
    const std::size_t length = std::min(found->second.size(), static_cast<std::size_t>(std::max(most, 0)));
    std::memcpy(value, found->second.data(), length);
    value[length] = '\0';
  });
}

}  // extern "C"
