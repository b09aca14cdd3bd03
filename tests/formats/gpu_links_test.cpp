// SPDX-License-Identifier: Apache-2.0
// Computers' insides: which cells and elements are links, which lead to a switch, what they carry.

#include "formats/network_files.hpp"
#include "runtime/topology/graph_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <string>

namespace toruscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

formats::MadeNetwork made_of_gpus(const std::string& text, bool direct = false) {
  return formats::make_network({{"topo", text}}, {.direct = direct});
}
std::string gpu_refusal(const std::string& text, bool direct = false) {
  return test::message_of<ConfigError>([&] { made_of_gpus(text, direct); });
}
core::GraphFile graph_of_gpus(const formats::MadeNetwork& network) {
  return core::read_graph(network.text, "made");
}

/// A table of n GPUs and one adapter, of cells as `cell` makes them, under a shell's line.
template <class Cell>
std::string table_of(int n, const Cell& cell) {
  std::string text = "$ nvidia-smi topo -m\n\t\x1b[4mGPU0";
  for (int b = 1; b < n; ++b) text += fmt::format("\tGPU{}", b);
  text += "\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n";
  for (int a = 0; a < n; ++a) {
    text += fmt::format("GPU{}", a);
    for (int b = 0; b < n; ++b) text += a == b ? std::string("\t X ") : fmt::format("\t{}", cell(a, b));
    text += "\tPXB\t0-15,32-47\t0\t\tN/A\n";
  }
  text += "NIC0";
  for (int b = 0; b < n; ++b) text += "\tPXB";
  return text +
         "\t X \t\t\t\t\n\nLegend:\n\n  X    = Self\n  NV#  = bonded NVLinks\n\nNIC Legend:\n\n  NIC0: "
         "mlx5_0\n";
}

TEST(NvidiaSmi, EquallyManyLinksAreASwitch) {
  const formats::MadeNetwork network = made_of_gpus(table_of(8, [](int, int) { return "NV18"; }));
  const core::GraphFile file = graph_of_gpus(network);

  EXPECT_EQ(file.pes, 8);
  EXPECT_EQ(network.switches, 1);
  EXPECT_EQ(network.cables, 8) << "a port each, no complete graph";
  EXPECT_FALSE(file.pes_forward);
  EXPECT_THAT(file.links[8], ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(
      network.remarks,
      ElementsAre("nvidia-smi topo -m: 8 GPUs", "ignored: NIC0, CPU Affinity, GPU NUMA ID, NUMA Affinity",
                  "ignored before the table: $ nvidia-smi topo -m",
                  "cables from GPUs to a switch, as fast as all their NVLinks: 8 of 18 NVLinks",
                  "how fast an NVLink is is not said: the machine's costs are those of 18 NVLinks"));
}

TEST(NvidiaSmi, AGpuWithFewerLinksToTheSwitchIsSlower) {
  const auto file =
      graph_of_gpus(made_of_gpus(table_of(4, [](int a, int b) { return a == 2 || b == 2 ? "NV9" : "NV18"; })));

  ASSERT_EQ(file.slow.size(), 2U);
  EXPECT_EQ(file.slow[0].factor, 2);
  EXPECT_EQ(file.links[4].size(), 4U);
}

/// Four GPUs: NV2 along the sides of a square, NV1 along one diagonal, SYS along the other.
std::string square_of_gpus() {
  return table_of(4, [](int a, int b) { return (a + b) % 2 == 1 ? "NV2" : a + b == 2 ? "NV1" : "SYS"; });
}

TEST(NvidiaSmi, DifferentNumbersAreCables) {
  const formats::MadeNetwork network = made_of_gpus(square_of_gpus());
  const core::GraphFile file = graph_of_gpus(network);

  EXPECT_EQ(network.switches, 0);
  EXPECT_EQ(network.cables, 5);
  EXPECT_THAT(file.links[0], ElementsAre(1, 2, 3));
  EXPECT_THAT(file.links[1], ElementsAre(0, 2));
  EXPECT_TRUE(file.pes_forward);
  ASSERT_EQ(file.slow.size(), 2U);
  EXPECT_EQ(std::pair(file.slow[0].from, file.slow[0].to), std::pair(0, 2)) << "NV1";
  EXPECT_EQ(file.slow[0].factor, 2);
  EXPECT_THAT(network.remarks,
              testing::IsSupersetOf(
                  {"ignored, as they are distances and not links: SYS",
                   "cables between GPUs, as fast as all their NVLinks: 4 of 2 NVLinks, 1 of 1 NVLink",
                   "assumed: without an NVLink of their own, messages pass other GPUs: GPU1 - GPU3"}));
}

TEST(NvidiaSmi, EqualNumbersAreCablesOnRequestWhereAGpuHasSoMany) {
  const auto four = [](int, int) { return "NV4"; };
  EXPECT_EQ(made_of_gpus(table_of(4, four)).switches, 1);
  EXPECT_THAT(made_of_gpus(table_of(4, four)).remarks,
              testing::Contains("assumed: NV4 between all pairs leads to a switch; the 12 NVLinks of a GPU may "
                                "also be cables to the others: --direct"));
  EXPECT_EQ(made_of_gpus(table_of(4, four), true).cables, 6);
  EXPECT_EQ(made_of_gpus(table_of(2, four)).cables, 1) << "two GPUs need no switch";
  EXPECT_THAT(gpu_refusal(table_of(8, four), true), HasSubstr("a GPU with 28 NVLinks of its own is not known"));
}

TEST(NvidiaSmi, ReadsBlanksInPlaceOfTabs) {
  EXPECT_EQ(
      made_of_gpus(
          "      GPU0  GPU1  GPU2  CPU Affinity\nGPU0   X    NV6   NV6   0-7\nGPU1  NV6    X    NV6   0-7\n"
          "GPU2  NV6   NV6    X    8-15\n")
          .switches,
      1);
}

TEST(NvidiaSmi, RefusesInASentence) {
  EXPECT_THAT(gpu_refusal(table_of(4, [](int, int) { return "SYS"; })),
              HasSubstr("topo: 4 GPUs without an NVLink to another one; what lies between, as PCIe"));
  EXPECT_THAT(gpu_refusal(table_of(4, [](int a, int b) { return a / 2 == b / 2 ? "NV12" : "SYS"; })),
              HasSubstr("NVLinks join only some of the GPUs: GPU0, GPU1 | GPU2, GPU3"));
  EXPECT_THAT(gpu_refusal(table_of(2, [](int, int) { return "OK"; })),
              testing::AllOf(HasSubstr("topo:3: "), HasSubstr("as nvidia-smi topo -p2p")));
  EXPECT_THAT(gpu_refusal(table_of(2, [](int a, int) { return a == 0 ? "NV2" : "NV1"; })),
              HasSubstr("line 3 has NV2 from GPU0 to GPU1, and line 4 has NV1 back"));
  EXPECT_THAT(gpu_refusal(table_of(2, [](int, int) { return "NVx"; })), HasSubstr("has NVx in column GPU1"));
  EXPECT_THAT(gpu_refusal("\tGPU0\tGPU1\nGPU0\t X \tNV1\n"),
              HasSubstr("its heading has GPU1, which has no row"));
  EXPECT_THAT(gpu_refusal("\tGPU0\tGPU1\nGPU0\t X \nGPU1\tNV1\t X \n"), HasSubstr("topo:2: "));
  EXPECT_THAT(gpu_refusal(square_of_gpus() + square_of_gpus()), HasSubstr("is the heading of a second table"));
  EXPECT_THAT(gpu_refusal(table_of(6, [](int a, int b) { return a + b == 1 ? "SYS" : "NV6"; })),
              HasSubstr("a GPU has 30 NVLinks to others"));
  EXPECT_THAT(test::message_of<ConfigError>([] {
                formats::make_network({{"s", "SwitchName=a Nodes=b,c\n"}}, {.uplinks = 1, .direct = true});
              }),
              HasSubstr("--direct is for the table of nvidia-smi topo -m"));
}

/// A topology of NCCL of GPUs with these children.
std::string system_of(const std::vector<std::string>& gpus, const char* sm = "80") {
  std::string text = "<?xml version=\"1.0\"?>\n<system version=\"1\">\n<cpu numaid=\"0\" arch=\"x86_64\">\n";
  for (std::size_t i = 0; i < gpus.size(); ++i)
    text += fmt::format(
        "<pci busid=\"0000:0{}:00.0\" class=\"0x030200\"><gpu dev=\"{}\" sm=\"{}\">{}</gpu></pci>\n", i, i, sm,
        gpus[i]);
  return text +
         "<pci busid=\"0000:60:00.0\" class=\"0x020700\"><nic><net name=\"mlx5_0\" dev=\"0\"/></nic></pci>\n"
         "</cpu>\n</system>\n";
}
std::string link_to(const std::string& target, int count, const char* kind, const char* tag = "nvlink") {
  return fmt::format("<{} target=\"{}\" count=\"{}\" tclass=\"{}\"/>", tag, target, count, kind);
}
std::string to_gpu(int gpu, int count) {
  return link_to(fmt::format("0000:0{}:00.0", gpu), count, "0x030200");
}

TEST(NcclTopology, LinksToSwitchesAreOnePort) {
  const std::string both = link_to("0000:C4:00.0", 2, "0x068000") + link_to("0000:c5:00.0", 4, "0x068000");
  const formats::MadeNetwork network = made_of_gpus(system_of({both, both, both}));
  const core::GraphFile file = graph_of_gpus(network);

  EXPECT_EQ(network.switches, 1);
  EXPECT_EQ(network.cables, 3);
  // 6 NVLinks of 25 GB/s are 150 GB/s: 6.667 ps a byte, within 1e-4.
  EXPECT_EQ(file.costs.front(), (LinkWithCosts{0, 3, Time::femtoseconds(6'667), {}}));
  EXPECT_THAT(network.remarks,
              ElementsAre("NCCL's topology: 3 GPUs, sm 80", "2 switches are taken as one",
                          "ignored: PCIe, 1 <net>, 1 <nic>",
                          "cables from GPUs to a switch, as fast as all their NVLinks: 3 of 6 NVLinks",
                          "assumed: 25 GB/s each way for an NVLink"));
  EXPECT_EQ(
      made_of_gpus(
          system_of({link_to("fffffff:ffff:ff", 18, ""), link_to("fffffff:ff:ff.0", 18, "0x068000")}, "90"))
          .switches,
      1)
      << "the switch as a whole";
}

TEST(NcclTopology, LinksToGpusAreCables) {
  const formats::MadeNetwork network =
      made_of_gpus(system_of({to_gpu(1, 2) + to_gpu(2, 1), to_gpu(0, 2) + to_gpu(2, 1), to_gpu(0, 1)}, "70"));
  const core::GraphFile file = graph_of_gpus(network);

  EXPECT_THAT(file.links[0], ElementsAre(1, 2));
  EXPECT_EQ(file.costs.front(), (LinkWithCosts{0, 1, Time::femtoseconds(20'000), {}})) << "twice 25 GB/s";
  EXPECT_THAT(file.costs, testing::Contains(LinkWithCosts{0, 2, Time::femtoseconds(40'000), {}}));
  EXPECT_THAT(network.remarks, testing::Contains("told at one end alone: GPU1 - GPU2"));
}

TEST(NcclTopology, HasXgmiOfAmd) {
  const auto to = [](int gpu, int count) {
    return link_to(fmt::format("0000:0{}:00.0", gpu), count, "0x038000", "xgmi");
  };
  const formats::MadeNetwork network =
      made_of_gpus(system_of({to(1, 4) + to(2, 1), to(0, 4) + to(2, 2), to(0, 1) + to(1, 2)}, "94"));

  EXPECT_EQ(graph_of_gpus(network).slow.size(), 4U) << "2 and 4 times slower than 4 links, both ways";
  EXPECT_THAT(
      network.remarks,
      testing::Contains("how fast an xGMI link is is not said: the machine's costs are those of 4 xGMI links"));
}

TEST(NcclTopology, RefusesInASentence) {
  EXPECT_EQ(
      gpu_refusal(
          "<system version=\"1\">\n<cpu><pci busid=\"0000:07:00.0\" class=\"0x030200\"/></cpu></system>"),
      "network: topo: this topology of NCCL has 1 PCI device of graphics and no GPU and PCIe alone: it says of "
      "no NVLink and no xGMI between GPUs, so there is no network in it; give what NCCL_TOPO_DUMP_FILE has "
      "after a run on a computer that has them");
  EXPECT_THAT(gpu_refusal(system_of({"", ""})), HasSubstr("has 2 GPUs and PCIe alone"));
  EXPECT_THAT(gpu_refusal(system_of({to_gpu(1, 2), to_gpu(0, 1)})),
              HasSubstr("topo:4: <gpu> has 2 links of GPU0 - GPU1, and the other end 1"));
  EXPECT_THAT(gpu_refusal(system_of({to_gpu(1, 0), ""})),
              HasSubstr("has count=\"0\", which is no whole number from 1"));
  EXPECT_THAT(gpu_refusal(system_of({to_gpu(7, 1), ""})),
              HasSubstr("has the target 0000:07:00.0 of class 0x030200"));
  EXPECT_THAT(gpu_refusal(system_of({to_gpu(0, 1), ""})), HasSubstr("leads to its own GPU"));
  EXPECT_THAT(gpu_refusal(system_of({to_gpu(1, 1), to_gpu(0, 1), ""})),
              HasSubstr("NVLinks join only some of the GPUs: GPU0, GPU1 | GPU2"));
  EXPECT_THAT(gpu_refusal("<graphs version=\"1\"/>"), HasSubstr("this is the rings and trees of NCCL"));
}

}  // namespace
}  // namespace toruscope
