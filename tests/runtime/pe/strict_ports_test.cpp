// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/strict_ports.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <string>

namespace toruscope::core {
namespace {

using test::message_from;
using test::OnePe;

std::string violation_of(const StrictPorts& ports) {
  try {
    std::rethrow_exception(ports.violation());
  } catch (const PortViolationError& e) {
    return e.what();
  }
}

TEST(StrictPorts, AreOffUnderPolicyQueue) {
  OnePe pe;
  const StrictPorts ports(pe.core());

  EXPECT_FALSE(ports.is_on());
  EXPECT_EQ(ports.broken_at(), kNever);
}

TEST(StrictPorts, TellTheHostOnceThatTheRuleIsBroken) {
  OnePe pe(Parameters{.port_policy = PortPolicy::strict});
  StrictPorts ports(pe.core());
  Message* messages[] = {message_from(pe, 1, 0, 0), message_from(pe, 2, 0, 3), message_from(pe, 3, 0, 4)};
  ports.add_reception(*messages[0]);  // [2, 17)
  EXPECT_TRUE(pe.host.violators.empty());

  ports.add_reception(*messages[1]);  // [5, 20)
  ports.add_reception(*messages[2]);
  EXPECT_EQ(ports.broken_at(), Ticks{5});
  EXPECT_EQ(pe.host.violators.size(), 1U);
  EXPECT_EQ(
      violation_of(ports),
      "ports: PE 0 breaks the rule one (at most 1 receive at a time) at 5 steps: from PE 2 (tag 0, 5 bytes) "
      "from "
      "5 steps to 20 steps while from PE 1 (tag 0, 5 bytes) from 2 steps to 17 steps; let one of them begin "
      "later, or use the port policy queue");
  for (Message* m : messages) discard(m);
}

}  // namespace
}  // namespace toruscope::core
