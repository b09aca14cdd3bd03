// SPDX-License-Identifier: Apache-2.0
// The next legs of a route in one word: a header that turns often seldom touches its message.

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>

namespace toruscope::core {

class LegsAhead {
 public:
  LegsAhead() = default;
  /// Packs up to four legs from `first` on while port and steps are below 256.
  template <class Legs>
  LegsAhead(const Legs& legs, std::size_t first) {
    for (unsigned at = 0; at != 64 && first != legs.size(); at += kBits, ++first) {
      const Leg& leg = legs[first];
      if (leg.port > kMost || leg.steps > kMost) return;
      packed_ |= (static_cast<std::uint64_t>(leg.port) << kBits / 2 | static_cast<std::uint64_t>(leg.steps))
                 << at;
    }
  }

  /// True if no leg is left here; the route may have more.
  [[nodiscard]] bool empty() const { return packed_ == 0; }  // a leg has a step at least
  /// Removes the next leg and returns it, without its virtual channel. Precondition: !empty().
  [[nodiscard]] Leg pop() {
    const Leg leg{static_cast<Port>(packed_ >> kBits / 2 & kMost), static_cast<int>(packed_ & kMost)};
    packed_ >>= kBits;
    return leg;
  }

 private:
  static constexpr unsigned kBits = 16;
  static constexpr int kMost = 255;

  std::uint64_t packed_ = 0;
};

}  // namespace toruscope::core
