// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/known_forms.hpp"

#include "runtime/core/small_letters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/core.h>
#include <optional>
#include <span>

namespace toruscope::core {

namespace {

/// Number of characters of a text that are looked at.
constexpr std::size_t kBeginning = 4096;
constexpr std::string_view kSpace = " \t\r\n\v\f";
constexpr std::string_view kNetwork =
    "toruscope network FILE -o NAME.net makes a graph file of it, for -t graph:NAME.net";
constexpr std::string_view kRunChakra = "give it to toruscope run chakra --input FILE";

struct KnownForm {
  std::string_view name;
  std::string_view use{};  ///< advice for its user; empty: such a file is not read
};

/// A word, and the form that it tells.
struct ToldForm {
  std::string_view word;
  KnownForm form;
};

/// The form of the first word for which `is` holds.
template <class Is>
std::optional<KnownForm> told_by(std::span<const ToldForm> table, const Is& is) {
  const auto told = std::find_if(table.begin(), table.end(), [&](const ToldForm& row) { return is(row.word); });
  return told == table.end() ? std::nullopt : std::optional(told->form);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Bytes that no text has.
bool is_binary(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && kSpace.find(c) == std::string_view::npos && c != '\x1b';
  });
}

std::uint64_t little_endian(std::string_view text) {
  std::uint64_t value = 0;
  for (std::size_t i = std::min<std::size_t>(text.size(), sizeof value); i > 0; --i)
    value = value << 8U | static_cast<unsigned char>(text[i - 1]);
  return value;
}

std::optional<KnownForm> binary_form(std::string_view text) {
  constexpr std::uint64_t kGoal = 4223;
  if (text.starts_with("\x1f\x8b")) return KnownForm{"compressed by gzip", "give what gunzip makes of it"};
  if (text.starts_with("\x93NUMPY"))
    return KnownForm{"an array of NumPy", "give it to a verb run that reads .npy, as NAME.npy"};
  if (text.starts_with("BZh")) return KnownForm{"compressed by bzip2", "give what bunzip2 makes of it"};
  if (text.starts_with("\xfd\x37zXZ")) return KnownForm{"compressed by xz", "give what unxz makes of it"};
  if (text.size() > 262 && text.substr(257, 5) == "ustar")
    return KnownForm{"an archive of tar", "give the file that is in it"};
  if (text.starts_with("PK\x03\x04"))
    return KnownForm{"an archive of zip (as .npz and .xlsx are)", "give the file that is in it"};
  if (text.size() >= sizeof kGoal && little_endian(text) == kGoal)
    return KnownForm{"GOAL in the binary form of LogGOPSim's txt2bin",
                     "give it to toruscope run goal --input FILE"};
  // A message, behind its length: its first field is a node's id or name, or the version.
  const auto length = static_cast<std::size_t>(little_endian(text.substr(0, 1)) & 0x7fU);
  const bool is_long = text.size() > 1 && (static_cast<unsigned char>(text.front()) & 0x80U) != 0;
  const char field = text.size() > 2 ? text[is_long ? 2 : 1] : '\0';
  if (is_binary(text) && (is_long || length < text.size()) &&
      (field == '\x08' || field == '\x0a' || field == '\x12'))
    return KnownForm{"a trace in Chakra's protobuf form (.et)", kRunChakra};
  return std::nullopt;
}

/// The name of the first element.
std::string_view root_of(std::string_view text) {
  while (true) {
    const std::size_t open = text.find('<');
    if (open == std::string_view::npos) return {};
    text.remove_prefix(open + 1);
    if (text.empty() || (text.front() != '?' && text.front() != '!'))
      return text.substr(0, text.find_first_of(" \t\r\n/>"));
    const std::string_view end = text.starts_with("!--") ? "-->" : ">";
    text.remove_prefix(std::min(text.find(end), text.size()));
  }
}

KnownForm xml_form(std::string_view text) {
  static constexpr std::array<ToldForm, 7> kRoots{
      {{"algo", {"a schedule of MSCCL", "give it as an algorithm: --algorithm file:NAME.xml"}},
       {"system", {"the inside of a computer, as NCCL_TOPO_DUMP_FILE has it", kNetwork}},
       {"graphs", {"the rings and trees of NCCL, as NCCL_GRAPH_DUMP_FILE has them"}},
       {"platform", {"a platform of SimGrid", kNetwork}},
       {"sdl", {"a configuration of SST"}},
       {"graphml", {"a graph as GraphML"}},
       {"gexf", {"a graph as GEXF"}}}};
  const auto is_root = [root = root_of(text)](std::string_view word) { return word == root; };
  return told_by(kRoots, is_root).value_or(KnownForm{"XML of another kind"});
}

std::optional<KnownForm> json_form(std::string_view text) {
  if (contains(text, "\"workload_graph\"")) return KnownForm{"a trace of Chakra as JSON", kRunChakra};
  if (contains(text, "_NODE\"") || (contains(text, "\"version\"") && contains(text, "}{")))
    return KnownForm{"what chakra_jsonizer makes of a trace of Chakra", kRunChakra};
  if (contains(text, "\"schema\":") && (contains(text, "pytorch") || contains(text, "\"nodes\"")))
    return KnownForm{"PyTorch's own trace of a host, which has neither the times of the GPU nor sizes",
                     "link it with the trace of the device (chakra_trace_link), convert what comes of it "
                     "(chakra_converter PyTorch --input LINKED.json --output NAME.0.et), and give NAME.0.et"};
  if (contains(text, "\"NetworkNodes\"")) return KnownForm{"AWS's topology of instances", kNetwork};
  return KnownForm{"JSON of another kind"};
}

std::optional<KnownForm> text_form(std::string_view text) {
  static constexpr std::array<ToldForm, 18> kBeginnings{
      {{"%%matrixmarket", {"a matrix of Matrix Market", "give it to toruscope run matvec --input FILE"}},
       {"%matrixmarket", {"a matrix of Matrix Market", "give it to toruscope run matvec --input FILE"}},
       {"*vertices", {"a graph of Pajek"}},
       {"*network", {"a graph of Pajek"}},
       {"num_ranks", {"a schedule as GOAL", "give it to toruscope run goal --input FILE"}},
       {"vendid=", {"a network as ibnetdiscover prints it", kNetwork}},
       {"switchguid=", {"a network as ibnetdiscover prints it", kNetwork}},
       {"caguid=", {"a network as ibnetdiscover prints it", kNetwork}},
       {"switchname=", {"a topology.conf of Slurm", kNetwork}},
       {"blockname=", {"a topology.conf of Slurm", kNetwork}},
       {"ringname=", {"a topology.conf of Slurm", kNetwork}},
       {"- topology:", {"a topology.yaml of Slurm", kNetwork}},
       {"topology: [", {"a network of ASTRA-sim", kNetwork}},
       {"graph ", {"a graph of Graphviz"}},
       {"digraph ", {"a graph of Graphviz"}},
       {"strict ", {"a graph of Graphviz"}},
       {"import ", {"a program in Python"}},
       {"gpu0\t", {"the table of nvidia-smi topo", kNetwork}}}};
  // The first word behind comments and lines that programs write above it.
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    const auto begins = [line](std::string_view word) { return begins_with_word(line, word); };
    if (const auto form = told_by(kBeginnings, begins)) return form;
    if (!line.empty() && line.front() != '#' && !line.starts_with("//")) break;
  }
  return std::nullopt;
}

std::optional<KnownForm> form_of(std::string_view text) {
  text = text.substr(0, kBeginning);
  if (const auto form = binary_form(text)) return form;
  const std::string_view trimmed = text.substr(std::min(text.find_first_not_of(kSpace), text.size()));
  if (trimmed.starts_with('<')) return xml_form(trimmed);
  if (trimmed.starts_with('{') || trimmed.starts_with('[')) return json_form(trimmed);
  if (const auto form = text_form(trimmed)) return form;
  return is_binary(text) ? std::optional(KnownForm{"a binary file of another kind"}) : std::nullopt;
}

}  // namespace

std::string other_form(std::string_view text, std::string_view instead) {
  const auto form = form_of(text);
  if (!form) return {};
  if (!form->use.empty()) return fmt::format("this is {}; {}", form->name, form->use);
  return fmt::format("this is {}, which is not read here; {}", form->name, instead);
}

}  // namespace toruscope::core
