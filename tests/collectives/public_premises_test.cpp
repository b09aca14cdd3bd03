// SPDX-License-Identifier: Apache-2.0
#include <toruscope/premises.hpp>
#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>

namespace toruscope {
namespace {

Case on(const TopologyPtr& topology, const Parameters& machine = preset("unit")) {
  return case_of(*topology, machine, 8);
}

TEST(Premises, RanksFormALineWhereEachIsLinkedWithTheNext) {
  for (const TopologyPtr& topology : {line(5), ring(5), mesh(1, 5), torus(1, 5, 1), complete(5), ring(1)})
    EXPECT_TRUE(ranks_form_line(on(topology))) << topology->name();
  for (const TopologyPtr& topology : {mesh(2, 3), torus(3, 4), hypercube(3), tree(4)})
    EXPECT_FALSE(ranks_form_line(on(topology))) << topology->name();
}

TEST(Premises, RanksFormARingWhereTheLastIsLinkedWithTheFirstToo) {
  for (const TopologyPtr& topology : {ring(5), torus(1, 5, 1), complete(5), ring(1)})
    EXPECT_TRUE(ranks_form_ring(on(topology))) << topology->name();
  for (const TopologyPtr& topology : {line(5), mesh(1, 5), torus(3, 4), hypercube(3), tree(4)})
    EXPECT_FALSE(ranks_form_ring(on(topology))) << topology->name();
}

TEST(Premises, AnyOtherCostAndAnyOtherWaitIsSeen) {
  Parameters plain = preset("generic");
  plain.injection = Injection::direct;
  ASSERT_TRUE(costs_only_ts_tw_th(on(ring(4), plain)));
  plain.ports = k_ports(2);
  EXPECT_TRUE(costs_only_ts_tw_th(on(ring(4), plain))) << "of ports it does not speak";

  const auto with = [&](auto change) {
    Parameters machine = plain;
    change(machine);
    return costs_only_ts_tw_th(on(ring(4), machine));
  };
  EXPECT_FALSE(with([](Parameters& m) { m.tr = 1ns; }));
  EXPECT_FALSE(with([](Parameters& m) { m.tm = 1ns; }));
  EXPECT_FALSE(with([](Parameters& m) { m.latency = 1ns; }));
  EXPECT_FALSE(with([](Parameters& m) { m.gap = 1ns; }));
  EXPECT_FALSE(with([](Parameters& m) { m.injection = Injection::buffered; }));
  EXPECT_FALSE(with([](Parameters& m) { m.switching = Switching::store_and_forward; }));
  EXPECT_FALSE(with([](Parameters& m) { m.buffers = 2; }));
  EXPECT_FALSE(with([](Parameters& m) { m.eager = 64; }));
}

}  // namespace
}  // namespace toruscope
