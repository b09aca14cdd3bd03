// SPDX-License-Identifier: Apache-2.0

#include "formats/network_files.hpp"

#include "formats/gpu_links.hpp"
#include "formats/simgrid_platform.hpp"
#include "formats/slurm_topology.hpp"
#include "formats/yaml_networks.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace toruscope::formats {

namespace {

/// What was read, of whatever form.
struct Import {
  bool are_direct = false;  // NetworkChoices::direct
  bool has_nvidia = false;
  IbFabric ib;
  SlurmTopology slurm, cloud;
  std::vector<Fabric> whole;  // of forms that say all of a network
};

/// A form of file, words of which one begins a line, and its reader. Tables of switches are read
/// behind what they belong to.
struct NetworkForm {
  const char* name;
  std::vector<std::string_view> words;
  void (*read)(const std::string& file, std::string_view text, Import& import);
};

const std::vector<NetworkForm>& forms() {
  static const std::vector<NetworkForm> table{
      {"ibnetdiscover",
       {"Switch\t", "Switch ", "Ca\t", "Ca ", "switchguid=", "caguid="},
       [](const std::string& file, std::string_view text, Import& import) {
         read_ibnetdiscover(file, text, import.ib);
       }},
      {"forwarding tables (dump_lfts, ibroute)",
       {"Unicast lids "},
       [](const std::string& file, std::string_view text, Import& import) {
         read_forwarding_tables(file, text, import.ib);
       }},
      {"Slurm's topology.conf, or scontrol show topology",
       {"SwitchName=", "BlockName=", "RingName="},
       [](const std::string& file, std::string_view text, Import& import) {
         read_slurm_topology(file, text, import.slurm);
       }},
      {"Slurm's topology.yaml",
       {"- topology:"},
       [](const std::string& file, std::string_view text, Import& import) {
         read_slurm_yaml(file, text, import.slurm);
       }},
      {"AWS's instance topology",
       {"\"NetworkNodes\""},
       [](const std::string& file, std::string_view text, Import& import) {
         read_instance_topology(file, text, import.cloud);
       }},
      {"ASTRA-sim's network.yml",
       {"npus_count:"},
       [](const std::string& file, std::string_view text, Import& import) {
         import.whole.push_back(read_astra_network(file, text));
       }},
      {"SimGrid's platforms of a cluster",
       {"<platform"},
       [](const std::string& file, std::string_view text, Import& import) {
         import.whole.push_back(read_simgrid_platform(file, text));
       }},
      {"nvidia-smi topo -m",
       {"GPU0\t", "GPU0 "},
       [](const std::string& file, std::string_view text, Import& import) {
         import.has_nvidia = true;
         import.whole.push_back(fabric_of(read_nvidia_smi(file, text, import.are_direct)));
       }},
      {"NCCL's topology (NCCL_TOPO_DUMP_FILE)",
       {"<system"},
       [](const std::string& file, std::string_view text, Import& import) {
         import.whole.push_back(fabric_of(read_nccl_topology(file, text)));
       }},
  };
  return table;
}

/// True if a line of the text's beginning begins with the word, behind blanks.
bool has_line(std::string_view text, std::string_view word) {
  constexpr std::size_t kBeginning = std::size_t{1} << 16U;
  text = text.substr(0, kBeginning);
  const auto begins = [&](std::string_view rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    return core::begins_with_word(rest, word);
  };
  if (begins(text)) return true;
  // XML and JSON need no lines.
  if (word.starts_with('<') || word.starts_with('"')) return text.find(word) != std::string_view::npos;
  for (const char end : {'\n', '\r'})
    for (std::size_t at = text.find(end); at != std::string_view::npos; at = text.find(end, at + 1))
      if (begins(text.substr(at + 1))) return true;
  return false;
}

std::size_t form_of(const NetworkFile& file) {
  const auto& table = forms();
  for (std::size_t i = 0; i < table.size(); ++i)
    if (std::any_of(table[i].words.begin(), table[i].words.end(),
                    [&](std::string_view word) { return has_line(file.text, word); }))
      return i;
  const std::string known = core::joined(table, "; ", [](const NetworkForm& form) { return form.name; });
  const std::string other = core::other_form(file.text, "give one of: " + known);
  throw ConfigError(fmt::format("network: {}: {}", core::escaped(file.name),
                                other.empty() ? "its form is not known; give one of: " + known : other));
}

Fabric fabric_of(Import& import, const NetworkChoices& choices) {
  const std::size_t ib = import.ib.nodes.empty() ? 0 : 1;
  const auto is_there = [](const SlurmTopology& one) { return !one.switches.empty() || !one.grids.empty(); };
  const std::size_t slurm = (is_there(import.slurm) ? 1U : 0U) + (is_there(import.cloud) ? 1U : 0U);
  if (ib + slurm + import.whole.size() > 1)
    throw ConfigError("network: these files are of several networks; give those of one");
  if (ib + slurm + import.whole.size() == 0)
    throw ConfigError(
        "network: forwarding tables name ports, and not where they lead; give ibnetdiscover's text of "
        "the fabric beside them");
  if (choices.uplinks && slurm == 0)
    throw ConfigError(
        "network: --uplinks is for Slurm's topologies and AWS's, and these files have cables; leave it out");
  if (choices.direct && !import.has_nvidia)
    throw ConfigError(
        "network: --direct is for the table of nvidia-smi topo -m, which is not here; leave it out");
  if ((choices.hosts_are_pes || !choices.keep.empty() || !choices.drop.empty()) && ib == 0)
    throw ConfigError(
        "network: --pe host, --keep and --drop are for what ibnetdiscover prints, which is not here; leave "
        "them out");
  if (!import.whole.empty()) return std::move(import.whole.front());
  if (slurm > 0) return fabric_of(is_there(import.slurm) ? import.slurm : import.cloud, choices.uplinks);
  return fabric_of(import.ib, choices);
}

}  // namespace

MadeNetwork make_network(std::vector<NetworkFile> files, const NetworkChoices& choices) {
  std::vector<std::size_t> form;
  for (const NetworkFile& file : files) form.push_back(form_of(file));
  Import import;
  import.are_direct = choices.direct;
  for (std::size_t f = 0; f < forms().size(); ++f)
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (form[i] != f) continue;
      forms()[f].read(files[i].name, files[i].text, import);
      files[i].text = std::string();  // large ones make room
    }
  Fabric fabric = fabric_of(import, choices);
  import = Import();
  MadeNetwork made;
  made.text = graph_text(fabric);
  made.remarks = std::move(fabric.remarks);
  made.pes = std::count_if(fabric.nodes.begin(), fabric.nodes.end(),
                           [](const FabricNode& node) { return node.is_pe; });
  made.switches = std::ssize(fabric.nodes) - made.pes;
  made.cables = std::ssize(fabric.cables);
  return made;
}

}  // namespace toruscope::formats
