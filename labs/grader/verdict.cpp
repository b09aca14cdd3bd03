// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/verdict.hpp"

namespace toruscope::labs {

int Verdict::points_of(std::size_t index) const {
  const bool is_given = ending == Ending::graded && !marks.faults.at(index);
  return is_given ? lab->rubric[index].points : 0;
}

int Verdict::points() const {
  int sum = 0;
  for (std::size_t i = 0; i < lab->rubric.size(); ++i) sum += points_of(i);
  return sum;
}

int Verdict::most() const {
  int sum = 0;
  for (const Item& item : lab->rubric) sum += item.points;
  return sum;
}

std::string to_string(Verdict::Ending ending) {
  switch (ending) {
    case Verdict::Ending::graded:
      return "graded";
    case Verdict::Ending::not_built:
      return "not built";
    case Verdict::Ending::stopped:
      return "stopped";
    case Verdict::Ending::foul:
      return "foul";
  }
  return {};
}

}  // namespace toruscope::labs
