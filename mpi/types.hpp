// SPDX-License-Identifier: Apache-2.0
// Datatypes: where the data of one element lie, how far elements are apart, and, of a predefined
// type, what they are to an operator.
//
// Invariants  A Type is constant but for its name and its being committed. Predefined ones are
//             shared by all ranks and never change.

#pragma once

#include "mpi/flatten.hpp"
#include "mpi/include/mpi.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::mpi {

class State;

/// What the elements of a predefined type are to an operator.
enum class Kind : std::uint8_t {
  none,  ///< nothing that an operator takes
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  long_double,
  complex32,
  complex64,
  complex_long_double,
  boolean,
  logical8,  ///< LOGICAL of one byte, and so on
  logical16,
  logical32,
  logical64,
  byte,
  float_int,
  double_int,
  long_int,
  int_int,
  short_int,
  long_double_int,
  float_float,
  double_double,
};

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// The arguments of which a program made a type, in the order of MPI_Type_get_contents.
struct Recipe {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> numbers{};
  std::vector<MPI_Aint> places{};
  std::vector<TypePtr> types{};
};

struct Type {
  LayoutPtr layout{};
  std::ptrdiff_t lower = 0;   ///< lower bound
  std::ptrdiff_t extent = 0;  ///< distance of elements
  std::size_t alignment = 1;  ///< of the most strictly aligned basic type
  bool has_lower = false;     ///< the lower bound was given: it holds for what is made of this type
  bool has_upper = false;
  bool is_committed = false;
  bool is_predefined = false;
  Kind kind = Kind::none;
  std::string name{};
  std::shared_ptr<const Recipe> recipe{};  ///< null: predefined

  [[nodiscard]] std::size_t size() const { return layout->size(); }
  [[nodiscard]] std::ptrdiff_t upper() const { return lower + extent; }
  /// True if `count` elements are one block of bytes, for any count.
  [[nodiscard]] bool is_dense() const {
    return layout->is_one_block() && extent == static_cast<std::ptrdiff_t>(size());
  }
};

/// The predefined types by their handles' numbers, from kFirstType on; null where there is none.
/// Filled before the first rank has a state, and constant from then on.
inline constexpr int kFirstType = 0x200;
inline constexpr int kTypes = 0x100;
extern constinit const Type* predefined_types[kTypes];
void make_predefined_types();

/// The predefined type of a handle's number, or null.
inline const Type* predefined_type(int number) {
  const auto place = static_cast<unsigned>(number - kFirstType);
  return place < kTypes ? predefined_types[place] : nullptr;
}

/// The type of a handle. Errors: MPI_ERR_TYPE.
Type& type_of(State& state, MPI_Datatype handle);
/// The type of a handle of the program's own types, for a transfer. Errors: MPI_ERR_TYPE.
const Type& usable_own_type(State& state, MPI_Datatype handle);
/// The type of a handle, for a transfer: committed.
inline const Type& usable_type(State& state, MPI_Datatype handle) {
  const Type* const known = predefined_type(static_cast<int>(reinterpret_cast<std::intptr_t>(handle)));
  return known != nullptr ? *known : usable_own_type(state, handle);
}
/// Keeps the type alive, whatever becomes of its handle.
TypePtr keep_type(State& state, MPI_Datatype handle);

}  // namespace toruscope::mpi
