// SPDX-License-Identifier: Apache-2.0
// What an examination finds, as plain data, and as the JSON that the process of a submission sends to the grader.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Lab;

/// Why an item is lost.
struct Fault {
  std::string trial;  ///< "ring:7, root 3, 5 values"; empty: no single one
  std::string found;  ///< "3 rounds instead of 2"
  std::string hint;
  int run = 0;                          ///< the trial's number in its process, from 1; 0: no single one
  std::vector<std::uint64_t> frames{};  ///< calls in the submission's object that led there, the last one first
  std::string printed{};                ///< in that trial; added by the grader

  friend bool operator==(const Fault&, const Fault&) = default;
};

struct Marks {
  std::vector<std::optional<Fault>> faults;  ///< of each item of the rubric, in its order
  std::string view{};                        ///< the page of the first trial with a fault, if one was asked for
  std::string no_view{};  ///< why there is none, though one was asked for and there is a fault
  int viewed = -1;        ///< the item of the rubric whose fault the page shows; -1: there is no page

  friend bool operator==(const Marks&, const Marks&) = default;
};

std::string to_json(const Marks& marks);
/// Nothing if the text is not what to_json writes for a rubric of so many items.
std::optional<Marks> marks_from_json(const std::string& text, std::size_t items);

}  // namespace toruscope::labs
