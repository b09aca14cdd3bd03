// SPDX-License-Identifier: Apache-2.0
// Operators of the program, and the operator of a handle on the elements of a type.

#include "mpi/operations.hpp"

#include "mpi/state.hpp"
#include "mpi/transfers.hpp"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::mpi {

namespace {

bool is_predefined(MPI_Op op) {
  const int number = number_of(op);
  return number > number_of(MPI_OP_NULL) && number <= number_of(MPI_NO_OP);
}

/// Elements as the program's operator wants them: where their type says, in memory of their own.
class Unpacked {
 public:
  Unpacked(const Type& type, std::size_t n) : type_(type), count_(n) {
    if (n == 0) return;
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(n - 1) * type.extent;
    const std::ptrdiff_t low = std::min<std::ptrdiff_t>(0, last) + std::min(type.layout->first(), type.lower);
    const std::ptrdiff_t high =
        std::max<std::ptrdiff_t>(0, last) + std::max(type.layout->behind(), type.upper());
    memory_.resize(static_cast<std::size_t>(high - low));
    origin_ = memory_.data() - low;
  }
  void fill(const std::byte* packed) {
    unpack(*type_.layout, type_.extent, count_, {packed, count_ * type_.size()}, origin_);
  }
  void read(std::byte* packed) const { pack(*type_.layout, type_.extent, count_, origin_, packed); }
  [[nodiscard]] void* data() { return origin_; }

 private:
  const Type& type_;
  std::size_t count_;
  std::vector<std::byte> memory_;
  std::byte* origin_ = nullptr;
};

/// Calls the program's operator: into = left op right.
void call_operator(State& state, MPI_User_function* function, MPI_Datatype handle, const Type& type,
                   const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  set_here(&state.rank);
  int count = static_cast<int>(n);
  if (type.is_dense() && type.layout->first() == 0) {
    const std::vector<std::byte> first(left, left + n * type.size());
    if (into != right) std::memcpy(into, right, n * type.size());
    function(const_cast<std::byte*>(first.data()), into, &count, &handle);
    return;
  }
  Unpacked first(type, n);
  Unpacked second(type, n);
  first.fill(left);
  second.fill(right);
  function(first.data(), second.data(), &count, &handle);
  second.read(into);
}

Operation& operation_of(State& state, MPI_Op op) {
  Operation* own = state.operations.find(number_of(op));
  if (own == nullptr)
    refuse(MPI_ERR_OP, op == MPI_OP_NULL ? "the operator is MPI_OP_NULL" : "there is no such operator");
  return *own;
}

}  // namespace

bool is_commutative_operation(State& state, MPI_Op op) {
  return is_predefined(op) || operation_of(state, op).is_commutative;
}

Combine combine_by(State& state, MPI_Op op, MPI_Datatype handle, const Type& type) {
  Combine combine;
  combine.element = std::max<std::size_t>(type.size(), 1);
  if (is_predefined(op)) {
    const Kernel own = kernel(op, type.kind);
    if (own == nullptr)
      refuse(MPI_ERR_OP, "the operator is not defined on " + (type.name.empty() ? "this type" : type.name));
    combine.commutative = true;
    combine.exact = type.kind < Kind::float32;
    combine.combine = own;
    return combine;
  }
  const Operation own = operation_of(state, op);
  combine.commutative = own.is_commutative;
  combine.combine = [&state, own, handle, &type](const std::byte* left, const std::byte* right, std::byte* into,
                                                 std::size_t n) {
    call_operator(state, own.function, handle, type, left, right, into, n);
  };
  return combine;
}

}  // namespace toruscope::mpi

using namespace toruscope;
using namespace toruscope::mpi;

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* op) {
  return call(__func__, [&](State& s) {
    *op = handle_of<MPI_Op>(s.operations.add(std::make_shared<Operation>(Operation{function, commutes != 0})));
  });
}

int MPI_Op_free(MPI_Op* op) {
  return call(__func__, [&](State& s) {
    if (s.operations.take(number_of(*op)) == nullptr)
      refuse(MPI_ERR_OP, "only an operator that MPI_Op_create made can be freed");
    *op = MPI_OP_NULL;
  });
}

int MPI_Op_commutative(MPI_Op op, int* commutes) {
  return call(__func__, [&](State& s) { *commutes = is_commutative_operation(s, op) ? 1 : 0; });
}

int MPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype handle, MPI_Op op) {
  return call(__func__, [&](State& s) {
    check_count(count);
    const Type& type = usable_type(s, handle);
    const Combine combine = combine_by(s, op, handle, type);
    const auto n = static_cast<std::size_t>(count);
    const Packed left(in, n, type);
    std::vector<std::byte> right = packed_copy(inout, n, type);
    combine.combine(left.bytes().data(), right.data(), right.data(), n);
    store(right, inout, n, type);
  });
}

}  // extern "C"
