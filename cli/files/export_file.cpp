// SPDX-License-Identifier: Apache-2.0
#include "cli/files/export_file.hpp"

#include "formats/goal.hpp"
#include "runtime/files/extension.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <ostream>
#include <sstream>

namespace toruscope::cli {

ExportedForm exported_form(const std::string& option, const std::string& path) {
  const std::string extension = core::extension_of(path);
  if (extension == ".goal") return ExportedForm::goal;
  if (extension == ".xml") return ExportedForm::msccl;
  throw ConfigError(
      fmt::format("output: {} {} cannot be written: the run as GOAL is a file named .goal, an MSCCL schedule "
                  "one named .xml",
                  option, path));
}

ExportFile::ExportFile(const std::string& option, const std::string& path)
    : form_(exported_form(option, path)), file_(option, path) {}

void ExportFile::write_run(const Report& report, const std::string& title) const {
  if (form_ != ExportedForm::goal) return;
  std::ostringstream text;
  formats::write_goal(text, report, title);
  file_.write([&](std::ostream& out) { out << text.view(); });
}

void ExportFile::write_schedule(const std::function<formats::Schedule()>& made) const {
  if (form_ != ExportedForm::msccl) return;
  const formats::Schedule schedule = made();
  file_.write([&](std::ostream& out) { out << formats::write_msccl(schedule); });
}

}  // namespace toruscope::cli
