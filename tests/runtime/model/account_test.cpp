// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/account_text.hpp"

#include <toruscope/account.hpp>

#include <gtest/gtest.h>

namespace toruscope {
namespace {

const Account kAll{.startups = 2,
                   .receives = 3,
                   .messages = 5,
                   .bytes = 7,
                   .hops = 11,
                   .latencies = 13,
                   .gap = {17},
                   .polling = {19},
                   .compute = {23},
                   .link_wait = {29}};

TEST(Account, IsWorthTheSumOfItsParts) {
  const Costs costs{{1}, {10}, {100}, {1'000}, {10'000}, {100'000}, {999}, {999}};

  EXPECT_EQ(value(kAll, costs), Ticks{2 + 30 + 500 + 7'000 + 110'000 + 1'300'000 + 17 + 19 + 23 + 29});
  EXPECT_EQ(value({}, costs), Ticks{0});
}

TEST(Account, IsWrittenInThePapersSymbols) {
  EXPECT_EQ(to_string(kAll),
            "2 ts + 3 tr + 5 tm + 7 tw + 11 th + 13 L + 17 ticks gap + 19 ticks polling + 23 ticks compute + "
            "29 ticks link wait");
  EXPECT_EQ(to_string(Account{.startups = 36, .bytes = 294'912, .hops = 12, .link_wait = {5}}),
            "36 ts + 294,912 tw + 12 th + 5 ticks link wait");
  EXPECT_EQ(to_string(Account{.compute = {1}}), "1 tick compute");
  EXPECT_EQ(to_string(Account{}), "0");
}

TEST(Account, LeavesOutWhatIsFreeOnAMachine) {
  const Costs costs{.ts = {75}, .tr = {}, .tm = {}, .tw = {11}, .th = {}, .latency = {}, .gap = {}, .flop = {}};

  EXPECT_EQ(core::terms(kAll, &costs),
            "2 ts + 7 tw + 17 ticks gap + 19 ticks polling + 23 ticks compute + 29 ticks link wait");
}

}  // namespace
}  // namespace toruscope
