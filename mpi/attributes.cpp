// SPDX-License-Identifier: Apache-2.0
// Attributes of communicators: those that MPI defines, and those that programs keep.

#include "mpi/state.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::mpi {

namespace {

Keyval& keyval_of(State& state, int key) {
  Keyval* known = state.keyvals.find(key);
  if (known == nullptr) refuse(MPI_ERR_KEYVAL, "there is no key " + std::to_string(key));
  return *known;
}

/// The value of an attribute of every communicator; null if the key names none.
int* predefined_attribute(State& state, int key) {
  switch (key) {
    case MPI_TAG_UB:
      return &state.tag_limit;
    case MPI_HOST:
      return &state.host;
    case MPI_IO:
      return &state.io;
    case MPI_WTIME_IS_GLOBAL:
      return &state.one;
    case MPI_APPNUM:
      return &state.application;
    case MPI_LASTUSEDCODE:
      return &state.last_code;
    case MPI_UNIVERSE_SIZE:
      return &state.universe;
    default:
      return nullptr;
  }
}

void check_program_key(State& state, int key) {
  if (predefined_attribute(state, key) != nullptr)
    refuse(MPI_ERR_KEYVAL, "the attribute " + std::to_string(key) + " is MPI's own and constant");
}

template <class Attributes>
auto find(Attributes& attributes, int key) {
  return std::find_if(attributes.begin(), attributes.end(), [key](const Attribute& a) { return a.key == key; });
}

/// Takes an attribute away. The program's function may forbid that by an error.
void remove_attribute(State& state, Comm& comm, int key) {
  const auto found = find(comm.attributes, key);
  if (found == comm.attributes.end()) return;
  void* const value = found->value;
  const Keyval& known = keyval_of(state, key);
  if (known.remove != MPI_COMM_NULL_DELETE_FN) {
    const int error = known.remove(handle_of<MPI_Comm>(comm.number), key, value, known.extra);
    if (error != MPI_SUCCESS) refuse(error, "the program's function for the end of an attribute failed");
  }
  comm.attributes.erase(find(comm.attributes, key));  // the function may have set others
}

}  // namespace

void copy_attributes(State& state, Comm& from, Comm& to) {
  set_here(&state.rank);
  const std::vector<Attribute> all = from.attributes;
  for (const auto& [key, value] : all) {
    const Keyval& known = keyval_of(state, key);
    if (known.copy == MPI_COMM_NULL_COPY_FN) continue;
    void* copy = value;
    int is_copied = 1;
    if (known.copy != MPI_COMM_DUP_FN) {
      const int error =
          known.copy(handle_of<MPI_Comm>(from.number), key, known.extra, value, &copy, &is_copied);
      if (error != MPI_SUCCESS) refuse(error, "the program's function that copies an attribute failed");
    }
    if (is_copied != 0) to.attributes.push_back({key, copy});
  }
}

void delete_attributes(State& state, Comm& comm) {
  set_here(&state.rank);
  std::vector<int> keys;
  for (const Attribute& attribute : comm.attributes) keys.insert(keys.begin(), attribute.key);
  for (const int key : keys) remove_attribute(state, comm, key);
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove, int* key,
                           void* extra) {
  return call(__func__, [&](State& s) {
    *key = s.keyvals.add(std::make_shared<Keyval>(Keyval{copy, remove, extra}));
  });
}
int MPI_Keyval_create(MPI_Copy_function* copy, MPI_Delete_function* remove, int* key, void* extra) {
  return MPI_Comm_create_keyval(copy, remove, key, extra);
}

// Attributes with the key stay, and with them the key.
int MPI_Comm_free_keyval(int* key) {
  return call(__func__, [&](State& s) {
    keyval_of(s, *key);
    *key = MPI_KEYVAL_INVALID;
  });
}
int MPI_Keyval_free(int* key) {
  return MPI_Comm_free_keyval(key);
}

int MPI_Comm_set_attr(MPI_Comm comm, int key, void* value) {
  return call(__func__, [&](State& s) {
    Comm& known = comm_of(s, comm);
    check_program_key(s, key);
    keyval_of(s, key);
    remove_attribute(s, known, key);
    known.attributes.push_back({key, value});
  });
}
int MPI_Attr_put(MPI_Comm comm, int key, void* value) {
  return MPI_Comm_set_attr(comm, key, value);
}

int MPI_Comm_get_attr(MPI_Comm comm, int key, void* value, int* flag) {
  return call(__func__, [&](State& s) {
    const Comm& known = comm_of(s, comm);
    void* found = predefined_attribute(s, key);
    if (found == nullptr) {
      keyval_of(s, key);
      const auto own = find(known.attributes, key);
      if (own != known.attributes.end()) {
        *flag = 1;
        *static_cast<void**>(value) = own->value;
        return;
      }
    }
    *flag = found != nullptr ? 1 : 0;
    if (found != nullptr) *static_cast<void**>(value) = found;
  });
}
int MPI_Attr_get(MPI_Comm comm, int key, void* value, int* flag) {
  return MPI_Comm_get_attr(comm, key, value, flag);
}

int MPI_Comm_delete_attr(MPI_Comm comm, int key) {
  return call(__func__, [&](State& s) {
    Comm& known = comm_of(s, comm);
    check_program_key(s, key);
    keyval_of(s, key);
    remove_attribute(s, known, key);
  });
}
int MPI_Attr_delete(MPI_Comm comm, int key) {
  return MPI_Comm_delete_attr(comm, key);
}

}  // extern "C"
