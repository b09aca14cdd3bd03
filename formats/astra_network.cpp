// SPDX-License-Identifier: Apache-2.0
// The network of ASTRA-sim's analytical models, an entry for each dimension:
//
//   topology: [ Ring, FullyConnected, Switch ]
//   npus_count: [ 4, 4, 2 ]         the first dimension varies fastest
//   bandwidth: [ 50.0, 50.0, 25.0 ]   GB/s of each cable, each way
//   latency: [ 500.0, 500.0, 700.0 ]  ns of each cable

#include "formats/grid_fabric.hpp"
#include "formats/yaml_networks.hpp"
#include "formats/yaml_text.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <cmath>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

constexpr double kMostGigabytes = 1e5;
constexpr double kMostNanoseconds = 1e9;
constexpr std::size_t kMostDimensions = 16;

GridDimension::Kind kind_of(const YamlText& yaml, const YAML::Node& node) {
  const std::string name = yaml.word(node);
  if (name == "Ring") return GridDimension::Kind::ring;
  if (name == "FullyConnected") return GridDimension::Kind::complete;
  if (name == "Switch") return GridDimension::Kind::hub;
  yaml.refuse(node,
              fmt::format("the topology {}; Ring, FullyConnected and Switch are read", core::shown(name)));
}

}  // namespace

Fabric read_astra_network(const std::string& file, std::string_view text) {
  const YamlText yaml(file, text);
  const auto list = [&](const char* key, std::size_t size) {
    const YAML::Node node = yaml.child(yaml.root(), key);
    std::vector<YAML::Node> all = yaml.elements(node);
    if (all.empty() || all.size() > kMostDimensions || (size > 0 && all.size() != size))
      yaml.refuse(node, fmt::format("{} has {} entries, and {} are due", key, all.size(),
                                    size > 0 ? std::to_string(size) : fmt::format("1 to {}", kMostDimensions)));
    return all;
  };
  const auto kinds = list("topology", 0);
  const auto sizes = list("npus_count", kinds.size());
  const auto bandwidths = list("bandwidth", kinds.size());
  const auto latencies = list("latency", kinds.size());
  std::vector<GridDimension> dimensions;
  std::int64_t pes = 1;
  for (std::size_t d = 0; d < kinds.size(); ++d) {
    GridDimension& made = dimensions.emplace_back();
    made.kind = kind_of(yaml, kinds[d]);
    made.size = yaml.whole(sizes[d], 2, kMostGridPes);
    made.gigabits = 8 * yaml.number(bandwidths[d], 1e-6, kMostGigabytes);
    made.picoseconds = std::llround(1e3 * yaml.number(latencies[d], 0, kMostNanoseconds));
    if ((pes *= made.size) > kMostGridPes)
      yaml.refuse(sizes[d], fmt::format("more than {} NPUs", core::grouped(kMostGridPes)));
  }
  Fabric fabric;
  for (std::int64_t pe = 0; pe < pes; ++pe) fabric.nodes.push_back({fmt::format("npu{}", pe), true});
  lay_grid(fabric, dimensions);
  fabric.remarks.push_back(fmt::format("ASTRA-sim: {} NPUs, {}", core::grouped(pes),
                                       core::joined(dimensions, " x ", [](const GridDimension& one) {
                                         const char* const kind = one.kind == GridDimension::Kind::ring ? "Ring"
                                                                  : one.kind == GridDimension::Kind::complete
                                                                      ? "FullyConnected"
                                                                      : "Switch";
                                         return fmt::format("{} {}", kind, one.size);
                                       })));
  if (kinds.size() > 1)
    fabric.remarks.emplace_back(
        "the first dimension varies fastest in ranks; assumed: routes go by dimension, the "
        "first one first");
  fabric.remarks.emplace_back("GB are 10^9 bytes here; ASTRA-sim counts 2^30");
  std::vector<std::string> ignored;
  for (const std::string& key : yaml.keys(yaml.root()))
    if (key != "topology" && key != "npus_count" && key != "bandwidth" && key != "latency")
      ignored.push_back(key);
  if (!ignored.empty()) fabric.remarks.push_back("ignored: " + some_of(ignored));
  return fabric;
}

}  // namespace toruscope::formats
