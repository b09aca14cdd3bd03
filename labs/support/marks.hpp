// SPDX-License-Identifier: Apache-2.0
// Results of an examination as plain data, and as JSON, from a submission's process to the grader.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Lab;

/// Reason why an item is lost.
struct Fault {
  std::string trial;  ///< "ring:7, root 3, 5 values"; empty: no single one
  std::string found;  ///< "3 rounds instead of 2"
  std::string hint;
  int run = 0;                          ///< number of the trial in its process, from 1; 0: none
  std::vector<std::uint64_t> frames{};  ///< calls in the object that led there, the last first
  std::string printed{};                ///< output of that trial; added by the grader

  friend bool operator==(const Fault&, const Fault&) = default;
};

struct Marks {
  std::vector<std::optional<Fault>> faults;  ///< of each item of the rubric, in its order
  std::string view{};                        ///< page of the first trial with a fault, if asked for
  std::string no_view{};  ///< why there is none, though one was asked for and there is a fault
  int viewed = -1;        ///< the item whose fault the page shows; -1: no page

  friend bool operator==(const Marks&, const Marks&) = default;
};

std::string to_json(const Marks& marks);
/// Reads what to_json wrote for a rubric of `items` items; nothing if it did not.
std::optional<Marks> marks_from_json(const std::string& text, std::size_t items);

}  // namespace toruscope::labs
