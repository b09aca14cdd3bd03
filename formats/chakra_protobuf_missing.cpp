// SPDX-License-Identifier: Apache-2.0
// Stands in for chakra_protobuf.cpp where protobuf is not installed.

#include "formats/chakra_forms.hpp"

namespace toruscope::formats {

bool has_protobuf() {
  return false;
}

void read_chakra_protobuf(std::string_view, ChakraTraceBuilder& builder) {
  builder.refuse_file(
      "this is a trace in Chakra's protobuf form (.et), and this program was built without protobuf (Debian: "
      "libprotobuf-dev); build it anew, or give what chakra_jsonizer makes of the trace");
}

}  // namespace toruscope::formats
