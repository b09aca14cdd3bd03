// SPDX-License-Identifier: Apache-2.0
// Presets of machines that were built.
//
// tw is that of the payload in one direction, without coding and packet headers. Where half a round
// trip of neighbours t is known, ts + tr + th = t. All routes are minimal and dimension-ordered,
// even where the machine's are adaptive.

#include "runtime/model/built_machines.hpp"

namespace toruscope::core {

namespace {

using enum Confidence;

/// Times below 1 ps: 45 GB/s is 22.222 ps a byte.
constexpr Time kFineTick = Time::femtoseconds(1);

// Sources of single figures.
constexpr const char* kOrder = "an order of magnitude";
constexpr const char* kT3dReport = "netlib, Top500 report 1994, \"The Cray Research Inc. T3D\"";
constexpr const char* kT3dRouting = "Scott, Thorson, \"Optimized Routing in the Cray T3D\", PCRCW 1994";
constexpr const char* kT3eNetwork = "Scott, Thorson, \"The Cray T3E Network\", Hot Interconnects IV, 1996";
constexpr const char* kBglTorus = "Adiga et al., IBM J. R&D 49(2/3), 2005";
constexpr const char* kBglMpi = "Almasi et al., EuroPVM/MPI 2003 and 2004";
constexpr const char* kBgpOverview = "IBM Blue Gene team, IBM J. R&D 52(1/2), 2008";
constexpr const char* kBgpMpi = "Faraj et al., HOTI 2009";
constexpr const char* kBgqNetwork = "Chen et al., SC 2011";
constexpr const char* kBgqRedbook = "IBM Redbook SG24-7872";
constexpr const char* kPortals = "Brightwell et al., \"Portals 3.3 on the Sandia/Cray Red Storm System\"";
constexpr const char* kRedStorm = "\"Performance impact of the Red Storm upgrade\"";
constexpr const char* kEuroben = "euroben.nl, overview of machines";
constexpr const char* kGemini = "Alverson, Roweth, Kaplan, HOTI 2010";
constexpr const char* kCielo = "Pedretti et al. on Cielo";
constexpr const char* kTofu = "Ajima et al., IEEE Computer 42(11), 2009; IEEE Micro 32(1), 2012";
constexpr const char* kTofuD = "Ajima et al., IEEE CLUSTER 2018";
constexpr const char* kIsca = "Jouppi et al., ISCA 2023";
constexpr const char* kScaling = "Austin et al., \"How to Scale Your Model\", part 2, 2025";
constexpr const char* kNeuron = "AWS Neuron documentation";
constexpr const char* kNvSwitch = "NVIDIA developer blog on the third-generation NVSwitch";
constexpr const char* kGpuSources =
    "NVIDIA NCCL, src/graph/tuning.cc: latencies of a step, by protocol; Cowan et al., \"MSCCLang\", ASPLOS "
    "2023";
constexpr const char* kGpuLatency =
    "about 1us from one GPU to another: NCCL counts 0.5 to 1.9us a step on NVLink for its two fast protocols; "
    "in "
    "place of a startup that keeps the GPU, as thread blocks of their own send to each peer, side by side";
constexpr const char* kQuantum = "NVIDIA Quantum-2 figures";
constexpr const char* kNvSwitchAndQuantum =
    "NVIDIA developer blog on the third-generation NVSwitch; NVIDIA Quantum-2 figures";

Preset t3d() {
  return {.name = "t3d",
          .description = "Cray T3D, 1993: 3-D torus, up to 2048 PEs, 300 MB/s a link",
          .source = "netlib, Top500 report 1994, \"The Cray Research Inc. T3D\"; Scott, Thorson, PCRCW 1994",
          .parameters = {.name = "t3d", .switching = Switching::wormhole, .ts = 1us, .tw = 3.333ns, .th = 20ns},
          .topology = "torus:8x16x8",
          .figures = {
              {"topology",
               "3-D torus with sides that are powers of two, 2 PEs a node, up to 2048 PEs; a node of 1 PE here",
               published, kT3dReport},
              {"tw", "300 MB/s raw, one direction of a link", published, kT3dReport},
              {"ts", "about 1us for a one-sided put; PVM and MPI took tens of microseconds", assumed, kOrder},
              {"th", "2 or 3 cycles of the 150 MHz router", assumed, kT3dRouting},
              {"ports", "one transfer of a node each way", assumed, kT3dReport},
              {"switching",
               "wormhole in the order of the dimensions; of the 4 virtual channels 2 are for requests and 2 "
               "for replies",
               unchecked, kT3dRouting}}};
}

Preset t3e() {
  return {
      .name = "t3e",
      .description = "Cray T3E, 1996: 3-D torus, up to 2048 PEs, 500 MB/s a link",
      .source = "Scott, Thorson, \"The Cray T3E Network\", Hot Interconnects IV, 1996",
      .parameters = {.name = "t3e", .switching = Switching::wormhole, .ts = 1us, .tw = 2ns, .th = 50ns},
      .topology = "torus:8x8x8",
      .figures = {{"topology", "3-D torus, up to 2048 PEs", published, kT3eNetwork},
                  {"tw", "about 500 MB/s of payload on a link of 600 MB/s raw", published, kT3eNetwork},
                  {"ts", "about 1us for a one-sided put; MPI about 14us", assumed, kOrder},
                  {"th", "some cycles of the router", assumed, kT3eNetwork},
                  {"ports", "one transfer of a node each way", assumed, kT3eNetwork},
                  {"switching", "wormhole on 5 virtual channels, adaptive; here in the order of the dimensions",
                   unchecked, kT3eNetwork}}};
}

Preset bgl() {
  return {
      .name = "bgl",
      .description = "IBM Blue Gene/L, 2004: 3-D torus, up to 64x32x32, a midplane of 512 nodes here",
      .source = "Adiga et al., \"Blue Gene/L torus interconnection network\", IBM J. R&D 49(2/3), 2005",
      .parameters = {.name = "bgl", .ports = all_ports, .ts = 1.4us, .tr = 1.4us, .tw = 6.494ns, .th = 90ns},
      .topology = "torus:8x8x8",
      .figures = {{"topology", "3-D torus, at most 64x32x32; a midplane is 8x8x8", published, kBglTorus},
                  {"tw", "154 MB/s of payload on a link of 175 MB/s raw", unchecked, kBglTorus},
                  {"th", "90ns a hop", unchecked, kBglTorus},
                  {"ts", "with tr: half of an MPI half round trip of about 3us", assumed, kBglMpi},
                  {"tr", "the other half", assumed, kBglMpi},
                  {"ports", "six injection FIFOs, one for each link", unchecked, kBglTorus},
                  {"switching", "virtual cut-through, adaptive; here in the order of the dimensions", published,
                   kBglTorus}}};
}

Preset bgp() {
  return {
      .name = "bgp",
      .description = "IBM Blue Gene/P, 2007: 3-D torus, a midplane of 512 nodes here",
      .source = "IBM Blue Gene team, \"Overview of the IBM Blue Gene/P project\", IBM J. R&D 52(1/2), 2008",
      .parameters = {.name = "bgp", .ports = all_ports, .ts = 1.7us, .tr = 1.7us, .tw = 2.667ns, .th = 64ns},
      .topology = "torus:8x8x8",
      .figures = {
          {"topology", "3-D torus; a partition closes to a torus from 512 nodes on, smaller ones are a mesh",
           published, kBgpOverview},
          {"tw", "375 MB/s of payload, assumed, on a link of 425 MB/s raw", assumed, kBgpOverview},
          {"th", "64ns a hop", assumed, kBgpOverview},
          {"ts", "with tr: half of an MPI half round trip of about 3.5us", assumed, kBgpMpi},
          {"tr", "the other half", assumed, kBgpMpi},
          {"ports", "the DMA engine serves all links", unchecked, kBgpOverview},
          {"switching", "virtual cut-through, as Blue Gene/L", unchecked, kBgpOverview}}};
}

Preset seastar() {
  return {
      .name = "seastar",
      .description = "Cray XT3/XT4 with SeaStar, 2004: 3-D torus (Red Storm 27x16x24)",
      .source =
          "Brightwell et al., \"Portals 3.3 on the Sandia/Cray Red Storm System\"; Red Storm upgrade report",
      .parameters = {.name = "seastar", .ts = 2.4us, .tr = 2.4us, .tw = 0.5ns, .th = 50ns},
      .topology = "torus:8x8x8",
      .figures = {
          {"topology", "3-D torus; Red Storm, 27x16x24, is a mesh in some dimensions", unchecked, kPortals},
          {"tw", "2.0 GB/s sustained into a node; a link has 3.8 GB/s in each direction", published, kRedStorm},
          {"ts", "with tr: half of a measured MPI half round trip of about 5us", assumed, kPortals},
          {"tr", "the other half", assumed, kPortals},
          {"th", "50ns a hop", assumed, kOrder},
          {"ports", "one network interface a node", assumed, kEuroben},
          {"switching", "cut-through in the order of the dimensions, here; the machine has virtual channels",
           unchecked, kPortals}}};
}

Preset gemini() {
  return {
      .name = "gemini",
      .description = "Cray XE6/XK7 with Gemini, 2010: 3-D torus (Titan 25x16x24), y links of half the width",
      .source = "Alverson, Roweth, Kaplan, HOTI 2010; Vishnu, ten Bruggencate, Olson, HOTI 2011",
      .parameters = {.name = "gemini",
                     .ts = 0.7us,
                     .tr = 0.7us,
                     .tw = 0.2ns,
                     .th = 105ns,
                     .tw_of = {0.2ns, 0.345ns, 0.2ns}},
      .topology = "torus:8x8x8",
      .figures = {
          {"topology", "3-D torus (Titan 25x16x24, Cielo 16x12x24), 2 nodes a router; 1 PE a router here",
           published, kCielo},
          {"tw", "2.9 to 5.8 GB/s a connection as MPI sees it; x and z have two, y has one", published, kCielo},
          {"ts", "with tr: half of an MPI half round trip of about 1.5us", unchecked, kGemini},
          {"tr", "the other half", unchecked, kGemini},
          {"th", "105ns a hop", assumed, kOrder},
          {"ports", "one network interface a node", published, kEuroben},
          {"switching", "packets, adaptive; here cut-through in the order of the dimensions", unchecked,
           kGemini}}};
}

Preset k_computer() {
  return {.name = "k",
          .description =
              "K computer with Tofu, 2011: 6-D torus and mesh, 5 GB/s a link, 4 network interfaces a node",
          .source = "Ajima et al., IEEE Computer 42(11), 2009; IEEE Micro 32(1), 2012",
          .parameters = {.name = "k", .ports = k_ports(4), .ts = 0.8us, .tw = 0.2ns, .th = 100ns},
          .topology = "torus:4x4x4x2x3x2",
          .figures = {{"topology", "6-D, 88,128 nodes; the last three sides are 2, 3 and 2", published, kTofu},
                      {"tw", "5 GB/s in each direction of a link", published, kTofu},
                      {"ports", "4 Tofu network interfaces", published, kTofu},
                      {"ts", "with th: a put of about 0.9us", assumed, kTofu},
                      {"th", "100ns a hop", assumed, kTofu},
                      {"switching", "virtual cut-through", unchecked, kTofu}}};
}

Preset bgq() {
  return {
      .name = "bgq",
      .description = "IBM Blue Gene/Q, 2012: 5-D torus (Sequoia 16x12x16x16x2), a midplane of 512 nodes here",
      .source = "Chen et al., SC 2011 and IEEE Micro 32(1), 2012; IBM Redbook SG24-7872",
      .parameters = {.name = "bgq", .ports = all_ports, .ts = 1us, .tr = 1us, .tw = 0.556ns, .th = 40ns},
      .topology = "torus:4x4x4x4x2",
      .figures = {
          {"topology", "5-D torus; a midplane is 4x4x4x4x2; the side of 2 has one link, the real one two",
           published, kBgqNetwork},
          {"tw", "1.8 GB/s of payload on a link of 2 GB/s raw in each direction", published, kBgqRedbook},
          {"th", "40ns a hop", published, kBgqNetwork},
          {"ts", "with tr: half of an MPI half round trip of about 2us", assumed, kBgqNetwork},
          {"tr", "the other half", assumed, kBgqNetwork},
          {"ports", "the message unit serves all links", unchecked, kBgqNetwork},
          {"switching", "virtual cut-through, dynamic routing; here in the order of the dimensions", unchecked,
           kBgqNetwork}}};
}

Preset fugaku() {
  return {.name = "fugaku",
          .description = "Fugaku with Tofu-D, 2020: 6-D torus and mesh, 6 network interfaces a node",
          .source = "Ajima et al., \"The Tofu Interconnect D\", IEEE CLUSTER 2018",
          .parameters = {.name = "fugaku",
                         .ports = k_ports(6),
                         .ts = 0.41us,
                         .tw = 0.1575ns,
                         .th = 80ns,
                         .tick = Time::femtoseconds(100)},
          .topology = "torus:4x4x4x2x3x2",
          .figures = {
              {"topology", "6-D, 24x23x24x2x3x2 nodes in all; sides of 2 have one link", published, kTofuD},
              {"tw", "6.8 GB/s a port at an efficiency of 93 %: 6.35 GB/s", published, kTofuD},
              {"ts", "with th: a put of 8 bytes to a neighbour takes 0.49us", published, kTofuD},
              {"th", "80ns a hop", assumed, kTofuD},
              {"ports", "6 Tofu network interfaces; 38.1 GB/s of injection a node", unchecked, kTofuD},
              {"switching", "virtual cut-through in an extended order of the dimensions", unchecked, kTofuD}}};
}

/// Published facts about a TPU's links.
struct TpuLinks {
  const char* topology;
  const char* shape;
  Time tw;
  const char* bandwidth;
  const char* source;
};

/// Neighbours exchange by DMA: a step costs ts + th, divided by assumption.
Preset tpu(const char* name, const char* description, const char* source, const TpuLinks& links) {
  return {.name = name,
          .description = description,
          .source = source,
          .parameters =
              {.name = name, .ports = all_ports, .ts = 0.5us, .tw = links.tw, .th = 0.5us, .tick = kFineTick},
          .topology = links.topology,
          .figures = {{"topology", links.shape, published, links.source},
                      {"tw", links.bandwidth, published, kScaling},
                      {"ts",
                       "with th: about 1us a step between neighbours; the source does not tell whether it "
                       "overlaps, so ts is taken to keep the chip",
                       assumed, kScaling},
                      {"th", "half of that step", assumed, kScaling},
                      {"ports", "a DMA engine for each link", assumed, kOrder},
                      {"switching", "hop by hop with credits; that long messages are cut through is assumed",
                       assumed, kIsca}}};
}

Preset trainium(const char* name, const char* description, const char* topology, const char* shape,
                std::vector<Time> tw_of) {
  return {
      .name = name,
      .description = description,
      .source = "AWS Neuron documentation: NeuronLink-v3, 1.28 TB/s a chip",
      .parameters = {.name = name,
                     .ports = all_ports,
                     .ts = 1us,
                     .tw = 0.007813ns,
                     .th = 0.5us,
                     .tick = kFineTick,
                     .tw_of = std::move(tw_of)},
      .topology = topology,
      .figures = {
          {"topology", shape, published, kNeuron},
          {"tw", "128 GB/s one way on links inside an instance, 64 GB/s between instances: shares of 1.28 TB/s",
           assumed, kNeuron},
          {"ts", "about 1us; the source does not tell whether it overlaps, so it is taken to keep the chip",
           assumed, kOrder},
          {"th", "0.5us", assumed, kOrder},
          {"ports", "all links at once", assumed, kOrder},
          {"switching", "cut-through", assumed, kOrder}}};
}

Preset dgx_h100() {
  return {.name = "dgx_h100",
          .description = "NVIDIA DGX H100, 2022: 8 GPUs, any pair through NVSwitch, 450 GB/s each way a GPU",
          .source = "NVIDIA developer blog on the third-generation NVSwitch",
          .parameters = {.name = "dgx_h100", .tw = 0.002222ns, .latency = 1us, .tick = kFineTick},
          .topology = "complete:8",
          .figures = {{"topology", "8 GPUs, any pair through NVSwitch: 18 links as one port into a crossbar",
                       published, kNvSwitch},
                      {"tw", "900 GB/s both ways a GPU", published, kNvSwitch},
                      {"latency", kGpuLatency, assumed, kGpuSources},
                      {"ports", "one into the crossbar", published, kNvSwitch},
                      {"switching", "cut-through", assumed, kOrder}}};
}

Preset ib_ndr() {
  return {.name = "ib_ndr",
          .description = "InfiniBand NDR, 2022: a fat tree of full bisection, one port of 400 Gb/s a node",
          .source = "NVIDIA Quantum-2 figures; MPI latency of measured clusters",
          .parameters =
              {.name = "ib_ndr", .ts = 0.7us, .tr = 0.3us, .tw = 0.020833ns, .th = 130ns, .tick = kFineTick},
          .topology = "fattree:8x8x8",
          .figures = {{"topology", "a fat tree of full bisection, of 8 leaf switches here", assumed, kQuantum},
                      {"tw", "48 GB/s effective each way of 400 Gb/s", published, kQuantum},
                      {"ts", "with tr: an MPI half round trip of about 1us", unchecked,
                       "MPI latency of measured clusters"},
                      {"tr", "0.3us of it", assumed, "MPI latency of measured clusters"},
                      {"th", "about 130ns a switch, here for each link", assumed, kQuantum},
                      {"ports", "one port of 400 Gb/s a node", published, kQuantum},
                      {"switching", "cut-through; static routes", assumed, kQuantum}}};
}

Preset dgx_pod() {
  return {
      .name = "dgx_pod",
      .description =
          "16 NVIDIA DGX H100, 2022: islands of 8 GPUs by NVSwitch, 8 rails of InfiniBand NDR between them",
      .source = "NVIDIA developer blog on the third-generation NVSwitch; Quantum-2 figures",
      .parameters = {.name = "dgx_pod",
                     .ports = all_ports,
                     .tw = 0.002222ns,
                     .latency = 1us,
                     .tick = kFineTick,
                     .tw_of = {0.002222ns, 0.020833ns},
                     .th_of = {Time{}, 130ns}},
      .topology = "hier:fattree:1x1x8/fattree:4x4x4",
      .figures = {
          {"topology",
           "8 GPUs at one NVSwitch; a network interface for each GPU, on a fat tree of its own (rail), of 4 "
           "leaf switches here",
           assumed, kQuantum},
          {"tw", "within an island 900 GB/s both ways a GPU, on a rail 48 GB/s effective each way", published,
           kNvSwitchAndQuantum},
          {"latency", kGpuLatency, assumed, kGpuSources},
          {"th", "about 130ns a switch of a rail, here for each link; none within an island", assumed,
           kQuantum},
          {"ports", "a GPU has one link to NVSwitch and one to its rail, and uses both at once", assumed,
           kNvSwitch},
          {"switching", "cut-through; static routes", assumed, kQuantum}}};
}

}  // namespace

std::vector<Preset> built_machines() {
  return {t3d(),
          t3e(),
          bgl(),
          seastar(),
          bgp(),
          gemini(),
          k_computer(),
          bgq(),
          fugaku(),
          tpu("tpu_v4", "Google TPU v4, 2020: 3-D torus up to 16x16x16, 45 GB/s a link and direction",
              "Jouppi et al., ISCA 2023; Austin et al., \"How to Scale Your Model\", part 2, 2025",
              {"torus:4x4x4", "cubes of 4x4x4, up to 16x16x16; k x k x 2k and k x 2k x 2k may be twisted",
               0.022222ns, "45 GB/s in one direction of a link", kIsca}),
          tpu("tpu_v5e", "Google TPU v5e, 2023: 2-D torus of 16x16, 50 GB/s a link and direction",
              "Google Cloud documentation \"TPU v5e\"; Austin et al., 2025",
              {"torus:16x16", "16x16; smaller slices are a mesh", 0.02ns, "400 GB/s both ways a chip, 4 links",
               "Google Cloud documentation \"TPU v5e\""}),
          tpu("tpu_v5p", "Google TPU v5p, 2023: 3-D torus, jobs up to 16x16x24, 100 GB/s a link and direction",
              "Google Cloud documentation \"TPU v5p\"; Austin et al., 2025",
              {"torus:8x8x8", "3-D torus of 16x20x28 chips, jobs up to 16x16x24", 0.01ns,
               "1,200 GB/s both ways a chip, 6 links; about 90 GB/s net are reported, too",
               "Google Cloud documentation \"TPU v5p\""}),
          dgx_h100(),
          ib_ndr(),
          dgx_pod(),
          trainium("trn2", "AWS Trainium2, 2024: an instance of 16 chips, a 2-D torus of 4x4", "torus:4x4",
                   "16 chips, a 2-D torus of 4x4", {}),
          trainium("trn2_ultra",
                   "AWS Trainium2 UltraServer, 2024: 4 instances, rings of 4 through equal coordinates",
                   "torus:4x4x4", "4 instances of 4x4, rings of 4 through equal coordinates",
                   {0.007813ns, 0.007813ns, 0.015625ns})};
}

}  // namespace toruscope::core
