// SPDX-License-Identifier: Apache-2.0
// Schedules and traces: what a reader takes is run on a few PEs, so that a sanitizer sees all that
// it touches.

#include "apps/application.hpp"
#include "collectives/operations.hpp"
#include "formats/chakra_forms.hpp"
#include "formats/entries.hpp"
#include "formats/goal.hpp"
#include "formats/schedule.hpp"
#include "tests/fuzz/reader.hpp"
#include "tests/support/et_writer.hpp"
#include "tests/support/goal_binary_writer.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>

namespace toruscope::test {

namespace {

constexpr int kFewPes = 8;  // more take long, and so do more chunks
constexpr int kFewChunks = 1'000;

/// A run that ends as a run of a file may end. ConfigError is told of the reader.
template <class Run>
void carry_out(const Run& run) {
  try {
    run();
  } catch (const DeadlockError&) {  // whoever waits for each other
  } catch (const ProgramError&) {   // messages that another receive takes
  } catch (const HostLimitError&) {
  }
}

/// On unit costs: as many PEs as the file has, all linked with each other.
void run_application(const char* name, const char* file, std::string_view bytes, int pes) {
  static const TemporaryFolder folder;
  AppRequest request;
  request.input = folder.file(file, std::string(bytes));
  request.topology = complete(pes);
  request.execution.workers = 1;
  carry_out([&] { application(name).run(request); });
}

void require_dependencies(const formats::PeGraph& pe) {
  for (const formats::GraphDependency& d : pe.dependencies)
    require(d.operation < pe.operations.size() && d.needed < pe.operations.size(),
            "dependencies of operations");
}

void fuzz_goal(std::string_view bytes) {
  const formats::OperationGraph graph = formats::read_goal("a.goal", bytes);
  const auto ranks = static_cast<Rank>(graph.pes.size());
  for (const formats::PeGraph& pe : graph.pes) {
    require_dependencies(pe);
    for (const formats::GraphOperation& o : pe.operations)
      require(o.amount >= 0 && (o.peer == any_source || o.peer >= 0) && o.peer < ranks,
              "peers among the ranks");
  }
  if (ranks <= kFewPes) run_application("goal", "fuzz.goal", bytes, ranks);
}

void fuzz_chakra(std::string_view bytes) {
  constexpr int kNpus = 3;
  for (const Rank npu : {1, -1}) {
    const formats::PeGraph pe = formats::read_chakra("a.json", bytes, {.npus = kNpus, .npu = npu}).graph;
    require_dependencies(pe);
    for (const formats::GraphOperation& o : pe.operations)
      require(o.amount >= 0 && o.peer >= 0 && o.peer < kNpus && o.group < std::ssize(pe.groups),
              "peers and groups among the NPUs");
  }
  run_application("chakra", "fuzz.json", bytes, kNpus);
}

void run_schedule(const formats::Schedule& schedule) {
  const auto pes = static_cast<int>(schedule.gpus.size());
  const bool is_small = std::all_of(schedule.gpus.begin(), schedule.gpus.end(), [](const formats::Gpu& gpu) {
    return std::max({gpu.input, gpu.output, gpu.scratch}) <= kFewChunks;
  });
  if (pes > kFewPes || schedule.chunks > kFewChunks || !is_small) return;
  Catalogue catalogue;
  formats::add_schedule(catalogue, "fuzzed", schedule);
  const collectives::Operation& operation = collectives::operation(formats::to_string(schedule.collective));
  const auto algorithms = operation.algorithms(catalogue);
  const auto entry =
      std::find_if(algorithms.begin(), algorithms.end(), [](const auto* a) { return a->name == "fuzzed"; });
  require(entry != algorithms.end(), "the schedule is an algorithm");
  Workload workload;
  workload.bytes = 8;
  workload.root = schedule.root;
  Execution execution;
  execution.workers = 1;
  carry_out([&] { operation.verify(**entry, complete(pes), {}, execution, workload); });
}

void fuzz_msccl(std::string_view bytes) {
  const formats::Schedule schedule = formats::read_msccl("a.xml", bytes);
  const std::string text = formats::write_msccl(schedule);
  require(formats::write_msccl(formats::read_msccl("a.xml", text)) == text, "the same when written");
  run_schedule(schedule);
}

std::vector<std::string> goal_binaries() {
  std::vector<std::string> files;
  for (const char* text : {"num_ranks 2\nrank 0 {\na: send 4b to 1 tag 2 cpu 1\nb: calc 7\nb requires "
                           "a\n}\nrank 1 {\nrecv 4b from -1 tag -1\n}\n",
                           "num_ranks 1\nrank 0 {\nx: calc 1\ny: calc 2 cpu 3\ny irequires x\n}\n"})
    files.push_back(goal_binary(formats::read_goal("a.goal", text)));
  return files;
}

/// Traces of protobuf's form: of local work and calls of all, and of one NPU that sends.
std::vector<std::string> et_inputs() {
  const Message groups = Message().text(1, "['[{\"pg_name\": \"1\", \"ranks\": [0, 1]}]']");
  Message call = et_collective(3, 2, 9);
  call.part(10, et_attribute("pg_name", "1"));
  const Message send = EtNode{
      .id = 2,
      .type = 5,
      .attributes = {et_attribute("comm_size", 9), et_attribute("comm_dst", 2), et_attribute("comm_tag", 1)}};
  const Message schema = Message().part(2, et_attribute("schema", "1.0.2-chakra.0.0.4"));
  return {et({et_version(), EtNode{.duration = 3}, et_collective(2, 6, 24, {0})}),
          et({schema, Message().number(3, 1).part(8, groups), call, send})};
}

constexpr const char* kGathering = R"(<algo name="a" nchunksperloop="2" ngpus="2" coll="allgather" inplace="1">
<gpu id="0" i_chunks="0" o_chunks="2" s_chunks="1"><tb id="0" send="1" recv="-1" chan="0">
<step s="0" type="s" srcbuf="o" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/></tb></gpu>
<gpu id="1" i_chunks="0" o_chunks="2" s_chunks="1"><tb id="0" send="-1" recv="0" chan="0">
<step s="0" type="r" srcbuf="o" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/></tb></gpu>
</algo>)";
constexpr const char* kAdding = R"(<algo name="a" nchunksperloop="2" ngpus="2" coll="allreduce" inplace="1">
<gpu id="0" i_chunks="2" o_chunks="0" s_chunks="2"><tb id="0" send="1" recv="1" chan="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="-1" deps="-1" hasdep="0"/>
<step s="1" type="r" srcbuf="s" srcoff="0" dstbuf="s" dstoff="0" cnt="2" depid="-1" deps="-1" hasdep="0"/>
<step s="2" type="re" srcbuf="s" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="-1" deps="-1" hasdep="0"/></tb></gpu>
<gpu id="1" i_chunks="2" o_chunks="0" s_chunks="0"><tb id="0" send="0" recv="-1" chan="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="-1" deps="-1" hasdep="1"/></tb>
<tb id="1" send="-1" recv="0" chan="0">
<step s="0" type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="0" deps="0" hasdep="0"/></tb></gpu>
</algo>)";

}  // namespace

std::vector<Reader> schedule_readers() {
  std::vector<Reader> readers{
      {"goal",
       fuzz_goal,
       {"num_ranks 2\nrank 0 {\na: send 4b to 1 tag 2 cpu 0 nic 1\nb: calc 7\nb requires a\n}\n"
        "rank 1 {\nrecv 4b from -1 tag -1 // any\n}\n",
        "num_ranks 1\n/* none */ rank 0 {\nx: calc 1\ny: calc 2\ny irequires x\n}\n",
        "num_ranks 2\r\nrank 0 {\r\nsend 1024b to 1 tag 2000005100\r\n}\r\nrank 1 {\r\n"
        "recv 1024b from 0 tag 2000005100\r\n}\r\n"},
       with_numbers({"num_ranks ",  "rank ", "{",       "}",     ":",     "send ", "recv ",
                     "calc ",       "b to ", "b from ", " tag ", " cpu ", " nic ", " requires ",
                     " irequires ", "//",    "/*",      "*/",    "put",   "\n",    "\r"})},
      {"goal_binary", fuzz_goal, goal_binaries(),
       with_numbers({"\x7f\x10", "\xff\xff\xff\xff", "\x01", "\x03", "\x27"})},
      {"chakra",
       fuzz_chakra,
       {R"({"workload_graph": [{"Id": 1, "NodeType": 4, "runtime": 0}, {"Id": 2, "NodeType": 7, "data_deps": [1],)"
        R"( "comm_type": 6, "comm_size": 24}, {"Id": 3, "NodeType": 7, "comm_type": 2, "comm_size": 9}]})",
        R"({"workload_graph": [{"Id": 1, "NodeType": 4, "runtime": 1.5}, {"Id": 2, "NodeType": 7, "data_deps": [1],)"
        R"( "comm_type": 0, "comm_size": 8}, {"Id": 3, "NodeType": 5, "comm_dst": 2, "comm_size": 9}]})"},
       with_numbers({"\"Id\": ", "\"NodeType\": ", "\"data_deps\": [", "\"ctrl_deps\": [", "\"comm_type\": ",
                     "\"comm_src\": ", "\"comm_tag\": ", "\"runtime\": ", "\"pg_name\": ", "null", "true", "{",
                     "}", "[", "]", ",", "\r"})},
      {"chakra_objects",
       fuzz_chakra,
       {R"({"version": "0.0.4"}{"type": "COMP_NODE", "durationMicros": "3"}{"id": "2", "type": "COMM_COLL_NODE",)"
        R"( "dataDeps": ["0"], "attr": [{"name": "comm_type", "int64Val": "6"}, {"name": "comm_size",)"
        R"( "uint64Val": "24"}, {"name": "pg_name", "stringVal": "0"}]})",
        R"({"attr": [{"name": "schema", "stringVal": "1.0.1"}]} {"id": 1, "type": 1, "inputs": {"values":)"
        R"( "['[{\"pg_name\": \"1\", \"ranks\": [0, 1]}]']"}} {"id": "2", "type": 4, "ctrlDeps": ["1"]})"},
       with_numbers({"\"id\": \"", "\"type\": \"COMM_SEND_NODE\"", "\"attr\": [", "\"boolVal\": true",
                     "\"comm_src\"", "\"comm_dst\"", "\"sfixed64Val\": ", "\"boolList\": {\"values\": [true]}",
                     "{}", "}{", "\"", "\\"})},
      {"chakra_et", fuzz_chakra, et_inputs(),
       with_numbers({"comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "is_cpu_op", "pg_name",
                     "involved_dim", "schema", "1.0.1", "[{\"pg_name\": \"0\", \"ranks\": []}]", "\x52", "\x48",
                     "\x18\x05", "\x2a", "\x80\x80", "\xff\xff\xff\xff\x0f", "\x0b", "\x0c"})},
      {"msccl",
       fuzz_msccl,
       {kGathering, kAdding},
       with_numbers({"<gpu",
                     "</gpu>",
                     "<tb",
                     "<step",
                     "/>",
                     "type=\"cpy\"",
                     "type=\"nop\"",
                     "type=\"rrc\"",
                     "type=\"rrcs\"",
                     "type=\"re\"",
                     "srcbuf=\"s\"",
                     "srcbuf=\"i\"",
                     "dstbuf=\"o\"",
                     "srcoff=\"1\"",
                     "dstoff=\"1\"",
                     "cnt=\"1\"",
                     "cnt=\"2\"",
                     "i_chunks=\"4\"",
                     "o_chunks=\"4\"",
                     "s_chunks=\"4\"",
                     "nchunksperloop=\"1\"",
                     "nchunksperloop=\"4\"",
                     "inplace=\"0\"",
                     "inplace=\"1\"",
                     "coll=\"allreduce\"",
                     "coll=\"allgather\"",
                     "coll=\"alltoall\"",
                     "coll=\"reduce_scatter\"",
                     "coll=\"broadcast\"",
                     "coll=\"reduce\"",
                     "coll=\"scatter\"",
                     "coll=\"gather\"",
                     "\r",
                     "&amp;",
                     "&#0;",
                     "<![CDATA[",
                     "<!--"})}};
  if (!formats::has_protobuf())
    std::erase_if(readers, [](const Reader& one) { return one.name == "chakra_et"; });
  return readers;
}

}  // namespace toruscope::test
