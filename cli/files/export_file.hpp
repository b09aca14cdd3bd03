// SPDX-License-Identifier: Apache-2.0
// The place of --export: a run as GOAL, or an algorithm as an MSCCL schedule, by the ending of the name.

#pragma once

#include "cli/files/file_output.hpp"
#include "formats/schedule.hpp"

#include <toruscope/report.hpp>

#include <functional>
#include <string>

namespace toruscope::cli {

enum class ExportedForm { goal, msccl };

/// Errors    ConfigError for another ending.
ExportedForm exported_form(const std::string& option, const std::string& path);

class ExportFile {
 public:
  /// Errors    ConfigError as exported_form and FileOutput.
  ExportFile(const std::string& option, const std::string& path);

  /// Only if the form is goal. Errors: as write_goal, before the file is begun.
  void write_run(const Report& report, const std::string& title) const;
  /// Only if the form is msccl.
  void write_schedule(const std::function<formats::Schedule()>& made) const;

 private:
  ExportedForm form_;
  FileOutput file_;
};

}  // namespace toruscope::cli
