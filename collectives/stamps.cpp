// SPDX-License-Identifier: Apache-2.0
#include "collectives/stamps.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace toruscope::detail {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// Word `index` of a block, of which `length` bytes exist.
std::uint64_t word(Rank source, Rank destination, std::uint64_t index, std::size_t length) {
  const auto s = static_cast<std::uint64_t>(source);
  const auto d = static_cast<std::uint64_t>(destination);
  if (length < kWord || index > 0xffff) return stamp_hash(s, d, index);
  return s << 40U | d << 16U | index;
}

/// Calls visit(offset, length, word) for each word of a block, the last perhaps shorter.
template <class Visit>
void for_each_word(Rank source, Rank destination, std::size_t bytes, Visit visit) {
  for (std::size_t at = 0; at < bytes; at += kWord) {
    const std::size_t length = std::min(kWord, bytes - at);
    visit(at, length, word(source, destination, at / kWord, length));
  }
}

/// x -> a x + b; "left op right" is the map left(right(x)).
template <class Number>
struct Affine {
  Number a;
  Number b;
};

template <class Number>
Affine<Number> compose(Affine<Number> left, Affine<Number> right, std::uint64_t prime) {
  const std::uint64_t a = left.a;
  return {static_cast<Number>(a * right.a % prime), static_cast<Number>((a * right.b + left.b) % prime)};
}

constexpr std::uint64_t kPrime = 1'000'003;
constexpr std::uint64_t kSmallPrime = 13;

using Wide = Affine<std::uint32_t>;
using Narrow = Affine<std::uint8_t>;

Wide wide_at(const std::byte* data, std::size_t i) {
  Wide map{};
  std::memcpy(&map, data + i * sizeof map, sizeof map);
  return map;
}
Narrow unpack(std::byte packed) {
  return {static_cast<std::uint8_t>(packed >> 4U), static_cast<std::uint8_t>(packed & std::byte{0x0f})};
}
std::byte pack(Narrow map) {
  return static_cast<std::byte>(map.a << 4U | map.b);
}

bool fits_wide(std::size_t bytes) {
  return bytes % sizeof(Wide) == 0;
}

}  // namespace

std::uint64_t stamp_hash(std::uint64_t source, std::uint64_t destination, std::uint64_t index) {
  return mix(mix(mix(source) ^ destination) ^ index);
}

void stamp_block(Rank source, Rank destination, std::span<std::byte> block) {
  for_each_word(source, destination, block.size(),
                [&](std::size_t at, std::size_t length, std::uint64_t value) {
                  std::memcpy(block.data() + at, &value, length);
                });
}

bool is_stamped(Rank source, Rank destination, std::span<const std::byte> block) {
  bool same = true;
  for_each_word(source, destination, block.size(),
                [&](std::size_t at, std::size_t length, std::uint64_t value) {
                  same = same && std::memcmp(block.data() + at, &value, length) == 0;
                });
  return same;
}

Combine affine_maps(std::size_t bytes) {
  if (fits_wide(bytes))
    return {sizeof(Wide), false,
            [](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
              for (std::size_t i = 0; i < n; ++i) {
                const Wide map = compose(wide_at(left, i), wide_at(right, i), kPrime);
                std::memcpy(into + i * sizeof map, &map, sizeof map);
              }
            }};
  return {1, false, [](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
            for (std::size_t i = 0; i < n; ++i)
              into[i] = pack(compose(unpack(left[i]), unpack(right[i]), kSmallPrime));
          }};
}

std::vector<std::byte> affine_data(Rank rank, std::size_t bytes) {
  std::vector<std::byte> data(bytes);
  const bool wide = fits_wide(bytes);
  const std::size_t element = wide ? sizeof(Wide) : 1;
  for (std::size_t i = 0; i < bytes / element; ++i) {
    const std::uint64_t h = stamp_hash(static_cast<std::uint64_t>(rank), 0, i);
    const std::uint64_t prime = wide ? kPrime : kSmallPrime;
    const std::uint64_t a = 2 + h % (prime - 2);
    const std::uint64_t b = (h >> 32U) % prime;
    if (wide) {
      const Wide map{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
      std::memcpy(data.data() + i * element, &map, element);
    } else {
      data[i] = pack({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
    }
  }
  return data;
}

}  // namespace toruscope::detail
