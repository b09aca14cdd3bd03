// SPDX-License-Identifier: Apache-2.0
// Verdict on a row, in words.

#include "reproduce/errata.hpp"
#include "reproduce/item.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

bool all_equal(const Row& row) {
  const auto differs = [&](const std::optional<std::string>& value) { return value && *value != row.measured; };
  return !differs(row.printed) && !differs(row.formula);
}

}  // namespace

Outcome outcome(const Row& row) {
  const bool has_claim = row.printed || row.formula;
  if (row.erratum.empty()) return has_claim && all_equal(row) ? Outcome::agrees : Outcome::unexplained;
  const bool is_explained = has_claim && !all_equal(row) && row.corrected && *row.corrected == row.measured;
  return is_explained ? Outcome::differs : Outcome::unexplained;
}

std::string verdict(const Row& row) {
  switch (outcome(row)) {
    case Outcome::agrees:
      return "agrees";
    case Outcome::differs:
      return fmt::format("differs because {} [{}]", erratum(row.erratum).reason, row.erratum);
    case Outcome::unexplained:
      break;
  }
  if (row.erratum.empty()) return "WRONG: the values differ and no erratum explains it";
  if (all_equal(row)) return fmt::format("WRONG: nothing differs, but the erratum {} is claimed", row.erratum);
  return fmt::format("WRONG: the erratum {} gives {}, which was not measured", row.erratum,
                     row.corrected.value_or("nothing"));
}

}  // namespace toruscope::reproduce
