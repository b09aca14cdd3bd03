// SPDX-License-Identifier: Apache-2.0
// The binary form of GOAL, written from a graph as txt2bin does.

#pragma once

#include "formats/operation_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::test {

inline std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value >>= 8U) text += static_cast<char>(value & 255U);
  return text;
}

/// The part of a rank. `padding`: bytes behind each operation, which other programs have.
inline std::string goal_binary_part(const formats::PeGraph& pe, std::size_t padding) {
  std::string roots, records, edges;
  std::uint32_t root_count = 0, edge_count = 0;
  for (std::size_t i = 0; i < pe.operations.size(); ++i) {
    const formats::GraphOperation& o = pe.operations[i];
    const auto needs = static_cast<std::uint64_t>(std::count_if(
        pe.dependencies.begin(), pe.dependencies.end(), [&](const auto& d) { return d.operation == i; }));
    if (needs == 0) ++root_count;
    if (needs == 0) roots += little_endian(i, 4);
    const bool is_work = o.kind == formats::GraphOperation::Kind::work;
    const int type = is_work ? 3 : o.kind == formats::GraphOperation::Kind::send ? 1 : 2;
    records += little_endian(needs, 4) + little_endian(static_cast<std::uint64_t>(type), 1) +
               little_endian(is_work                ? 0
                             : o.peer == any_source ? ~std::uint64_t{0}
                                                    : static_cast<std::uint64_t>(o.peer),
                             4) +
               little_endian(static_cast<std::uint64_t>(o.amount), 8) +
               little_endian(static_cast<std::uint64_t>(o.tag), 4) +
               little_endian(static_cast<std::uint64_t>(o.stream), 1) + little_endian(0, 1);
    for (const bool on_begin : {false, true}) {
      std::uint32_t count = 0;
      std::string more;
      for (const formats::GraphDependency& d : pe.dependencies)
        if (d.needed == i && d.on_begin == on_begin) {
          more += little_endian(d.operation, 4);
          ++count;
        }
      records += little_endian(count, 4) + little_endian(edge_count, 4);
      edges += more;
      edge_count += count;
    }
    records += std::string(padding, '\0');
  }
  return little_endian(pe.operations.size(), 4) + little_endian(root_count, 4) + roots + records + edges;
}

inline std::string goal_binary(const formats::OperationGraph& graph, std::size_t padding = 0) {
  std::string table, parts;
  std::uint64_t at = 6 + 16 * graph.pes.size();
  for (const formats::PeGraph& pe : graph.pes) {
    const std::string part = goal_binary_part(pe, padding);
    table += little_endian(at, 8) + little_endian(at + part.size(), 8);
    at += part.size();
    parts += part;
  }
  return little_endian(4223, 8) + little_endian(graph.pes.size(), 4) + little_endian(0, 2) + table + parts;
}

}  // namespace toruscope::test
