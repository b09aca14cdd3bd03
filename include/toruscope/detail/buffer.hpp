// SPDX-License-Identifier: Apache-2.0
// The views through which typed ranges reach the untyped interior, and the box in which a moved vector travels.
//
// Invariants  An OwnedBuffer holds the very memory that its sender moved in; nothing is copied on the way.

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <ranges>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace toruscope::detail {

template <class R>
concept ContiguousRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    std::is_trivially_copyable_v<std::remove_cv_t<std::ranges::range_value_t<R>>>;

template <class R>
concept WritableRange =
    ContiguousRange<R> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

/// A place to receive into: it lives on after the call that names it.
template <class R>
concept LastingRange = WritableRange<R> &&
    (std::is_lvalue_reference_v<R> || std::ranges::borrowed_range<std::remove_cvref_t<R>>);

template <ContiguousRange R>
std::span<const std::byte> bytes_of(const R& range) {
  return std::as_bytes(std::span(std::ranges::data(range), std::ranges::size(range)));
}

template <WritableRange R>
std::span<std::byte> writable_bytes_of(R&& range) {
  return std::as_writable_bytes(std::span(std::ranges::data(range), std::ranges::size(range)));
}

/// A std::vector<T> of any trivially copyable T, with its type forgotten. Move-only; empty when moved from.
class OwnedBuffer {
 public:
  OwnedBuffer() = default;

  template <class T>
  explicit OwnedBuffer(std::vector<T>&& values) : type_(&typeid(T)), manage_(&manage<T>) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);
    static_assert(sizeof(std::vector<T>) == kSize);
    auto* held = ::new (static_cast<void*>(storage_)) std::vector<T>(std::move(values));
    bytes_ = std::as_bytes(std::span(*held));
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

/// Where a received body goes: copied into `bytes`, or handed over whole to the vector behind `vector`.
struct Destination {
  std::span<std::byte> bytes;  ///< when adopt is null
  void* vector = nullptr;
  /// Makes the body the vector's content: moves `owned` if it holds the same element type, else copies `body`.
  /// False if the body is no whole number of elements.
  bool (*adopt)(void* vector, OwnedBuffer& owned, std::span<const std::byte> body) = nullptr;
};

template <class T>
bool adopt_vector(void* vector, OwnedBuffer& owned, std::span<const std::byte> body) {
  auto& target = *static_cast<std::vector<T>*>(vector);
  if (auto* same = owned.as<T>()) {
    target = std::move(*same);
    return true;
  }
  if (body.size() % sizeof(T) != 0) return false;
  const auto* first = reinterpret_cast<const T*>(body.data());
  target.assign(first, first + body.size() / sizeof(T));
  return true;
}

template <class T>
Destination adopt_into(std::vector<T>& vector) {
  return {{}, &vector, &adopt_vector<T>};
}

}  // namespace toruscope::detail
