// SPDX-License-Identifier: Apache-2.0
// The lines of a PE's memory that are prefetched are those where its hot parts lie.

#include "runtime/pe/prefetch.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <cstddef>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using core::HotLines;
using core::Pe;

std::size_t line_of(const Pe& pe, const void* part) {
  constexpr std::size_t kLine = 64;
  return static_cast<std::size_t>(static_cast<const std::byte*>(part) -
                                  reinterpret_cast<const std::byte*>(&pe)) /
         kLine;
}

bool holds(const HotLines& lines, std::size_t line) {
  return line >= lines.first && line < lines.first + lines.count;
}

/// The last byte of a part.
template <class T>
const void* end_of(const T& part) {
  return reinterpret_cast<const std::byte*>(&part + 1) - 1;
}

TEST(Prefetch, AsksForTheLinesInWhichTheHotPartsLie) {
#ifdef _GLIBCXX_DEBUG
  GTEST_SKIP() << "vectors are larger in this mode";
#endif
  OnePe around;
  const Pe pe(around.terms, around.host, 0);
  const auto& core = pe.core();

  EXPECT_EQ(line_of(pe, &core.rank), core::kIdentity.first);
  EXPECT_LT(line_of(pe, end_of(core.waiting)), core::kIdentity.first + core::kIdentity.count);
  EXPECT_TRUE(holds(core::kCore, core::kIdentity.first));
  EXPECT_TRUE(holds(core::kCore, line_of(pe, end_of(core.ports))));
  EXPECT_TRUE(holds(core::kCore, line_of(pe, end_of(core.clock))));
  EXPECT_TRUE(holds(core::kCore, line_of(pe, end_of(core.book.partner_wait))));

  EXPECT_EQ(line_of(pe, end_of(pe.body())), core::kCalls.first) << "its state comes last";
  EXPECT_TRUE(holds(core::kCalls, line_of(pe, &pe.checks())));
  EXPECT_TRUE(holds(core::kCalls, line_of(pe, end_of(pe.posting()))));

  EXPECT_TRUE(holds(core::kMatching, line_of(pe, end_of(pe.requests()))));
  EXPECT_TRUE(holds(core::kMatching, line_of(pe, &pe.receives())));
  constexpr std::size_t kHotOfMailbox = 144;
  EXPECT_TRUE(holds(core::kMatching,
                    line_of(pe, reinterpret_cast<const std::byte*>(&pe.mailbox()) + kHotOfMailbox - 1)));
}

}  // namespace
}  // namespace toruscope::test
