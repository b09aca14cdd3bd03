// SPDX-License-Identifier: Apache-2.0
// The JSON document of a command, "schema": "toruscope/1".
//
// Invariants  All that depends on the host lies under a "host" key; the rest is the same in every run, byte for byte.

#pragma once

#include "cli/machines/settings.hpp"
#include "cli/options/session.hpp"
#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope::cli {

using Json = nlohmann::ordered_json;

/// "schema" and "version", which every document begins with.
Json document_head();
/// What every run has: "machine", "seed", "inputs", "results", "host".
Json run_document(const Session& session, const Settings& settings, const std::vector<Measurement>& results,
                  const std::vector<std::filesystem::path>& inputs = {});

/// The SHA-256 of each file, null of a pipe.
Json inputs_json(const std::vector<std::filesystem::path>& files);
/// With the slow links of the network, if there is one.
Json machine_json(const Parameters& parameters, const Costs& costs, const Topology* network = nullptr);
Json bound_json(const std::optional<Bound>& bound);
/// How and where this program runs.
Json host_json(const Session& session, const HostReport& report);

/// A command's only run failed: its report goes to standard error, the document with what is known to standard output, unless
/// it was refused or tables are asked for. Returns the run's code.
ExitCode end_failed_run(const Session& session, const Settings& settings, const Console& console,
                        const Measurement& m, const std::vector<std::filesystem::path>& inputs = {});

/// Adds a member, before the document's "host".
void add_before_host(Json& document, const char* key, Json value);

/// The text of a document as JSON or CSV, with its last newline.
std::string text_of(const Json& document, const Console& console);

}  // namespace toruscope::cli
