// SPDX-License-Identifier: Apache-2.0
// What `aws ec2 describe-instance-topology` prints: of each instance the network nodes above it,
// the nearest one last. Each network node becomes a switch.

#include "formats/slurm_topology.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>

namespace toruscope::formats {

namespace {

using nlohmann::json;

constexpr std::size_t kMostInstances = std::size_t{1} << 16U;
constexpr std::size_t kMostNetworkLevels = 8;

class InstanceReader {
 public:
  InstanceReader(const std::string& file, std::string_view text, SlurmTopology& topology)
      : file_(file), topology_(topology) {
    try {
      document_ = json::parse(text);
    } catch (const json::parse_error& error) {
      throw ConfigError(fmt::format("network: {}:{}: is no JSON", core::escaped(file),
                                    core::line_at(text, static_cast<std::ptrdiff_t>(error.byte))));
    } catch (const json::exception&) {  // a number beyond double's is no parse_error
      throw ConfigError(
          fmt::format("network: {}: is no JSON: a number in it is too large", core::escaped(file)));
    }
    for (std::size_t i = 0; i < topology_.switches.size(); ++i) place_of_[topology_.switches[i].name] = i;
    topology_.file = file;
    topology_.source = "AWS";
  }

  void read() {
    const bool is_object = document_.is_object() && document_.contains("Instances");
    const json& instances = is_object ? document_["Instances"] : document_;
    if (!instances.is_array()) refuse("has no list of Instances");
    for (const json& instance : instances) take(instance);
    if (topology_.switches.empty()) refuse("has no instance");
    if (is_object && document_.contains("NextToken") && document_["NextToken"].is_string() &&
        !document_["NextToken"].get_ref<const std::string&>().empty())
      topology_.remarks.push_back(
          fmt::format("{} has a NextToken: there are more instances than in it", core::shown(file_)));
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(fmt::format("network: {}: {}", core::escaped(file_), why));
  }
  /// The text of a key; empty if there is none.
  static std::string text_of(const json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
  }

  void take(const json& instance) {
    const std::string name = text_of(instance, "InstanceId");
    if (name.empty()) refuse(fmt::format("instance {} of the list has no InstanceId", count_ + 1));
    if (++count_ > kMostInstances)
      refuse(fmt::format("has more than {} instances", core::grouped(kMostInstances)));
    const auto nodes = instance.find("NetworkNodes");
    if (nodes == instance.end() || !nodes->is_array() || nodes->empty() || nodes->size() > kMostNetworkLevels)
      refuse(fmt::format("instance {} has no NetworkNodes, of which there are 1 to {}", core::shown(name),
                         kMostNetworkLevels));
    topology_.order.push_back(name);
    std::vector<std::string> path;
    for (const json& node : *nodes) {
      if (!node.is_string() || node.get_ref<const std::string&>().empty())
        refuse(fmt::format("instance {} has a network node that is no name", core::shown(name)));
      path.push_back(node.get<std::string>());
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      SlurmSwitch& own = switch_of(path, i, name);
      if (i + 1 == path.size())
        own.hosts.push_back(name);
      else if (!place_of_.contains(path[i + 1]))
        own.switches.push_back(path[i + 1]);
    }
  }

  /// A network node, which stands at one place of all paths, below one other.
  SlurmSwitch& switch_of(const std::vector<std::string>& path, std::size_t i, const std::string& instance) {
    const std::string above = i == 0 ? "" : path[i - 1];
    const std::size_t below = path.size() - i;
    const auto [place, is_new] = place_of_.try_emplace(path[i], topology_.switches.size());
    if (is_new) {
      SlurmSwitch made;
      made.name = path[i];
      made.is_block = i == 0;
      made.above = above;
      made.levels = static_cast<int>(below);
      topology_.switches.push_back(std::move(made));
    }
    SlurmSwitch& own = topology_.switches[place->second];
    if (own.above != above || own.levels != static_cast<int>(below))
      refuse(fmt::format("instance {} has the network node {} at another place than instances before it",
                         core::shown(instance), core::shown(path[i])));
    return own;
  }

  const std::string& file_;
  SlurmTopology& topology_;
  json document_;
  std::map<std::string, std::size_t> place_of_;  // of network nodes, by name
  std::size_t count_ = 0;
};

}  // namespace

void read_instance_topology(const std::string& file, std::string_view text, SlurmTopology& topology) {
  InstanceReader(file, text, topology).read();
}

}  // namespace toruscope::formats
