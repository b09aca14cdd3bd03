// SPDX-License-Identifier: Apache-2.0
#include "apps/chakra/chakra.hpp"

#include "apps/graph/graph_run.hpp"
#include "apps/io/series.hpp"
#include "apps/options.hpp"
#include "formats/chakra.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/files/command_files.hpp"
#include "runtime/files/output_file.hpp"

#include <toruscope/collectives.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::apps {
namespace {

using formats::GraphOperation;
using formats::PeGraph;

constexpr std::string_view kRank = "{rank}";

const std::vector<AppOption>& chakra_options() {
  static const std::vector<AppOption> table = {
      {"groups", "NPUs of the process groups, as JSON: {\"1\": [0, 1]} (default: as the traces say)", "",
       true}};
  return table;
}

/// The files of the NPUs, by rank; one that is every NPU's if the name has no {rank}.
std::vector<std::filesystem::path> files_of(const std::string& name, int pes) {
  const std::size_t at = name.find(kRank);
  if (at == std::string::npos) return {name};
  std::vector<std::filesystem::path> files;
  for (int rank = 0; rank <= pes; ++rank) {
    std::filesystem::path file = name.substr(0, at) + std::to_string(rank) + name.substr(at + kRank.size());
    std::error_code error;
    if (rank > 0 && !std::filesystem::exists(file, error)) break;
    files.push_back(std::move(file));
  }
  return files;
}

bool has_collectives(const PeGraph& graph) {
  return std::any_of(graph.operations.begin(), graph.operations.end(),
                     [](const GraphOperation& o) { return o.kind == GraphOperation::Kind::collective; });
}

bool any_has_collectives(const std::vector<PeGraph>& graphs) {
  return std::any_of(graphs.begin(), graphs.end(), has_collectives);
}

struct ChakraTask {
  GraphTask graph;
  std::vector<std::filesystem::path> files;
};

/// Sentences on what the readers had to interpret, with counts over all traces.
std::vector<std::string> notes_of(const std::vector<formats::ChakraTrace>& traces) {
  formats::ChakraTrace sum;
  std::int64_t without_controls = 0;
  for (const formats::ChakraTrace& trace : traces) {
    sum.needs += trace.needs;
    sum.absent += trace.absent;
    sum.calls_on_cpu += trace.calls_on_cpu;
    sum.untimed += trace.untimed;
    without_controls += trace.left_controls ? 1 : 0;
  }
  std::vector<std::string> notes;
  if (sum.absent > 0)
    notes.push_back(fmt::format("{} of {} dependencies name nodes that the input has not, and wait for nothing",
                                core::grouped(sum.absent), core::grouped(sum.needs)));
  if (without_controls > 0)
    notes.push_back(fmt::format("control dependencies are left out of {}: with them nodes wait for themselves",
                                core::counted(without_controls, "trace")));
  if (sum.calls_on_cpu > 0)
    notes.push_back(fmt::format("{} on the CPU without a size: local work of the given duration",
                                core::counted(sum.calls_on_cpu, "communication call")));
  if (sum.untimed > 0)
    notes.push_back(
        fmt::format("{} of local work without a duration: no time", core::counted(sum.untimed, "piece")));
  return notes;
}

/// A request to read the files, each of an NPU, or one of all.
formats::ChakraRequest request_of(const Options& options, std::vector<std::filesystem::path>& files, int npus) {
  formats::ChakraRequest wanted;
  wanted.npus = npus;
  if (!options.is_given("groups")) return wanted;
  const std::filesystem::path file = options.text("groups");
  core::note_input(file);
  wanted.groups = formats::read_chakra_groups(file.string(), read_file(file));
  files.push_back(file);
  return wanted;
}

ChakraTask read_chakra(const AppRequest& request) {
  const Options options("chakra", chakra_options(), request);
  if (!request.input)
    throw ConfigError(
        "chakra: needs traces; give --input FILE.et (or .json) of all NPUs, or --input 'NAME.{rank}.et' for a "
        "file of each");
  const int pes = request.topology->pes();
  ChakraTask task;
  const std::vector<std::filesystem::path> traces = files_of(request.input->string(), pes);
  task.files = traces;
  const bool is_for_all = request.input->string().find(kRank) == std::string::npos;
  const int npus = is_for_all ? pes : static_cast<int>(traces.size());
  formats::ChakraRequest wanted = request_of(options, task.files, npus);
  if (request.output) core::check_output(*request.output, {".csv"}, task.files);
  std::vector<std::string> names;
  std::vector<formats::ChakraTrace> read;
  for (const std::filesystem::path& file : traces) {
    core::note_input(file);
    if (!is_for_all) wanted.npu = static_cast<Rank>(names.size());
    names.push_back(file.string());
    read.push_back(formats::read_chakra(names.back(), read_file(file), wanted));
    task.graph.graph.pes.push_back(std::move(read.back().graph));
  }
  if (is_for_all) {
    const PeGraph first = task.graph.graph.pes.front();
    task.graph.graph.pes.resize(static_cast<std::size_t>(pes), first);
    names.resize(static_cast<std::size_t>(pes), names.front());
  } else if (npus < pes && any_has_collectives(task.graph.graph.pes)) {
    throw ConfigError(
        fmt::format("chakra: the input has collectives of {} NPUs, and {} has {} PEs; give a topology "
                    "with as many",
                    npus, request.topology->name(), pes));
  }
  task.graph.name = "chakra";
  task.graph.ranks = "NPUs";
  task.graph.notes = notes_of(read);
  task.graph.unit = formats::kChakraUnit;
  task.graph.advice = "give a machine with times, as --machine paragon";
  task.graph.place = [names](Rank pe, const GraphOperation& o) {
    return fmt::format("{}: node {}", names[static_cast<std::size_t>(pe)], o.place);
  };
  formats::check_graph(task.graph.graph, task.graph.place, formats::ReceivedBytes::equal);
  return task;
}

std::size_t estimate_chakra(const AppRequest& request) {
  return bytes_of_graph(read_chakra(request).graph.graph, request.topology->pes());
}

/// An operator that combines nothing: messages have lengths only.
Combine no_operator(std::size_t bytes) {
  Combine combine;
  constexpr std::size_t kWord = 8;
  combine.element = bytes % kWord == 0 ? kWord : 1;
  combine.commutative = true;
  combine.combine = [](const std::byte*, const std::byte*, std::byte*, std::size_t) {};
  return combine;
}

void call_collective(Communicator& comm, const GraphOperation& o, const std::string& algorithm) {
  const auto bytes = static_cast<std::size_t>(o.amount);
  const auto p = static_cast<std::size_t>(comm.size());
  Buffer block = comm.buffer(bytes);
  const auto all = [&] { return comm.buffer(p * bytes); };
  if (o.name == "allreduce") {
    detail::allreduce_bytes(comm, block, no_operator(bytes), algorithm);
  } else if (o.name == "reduce") {
    detail::reduce_bytes(comm, o.peer, block, no_operator(bytes), algorithm);
  } else if (o.name == "allgather") {
    Buffer blocks = all();
    detail::allgather_bytes(comm, block, blocks, algorithm);
  } else if (o.name == "gather") {
    Buffer blocks = all();
    detail::gather_bytes(comm, o.peer, block, blocks, algorithm);
  } else if (o.name == "scatter") {
    const Buffer blocks = all();
    detail::scatter_bytes(comm, o.peer, blocks, block, algorithm);
  } else if (o.name == "broadcast") {
    detail::broadcast_bytes(comm, o.peer, block, algorithm);
  } else if (o.name == "alltoall") {
    const Buffer mine = all();
    Buffer theirs = all();
    detail::alltoall_bytes(comm, mine, theirs, 1, algorithm);
  } else if (o.name == "reduce_scatter") {
    const Buffer blocks = all();
    detail::reduce_scatter_bytes(comm, blocks, block, no_operator(bytes), algorithm);
  } else {
    barrier(comm, algorithm);
  }
}

AppResult run_chakra(const AppRequest& request) {
  ChakraTask task = read_chakra(request);
  const std::string algorithm = request.algorithm.value_or("auto");
  const bool calls = any_has_collectives(task.graph.graph.pes);
  AppResult result =
      run_graph(request, std::move(task.graph),
                [&](Communicator& comm, const GraphOperation& o) { call_collective(comm, o, algorithm); });
  if (calls) result.algorithm = algorithm;
  result.inputs_read = task.files;
  return result;
}

std::vector<AppSample> chakra_samples() {
  return {{.name = "collectives",
           .input = "in.json",
           .content = R"({"workload_graph": [
 {"Id": 1, "Name": "layer", "NodeType": 4, "runtime": 0, "data_deps": [], "is_cpu_op": false},
 {"Id": 2, "Name": "gradient", "NodeType": 7, "data_deps": [1], "comm_type": 0, "comm_size": 4096},
 {"Id": 3, "Name": "sizes", "NodeType": 7, "data_deps": [1], "comm_type": 2, "comm_size": 64},
 {"Id": 4, "Name": "weights", "NodeType": 7, "data_deps": [2, 3], "comm_type": 5, "comm_size": 1000}]})",
           .output = "out.csv",
           .options = {},
           .same_everywhere = false,
           .declares_operations = false}};
}

}  // namespace

Application chakra_application() {
  return {.name = "chakra",
          .description = "the execution traces of NPUs in Chakra's forms, with collectives of the table",
          .inputs = "a trace of every NPU: FILE.et or .json; or one of each: 'NAME.{rank}.et'",
          .outputs = "what each NPU sent and received, and when it ended: .csv",
          .options = chakra_options(),
          .samples = chakra_samples(),
          .has_data = false,
          .estimate_bytes = estimate_chakra,
          .run = run_chakra};
}

}  // namespace toruscope::apps
