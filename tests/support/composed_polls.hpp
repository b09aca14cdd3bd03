// SPDX-License-Identifier: Apache-2.0
// Operations that ask what is there (T10, T14), made of the numbers of an action: how often, and
// what a PE does between two tries.
//
// A poll that may never succeed is tried so often only, and lets time go on.

#pragma once

#include "tests/support/program.hpp"

#include <utility>
#include <vector>

namespace toruscope::test {

inline int pause_of(int choice) {
  const int pauses[] = {0, 7, 0, 20};
  return pauses[choice / 32 % 4];
}

/// Of one request, which is sure to be completed or not.
inline std::vector<Operation> tests_of(int name, bool is_sure, int choice) {
  const int times[] = {1, 2, 0, 4};
  const int tries = times[choice / 8 % 4];
  if (is_sure) return {test(name, tries, pause_of(choice))};
  return {test(name, 1 + tries, 1 + pause_of(choice)), compute(1 + choice % 5)};
}

/// Of several requests that are sure to be completed.
inline std::vector<Operation> about_several(const std::vector<int>& names, int choice) {
  const int times[] = {0, 1, 3};
  const int tries = times[choice / 64 % 3];
  switch (choice / 256 % 4) {
    case 0:
      return {wait_some(names)};
    case 1:
      return {test_any(names, 0), test_any(names, 0), test_any(names, tries, pause_of(choice))};
    case 2:
      return {test_all(names, tries, pause_of(choice))};
    default:
      return {test_any(names, tries), wait_some(names), test_all(names, 0)};
  }
}

/// The same of all, and between two tries a probe that sees a message which is taken later.
inline std::vector<Operation> around_a_message(const std::vector<int>& names, const Transfer& message) {
  return {test_all(names), probe(message.partner, message.tag), test_all(names), test_all(names),
          take(message.partner, message.tag)};
}

/// Waits with a deadline, now and then one of the past.
inline std::vector<Operation> waits_of(int name, bool is_sure, int choice) {
  const int deadlines[] = {3, 1, 20, 8, -2, 0, 40, 12};
  const int deadline = deadlines[choice / 8 % 8];
  if (is_sure) {  // one of which is likely to end as it is completed
    std::vector<Operation> waits{wait_until(name, deadline)};
    for (int i = choice / 64 % 3 * 8; i > 0; --i) waits.push_back(wait_until(name, 1));
    return waits;
  }
  return {compute(1), wait_until(name, deadline), compute(1 + choice % 5)};
}

/// Receives by probing first: so often, or until it has come, or until a deadline.
inline std::vector<Operation> probes_before(Rank source, Tag tag, int choice, bool may_have_deadline) {
  const int times[] = {1, 0, 2, 5};
  if (may_have_deadline && choice % 3 == 0) return {probe_until(source, choice % 16, tag), take(source, tag)};
  return {probe(source, tag, times[choice / 8 % 4], pause_of(choice)), take(source, tag)};
}

}  // namespace toruscope::test
