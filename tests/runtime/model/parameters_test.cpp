// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/named_costs.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/parameters.hpp>

#include <array>
#include <gmock/gmock.h>
#include <set>
#include <string>

namespace toruscope {
namespace {

using ::testing::ThrowsMessage;

TEST(Resolve, IsExactToTheTick) {
  const Costs costs = resolve({.ts = 75us,
                               .tr = 2ns,
                               .tm = 0.003ns,
                               .tw = 11.1ns,
                               .th = 50ns,
                               .latency = 1us,
                               .gap = 4ns,
                               .flop = 1ns});

  EXPECT_EQ(costs.ts, Ticks{75'000'000});
  EXPECT_EQ(costs.tr, Ticks{2'000});
  EXPECT_EQ(costs.tm, Ticks{3});
  EXPECT_EQ(costs.tw, Ticks{11'100});
  EXPECT_EQ(costs.th, Ticks{50'000});
  EXPECT_EQ(costs.latency, Ticks{1'000'000});
  EXPECT_EQ(costs.gap, Ticks{4'000});
  EXPECT_EQ(costs.flop, Ticks{1'000});
  EXPECT_EQ(costs.transmission(10), Ticks{111'003});
}

TEST(Resolve, TakesAnyTick) {
  EXPECT_EQ(resolve({.ts = 75us, .tw = Time{}, .th = Time{}, .tick = 25us, .flop = Time{}}).ts, Ticks{3});
  EXPECT_EQ(resolve({.ts = Ticks{3}, .tw = Time::femtoseconds(0), .tick = Time{}}).ts, Ticks{3});
}

TEST(Resolve, RefusesWhatIsNoWholeNumberOfTicksAndNamesATickThatWouldDo) {
  EXPECT_THAT(
      [] { resolve({.ts = 75us, .tw = 11.1ns, .tick = 1ns}); },
      ThrowsMessage<ConfigError>("tw: 11.1ns is no whole number of ticks of 1ns; a tick of 100ps would do"));
  EXPECT_THAT(
      [] { resolve({.ts = 75us, .tw = 11.1ns, .th = 0.01ns, .tick = 1ns}); },
      ThrowsMessage<ConfigError>("tw: 11.1ns is no whole number of ticks of 1ns; a tick of 10ps would do"));
}

TEST(Resolve, AcceptsTheTickThatItNamed) {
  const Costs costs = resolve({.ts = 75us, .tw = 11.1ns, .th = 0.01ns, .tick = 0.01ns});

  EXPECT_EQ(costs.tw, Ticks{1'110});
}

TEST(Resolve, KeepsStepsAndTimesApart) {
  EXPECT_THAT(
      [] { resolve({.name = "generic", .ts = Ticks{3}}); },
      ThrowsMessage<ConfigError>("ts: a tick of machine generic lasts 1ps, so a time needs its unit, got 3; "
                                 "write 3us or the like"));
  EXPECT_THAT(
      [] { resolve({.name = "unit", .ts = 75us, .tick = Time{}}); },
      ThrowsMessage<ConfigError>("ts: machine unit counts steps, which have no length, got 75us; write a "
                                 "bare number of ticks"));
}

TEST(Resolve, RefusesNegativeCostsAndATickWithoutUnit) {
  EXPECT_THAT([] { resolve({.th = Time::femtoseconds(-1'000)}); },
              ThrowsMessage<ConfigError>("th: a cost is never negative, got -1ps"));
  EXPECT_THAT(
      [] { resolve({.tick = Ticks{2}}); },
      ThrowsMessage<ConfigError>("tick: its length is a time with a unit, or 0 for a machine that counts "
                                 "steps, got 2 ticks"));
}

TEST(Costs, ThatAreLeftOutAreThoseOfGeneric) {
  const Costs generic = resolve(preset("generic"));
  EXPECT_EQ(Machine(torus(4, 4)).costs(), generic);
  EXPECT_EQ(Machine(torus(4, 4), {.ports = all_ports}).costs(), generic);
  EXPECT_EQ(resolve(Parameters{}), generic);
  Costs other = generic;
  other.ts = Ticks{3'000'000};
  other.th = {};
  EXPECT_EQ(resolve({.ts = 3us, .th = Time{}}), other);
  EXPECT_EQ(Machine(torus(4, 4)).parameters().th, Time(50ns)) << "what a report shows";
}

TEST(Costs, ThatAreLeftOutAreNoneOfStepsAndByDimensionAndOfAMachineWithoutCosts) {
  Costs of_steps{};
  of_steps.ts = Ticks{3};
  EXPECT_EQ(resolve({.ts = Ticks{3}, .tick = Time{}}), of_steps);
  EXPECT_EQ(resolve({.tw_of = {2ns, 3ns}}, *torus(4, 4)).tw, Ticks{2'000});
  EXPECT_EQ(completed({.tw_of = {2ns, 3ns}}).tw, Time{});
  EXPECT_EQ(resolve(without_costs()), Costs{});
  EXPECT_EQ(completed(without_costs()), without_costs());
}

TEST(Rules, ReadBackTheirNames) {
  for (const Ports ports : {half_port, one_port, telephone, all_ports})
    EXPECT_EQ(parse_ports(to_string(ports)), ports);
  EXPECT_EQ(parse_ports("bi"), telephone);
  EXPECT_EQ(parse_ports(to_string(k_ports(3))), k_ports(3));
  EXPECT_EQ(to_string(one_port), "one");
  EXPECT_EQ(to_string(k_ports(3)), "k=3");
  EXPECT_EQ(parse_port_policy(to_string(PortPolicy::queue)), PortPolicy::queue);
  EXPECT_EQ(parse_port_policy(to_string(PortPolicy::strict)), PortPolicy::strict);
  for (const Switching switching : {Switching::cut_through, Switching::store_and_forward, Switching::wormhole})
    EXPECT_EQ(parse_switching(to_string(switching)), switching);
  EXPECT_EQ(parse_injection(to_string(Injection::direct)), Injection::direct);
  EXPECT_EQ(parse_injection(to_string(Injection::buffered)), Injection::buffered);
  EXPECT_EQ(to_string(Switching::cut_through), "cut-through");
}

TEST(Rules, ListOnlyWhatExists) {
  EXPECT_THAT(
      [] { parse_ports("hlaf"); },
      ThrowsMessage<ConfigError>("ports: \"hlaf\" is not available; available: half, one, telephone, all, k=N "
                                 "(k=3: up to 3 sends and 3 receives). Did you mean half?"));
  EXPECT_THAT(
      [] { parse_port_policy("stric"); },
      ThrowsMessage<ConfigError>("port policy: \"stric\" is not available; available: queue, strict. Did "
                                 "you mean strict?"));
  EXPECT_THAT([] { parse_switching("cut-trough"); },
              ThrowsMessage<ConfigError>("switching: \"cut-trough\" is not available; available: cut-through, "
                                         "store-and-forward, wormhole. Did "
                                         "you mean cut-through?"));
  EXPECT_THAT(
      [] { parse_injection("bufferd"); },
      ThrowsMessage<ConfigError>("injection: \"bufferd\" is not available; available: direct, buffered. Did "
                                 "you mean buffered?"));
}

TEST(Rules, RefuseANumberOfPortsThatNoMachineHas) {
  for (const char* text : {"k=0", "k=-1", "k=", "k=2x", "k=4097", "k=99999999999"})
    EXPECT_THAT([&] { parse_ports(text); },
                ThrowsMessage<ConfigError>(testing::StartsWith("ports: k is a number from 1 to 4096, got")))
        << text;
  EXPECT_THAT([] { resolve({.ports = k_ports(0)}); },
              ThrowsMessage<ConfigError>("ports: k is a number from 1 to 4096, got 0"));
  EXPECT_THAT(
      [] {
        resolve({.ports = {Ports::Rule::one, 2}});
      },
      ThrowsMessage<ConfigError>("ports: rule one has no more than one port each way, got 2; use k_ports(2)"));
}

TEST(Lambda, IsTheFlightTimeAndOneStep) {
  const Parameters machine = with_lambda(preset("postal"), 3);

  EXPECT_EQ(resolve(machine).tm, Ticks{1});
  EXPECT_EQ(resolve(machine).latency, Ticks{2});
  EXPECT_EQ(machine.ticks_per_step, 1);
}

TEST(Lambda, MayBeAFractionAndMakesTheTicksFiner) {
  Parameters machine = preset("postal");
  machine.ts = Ticks{2};
  machine = with_lambda(machine, 10, 4);  // 5/2

  EXPECT_EQ(machine.ticks_per_step, 2);
  EXPECT_EQ(resolve(machine).ts, Ticks{4});
  EXPECT_EQ(resolve(machine).tm, Ticks{2});
  EXPECT_EQ(resolve(machine).latency, Ticks{3});
}

TEST(Lambda, MayBeGivenAgain) {
  const Parameters machine = with_lambda(with_lambda(preset("postal"), 4, 3), 3, 2);

  EXPECT_EQ(machine.ticks_per_step, 6);
  EXPECT_EQ(resolve(machine).tm, Ticks{6});
  EXPECT_EQ(resolve(machine).latency, Ticks{3});
}

TEST(Lambda, IsAtLeastOneAndForMachinesThatCountSteps) {
  EXPECT_EQ(resolve(with_lambda(preset("postal"), 1)).latency, Ticks{0});
  EXPECT_THAT([] { with_lambda(preset("postal"), 2, 3); },
              ThrowsMessage<ConfigError>("lambda: a message takes at least one step, so at least 1 (machine "
                                         "postal, lambda 2/3)"));
  EXPECT_THAT([] { with_lambda(preset("postal"), 1, 0); }, testing::Throws<ConfigError>());
  EXPECT_THAT([] { with_lambda(preset("postal"), -3, -2); }, testing::Throws<ConfigError>());
  EXPECT_THAT([] { with_lambda(preset("paragon"), 3); },
              ThrowsMessage<ConfigError>("lambda: only a machine that counts steps has one; give --latency a "
                                         "time instead (machine paragon, lambda 3)"));
  EXPECT_THAT([] { with_lambda(preset("postal"), INT64_MAX, 2); }, testing::Throws<ConfigError>());
}

TEST(Resolve, RefusesTicksPerStepThatCannotBe) {
  EXPECT_THAT(
      [] { resolve({.tick = Time{}, .ticks_per_step = 0}); },
      ThrowsMessage<ConfigError>(testing::StartsWith("ticks per step: at least 1, and 1 on a machine")));
  EXPECT_THAT([] { resolve({.ticks_per_step = 2}); }, testing::Throws<ConfigError>());
}

TEST(Presets, AllResolve) {
  for (const Preset& machine : presets()) {
    EXPECT_EQ(machine.name, machine.parameters.name);
    EXPECT_NO_THROW(resolve(machine.parameters)) << machine.name;
    EXPECT_FALSE(machine.source.empty()) << machine.name;
  }
}

TEST(Presets, AreThePublishedFigures) {
  const Costs paragon = resolve(preset("paragon"));
  EXPECT_EQ(paragon.ts, Ticks{75'000'000});
  EXPECT_EQ(paragon.tw, Ticks{11'100});
  EXPECT_EQ(paragon.th, Ticks{0});

  const Costs unit = resolve(preset("unit"));
  EXPECT_EQ(unit.ts, Ticks{1});
  EXPECT_EQ(unit.transmission(1'000), Ticks{0});

  const Costs postal = resolve(preset("postal"));
  EXPECT_EQ(postal.transmission(1'000), Ticks{1});
  EXPECT_EQ(postal.latency, Ticks{1});
}

TEST(Presets, AreFoundByNameOrNamed) {
  EXPECT_EQ(preset("generic").name, "generic");
  EXPECT_THAT(
      [] { preset("paragn"); },
      ThrowsMessage<ConfigError>(
          "unknown machine \"paragn\"; machines are: generic, paragon, postal, "
          "logp, loggp, unit, ncube2, cm5, dash, jmachine, monsoon, t3d, t3e, bgl, seastar, bgp, gemini, k, "
          "bgq, fugaku, tpu_v4, tpu_v5e, tpu_v5p, dgx_h100, ib_ndr, dgx_pod, trn2, trn2_ultra. Did you mean "
          "paragon?"));
}

// Ajima et al., CLUSTER 2018: a put of 8 bytes takes 0.49 us; 8 bytes at 6.35 GB/s are 1.26 ns of
// it.
TEST(Presets, OfFugakuPutsEightBytesInTheMeasuredTime) {
  const Parameters& machine = preset("fugaku");
  const Report report = Machine(ring(2), machine).run([](Communicator& comm) {
    std::array<double, 1> value{};
    if (comm.rank() == 0) comm.send(1, value);
    if (comm.rank() == 1) comm.recv(0, value);
  });

  constexpr std::int64_t kTicksPerNanosecond = 10'000;
  EXPECT_EQ(report.finish.time, Ticks{490 * kTicksPerNanosecond + 8 * 1575});
}

TEST(Presets, ThatWereBuiltRunOnTheirNetworksAndSayHowWellTheirFiguresAreKnown) {
  for (const Preset& machine : presets()) {
    if (machine.topology.empty()) continue;
    EXPECT_NO_THROW(Machine(parse_topology(machine.topology), machine.parameters)) << machine.name;
    std::set<std::string> known;
    for (const PresetFigure& figure : machine.figures) {
      EXPECT_FALSE(figure.says.empty()) << machine.name << ", " << figure.of;
      EXPECT_FALSE(figure.source.empty()) << machine.name << ", " << figure.of;
      EXPECT_TRUE(known.insert(figure.of).second) << machine.name << ", " << figure.of;
    }
    std::set<std::string> used{"topology", "ports", "switching"};
    for (const core::NamedCost& cost : core::named_costs())
      if (!(machine.parameters.*cost.time).is_zero()) used.insert(cost.name);
    if (!machine.parameters.th_of.empty()) used.insert("th");
    EXPECT_EQ(known, used) << machine.name;
  }
}

TEST(Presets, ThatWereBuiltBringTheirNetworksAndRules) {
  const Machine machine(preset_topology("tpu_v4"), preset("tpu_v4"));

  EXPECT_EQ(machine.topology()->name(), "torus:4x4x4");
  EXPECT_EQ(machine.parameters().ports.k, 6) << "all that a node has";
  EXPECT_EQ(preset("t3d").switching, Switching::wormhole);
  EXPECT_THAT([] { preset_topology("paragon"); },
              testing::ThrowsMessage<ConfigError>(
                  "preset: paragon brings no network, as it is a model for any; give the Machine one, as "
                  "torus(4, 4)"));
  EXPECT_THAT([] { preset_topology("tpu_v3"); },
              testing::ThrowsMessage<ConfigError>(testing::HasSubstr("unknown machine \"tpu_v3\"")));
}

}  // namespace
}  // namespace toruscope
