// SPDX-License-Identifier: Apache-2.0
// toruscope schema: the JSON Schema of what --format json writes; schema events: of a row of the
// event log.

#include "cli/files/output_files.hpp"
#include "cli/tables/schemas.hpp"
#include "cli/verbs/verbs.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

namespace toruscope::cli {

ExitCode write_schema(const Session& session) {
  const std::string what = session.options.subject.value_or("documents");
  if (what != "documents" && what != "events")
    throw ConfigError(core::unknown_name("schema", "schemas", what, {"documents", "events"}));
  constexpr int kIndent = 2;
  write_to_stdout((what == "events" ? event_schema() : document_schema()).dump(kIndent) + "\n");
  return ExitCode::ok;
}

}  // namespace toruscope::cli
