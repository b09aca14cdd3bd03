// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/port_watch.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace toruscope::core {
namespace {

constexpr int kLinks = 3;
constexpr std::int64_t kEnd = 40;

bool is_broken_at(const std::vector<PortWindow>& windows, Ports ports, Ticks time) {
  std::vector<PortWindow> open;
  std::copy_if(windows.begin(), windows.end(), std::back_inserter(open),
               [&](const PortWindow& w) { return w.from <= time && time < w.to; });
  if (ports.rule == Ports::Rule::half) return open.size() > 1;
  const auto count = [&](const auto& is_meant) { return std::count_if(open.begin(), open.end(), is_meant); };
  const int k = ports_each_way(ports, kLinks);
  if (count([](const PortWindow& w) { return w.is_send; }) > k) return true;
  if (count([](const PortWindow& w) { return !w.is_send; }) > k) return true;
  for (Port link = 0; link < kLinks; ++link)
    if (count([&](const PortWindow& w) { return w.is_send && w.link == link; }) > 1) return true;
  if (ports.rule != Ports::Rule::telephone) return false;
  return std::any_of(open.begin(), open.end(),
                     [&](const PortWindow& w) { return w.partner != open.front().partner; });
}

Ticks first_broken(const std::vector<PortWindow>& windows, Ports ports) {
  for (Ticks time; time.count < kEnd; time += Ticks{1})
    if (is_broken_at(windows, ports, time)) return time;
  return kNever;
}

/// Few of them overlap.
PortWindow random_window(std::mt19937& random, std::int64_t number) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const int from = below(kEnd - 6);
  return {.is_send = below(2) == 0,
          .from = Ticks{from},
          .to = Ticks{from + below(6)},
          .partner = below(2),
          .sequence = number,
          .link = below(kLinks)};
}

TEST(PortWatch, FindsTheFirstTickAtWhichTheRuleIsBrokenInWhateverOrderWindowsCome) {
  std::mt19937 random(20261129);
  for (const Ports ports : {half_port, one_port, telephone, k_ports(2), all_ports})
    for (int n = 0; n < 200; ++n) {
      PortWatch watch(ports, kLinks);
      std::vector<PortWindow> windows;
      for (std::int64_t i = 0; i < 8; ++i) {
        watch.add(windows.emplace_back(random_window(random, i)), Ticks{});
        ASSERT_EQ(watch.broken_at(), first_broken(windows, ports)) << to_string(ports) << ' ' << n << ' ' << i;
      }
      if (watch.broken_at() == kNever) continue;
      const auto [what, under_way, one_too_many] = watch.violation();
      for (const PortWindow& w : {under_way, one_too_many})
        EXPECT_TRUE(w.from <= watch.broken_at() && watch.broken_at() < w.to);
    }
}

TEST(PortWatch, ForgetsWhatIsSettledAndNothingElse) {
  for (const Ports ports : {half_port, one_port, telephone, k_ports(2)}) {
    PortWatch watch(ports, kLinks);
    const PortWindow late{.from = Ticks{5000}, .to = Ticks{6000}, .partner = 1};
    for (int i = 0; i < watch.k(); ++i) {
      PortWindow one = late;
      one.link = i;
      watch.add(one, Ticks{});
    }
    for (std::int64_t i = 0; i < 1000; ++i)
      watch.add({.from = Ticks{2 * i}, .to = Ticks{2 * i + 2}, .partner = 1}, Ticks{2 * i});
    EXPECT_EQ(watch.broken_at(), kNever);
    watch.add({.from = Ticks{5998}, .to = Ticks{6001}, .partner = 1, .link = 2}, Ticks{2000});
    EXPECT_EQ(watch.broken_at(), Ticks{5998}) << to_string(ports);
    EXPECT_EQ(watch.violation().under_way.from, Ticks{5000});
  }
}

}  // namespace
}  // namespace toruscope::core
