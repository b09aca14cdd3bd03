// SPDX-License-Identifier: Apache-2.0
// Chakra's execution traces of training: the protobuf form (.et), what chakra_jsonizer makes of it,
// and the JSON of Chakra's feeder.
//
// Source  Sridharan et al., "Chakra: advancing performance benchmarking and co-design using
//         standardized execution traces", 2023; mlcommons/chakra, et_def.proto and json_node.cpp.

#pragma once

#include "formats/operation_graph.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::formats {

/// The unit of work of read_chakra: 1 ps; durations are in microseconds, perhaps with a fraction.
inline constexpr Time kChakraUnit = Time::femtoseconds(1'000);

/// NPUs of process groups, by the group's name. An empty list is all NPUs.
using ChakraGroups = std::map<std::string, std::vector<Rank>>;

/// Reads process groups: {"NAME": [rank, ..], ..}, or PyTorch's [{"pg_name": .., "ranks": ..}, ..].
/// Errors    ConfigError: "FILE: ...".
ChakraGroups read_chakra_groups(const std::string& file, std::string_view text);

/// What a trace is read for.
struct ChakraRequest {
  int npus = 1;
  Rank npu = -1;          ///< whose trace it is; -1: of all
  ChakraGroups groups{};  ///< groups given beside the trace, which come before its own
};

/// The graph of a trace, and counts of what the reader had to interpret.
struct ChakraTrace {
  PeGraph graph;
  std::int64_t needs = 0;         ///< dependencies, those on absent nodes included
  std::int64_t absent = 0;        ///< dependencies on nodes that the trace has not, which are met
  std::int64_t calls_on_cpu = 0;  ///< calls without a size, which are local work
  std::int64_t untimed = 0;       ///< local work without a duration
  bool left_controls = false;     ///< true if nodes waited for themselves by control dependencies
};

/// Reads a trace in any of the forms. The amount of a collective is the bytes of a block; of
/// all-reduce, reduce and broadcast, the bytes of the vector. `file` is for errors. Does not call
/// check_graph().
/// Errors    ConfigError with the file and the id of the node.
ChakraTrace read_chakra(const std::string& file, std::string_view text, const ChakraRequest& request);

}  // namespace toruscope::formats
