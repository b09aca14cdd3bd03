// SPDX-License-Identifier: Apache-2.0
// The collective operations behind one interface: which algorithms there are, which fits, run and verify it.
//
// Adding an operation is one line in operations.cpp.

#pragma once

#include "collectives/verify.hpp"

#include <toruscope/catalogue.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::detail {

struct Operation {
  std::string name;
  std::vector<std::string> aliases;
  std::string textbook;  ///< what textbooks call it
  bool moves_data = true;
  bool has_root = false;
  std::size_t element = 1;  ///< bytes of one value

  std::function<std::vector<const AlgorithmInfo*>(const Catalogue&)> algorithms;
  /// Errors    as toruscope::choose.
  std::function<const AlgorithmInfo&(const Catalogue&, std::string_view name, const Case&)> choose;
  /// The algorithm is one of this operation's.
  std::function<Verdict(const AlgorithmInfo&, const TopologyPtr&, const Parameters&, const Execution&,
                        std::size_t bytes, Rank root)>
      verify;
  std::function<std::optional<Bound>(const Case&)> bound;
  /// Bytes of the buffers of all p PEs and of the messages between them.
  std::function<std::size_t(std::size_t p, std::size_t bytes)> buffer_bytes;
};

const std::vector<Operation>& operations();

/// By name or alias. Errors: ConfigError with the known names and the nearest one.
const Operation& operation(std::string_view name);

}  // namespace toruscope::detail
