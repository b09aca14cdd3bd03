// SPDX-License-Identifier: Apache-2.0
// Views of typed data for the untyped interior, and the box of a moved vector or Buffer.
//
// Data        a range in one piece (vector, array, span, C array) of trivially copyable values, or
//             one such value by itself. Anything else is refused by a static_assert that says why.
// Invariants  An OwnedBuffer holds the very memory that its sender moved in; it is never copied.
// Link        toruscope::core

#pragma once

#include <toruscope/buffer.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <ranges>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace toruscope::detail {

template <class T>
concept Copyable = std::is_trivially_copyable_v<T>;

/// One value by itself. A pointer or an iterator is none: an address means nothing on another PE.
template <class T>
concept SingleValue = Copyable<T> && !std::ranges::range<T> && !std::input_or_output_iterator<T> &&
                      !std::is_pointer_v<T> && !std::is_function_v<T>;

template <class T>
inline constexpr bool kIsBitVector = false;
template <class Allocator>
inline constexpr bool kIsBitVector<std::vector<bool, Allocator>> = true;

/// Bytes of `elements` elements; SIZE_MAX if no memory can hold them, refused where it is used.
constexpr std::size_t bytes_for(std::size_t elements, std::size_t size) {
  return elements > SIZE_MAX / size ? SIZE_MAX : elements * size;
}

/// Reason why data of a type cannot travel.
enum class Unfit { none, bits, scattered, not_copyable, address, constant, temporary };

template <class T>
constexpr Unfit unfit_value() {
  if constexpr (std::is_pointer_v<T> || std::is_null_pointer_v<T> || std::input_or_output_iterator<T>)
    return Unfit::address;
  else
    return Copyable<T> ? Unfit::none : Unfit::not_copyable;
}

/// Reason why something that is to be read cannot travel. R: its type without reference.
template <class R>
constexpr Unfit unfit_source() {
  using Plain = std::remove_cv_t<R>;
  if constexpr (kIsBitVector<Plain>)
    return Unfit::bits;
  else if constexpr (!std::ranges::range<R>)
    return unfit_value<Plain>();
  else if constexpr (!std::ranges::contiguous_range<R> || !std::ranges::sized_range<R>)
    return Unfit::scattered;
  else
    return unfit_value<std::remove_cv_t<std::ranges::range_value_t<R>>>();
}

/// True where the elements, or the value itself, may not be written.
template <class R>
constexpr bool is_constant() {
  if constexpr (std::ranges::range<R>)
    return std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;
  else
    return std::is_const_v<R>;
}

/// Reason why a target of forwarded type R cannot be written; `lasts`: after the call.
template <class R, bool lasts>
constexpr Unfit unfit_target() {
  using Plain = std::remove_reference_t<R>;
  constexpr bool kIsRange = std::ranges::range<Plain>;
  if constexpr (unfit_source<Plain>() != Unfit::none)
    return unfit_source<Plain>();
  else if constexpr (is_constant<Plain>())
    return Unfit::constant;
  else if constexpr (!std::is_lvalue_reference_v<R> && !std::ranges::borrowed_range<R> && (lasts || !kIsRange))
    return Unfit::temporary;
  else
    return Unfit::none;
}

/// Refuses data of type R in words.
template <Unfit why, class R>
constexpr bool fits() {
  static_assert(why != Unfit::bits,
                "toruscope: a std::vector<bool> holds packed bits, not values; use std::vector<char>");
  static_assert(why != Unfit::scattered,
                "toruscope: data must lie in one piece; use a std::vector, std::array, std::span or C array");
  static_assert(
      why != Unfit::not_copyable,
      "toruscope: values travel as bytes, so their type must be trivially copyable: a number, an enum, a "
      "struct or std::array of these; not a std::string, std::vector, std::pair or std::tuple as a value");
  static_assert(
      why != Unfit::address,
      "toruscope: a pointer or iterator does not say how many values there are, and addresses mean nothing on "
      "another PE; give the values, or std::span(pointer, count)");
  static_assert(
      why != Unfit::constant,
      "toruscope: the data are written, but they are const; give a variable or range that may be changed");
  static_assert(why != Unfit::temporary,
                "toruscope: the result would go into a temporary that nobody can read; give a variable");
  return why == Unfit::none;
}

/// Element type of the data: a range's values', else the value's own. Harmless if refused.
template <class R>
constexpr auto element_of() {
  if constexpr (unfit_source<R>() != Unfit::none)
    return std::type_identity<int>();
  else if constexpr (std::ranges::range<R>)
    return std::type_identity<std::remove_cv_t<std::ranges::range_value_t<R>>>();
  else
    return std::type_identity<std::remove_cv_t<R>>();
}
template <class R>
using Element = typename decltype(element_of<std::remove_reference_t<R>>())::type;

/// Refuses, in words, data of different types on both sides.
template <class One, class Other>
constexpr void check_same_elements() {
  static_assert(
      std::is_same_v<Element<One>, Element<Other>>,
      "toruscope: what is sent and what is received hold values of different types; give both the same");
}

template <class R>
std::span<const std::byte> bytes_of(const R& data) {
  if constexpr (!fits<unfit_source<const R>(), R>())
    return {};
  else if constexpr (std::ranges::range<const R>)
    return {reinterpret_cast<const std::byte*>(std::ranges::data(data)),
            bytes_for(std::ranges::size(data), sizeof(Element<const R>))};
  else
    return std::as_bytes(std::span(std::addressof(data), 1));
}

template <bool lasts, class R>
std::span<std::byte> target_bytes_of(R&& data) {
  if constexpr (!fits<unfit_target<R, lasts>(), R>())
    return {};
  else if constexpr (std::ranges::range<R>)
    return {reinterpret_cast<std::byte*>(std::ranges::data(data)),
            bytes_for(std::ranges::size(data), sizeof(Element<R>))};
  else
    return std::as_writable_bytes(std::span(std::addressof(data), 1));
}
/// Bytes to be written before the call returns.
template <class R>
std::span<std::byte> writable_bytes_of(R&& data) {
  return target_bytes_of<false>(std::forward<R>(data));
}
/// Bytes to be written then or later.
template <class R>
std::span<std::byte> lasting_bytes_of(R&& data) {
  return target_bytes_of<true>(std::forward<R>(data));
}

/// A vector that can hand its memory over.
template <class T>
concept Owned = Copyable<T> && !std::is_same_v<T, bool>;

/// Marker in front of a deduced parameter: keeps recv<double>(from) for other overloads.
enum class Deduced { yes };

/// A std::vector<T> without its type, or a Buffer, a std::vector<std::byte> if it has data.
/// Move-only; empty when moved from.
class OwnedBuffer {
 public:
  OwnedBuffer() = default;

  template <Owned T>
  explicit OwnedBuffer(std::vector<T>&& values) : type_(&typeid(T)), manage_(&manage<T>) {
    static_assert(sizeof(std::vector<T>) == kSize);
    auto* held = ::new (static_cast<void*>(storage_)) std::vector<T>(std::move(values));
    bytes_ = std::as_bytes(std::span(*held));
  }
  explicit OwnedBuffer(Buffer&& buffer) : OwnedBuffer(std::move(buffer.memory_)) {
    const std::size_t bytes = std::exchange(buffer.size_, 0);
    if (bytes != bytes_.size()) bytes_ = no_data(bytes);
  }
  OwnedBuffer(OwnedBuffer&& other) noexcept { take(other); }
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  OwnedBuffer(const OwnedBuffer&) = delete;
  OwnedBuffer& operator=(const OwnedBuffer&) = delete;
  ~OwnedBuffer() { reset(); }

  [[nodiscard]] explicit operator bool() const { return manage_ != nullptr; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  /// The vector itself if its elements are of type T, else null.
  template <class T>
  [[nodiscard]] std::vector<T>* as() {
    return manage_ != nullptr && *type_ == typeid(T) ? std::launder(reinterpret_cast<std::vector<T>*>(storage_))
                                                     : nullptr;
  }

  /// Moves the elements out as a Buffer; only if they are bytes.
  [[nodiscard]] Buffer take_buffer() {
    Buffer buffer(std::move(*as<std::byte>()));
    buffer.size_ = bytes_.size();
    reset();
    return buffer;
  }

  void reset() {
    if (manage_ != nullptr) manage_(storage_, nullptr);
    manage_ = nullptr;
    bytes_ = {};
  }

 private:
  static constexpr std::size_t kSize = sizeof(std::vector<std::byte>);

  /// Destroys the vector at `from` after moving it to `to` (if any).
  template <class T>
  static void manage(void* from, void* to) {
    auto* held = std::launder(static_cast<std::vector<T>*>(from));
    if (to != nullptr) ::new (to) std::vector<T>(std::move(*held));
    std::destroy_at(held);
  }
  void take(OwnedBuffer& other) {
    if (other.manage_ == nullptr) return;
    other.manage_(other.storage_, storage_);
    type_ = other.type_;
    bytes_ = std::exchange(other.bytes_, {});
    manage_ = std::exchange(other.manage_, nullptr);
  }

  alignas(std::vector<std::byte>) std::byte storage_[kSize];
  const std::type_info* type_ = nullptr;
  void (*manage_)(void*, void*) = nullptr;
  std::span<const std::byte> bytes_;
};

/// Destination of a received body: copied into `bytes`, or handed over to the vector at `vector`.
struct Destination {
  std::span<std::byte> bytes;  ///< bytes to write, when adopt is null
  void* vector = nullptr;
  /// Makes the body the vector's content: moves `owned` if it has the same element type, else
  /// copies `body` (zeros without data). False if the body is no whole number of elements.
  bool (*adopt)(void* vector, OwnedBuffer& owned, std::span<const std::byte> body) = nullptr;
};

template <class T>
bool adopt_vector(void* vector, OwnedBuffer& owned, std::span<const std::byte> body) {
  auto& target = *static_cast<std::vector<T>*>(vector);
  if (auto* same = owned.as<T>(); same != nullptr && has_data(body)) {
    target = std::move(*same);
    return true;
  }
  if (body.size() % sizeof(T) != 0) return false;
  if (!has_data(body)) {
    target.assign(body.size() / sizeof(T), std::bit_cast<T>(std::array<std::byte, sizeof(T)>{}));
    return true;
  }
  const auto* first = reinterpret_cast<const T*>(body.data());
  target.assign(first, first + body.size() / sizeof(T));
  return true;
}

inline bool adopt_buffer(void* buffer, OwnedBuffer& owned, std::span<const std::byte> body) {
  auto& target = *static_cast<Buffer*>(buffer);
  if (owned.as<std::byte>() != nullptr) {
    target = owned.take_buffer();
  } else {
    target.clear();  // its memory is used again
    target.append(body);
  }
  return true;
}

template <class T>
Destination adopt_into(std::vector<T>& vector) {
  if constexpr (!fits<unfit_source<std::vector<T>>(), std::vector<T>>())
    return {};
  else
    return {{}, &vector, &adopt_vector<T>};
}
inline Destination adopt_into(Buffer& buffer) {
  return {{}, &buffer, &adopt_buffer};
}

/// Result of a receive by recv<T>().
template <class T>
struct Adopted {
  using Type = std::vector<T>;
};
template <>
struct Adopted<Buffer> {
  using Type = Buffer;
};

}  // namespace toruscope::detail
