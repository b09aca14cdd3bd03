// SPDX-License-Identifier: Apache-2.0

#include "formats/gpu_links.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <set>

namespace toruscope::formats {

namespace {

/// Numbers of cables of each size, the most first: "4 of 2 NVLinks, 8 of 1".
std::string sizes_of(const std::vector<int>& sizes, const std::string& link) {
  std::map<int, int, std::greater<>> cables;
  for (const int size : sizes) ++cables[size];
  return core::joined(cables, ", ", [&](const auto& cable) {
    return fmt::format("{} of {}", cable.second, core::counted(cable.first, link.c_str()));
  });
}

class GpuNetwork {
 public:
  explicit GpuNetwork(const GpuLinks& links) : links_(links), group_(links.gpus.size() + 1) {
    std::iota(group_.begin(), group_.end(), std::size_t{0});
  }

  Fabric make() {
    for (const std::string& gpu : links_.gpus) fabric_.nodes.push_back({gpu, true});
    fabric_.remarks = links_.remarks;
    const int hub = static_cast<int>(links_.gpus.size());
    std::vector<int> direct, ports;
    for (const auto& [pair, count] : links_.direct) direct.push_back(count);
    for (const int count : links_.to_switch)
      if (count > 0) ports.push_back(count);
    if (!ports.empty()) fabric_.nodes.push_back({links_.link == "NVLink" ? "NVSwitch" : "switch", false});
    most_ = std::max(direct.empty() ? 0 : *std::max_element(direct.begin(), direct.end()),
                     ports.empty() ? 0 : *std::max_element(ports.begin(), ports.end()));
    for (const auto& [pair, count] : links_.direct) add_cable(pair.first, pair.second, count);
    for (int gpu = 0; gpu < static_cast<int>(links_.to_switch.size()); ++gpu)
      if (const int count = links_.to_switch[static_cast<std::size_t>(gpu)]; count > 0)
        add_cable(gpu, hub, count);
    check_connected();
    tell(direct, ports);
    fabric_.pes_forward = ports.size() < links_.gpus.size();
    return std::move(fabric_);
  }

 private:
  void add_cable(int a, int b, int count) {
    FabricCable cable{a, b, links_.gigabits * count, 0};
    if (links_.gigabits == 0) cable.slow = static_cast<double>(most_) / count;
    fabric_.cables.push_back(cable);
    group_[root(static_cast<std::size_t>(a))] = root(static_cast<std::size_t>(b));
  }
  std::size_t root(std::size_t node) {
    while (group_[node] != node) node = group_[node] = group_[group_[node]];
    return node;
  }

  void check_connected() {
    std::map<std::size_t, std::vector<std::string>> groups;
    for (std::size_t gpu = 0; gpu < links_.gpus.size(); ++gpu) groups[root(gpu)].push_back(links_.gpus[gpu]);
    if (groups.size() == 1 && links_.gpus.size() > 1) return;
    const std::string who =
        core::joined(groups, " | ", [](const auto& group) { return some_of(group.second); });
    throw ConfigError(fmt::format(
        "network: {}: {}; what lies between, as PCIe, is told by distances and not by links, and makes no "
        "network",
        core::escaped(links_.file),
        groups.size() == links_.gpus.size() ? fmt::format("{} without an {} to another one",
                                                          core::counted(links_.gpus.size(), "GPU"), links_.link)
                                            : fmt::format("{}s join only some of the GPUs: {}", links_.link,
                                                          core::shown(who, core::kLongestLine))));
  }

  void tell(const std::vector<int>& direct, const std::vector<int>& ports) {
    const auto& link = links_.link;
    if (!direct.empty())
      fabric_.remarks.push_back(
          fmt::format("cables between GPUs, as fast as all their {}s: {}", link, sizes_of(direct, link)));
    if (!ports.empty())
      fabric_.remarks.push_back(fmt::format("cables from GPUs to a switch, as fast as all their {}s: {}", link,
                                            sizes_of(ports, link)));
    if (links_.gigabits > 0)
      fabric_.remarks.push_back(
          fmt::format("assumed: {:.6g} GB/s each way for an {}", links_.gigabits / 8, link));
    else
      fabric_.remarks.push_back(
          fmt::format("how fast an {} is is not said: the machine's costs are those of {}", link,
                      core::counted(most_, link.c_str())));
    std::vector<std::string> far;
    for (int a = 0; ports.empty() && a < static_cast<int>(links_.gpus.size()); ++a)
      for (int b = a + 1; b < static_cast<int>(links_.gpus.size()); ++b)
        if (!links_.direct.contains({a, b}))
          far.push_back(fmt::format("{} - {}", links_.gpus[static_cast<std::size_t>(a)],
                                    links_.gpus[static_cast<std::size_t>(b)]));
    if (!far.empty())
      fabric_.remarks.push_back(
          fmt::format("assumed: without an {} of their own, messages pass other GPUs: {}", link, some_of(far)));
  }

  const GpuLinks& links_;
  Fabric fabric_;
  std::vector<std::size_t> group_;  // of GPUs and the switch, as trees: those that links join
  int most_ = 0;                    // links of a cable
};

}  // namespace

Fabric fabric_of(const GpuLinks& links) {
  return GpuNetwork(links).make();
}

}  // namespace toruscope::formats
