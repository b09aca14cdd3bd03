// SPDX-License-Identifier: Apache-2.0
#include "collectives/stamps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace toruscope {

const std::vector<std::pair<std::string, Operands>>& operators() {
  static const std::vector<std::pair<std::string, Operands>> table{{"sum", Operands::sum},
                                                                   {"product", Operands::product},
                                                                   {"min", Operands::min},
                                                                   {"max", Operands::max},
                                                                   {"xor", Operands::bit_xor},
                                                                   {"affine", Operands::affine},
                                                                   {"concatenation", Operands::intervals}};
  return table;
}

std::string name_of(Operands operands) {
  for (const auto& [name, each] : operators())
    if (each == operands) return name;
  return "(not compared)";
}

namespace collectives {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// A word holds source and destination in 20 bits each, the index in 16, and on top a hash of the
/// three that is not 0: no other place of a body is likely to match.
constexpr unsigned kRankBits = 20;
constexpr unsigned kIndexBits = 16;
constexpr std::uint64_t kRanks = std::uint64_t{1} << kRankBits;
constexpr std::uint64_t kIndices = std::uint64_t{1} << kIndexBits;

/// Word `index` of a block of which `length` bytes exist.
inline std::uint64_t word(Rank source, Rank destination, std::uint64_t index, std::size_t length) {
  const auto s = static_cast<std::uint64_t>(source);
  const auto d = static_cast<std::uint64_t>(destination);
  if (length < kWord || index >= kIndices || s >= kRanks || d >= kRanks) return stamp_hash(s, d, index);
  const std::uint64_t check = 151 * s + 59 * d + 109 * index;
  return (check | 1U) << (2 * kRankBits + kIndexBits) | s << (kRankBits + kIndexBits) | d << kIndexBits | index;
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

Narrow unpack(std::byte packed) {
  return {static_cast<std::uint8_t>(packed >> 4U), static_cast<std::uint8_t>(packed & std::byte{0x0f})};
}
std::byte pack(Narrow map) {
  return static_cast<std::byte>(map.a << 4U | map.b);
}

/// An operator on elements T of any alignment.
template <class T, class Join>
Combine elementwise(Join join) {
  return {.element = sizeof(T),
          .combine =
              [join](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
                for (std::size_t at = 0; at < n * sizeof(T); at += sizeof(T)) {
                  T a{};
                  T b{};
                  std::memcpy(&a, left + at, sizeof a);
                  std::memcpy(&b, right + at, sizeof b);
                  const T joined = join(a, b);
                  std::memcpy(into + at, &joined, sizeof joined);
                }
              },
          .exact = true};
}

/// `bytes` bytes of elements T; element i is make(index, i).
template <class T, class Make>
auto contributions(Make make) {
  return [make](std::int64_t index, std::size_t bytes) {
    std::vector<std::byte> data(bytes);
    for (std::size_t i = 0; i < bytes / sizeof(T); ++i) {
      const T value = make(index, i);
      std::memcpy(data.data() + i * sizeof value, &value, sizeof value);
    }
    return data;
  };
}

Wide affine_map(std::int64_t index, std::size_t i, std::uint64_t prime) {
  const std::uint64_t h = stamp_hash(static_cast<std::uint64_t>(index), 0, i);
  return {static_cast<std::uint32_t>(2 + h % (prime - 2)), static_cast<std::uint32_t>((h >> 32U) % prime)};
}

TestOperator wide_maps() {
  return {elementwise<Wide>([](Wide a, Wide b) { return compose(a, b, kPrime); }),
          contributions<Wide>([](std::int64_t index, std::size_t i) { return affine_map(index, i, kPrime); })};
}

TestOperator narrow_maps() {
  return {elementwise<std::byte>(
              [](std::byte a, std::byte b) { return pack(compose(unpack(a), unpack(b), kSmallPrime)); }),
          contributions<std::byte>([](std::int64_t index, std::size_t i) {
            const Wide map = affine_map(index, i, kSmallPrime);
            return pack({static_cast<std::uint8_t>(map.a), static_cast<std::uint8_t>(map.b)});
          })};
}

/// first:last of what has been joined, from 1, as an unfilled buffer is no interval. Joining others
/// than neighbours gives first > last + 1, which joins nothing.
struct Interval {
  std::uint32_t first;
  std::uint32_t last;
};
constexpr Interval kTorn{0xffffffffU, 0xfffffff0U};

TestOperator intervals() {
  return {elementwise<Interval>([](Interval a, Interval b) {
            return a.last + 1 == b.first && a.first <= a.last && b.first <= b.last ? Interval{a.first, b.last}
                                                                                   : kTorn;
          }),
          contributions<Interval>([](std::int64_t index, std::size_t) {
            const auto who = static_cast<std::uint32_t>(index + 1);
            return Interval{who, who};
          })};
}

/// Operator on unsigned numbers of any magnitude.
template <class Word, class Join>
TestOperator numbers(Join join) {
  TestOperator op{elementwise<Word>([join](Word a, Word b) { return static_cast<Word>(join(a, b)); }),
                  contributions<Word>([](std::int64_t index, std::size_t i) {
                    return static_cast<Word>(stamp_hash(static_cast<std::uint64_t>(index), 1, i));
                  })};
  op.combine.commutative = true;
  return op;
}

/// Operator on numbers; affine maps for kinds that need others.
template <class Word>
TestOperator on_numbers(Operands kind) {
  switch (kind) {
    case Operands::sum:
      return numbers<Word>([](std::uint64_t a, std::uint64_t b) { return a + b; });
    case Operands::product:
      return numbers<Word>([](std::uint64_t a, std::uint64_t b) { return a * b; });
    case Operands::min:
      return numbers<Word>([](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
    case Operands::max:
      return numbers<Word>([](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
    case Operands::bit_xor:
      return numbers<Word>([](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    case Operands::affine:
    case Operands::intervals:
    case Operands::rounded:
      break;
  }
  return sizeof(Word) == 1 ? narrow_maps() : wide_maps();
}

/// Operator on numbers of many magnitudes.
TestOperator rounded() {
  TestOperator op{elementwise<double>([](double a, double b) { return a + b; }),
                  contributions<double>([](std::int64_t index, std::size_t i) {
                    return std::ldexp(1.0 / static_cast<double>(3 + index + static_cast<std::int64_t>(i)),
                                      static_cast<int>(7 * (index % 5)));
                  })};
  op.combine.commutative = true;
  op.combine.exact = false;
  return op;
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

std::size_t first_unstamped(Rank source, Rank destination, std::span<const std::byte> block) {
  std::size_t first = block.size();
  for_each_word(
      source, destination, block.size(), [&](std::size_t at, std::size_t length, std::uint64_t value) {
        if (first < at || std::memcmp(block.data() + at, &value, length) == 0) return;
        std::array<std::byte, kWord> expected{};
        std::memcpy(expected.data(), &value, length);
        const auto word = block.subspan(at, length);
        first = at + static_cast<std::size_t>(std::mismatch(word.begin(), word.end(), expected.begin()).first -
                                              word.begin());
      });
  return first;
}

std::optional<StampedPiece> first_stamped(std::span<const std::byte> body, int p,
                                          const std::function<std::size_t(Rank, Rank)>& length) {
  if (body.size() < kWord) return std::nullopt;
  std::uint64_t first = 0;
  std::memcpy(&first, body.data(), kWord);
  const auto source = static_cast<Rank>(first >> (kRankBits + kIndexBits) & (kRanks - 1));
  const auto destination = static_cast<Rank>(first >> kIndexBits & (kRanks - 1));
  if (source >= p || destination >= p) return std::nullopt;
  StampedPiece piece{source, destination, (first & (kIndices - 1)) * kWord, 0};
  const std::size_t end = length(piece.source, piece.destination);
  while (piece.offset + piece.bytes < end) {
    const std::size_t at = piece.offset + piece.bytes;
    const std::size_t part = std::min(kWord, end - at);
    const std::uint64_t expected = word(piece.source, piece.destination, at / kWord, part);
    if (part > body.size() - piece.bytes || std::memcmp(body.data() + piece.bytes, &expected, part) != 0) break;
    piece.bytes += part;
  }
  return piece.bytes > 0 ? std::optional(piece) : std::nullopt;
}

std::optional<std::pair<std::int64_t, std::int64_t>> contributors_in(std::span<const std::byte> body) {
  Interval interval{};
  static_assert(sizeof interval == kIntervalBytes);
  if (body.size() < sizeof interval) return std::nullopt;
  std::memcpy(&interval, body.data(), sizeof interval);
  if (interval.first == 0 || interval.first > interval.last) return std::nullopt;
  return std::pair<std::int64_t, std::int64_t>(interval.first - 1, interval.last - 1);
}

TestOperator test_operator(Operands kind, std::size_t unit) {
  if (unit % kWord != 0) return on_numbers<std::uint8_t>(kind);
  if (kind == Operands::intervals) return intervals();
  return kind == Operands::rounded ? rounded() : on_numbers<std::uint64_t>(kind);
}

}  // namespace collectives
}  // namespace toruscope
