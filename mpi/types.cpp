// SPDX-License-Identifier: Apache-2.0
// The predefined types, and what the handle of a type names.

#include "mpi/types.hpp"

#include "mpi/errors.hpp"
#include "mpi/state.hpp"

#include <complex>
#include <cstddef>
#include <cwchar>
#include <vector>

namespace toruscope::mpi {

namespace {

struct Predefined {
  MPI_Datatype handle;
  const char* name;
  std::size_t size;
  std::size_t alignment;
  Kind kind;
};

template <class T>
Predefined plain(MPI_Datatype handle, const char* name, Kind kind) {
  return {handle, name, sizeof(T), alignof(T), kind};
}

#define TORUSCOPE_TYPE(NAME, C, KIND) plain<C>(NAME, #NAME, Kind::KIND)

std::vector<Predefined> plain_types() {
  using LongDoubleComplex = std::complex<long double>;
  struct Half {
    std::int16_t parts[2];
  };
  return {
      TORUSCOPE_TYPE(MPI_AINT, MPI_Aint, int64),
      TORUSCOPE_TYPE(MPI_COUNT, MPI_Count, int64),
      TORUSCOPE_TYPE(MPI_OFFSET, MPI_Offset, int64),
      TORUSCOPE_TYPE(MPI_PACKED, char, none),
      TORUSCOPE_TYPE(MPI_SHORT, short, int16),
      TORUSCOPE_TYPE(MPI_INT, int, int32),
      TORUSCOPE_TYPE(MPI_LONG, long, int64),
      TORUSCOPE_TYPE(MPI_LONG_LONG, long long, int64),
      TORUSCOPE_TYPE(MPI_UNSIGNED_SHORT, unsigned short, uint16),
      TORUSCOPE_TYPE(MPI_UNSIGNED, unsigned, uint32),
      TORUSCOPE_TYPE(MPI_UNSIGNED_LONG, unsigned long, uint64),
      TORUSCOPE_TYPE(MPI_UNSIGNED_LONG_LONG, unsigned long long, uint64),
      TORUSCOPE_TYPE(MPI_FLOAT, float, float32),
      TORUSCOPE_TYPE(MPI_C_FLOAT_COMPLEX, std::complex<float>, complex32),
      TORUSCOPE_TYPE(MPI_CXX_FLOAT_COMPLEX, std::complex<float>, complex32),
      TORUSCOPE_TYPE(MPI_DOUBLE, double, float64),
      TORUSCOPE_TYPE(MPI_C_DOUBLE_COMPLEX, std::complex<double>, complex64),
      TORUSCOPE_TYPE(MPI_CXX_DOUBLE_COMPLEX, std::complex<double>, complex64),
      TORUSCOPE_TYPE(MPI_LOGICAL, std::int32_t, logical32),
      TORUSCOPE_TYPE(MPI_INTEGER, std::int32_t, int32),
      TORUSCOPE_TYPE(MPI_REAL, float, float32),
      TORUSCOPE_TYPE(MPI_COMPLEX, std::complex<float>, complex32),
      TORUSCOPE_TYPE(MPI_DOUBLE_PRECISION, double, float64),
      TORUSCOPE_TYPE(MPI_DOUBLE_COMPLEX, std::complex<double>, complex64),
      TORUSCOPE_TYPE(MPI_CHARACTER, char, none),
      TORUSCOPE_TYPE(MPI_LONG_DOUBLE, long double, long_double),
      TORUSCOPE_TYPE(MPI_C_LONG_DOUBLE_COMPLEX, LongDoubleComplex, complex_long_double),
      TORUSCOPE_TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, LongDoubleComplex, complex_long_double),
      TORUSCOPE_TYPE(MPI_C_BOOL, bool, boolean),
      TORUSCOPE_TYPE(MPI_CXX_BOOL, bool, boolean),
      TORUSCOPE_TYPE(MPI_WCHAR, wchar_t, none),
      TORUSCOPE_TYPE(MPI_INT8_T, std::int8_t, int8),
      TORUSCOPE_TYPE(MPI_UINT8_T, std::uint8_t, uint8),
      TORUSCOPE_TYPE(MPI_CHAR, char, int8),
      TORUSCOPE_TYPE(MPI_SIGNED_CHAR, signed char, int8),
      TORUSCOPE_TYPE(MPI_UNSIGNED_CHAR, unsigned char, uint8),
      TORUSCOPE_TYPE(MPI_BYTE, unsigned char, byte),
      TORUSCOPE_TYPE(MPI_INT16_T, std::int16_t, int16),
      TORUSCOPE_TYPE(MPI_UINT16_T, std::uint16_t, uint16),
      TORUSCOPE_TYPE(MPI_INT32_T, std::int32_t, int32),
      TORUSCOPE_TYPE(MPI_UINT32_T, std::uint32_t, uint32),
      TORUSCOPE_TYPE(MPI_INT64_T, std::int64_t, int64),
      TORUSCOPE_TYPE(MPI_UINT64_T, std::uint64_t, uint64),
      TORUSCOPE_TYPE(MPI_LOGICAL1, std::int8_t, logical8),
      TORUSCOPE_TYPE(MPI_INTEGER1, std::int8_t, int8),
      TORUSCOPE_TYPE(MPI_LOGICAL2, std::int16_t, logical16),
      TORUSCOPE_TYPE(MPI_INTEGER2, std::int16_t, int16),
      TORUSCOPE_TYPE(MPI_REAL2, std::int16_t, none),
      TORUSCOPE_TYPE(MPI_LOGICAL4, std::int32_t, logical32),
      TORUSCOPE_TYPE(MPI_INTEGER4, std::int32_t, int32),
      TORUSCOPE_TYPE(MPI_REAL4, float, float32),
      TORUSCOPE_TYPE(MPI_COMPLEX4, Half, none),
      TORUSCOPE_TYPE(MPI_LOGICAL8, std::int64_t, logical64),
      TORUSCOPE_TYPE(MPI_INTEGER8, std::int64_t, int64),
      TORUSCOPE_TYPE(MPI_REAL8, double, float64),
      TORUSCOPE_TYPE(MPI_COMPLEX8, std::complex<float>, complex32),
      {MPI_LOGICAL16, "MPI_LOGICAL16", 16, 16, Kind::none},
      {MPI_INTEGER16, "MPI_INTEGER16", 16, 16, Kind::none},
      {MPI_REAL16, "MPI_REAL16", 16, 16, Kind::none},
      TORUSCOPE_TYPE(MPI_COMPLEX16, std::complex<double>, complex64),
      {MPI_COMPLEX32, "MPI_COMPLEX32", 32, 16, Kind::none},
  };
}
#undef TORUSCOPE_TYPE

/// Keeps the predefined types for good.
class Predefineds {
 public:
  Predefineds() {
    for (const Predefined& p : plain_types())
      keep(p.handle, p.name, Layout::block(p.size), p.size, p.alignment, p.kind);
    pair<float, int>(MPI_FLOAT_INT, "MPI_FLOAT_INT", Kind::float_int);
    pair<double, int>(MPI_DOUBLE_INT, "MPI_DOUBLE_INT", Kind::double_int);
    pair<long, int>(MPI_LONG_INT, "MPI_LONG_INT", Kind::long_int);
    pair<int, int>(MPI_2INT, "MPI_2INT", Kind::int_int);
    pair<short, int>(MPI_SHORT_INT, "MPI_SHORT_INT", Kind::short_int);
    pair<long double, int>(MPI_LONG_DOUBLE_INT, "MPI_LONG_DOUBLE_INT", Kind::long_double_int);
    pair<float, float>(MPI_2REAL, "MPI_2REAL", Kind::float_float);
    pair<double, double>(MPI_2DOUBLE_PRECISION, "MPI_2DOUBLE_PRECISION", Kind::double_double);
    pair<std::int32_t, std::int32_t>(MPI_2INTEGER, "MPI_2INTEGER", Kind::int_int);
    keep(MPI_LB, "MPI_LB", std::make_shared<Layout>(), 0, 1, Kind::none).has_lower = true;
    keep(MPI_UB, "MPI_UB", std::make_shared<Layout>(), 0, 1, Kind::none).has_upper = true;
  }

 private:
  Type& keep(MPI_Datatype handle, const char* name, LayoutPtr layout, std::size_t extent, std::size_t alignment,
             Kind kind) {
    auto type = std::make_unique<Type>();
    type->layout = std::move(layout);
    type->extent = static_cast<std::ptrdiff_t>(extent);
    type->alignment = alignment;
    type->is_committed = type->is_predefined = true;
    type->kind = kind;
    type->name = name;
    predefined_types[number_of(handle) - kFirstType] = type.get();
    types_.push_back(std::move(type));
    return *types_.back();
  }
  template <class Value, class Index>
  void pair(MPI_Datatype handle, const char* name, Kind kind) {
    struct Both {
      Value value;
      Index index;
    };
    auto layout = std::make_shared<Layout>();
    layout->append(0, 1, 0, Layout::block(sizeof(Value)));
    layout->append(offsetof(Both, index), 1, 0, Layout::block(sizeof(Index)));
    keep(handle, name, std::move(layout), sizeof(Both), alignof(Both), kind);
  }

  std::vector<std::unique_ptr<Type>> types_;
};

}  // namespace

constinit const Type* predefined_types[kTypes] = {};

void make_predefined_types() {
  static const Predefineds types;  // threads that come meanwhile wait
}

Type& type_of(State& state, MPI_Datatype handle) {
  const int number = number_of(handle);
  if (const Type* type = predefined_type(number)) return const_cast<Type&>(*type);  // never changed
  if (Type* type = state.types.find(number)) return *type;
  refuse(MPI_ERR_TYPE, handle == MPI_DATATYPE_NULL ? "the type is MPI_DATATYPE_NULL" : "there is no such type");
}

const Type& usable_own_type(State& state, MPI_Datatype handle) {
  const Type& type = type_of(state, handle);
  if (!type.is_committed) refuse(MPI_ERR_TYPE, "the type has not been committed; call MPI_Type_commit first");
  return type;
}

TypePtr keep_type(State& state, MPI_Datatype handle) {
  const int number = number_of(handle);
  if (const Type* type = predefined_type(number)) return {std::shared_ptr<const Type>(), type};
  return state.types.share(number);
}

}  // namespace toruscope::mpi
