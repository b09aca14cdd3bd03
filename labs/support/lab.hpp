// SPDX-License-Identifier: Apache-2.0
// Definition of a lab: the functions that a submission defines, its rubric, and its checks.
//
// The folder NN-name/ has README.md, starter.cpp and checks.cpp, which defines `Lab lab_NN_name()`;
// only the CMake function toruscope_add_labs names the folder.

#pragma once

#include <string>
#include <vector>

namespace toruscope::labs {

class Exam;

/// A function that a submission defines, as TORUSCOPE_LAB_FUNCTION describes it.
struct Wanted {
  std::string name;
  std::string type;  ///< as C++ writes it: "void(Communicator&, Rank)"
};
/// TORUSCOPE_LAB_FUNCTION(tell, void(Communicator&, Rank, std::span<double>)); names of toruscope
/// or std::.
#define TORUSCOPE_LAB_FUNCTION(name, ...) \
  toruscope::labs::Wanted {               \
#name, #__VA_ARGS__                   \
  }

/// A line of the rubric: all of its points, or none.
struct Item {
  std::string id;       ///< one word: "rounds"
  int points = 0;       ///< of 100 in all
  std::string title;    ///< true if the points are given: "any p: every PE has the data"
  std::string needs{};  ///< id of the item without which this one is lost, too; empty: none
};

struct Lab {
  std::string name{};    ///< of its folder, given by the runner: "01-ring-broadcast"
  std::string title{};   ///< "broadcast on a one-port ring"
  std::string folder{};  ///< its path; empty: an installed lab
  std::vector<Wanted> functions{};
  std::vector<Item> rubric{};
  void (*check)(Exam&) = nullptr;
  /// Collective calls of the library that a submission may make: "barrier".
  std::vector<std::string> allowed{};
};

}  // namespace toruscope::labs
