// SPDX-License-Identifier: Apache-2.0
// The costs of a machine by name, for whoever treats all of them alike.

#pragma once

#include <toruscope/parameters.hpp>

#include <array>
#include <string>

namespace toruscope::core {

struct NamedCost {
  const char* name;      ///< in options, files and documents
  const char* symbol;    ///< in formulas
  const char* textbook;  ///< the symbol of textbooks where it differs: "alpha"; else null
  Time Parameters::*time;
  Ticks Costs::*ticks;
};

inline constexpr std::array<NamedCost, 8> kNamedCosts{
    {{"ts", "ts", "alpha", &Parameters::ts, &Costs::ts},
     {"tr", "tr", nullptr, &Parameters::tr, &Costs::tr},
     {"tm", "tm", nullptr, &Parameters::tm, &Costs::tm},
     {"tw", "tw", "beta", &Parameters::tw, &Costs::tw},
     {"th", "th", nullptr, &Parameters::th, &Costs::th},
     {"latency", "L", nullptr, &Parameters::latency, &Costs::latency},
     {"gap", "g", nullptr, &Parameters::gap, &Costs::gap},
     {"flop", "flop", nullptr, &Parameters::flop, &Costs::flop}}};

/// " (alpha)" behind a cost that textbooks know by another name; else nothing.
inline std::string textbook_name(const NamedCost& cost) {
  return cost.textbook == nullptr ? std::string() : std::string(" (") + cost.textbook + ")";
}

}  // namespace toruscope::core
