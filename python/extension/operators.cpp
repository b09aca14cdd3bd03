// SPDX-License-Identifier: Apache-2.0

#include "python/extension/operators.hpp"

#include <toruscope/operators.hpp>

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <pybind11/pybind11.h>
#include <type_traits>

namespace toruscope::python {

namespace {

template <class T, class Operator>
Combine combine_by(Operator op) {
  Combine combine;
  combine.element = sizeof(T);
  combine.commutative = true;
  combine.exact = std::is_integral_v<T>;
  combine.combine = [op](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    const auto* a = reinterpret_cast<const T*>(left);
    const auto* b = reinterpret_cast<const T*>(right);
    auto* c = reinterpret_cast<T*>(into);
    for (std::size_t i = 0; i < n; ++i) c[i] = static_cast<T>(op(a[i], b[i]));
  };
  return combine;
}

template <class T>
std::optional<Combine> combine_values(const std::string& name) {
  if (name == "sum") return combine_by<T>(std::plus<>{});
  if (name == "prod") return combine_by<T>(std::multiplies<>{});
  if (name == "min") return combine_by<T>(minimum);
  if (name == "max") return combine_by<T>(maximum);
  if (name == "land") return combine_by<T>([](T a, T b) { return a != T{} && b != T{}; });
  if (name == "lor") return combine_by<T>([](T a, T b) { return a != T{} || b != T{}; });
  if (name == "lxor") return combine_by<T>([](T a, T b) { return (a != T{}) != (b != T{}); });
  if constexpr (std::is_integral_v<T>) {
    if (name == "band") return combine_by<T>(std::bit_and<>{});
    if (name == "bor") return combine_by<T>(std::bit_or<>{});
    if (name == "bxor") return combine_by<T>(std::bit_xor<>{});
  }
  return std::nullopt;
}

/// Complex numbers have no order, and no bits to combine.
template <class T>
std::optional<Combine> combine_complex(const std::string& name) {
  if (name == "sum") return combine_by<std::complex<T>>(std::plus<>{});
  if (name == "prod") return combine_by<std::complex<T>>(std::multiplies<>{});
  return std::nullopt;
}

std::optional<Combine> combine_of_type(const std::string& name, char type) {
  switch (type) {
    case '?':
      return combine_values<bool>(name);
    case 'b':
      return combine_values<signed char>(name);
    case 'B':
      return combine_values<unsigned char>(name);
    case 'h':
      return combine_values<short>(name);
    case 'H':
      return combine_values<unsigned short>(name);
    case 'i':
      return combine_values<int>(name);
    case 'I':
      return combine_values<unsigned int>(name);
    case 'l':
      return combine_values<long>(name);
    case 'L':
      return combine_values<unsigned long>(name);
    case 'q':
      return combine_values<long long>(name);
    case 'Q':
      return combine_values<unsigned long long>(name);
    case 'f':
      return combine_values<float>(name);
    case 'd':
      return combine_values<double>(name);
    default:
      return std::nullopt;
  }
}

}  // namespace

Combine operator_of(const std::string& name, const std::string& format) {
  if (const auto found = format.size() == 1 ? combine_of_type(name, format.front())
                         : format == "Zf"   ? combine_complex<float>(name)
                         : format == "Zd"   ? combine_complex<double>(name)
                                            : std::nullopt)
    return *found;
  throw pybind11::type_error("the operator " + name + " is not defined for values of type \"" + format +
                             "\"; it is for integers" +
                             (name.front() == 'b' ? "" : " and floating-point numbers") +
                             ", and objects have reduce, allreduce and scan, which take any function");
}

}  // namespace toruscope::python
