// SPDX-License-Identifier: Apache-2.0
// Costs by size as text: "1K:ts=2us,tw=100ps;32K:tw=200ps", and their check.
//
// Source  docs/rules.md, T15.

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <array>
#include <fmt/core.h>
#include <optional>
#include <utility>

namespace toruscope {

namespace {

constexpr std::size_t kMostPieces = 64;
constexpr std::string_view kNone = "none";

struct NamedPart {
  const char* name;
  std::optional<Time> Piece::*cost;
};
constexpr std::array<NamedPart, 5> kParts{{{"ts", &Piece::ts},
                                           {"tr", &Piece::tr},
                                           {"tm", &Piece::tm},
                                           {"tw", &Piece::tw},
                                           {"latency", &Piece::latency}}};

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw ConfigError(
      fmt::format("pieces: {}: {}; write the first size of each piece and its costs, as "
                  "1K:ts=2us,tw=100ps;32K:tw=200ps",
                  core::shown(std::string(text)), why));
}

const NamedPart& part_named(std::string_view name, std::string_view piece) {
  std::vector<std::string> known;
  for (const NamedPart& part : kParts) {
    if (name == part.name || (name == "L" && part.cost == &Piece::latency)) return part;
    known.emplace_back(part.name);
  }
  refuse(piece, fmt::format("{} is no cost that a piece may have; known: {}.{}", core::shown(std::string(name)),
                            core::joined(known, ", "), core::did_you_mean(name, known)));
}

Piece read_piece(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) refuse(text, "has no colon behind its first size");
  Piece piece{.from = static_cast<std::int64_t>(parse_bytes(text.substr(0, colon), "pieces"))};
  const std::string_view costs = text.substr(colon + 1);
  if (costs.empty()) return piece;
  for (const std::string& word : core::split(costs, ',')) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) refuse(text, fmt::format("{} gives no cost", core::shown(word)));
    std::optional<Time>& cost = piece.*part_named(word.substr(0, equals), text).cost;
    if (cost) refuse(text, word.substr(0, equals) + " is there twice");
    cost = Time::parse(word.substr(equals + 1), "pieces");
  }
  return piece;
}

/// "1K", "1500": the shortest text for a number of bytes.
std::string size_text(std::int64_t bytes) {
  constexpr std::pair<int, const char*> kUnits[] = {{40, "T"}, {30, "G"}, {20, "M"}, {10, "K"}};
  for (const auto& [bits, unit] : kUnits)
    if (const std::int64_t size = std::int64_t{1} << bits; bytes != 0 && bytes % size == 0)
      return std::to_string(bytes / size) + unit;
  return std::to_string(bytes);
}

}  // namespace

std::vector<Piece> parse_pieces(std::string_view text) {
  std::vector<Piece> pieces;
  if (text == kNone) return pieces;
  for (const std::string& piece : core::split(text, ';')) pieces.push_back(read_piece(piece));
  return pieces;
}

std::string to_string(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    text += (text.empty() ? "" : ";") + size_text(piece.from) + ":";
    const char* separator = "";
    for (const NamedPart& part : kParts)
      if (const std::optional<Time>& cost = piece.*part.cost) {
        text += fmt::format("{}{}={}", std::exchange(separator, ","), part.name, core::plain_text(*cost));
      }
  }
  return text.empty() ? std::string(kNone) : text;
}

std::string core::plain_text(Time time) {
  return time.is_physical() ? to_string(time) : std::to_string(time.value());
}

void core::check_pieces(const Parameters& machine) {
  const std::vector<Piece>& pieces = machine.pieces;
  if (pieces.size() > kMostPieces)
    throw ConfigError(
        fmt::format("pieces: a machine has at most {}, got {}; leave some out", kMostPieces, pieces.size()));
  std::int64_t before = 0;
  for (const Piece& piece : pieces) {
    if (piece.from < 1 || piece.from <= before)
      throw ConfigError(fmt::format("pieces: their first sizes are at least 1 byte and rise, got {} behind {}",
                                    piece.from, before));
    before = piece.from;
    if (piece.tw && !machine.tw_of.empty())
      throw ConfigError(fmt::format(
          "pieces: the one from {} on gives tw, which differs by dimension on machine {}; leave tw out "
          "of the pieces, or give one tw for all dimensions",
          core::counted(piece.from, "byte"), machine.name));
  }
}

}  // namespace toruscope
