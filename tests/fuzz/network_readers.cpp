// SPDX-License-Identifier: Apache-2.0
// Networks of other programs: what a reader takes becomes a graph file that is read back.

#include "formats/host_list.hpp"
#include "formats/network_files.hpp"
#include "tests/fuzz/reader.hpp"

#include <toruscope/error.hpp>

#include <algorithm>

namespace toruscope::test {

namespace {

const char* const kFabric =
    "switchguid=0xa1(a1)\nSwitch\t36 \"S-00a1\"\t\t# \"leaf #1; MF0\" enhanced port 0 lid 1 lmc 0\n"
    "[1]\t\"H-00b1\"[1](b1) \t\t# \"h1 HCA-1\" lid 11 4xNDR\n[2][ext 5]\t\"H-00b2\"[1](b2) \t\t# \"h2\" lid 12 "
    "2xFDR10\n"
    "[7]\t\"S-00a1\"[8]\t\t# \"leaf #1; MF0\" lid 1 4xNDR\n\n"
    "Ca\t1 \"H-00b1\"\t\t# \"h1 HCA-1\"\n[1](b1) \t\"S-00a1\"[1]\t\t# lid 11 lmc 0 \"leaf #1; MF0\" lid 1 "
    "4xNDR\n"
    "Ca\t1 \"H-00b2\"\t\t# \"h2\"\n[1](b2) \t\"S-00a1\"[2]\t\t# lid 12 lmc 0 \"leaf #1; MF0\" lid 1 4xNDR\n";
const char* const kTables =
    "Unicast lids [0x0-0xe] of switch Lid 1 guid 0x00a1 (leaf #1; MF0):\n  Lid  Out   Destination\n"
    "0x000b 001 : (Channel Adapter portguid 0xb1: 'h1 HCA-1')\n0x000c 002\n2 valid lids dumped\n";

void check(const formats::MadeNetwork& made) {
  require(made.pes >= 1 && made.switches >= 0 && made.cables >= 0, "a network");
}

void fuzz_ibnetdiscover(std::string_view bytes) {
  for (const bool hosts : {false, true})
    check(formats::make_network({{"fabric", std::string(bytes)}}, {.hosts_are_pes = hosts}));
}

void fuzz_forwarding_tables(std::string_view bytes) {
  check(formats::make_network({{"fabric", kFabric}, {"tables", std::string(bytes)}}, {}));
}

void fuzz_slurm(std::string_view bytes) {
  check(formats::make_network({{"slurm", std::string(bytes)}}, {.uplinks = 2}));
}

void fuzz_platform(std::string_view bytes) {
  check(formats::make_network({{"platform", std::string(bytes)}}, {}));
}

void fuzz_nvidia_smi(std::string_view bytes) {
  for (const bool direct : {false, true})
    check(formats::make_network({{"topo", std::string(bytes)}}, {.direct = direct}));
}

void fuzz_nccl_topology(std::string_view bytes) {
  check(formats::make_network({{"topo", std::string(bytes)}}, {}));
}

/// What needs --uplinks, and what must not have them.
void fuzz_topology(std::string_view bytes) {
  try {
    check(formats::make_network({{"topology", std::string(bytes)}}, {.uplinks = 2}));
  } catch (const ConfigError&) {
    check(formats::make_network({{"topology", std::string(bytes)}}, {}));
  }
}

void fuzz_hosts(std::string_view bytes) {
  require(!formats::expand_hosts(bytes).empty(), "a name");
}

}  // namespace

std::vector<Reader> network_readers() {
  return {
      {"ibnetdiscover",
       fuzz_ibnetdiscover,
       {kFabric},
       with_numbers({"Switch\t", "Ca\t", "Rt ", "\"S-", "\"H-", "[", "]", "(", ")", "#", "lid ", "4xNDR",
                     "1xSDR", "\n", "Aggregation Node", "Chassis "})},
      {"forwarding_tables",
       fuzz_forwarding_tables,
       {kTables},
       with_numbers({"Unicast lids ", "guid 0x", "0x000b ", "255", "lids dumped", "\n", "path #", ":"})},
      {"slurm",
       fuzz_slurm,
       {"SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7] LinkSpeed=1\nSwitchName=top Switches=s[0-1]\n",
        "BlockName=b1 Nodes=n[01-02]\nBlockName=b2 \\\n Nodes=n3 # here\nBlockSizes=2,4\n",
        "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=a,b\nSwitchName=s1 Level=1 LinkSpeed=1 Nodes=a,b "
        "Switches=s0\n"},
       with_numbers({"SwitchName=", "BlockName=", "Nodes=", "Switches=", "[", "]", "-", ",", "\\", "#", "\n"})},
      {"platform",
       fuzz_platform,
       {"<platform version=\"4.1\"><zone id=\"z\"><cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-7\" "
        "speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" topology=\"TORUS\" topo_parameters=\"2,4\"/></zone></platform>",
        "<platform><cluster prefix=\"n\" radical=\"0-11\" bw=\"1Gbps\" lat=\"1us\" topology=\"DRAGONFLY\" "
        "topo_parameters=\"2,3;1,2;3,1;2\"/></platform>",
        "<platform><zone routing=\"Full\"><host id=\"a\"/><host id=\"b\"/><link id=\"l\" bandwidth=\"1GBps\" "
        "latency=\"1us\" sharing_policy=\"SPLITDUPLEX\"/><link id=\"m\" bandwidth=\"1GBps\"/><route src=\"a\" "
        "dst=\"b\">"
        "<link_ctn id=\"l\" direction=\"UP\"/><link_ctn id=\"m\"/></route></zone></platform>",
        "<platform><cluster prefix=\"n\" radical=\"0-3\" bw=\"1Gbps\" lat=\"1us\" bb_bw=\"2Gbps\"/></platform>",
        "<platform><cluster prefix=\"n\" radical=\"0-7\" bw=\"1Gbps\" lat=\"1us\" topology=\"FAT_TREE\" "
        "topo_parameters=\"2;4,2;1,2;1,2\"/></platform>"},
       with_numbers({"<zone>", "</zone>", "<AS>", ",", ";", "-", "FLAT", "TORUS", "FAT_TREE", "DRAGONFLY",
                     "bb_bw=\"1Gbps\"", "GBps", "ms"})},
      {"nvidia_smi",
       fuzz_nvidia_smi,
       {"\t\x1b[4mGPU0\tGPU1\tGPU2\tNIC0\tCPU Affinity\x1b[0m\nGPU0\t X \tNV6\tNV6\tPXB\t0-7\nGPU1\tNV6\t X "
        "\tNV6\tSYS\t0-7\nGPU2\tNV6\tNV6\t X \tSYS\t8-15\nNIC0\tPXB\tSYS\tSYS\t X \n\nLegend:\n\n  X = Self\n",
        "GPU0 GPU1\nGPU0 X NV2\nGPU1 NV2 X\n"},
       with_numbers({"GPU0\t", "GPU1", "GPU", "NIC0", "NV", "NV18", "PIX", "SYS", "OK", " X ", "\t", "\n",
                     "\x1b[4m", "Legend:", "CPU Affinity"})},
      {"nccl_topology",
       fuzz_nccl_topology,
       {"<system version=\"1\"><cpu><pci busid=\"0:1:0.0\" class=\"0x030200\"><gpu dev=\"0\" sm=\"80\"><nvlink "
        "target=\"0:2:0.0\" count=\"2\" tclass=\"0x030200\"/></gpu></pci><pci busid=\"0:2:0.0\" "
        "class=\"0x030200\"><gpu dev=\"1\" sm=\"80\"><nvlink target=\"0:1:0.0\" count=\"2\" "
        "tclass=\"0x030200\"/>"
        "</gpu></pci></cpu></system>",
        "<system><pci busid=\"a\"><gpu dev=\"0\"><nvlink target=\"fffffff:ff:ff.0\" count=\"4\" "
        "tclass=\"0x068000\"/></gpu></pci><pci busid=\"b\"><gpu dev=\"1\"><nvlink target=\"s\" count=\"4\" "
        "tclass=\"0x068000\"/></gpu></pci></system>",
        "<system><pci busid=\"a\"><gpu dev=\"0\"><xgmi target=\"b\" count=\"1\"/></gpu></pci><pci "
        "busid=\"b\"><gpu dev=\"1\"/></pci></system>"},
       with_numbers({"<gpu>", "</gpu>", "<nvlink>", "<xgmi ", "<pci>", "</pci>", "target=\"", "count=\"",
                     "0x068000", "0x068001", "fffffff:ff:ff.0", "sm=\"90\""})},
      {"slurm_yaml",
       fuzz_topology,
       {"---\n- topology: a\n  cluster_default: true\n  tree:\n    switches:\n      - switch: top\n        "
        "children: "
        "l[1-2]\n      - switch: l1\n        nodes: n[1-2]\n      - switch: l2\n        nodes: n[3-4]\n- "
        "topology: b\n  "
        "flat: true\n",
        "- topology: a\n  block:\n    block_sizes: [2, 4]\n    blocks:\n      - block: b1\n        nodes: "
        "n[1-2]\n      - "
        "block: b2\n        nodes: n[3-4]\n",
        "- topology: r\n  ring:\n    rings:\n      - ring: r0\n        nodes: n[1-6]\n",
        "- topology: t\n  torus3d:\n    toruses:\n      - name: p\n        dims: {x: 2, y: 2, z: 2}\n        "
        "regions:\n"
        "          - anchor: {x: 0, y: 0, z: 0}\n            dims: {x: 2, y: 2, z: 1}\n            nodes: "
        "n[1-4]\n"
        "          - anchor: {z: 1}\n            dims: {x: 2, y: 2, z: 1}\n            nodes: m[1-4]\n"},
       with_numbers({"- ",         ": ", "\n",    "  ",     "{",     "}",        "[",    "]",       ",",
                     "&a ",        "*a", "tree:", "block:", "ring:", "torus3d:", "dims", "nodes: ", "regions:",
                     "children: ", "|",  ">",     "!!",     "---",   "\t",       "#"})},
      {"astra_network",
       fuzz_topology,
       {"topology: [ Ring, FullyConnected, Switch ]\nnpus_count: [ 4, 3, 2 ]\nbandwidth: [ 50.0, 25, 1e2 "
        "]\nlatency: [ "
        "500.0, 0, 7 ]\n",
        "npus_count: 4\ntopology: Ring\nbandwidth:\n  - 50\nlatency:\n  - 1\n"},
       with_numbers({"Ring", "FullyConnected", "Switch", "[", "]", ",", ": ", "\n", "- ", "{", "}", "1e9",
                     ".nan", ".inf", "&a ", "*a", "topology:", "npus_count:", "latency:"})},
      {"instances",
       fuzz_topology,
       {"{\"Instances\": [{\"InstanceId\": \"i-1\", \"NetworkNodes\": [\"a\", \"b\"]}, {\"InstanceId\": "
        "\"i-2\", "
        "\"NetworkNodes\": [\"a\", \"c\"]}, {\"InstanceId\": \"i-3\", \"NetworkNodes\": [\"d\", \"e\"]}], "
        "\"NextToken\": "
        "\"x\"}",
        "[{\"InstanceId\": \"i-1\", \"NetworkNodes\": [\"a\"]}, {\"InstanceId\": \"i-2\", \"NetworkNodes\": "
        "[\"a\"]}]"},
       with_numbers(
           {"\"InstanceId\": ", "\"NetworkNodes\": ", "[", "]", "{", "}", ",", "\"a\"", "null", "\"i-1\""})},
      {"hosts",
       fuzz_hosts,
       {"n[0-3]", "n[01-03,7],login1", "r[0-1]n[2-3]x[4-5]", "a"},
       with_numbers({"[", "]", "-", ",", "[0-65535]"})}};
}

}  // namespace toruscope::test
