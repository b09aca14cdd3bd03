// SPDX-License-Identifier: Apache-2.0
// What the times of the reference are made of: the account of a clock, as the section of that name
// in docs/rules.md says.
//
// Not here    Where the rules do not say whose account a time has, it has none, and what follows
//             from it has none either: two transfers that end when a third begins, clocks that
//             started operations have moved, links of different costs, and machines with messages
//             that start in no time, on which too many times are equal.

#pragma once

#include "tests/support/machine_description.hpp"

#include <toruscope/account.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace toruscope::test {

/// Nothing: not said.
using Parts = std::optional<Account>;

/// A time and what it is made of.
struct Moment {
  std::int64_t time = 0;
  Parts parts = Account{};
};

/// What the machine's own costs make of an account.
std::int64_t own_value(const MachineDescription& machine, const Account& account);
/// Without the counts of what costs nothing on the machine: at ties they are nobody's.
Account what_costs(const MachineDescription& machine, Account account);
/// What costs of these counts, with slow_bytes so that they take this long.
Account that_takes(const MachineDescription& machine, Account counts, std::int64_t length);

Parts plus(const Parts& before, const Account& account);

/// The parts of those moments that are at this time, if they are the same.
Parts parts_at(std::int64_t time, const std::vector<Moment>& moments);
/// The later of two; the first if they are at one time.
Moment later(const Moment& first, const Moment& second);

/// True if accounts are followed on this machine.
bool has_accounts(const MachineDescription& machine);

}  // namespace toruscope::test
