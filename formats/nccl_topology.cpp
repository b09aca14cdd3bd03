// SPDX-License-Identifier: Apache-2.0
// NCCL's topology of a computer, as NCCL_TOPO_DUMP_FILE has it, and RCCL's:
//
//   <system><cpu><pci busid="0000:07:00.0" class="0x030200">
//     <gpu dev="0" sm="80">
//       <nvlink target="0000:0f:00.0" count="2" tclass="0x030200"/>     to that GPU
//       <nvlink target="0000:c4:00.0" count="2" tclass="0x068000"/>     to an NVSwitch
//       <xgmi target="..." count="1" tclass="0x038000"/>                of AMD

#include "formats/gpu_links.hpp"
#include "formats/xml_text.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <optional>
#include <set>

namespace toruscope::formats {

namespace {

constexpr int kMostNcclDevices = 512;
constexpr int kMostNvlinks = 1024;

/// GB/s in each direction of one NVLink, by the compute capability of the GPU; 0 if it is not
/// known.
/// Source  NVIDIA's data sheets of P100, V100, A100, A40, H100 and B200.
double gigabytes_of(int capability) {
  switch (capability) {
    case 60:
      return 20;
    case 70:
    case 80:
    case 90:
      return 25;
    case 86:
      return 14.0625;
    case 100:
    case 103:
      return 50;
    default:
      return 0;
  }
}

struct FoundGpu {
  pugi::xml_node node;
  std::string bus;
  int device = 0;
};

class NcclReader {
 public:
  NcclReader(const std::string& file, std::string_view text) : xml_(file, text) { links_.file = file; }

  GpuLinks read() {
    pugi::xml_node system = xml_.document().child("system");
    if (!system) xml_.refuse_at(0, "is no topology of NCCL, whose first element is <system>");
    struct Walker : pugi::xml_tree_walker {
      NcclReader* reader = nullptr;
      bool for_each(pugi::xml_node& node) override {
        if (node.type() == pugi::node_element) reader->take(node);
        return true;
      }
    } walker;
    walker.reader = this;
    system.traverse(walker);
    std::stable_sort(gpus_.begin(), gpus_.end(),
                     [](const FoundGpu& a, const FoundGpu& b) { return a.device < b.device; });
    links_.to_switch.assign(gpus_.size(), 0);
    for (std::size_t i = 0; i < gpus_.size(); ++i) {
      if (i > 0 && gpus_[i].device == gpus_[i - 1].device)
        xml_.refuse(gpus_[i].node, fmt::format("has dev=\"{}\" as one before; give a file for each computer",
                                               gpus_[i].device));
      links_.gpus.push_back(fmt::format("GPU{}", gpus_[i].device));
      numbers_of_[gpus_[i].bus].push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < gpus_.size(); ++i)
      for (const pugi::xml_node& link : gpus_[i].node.children())
        if (const std::string_view name = link.name(); name == "nvlink" || name == "xgmi")
          take_link(static_cast<int>(i), link);
    if (kinds_.empty()) refuse_pcie();
    join_ends();
    tell();
    return std::move(links_);
  }

 private:
  void take(const pugi::xml_node& node) {
    const std::string name = node.name();
    if (name == "gpu") {
      FoundGpu& gpu = gpus_.emplace_back();
      gpu.node = node;
      gpu.device = xml_.whole(node, "dev", 0, kMostNcclDevices - 1);
      gpu.bus = core::in_small_letters(node.parent().attribute("busid").value());
      if (const pugi::xml_attribute sm = node.attribute("sm")) {
        rates_.insert(gigabytes_of(xml_.whole(node, "sm", 0, kMostNcclDevices)));
        generations_.insert(sm.value());
      }
    } else if (name == "pci" && std::string_view(node.attribute("class").value()).starts_with("0x03")) {
      ++cards_;
    } else if (name == "net" || name == "nic" || name == "c2c") {
      ++ignored_[name];
    }
  }

  void take_link(int gpu, const pugi::xml_node& link) {
    const std::string target = core::in_small_letters(link.attribute("target").value());
    const std::string_view kind = link.attribute("tclass").value();
    const int count = xml_.whole(link, "count", 1, kMostNvlinks);
    kinds_.insert(link.name());
    const auto place = numbers_of_.find(target);
    if (place != numbers_of_.end()) {
      if (place->second.size() > 1)
        xml_.refuse(link, fmt::format("has the target {}, where several GPUs are", core::shown(target)));
      if (place->second.front() == gpu) xml_.refuse(link, "leads to its own GPU");
      int& links = ends_[{gpu, place->second.front()}];
      if (links > 0) xml_.refuse(link, fmt::format("has the target {} a second time", core::shown(target)));
      links = count;
    } else if (kind.starts_with("0x068000") || target.starts_with("fffffff:ff")) {
      links_.to_switch[static_cast<std::size_t>(gpu)] += count;
      switches_.insert(target);
    } else if (kind.starts_with("0x068001")) {
      ++ignored_[fmt::format("{} to a processor", link.name())];
    } else {
      xml_.refuse(link, fmt::format("has the target {} of class {}, which is no GPU of the file and no switch",
                                    core::shown(target), core::shown(kind)));
    }
  }

  /// Joins what both GPUs of a link list about it; notes links that only one of them lists.
  void join_ends() {
    std::vector<std::string> one_sided;
    for (const auto& [ends, count] : ends_) {
      const auto [from, to] = ends;
      const auto back = ends_.find({to, from});
      const std::string name = fmt::format("{} - {}", links_.gpus[static_cast<std::size_t>(from)],
                                           links_.gpus[static_cast<std::size_t>(to)]);
      if (back == ends_.end())
        one_sided.push_back(name);
      else if (back->second != count)
        xml_.refuse(gpus_[static_cast<std::size_t>(from)].node,
                    fmt::format("has {} links of {}, and the other end {}", count, name, back->second));
      links_.direct[std::minmax(from, to)] = count;
    }
    if (std::all_of(links_.to_switch.begin(), links_.to_switch.end(), [](int count) { return count == 0; }))
      links_.to_switch.clear();
    if (!one_sided.empty()) links_.remarks.push_back("told at one end alone: " + some_of(one_sided));
  }

  [[noreturn]] void refuse_pcie() const {
    const std::string what = gpus_.empty()
                                 ? fmt::format("{} of graphics and no GPU", core::counted(cards_, "PCI device"))
                                 : core::counted(gpus_.size(), "GPU");
    throw ConfigError(fmt::format(
        "network: {}: this topology of NCCL has {} and PCIe alone: it says of no NVLink and no xGMI "
        "between GPUs, so there is no network in it; give what NCCL_TOPO_DUMP_FILE has after a run "
        "on a computer that has them",
        core::escaped(links_.file), what));
  }

  void tell() {
    if (kinds_.contains("xgmi")) links_.link = kinds_.size() > 1 ? "NVLink or xGMI link" : "xGMI link";
    if (rates_.size() == 1 && !kinds_.contains("xgmi")) links_.gigabits = *rates_.begin() * 8;
    std::vector<std::string> told{
        fmt::format("NCCL's topology: {}{}", core::counted(gpus_.size(), "GPU"),
                    generations_.empty() ? "" : fmt::format(", sm {}", core::joined(generations_, ", ")))};
    if (switches_.size() > 1)
      told.push_back(fmt::format("{} are taken as one", core::counted(switches_.size(), "switch")));
    if (!ignored_.empty())
      told.push_back("ignored: PCIe, " + core::joined(ignored_, ", ", [](const auto& element) {
                       return fmt::format("{} <{}>", element.second, element.first);
                     }));
    else
      told.emplace_back("ignored: PCIe");
    links_.remarks.insert(links_.remarks.begin(), told.begin(), told.end());
  }

  XmlText xml_;
  GpuLinks links_;
  std::vector<FoundGpu> gpus_;
  std::map<std::string, std::vector<int>> numbers_of_;  // of GPUs, by bus
  std::map<std::pair<int, int>, int> ends_;             // number of links by GPU and target
  std::set<std::string> kinds_, switches_, generations_;
  std::set<double> rates_;
  std::map<std::string, int> ignored_;  // elements
  int cards_ = 0;
};

}  // namespace

GpuLinks read_nccl_topology(const std::string& file, std::string_view text) {
  return NcclReader(file, text).read();
}

}  // namespace toruscope::formats
