// SPDX-License-Identifier: Apache-2.0
// MPI's operators on packed elements of the predefined types, and which of them there are.

#include "mpi/operations.hpp"

#include <complex>
#include <cstdint>
#include <cstring>

namespace toruscope::mpi {

namespace {

// --- operators -----------------------------------------------------------------------------------

struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Product {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a * b);
  }
};
struct Least {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Greatest {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct BitAnd {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct BitOr {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct BitXor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct And {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a != 0 && b != 0);
  }
};
struct Or {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a != 0 || b != 0);
  }
};
struct Xor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>((a != 0) != (b != 0));
  }
};

template <class T, class Operator>
void combine(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  const auto* a = reinterpret_cast<const T*>(left);
  const auto* b = reinterpret_cast<const T*>(right);
  auto* c = reinterpret_cast<T*>(into);
  for (std::size_t i = 0; i < n; ++i) c[i] = Operator{}(a[i], b[i]);
}

/// The pair of the smaller or larger value; of equal ones that of the smaller index.
template <class Value, class Index, bool is_least>
void locate(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  constexpr std::size_t kPair = sizeof(Value) + sizeof(Index);
  for (std::size_t i = 0; i < n; ++i, left += kPair, right += kPair, into += kPair) {
    Value a;
    Value b;
    Index x;
    Index y;
    std::memcpy(&a, left, sizeof a);
    std::memcpy(&b, right, sizeof b);
    std::memcpy(&x, left + sizeof a, sizeof x);
    std::memcpy(&y, right + sizeof b, sizeof y);
    const bool is_right = (is_least ? b < a : a < b) || (a == b && y < x);
    std::memmove(into, is_right ? right : left, kPair);
  }
}

// --- which there are -----------------------------------------------------------------------------

template <class T>
constexpr bool kIsComplex = false;
template <class T>
constexpr bool kIsComplex<std::complex<T>> = true;

template <class T>
Kernel number_kernel(MPI_Op op) {
  if (op == MPI_SUM) return &combine<T, Sum>;
  if (op == MPI_PROD) return &combine<T, Product>;
  if constexpr (!kIsComplex<T>) {
    if (op == MPI_MIN) return &combine<T, Least>;
    if (op == MPI_MAX) return &combine<T, Greatest>;
  }
  return nullptr;
}

template <class T>
Kernel bit_kernel(MPI_Op op) {
  if (op == MPI_BAND) return &combine<T, BitAnd>;
  if (op == MPI_BOR) return &combine<T, BitOr>;
  if (op == MPI_BXOR) return &combine<T, BitXor>;
  return nullptr;
}

template <class T>
Kernel logical_kernel(MPI_Op op) {
  if (op == MPI_LAND) return &combine<T, And>;
  if (op == MPI_LOR) return &combine<T, Or>;
  if (op == MPI_LXOR) return &combine<T, Xor>;
  return nullptr;
}

template <class T>
Kernel integer_kernel(MPI_Op op) {
  if (const Kernel k = number_kernel<T>(op)) return k;
  if (const Kernel k = bit_kernel<T>(op)) return k;
  return logical_kernel<T>(op);
}

template <class Value, class Index>
Kernel pair_kernel(MPI_Op op) {
  if (op == MPI_MINLOC) return &locate<Value, Index, true>;
  if (op == MPI_MAXLOC) return &locate<Value, Index, false>;
  return nullptr;
}

}  // namespace

Kernel kernel(MPI_Op op, Kind kind) {
  switch (kind) {
    case Kind::int8:
      return integer_kernel<std::int8_t>(op);
    case Kind::uint8:
      return integer_kernel<std::uint8_t>(op);
    case Kind::int16:
      return integer_kernel<std::int16_t>(op);
    case Kind::uint16:
      return integer_kernel<std::uint16_t>(op);
    case Kind::int32:
      return integer_kernel<std::int32_t>(op);
    case Kind::uint32:
      return integer_kernel<std::uint32_t>(op);
    case Kind::int64:
      return integer_kernel<std::int64_t>(op);
    case Kind::uint64:
      return integer_kernel<std::uint64_t>(op);
    case Kind::float32:
      return number_kernel<float>(op);
    case Kind::float64:
      return number_kernel<double>(op);
    case Kind::long_double:
      return number_kernel<long double>(op);
    case Kind::complex32:
      return number_kernel<std::complex<float>>(op);
    case Kind::complex64:
      return number_kernel<std::complex<double>>(op);
    case Kind::complex_long_double:
      return number_kernel<std::complex<long double>>(op);
    case Kind::boolean:
      return logical_kernel<bool>(op);
    case Kind::logical8:
      return logical_kernel<std::int8_t>(op);
    case Kind::logical16:
      return logical_kernel<std::int16_t>(op);
    case Kind::logical32:
      return logical_kernel<std::int32_t>(op);
    case Kind::logical64:
      return logical_kernel<std::int64_t>(op);
    case Kind::byte:
      return bit_kernel<std::uint8_t>(op);
    case Kind::float_int:
      return pair_kernel<float, int>(op);
    case Kind::double_int:
      return pair_kernel<double, int>(op);
    case Kind::long_int:
      return pair_kernel<long, int>(op);
    case Kind::int_int:
      return pair_kernel<int, int>(op);
    case Kind::short_int:
      return pair_kernel<short, int>(op);
    case Kind::long_double_int:
      return pair_kernel<long double, int>(op);
    case Kind::float_float:
      return pair_kernel<float, float>(op);
    case Kind::double_double:
      return pair_kernel<double, double>(op);
    case Kind::none:
      break;
  }
  return nullptr;
}

}  // namespace toruscope::mpi
