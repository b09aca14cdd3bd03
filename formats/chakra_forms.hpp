// SPDX-License-Identifier: Apache-2.0
// The forms of a Chakra trace: each reader hands its nodes to the builder.

#pragma once

#include "formats/chakra_trace.hpp"

#include <string>
#include <string_view>

namespace toruscope::formats {

/// Reads the JSON of Chakra's feeder, or the objects that chakra_jsonizer writes one behind the
/// other.
void read_chakra_json(const std::string& file, std::string_view text, ChakraTraceBuilder& builder);

/// Reads messages of protobuf behind their lengths: the metadata, then a node each.
/// Errors    ConfigError also if the program was built without protobuf.
void read_chakra_protobuf(std::string_view bytes, ChakraTraceBuilder& builder);

/// False if the program was built without protobuf.
bool has_protobuf();

}  // namespace toruscope::formats
