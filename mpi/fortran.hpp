// SPDX-License-Identifier: Apache-2.0
// Arguments of Fortran, which come by address, made those of the C functions: a handle is the same
// number in both, a status has the same layout, and a LOGICAL of gfortran is an int.
//
// Not here    Functions that take or give arrays of handles, text, or an index
//             (fortran_arrays.cpp, fortran_texts.cpp).

#pragma once

#include "mpi/handles.hpp"
#include "mpi/include/mpi.h"
#include "mpi/rank.hpp"

#include <tuple>
#include <type_traits>

namespace toruscope::mpi {

/// The common block of mpif.h, whose members stand for addresses that Fortran cannot write.
struct FortranConstants {
  MPI_Fint bottom, in_place, status_ignore[8], statuses_ignore[8], unweighted, weights_empty;
};

/// What a C function is given for a buffer: MPI_BOTTOM, MPI_IN_PLACE, or the buffer.
void* buffer_of(void* place);
/// Numbers, MPI_UNWEIGHTED or MPI_WEIGHTS_EMPTY.
const int* numbers_at(const void* place);
/// The same for one status or several: MPI_STATUS_IGNORE, or the place.
MPI_Status* status_at(void* place);

template <class T>
inline constexpr bool is_handle =
    std::is_same_v<T, MPI_Comm> || std::is_same_v<T, MPI_Group> || std::is_same_v<T, MPI_Datatype> ||
    std::is_same_v<T, MPI_Op> || std::is_same_v<T, MPI_Request> || std::is_same_v<T, MPI_Errhandler> ||
    std::is_same_v<T, MPI_Info> || std::is_same_v<T, MPI_Message>;

/// An argument for a parameter of type C.
template <class C>
class Argument {
  using Pointed = std::remove_pointer_t<C>;
  static constexpr bool points_to_handle = is_handle<Pointed>;
  static constexpr bool is_buffer = std::is_void_v<std::remove_const_t<Pointed>>;
  static_assert(!(std::is_const_v<Pointed> && is_handle<std::remove_const_t<Pointed>>), "an array of handles");

 public:
  explicit Argument(void* place) : place_(place) {
    if constexpr (points_to_handle) handle_ = handle_of<Pointed>(*static_cast<MPI_Fint*>(place));
  }
  C value() {
    if constexpr (std::is_arithmetic_v<C>)
      return *static_cast<C*>(place_);
    else if constexpr (is_handle<C>)
      return handle_of<C>(*static_cast<MPI_Fint*>(place_));
    else if constexpr (points_to_handle)
      return &handle_;
    else if constexpr (std::is_same_v<std::remove_const_t<Pointed>, MPI_Status>)
      return status_at(place_);
    else if constexpr (is_buffer)
      return buffer_of(place_);
    else if constexpr (std::is_same_v<std::remove_const_t<Pointed>, int>)
      return const_cast<C>(numbers_at(place_));
    else
      return reinterpret_cast<C>(place_);  // other numbers, or a function
  }
  /// Gives Fortran a handle that the function has changed.
  void tell() {
    if constexpr (points_to_handle) *static_cast<MPI_Fint*>(place_) = number_of(handle_);
  }

 private:
  void* place_;
  std::conditional_t<points_to_handle, Pointed, char> handle_{};
};

/// Calls a function of C with arguments of Fortran; returns its error.
template <class... C, class... Places>
MPI_Fint call_from_fortran(int (*function)(C...), Places*... places) {
  std::tuple<Argument<C>...> arguments{static_cast<void*>(places)...};
  const int error = std::apply([&](auto&... all) { return function(all.value()...); }, arguments);
  std::apply([](auto&... all) { (all.tell(), ...); }, arguments);
  return error;
}

}  // namespace toruscope::mpi
