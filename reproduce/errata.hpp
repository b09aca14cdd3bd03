// SPDX-License-Identifier: Apache-2.0
// Errors of the papers, as far as a row of `reproduce` shows them. Evidence: docs/errata.md.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::reproduce {

struct Erratum {
  std::string name;    ///< its heading in docs/errata.md: "exchange-2"
  std::string reason;  ///< ends the sentence "differs because ..."
};

const std::vector<Erratum>& errata();

/// Precondition: there is one of this name.
const Erratum& erratum(std::string_view name);

}  // namespace toruscope::reproduce
