// SPDX-License-Identifier: Apache-2.0
// Runs of one command on several machines.

#pragma once

#include "cli/machines/scale.hpp"
#include "cli/runs/measurement.hpp"

#include <toruscope/report.hpp>

#include <filesystem>
#include <vector>

namespace toruscope::cli {

/// One of several runs of a command.
struct Row {
  Measurement measurement;
  Scaling scaling;
  std::vector<std::filesystem::path> inputs;  ///< that an application read
  SweptValues swept{};
};
/// Of those that did not fail.
std::vector<const Report*> reports_of(const std::vector<Row>& rows);
}  // namespace toruscope::cli
