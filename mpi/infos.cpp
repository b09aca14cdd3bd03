// SPDX-License-Identifier: Apache-2.0
// Info objects: texts by key. Nothing here asks for them.

#include "mpi/state.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace toruscope::mpi;

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

/// What MPI_INFO_ENV says of a run here: how many ranks were asked for.
Values& environment_of(State& state) {
  Info& known = state.environment;
  if (known.values.empty())
    known.values = {{"maxprocs", std::to_string(state.rank.size)}, {"soft", std::to_string(state.rank.size)}};
  return known.values;
}

Values& values_of(State& state, MPI_Info info) {
  if (info == MPI_INFO_ENV) return environment_of(state);
  Info* known = state.infos.find(number_of(info));
  if (known == nullptr) refuse(MPI_ERR_INFO, "there is no such info object");
  return known->values;
}

auto find(Values& values, std::string_view key) {
  return std::find_if(values.begin(), values.end(), [key](const auto& value) { return value.first == key; });
}

/// As much of a text as `most` characters, and a zero.
void write(const std::string& text, int most, char* into) {
  const std::size_t length = std::min(text.size(), static_cast<std::size_t>(std::max(most, 0)));
  std::memcpy(into, text.data(), length);
  into[length] = '\0';
}

MPI_Info publish(State& state, Values values) {
  return handle_of<MPI_Info>(state.infos.add(std::make_shared<Info>(Info{std::move(values)})));
}

}  // namespace

extern "C" {

int MPI_Info_create(MPI_Info* info) {
  return call(__func__, [&](State& s) { *info = publish(s, Values()); });
}
int MPI_Info_dup(MPI_Info info, MPI_Info* made) {
  return call(__func__, [&](State& s) { *made = publish(s, values_of(s, info)); });
}
int MPI_Info_free(MPI_Info* info) {
  return call(__func__, [&](State& s) {
    values_of(s, *info);
    s.infos.take(number_of(*info));
    *info = MPI_INFO_NULL;
  });
}

int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
  return call(__func__, [&](State& s) {
    Values& values = values_of(s, info);
    const auto found = find(values, key);
    if (found == values.end())
      values.emplace_back(key, value);
    else
      found->second = value;
  });
}
int MPI_Info_delete(MPI_Info info, const char* key) {
  return call(__func__, [&](State& s) {
    Values& values = values_of(s, info);
    const auto found = find(values, key);
    if (found == values.end()) refuse(MPI_ERR_INFO_NOKEY, std::string("there is no key ") + key);
    values.erase(found);
  });
}

int MPI_Info_get(MPI_Info info, const char* key, int most, char* value, int* flag) {
  return call(__func__, [&](State& s) {
    Values& values = values_of(s, info);
    const auto found = find(values, key);
    *flag = found == values.end() ? 0 : 1;
    if (*flag != 0) write(found->second, most, value);
  });
}
int MPI_Info_get_valuelen(MPI_Info info, const char* key, int* length, int* flag) {
  return call(__func__, [&](State& s) {
    Values& values = values_of(s, info);
    const auto found = find(values, key);
    *flag = found == values.end() ? 0 : 1;
    if (*flag != 0) *length = static_cast<int>(found->second.size());
  });
}
int MPI_Info_get_nkeys(MPI_Info info, int* count) {
  return call(__func__, [&](State& s) { *count = static_cast<int>(values_of(s, info).size()); });
}
int MPI_Info_get_nthkey(MPI_Info info, int n, char* key) {
  return call(__func__, [&](State& s) {
    const Values& values = values_of(s, info);
    if (n < 0 || static_cast<std::size_t>(n) >= values.size())
      refuse(MPI_ERR_ARG, "there is no key number " + std::to_string(n) + "; the object has " +
                              std::to_string(values.size()));
    write(values[static_cast<std::size_t>(n)].first, MPI_MAX_INFO_KEY - 1, key);
  });
}

// What is known of a communicator: nothing that a program has set changes anything.
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info) {
  return call(__func__, [&](State& s) { comm_of(s, comm); });
}
int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
  return call(__func__, [&](State& s) {
    comm_of(s, comm);
    *info = publish(s, Values());
  });
}

}  // extern "C"
