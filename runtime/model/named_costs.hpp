// SPDX-License-Identifier: Apache-2.0
// The costs of a machine by name, for whoever treats all of them alike.

#pragma once

#include <toruscope/parameters.hpp>

#include <array>

namespace toruscope::detail {

struct NamedCost {
  const char* name;    ///< in options, files and documents
  const char* symbol;  ///< in formulas
  Time Parameters::*time;
  Ticks Costs::*ticks;
};

inline constexpr std::array<NamedCost, 8> kNamedCosts{{{"ts", "ts", &Parameters::ts, &Costs::ts},
                                                       {"tr", "tr", &Parameters::tr, &Costs::tr},
                                                       {"tm", "tm", &Parameters::tm, &Costs::tm},
                                                       {"tw", "tw", &Parameters::tw, &Costs::tw},
                                                       {"th", "th", &Parameters::th, &Costs::th},
                                                       {"latency", "L", &Parameters::latency, &Costs::latency},
                                                       {"gap", "g", &Parameters::gap, &Costs::gap},
                                                       {"flop", "flop", &Parameters::flop, &Costs::flop}}};

}  // namespace toruscope::detail
