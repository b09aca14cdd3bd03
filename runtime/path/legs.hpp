// SPDX-License-Identifier: Apache-2.0
// The legs of a message's route. A few lie here, so that copying them takes a few instructions;
// more lie on the heap.

#pragma once

#include <toruscope/topology.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::core {

class Legs {
 public:
  static constexpr std::size_t kFew = 4;  // of a route of two dimensions

  Legs() = default;
  Legs(const Legs&) = delete;
  Legs& operator=(const Legs&) = delete;
  ~Legs() = default;

  /// Room for a few, of which so many are written: set_few().
  [[nodiscard]] std::span<Leg, kFew> few() { return few_; }
  void set_few(std::size_t count) { size_ = count; }
  [[gnu::noinline]] void assign(std::span<const Leg> legs) {  // where there are many
    size_ = legs.size();
    if (size_ <= kFew)
      std::copy(legs.begin(), legs.end(), few_.begin());
    else
      many_ = std::make_unique<std::vector<Leg>>(legs.begin(), legs.end());
  }
  void assign(const Legs& legs) {
    if (legs.size_ > kFew) [[unlikely]]
      return assign(std::span(legs.begin(), legs.end()));
    size_ = legs.size_;
    few_ = legs.few_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Leg* data() const { return size_ <= kFew ? few_.data() : many_->data(); }
  [[nodiscard]] const Leg& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] const Leg& front() const { return *data(); }
  [[nodiscard]] const Leg* begin() const { return data(); }
  [[nodiscard]] const Leg* end() const { return data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Leg, kFew> few_{};
  std::unique_ptr<std::vector<Leg>> many_;  // all, if they are more than a few
};

}  // namespace toruscope::core
