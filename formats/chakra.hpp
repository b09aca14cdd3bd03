// SPDX-License-Identifier: Apache-2.0
// Chakra's execution traces in its feeder's JSON: {"workload_graph": [node, ..]} for each NPU.
//
// Source  Sridharan et al., "Chakra: advancing performance benchmarking and co-design using
//         standardized execution traces", 2023; mlcommons/chakra, et_def.proto and json_node.cpp.

#pragma once

#include "formats/operation_graph.hpp"

#include <string>
#include <string_view>

namespace toruscope::formats {

/// The unit of work of read_chakra: 1 ps; `runtime` is in microseconds with a fraction.
inline constexpr Time kChakraUnit = Time::femtoseconds(1'000);

/// The graph of one of `npus`. A collective's amount is the bytes of a block, of all-reduce, reduce
/// and broadcast of the vector. `file` is for errors. Not here: check_graph().
/// Errors    ConfigError with the file and the id of the node.
PeGraph read_chakra(const std::string& file, std::string_view text, int npus);

}  // namespace toruscope::formats
