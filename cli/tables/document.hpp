// SPDX-License-Identifier: Apache-2.0
// The JSON document of a command, "schema": "toruscope/1", and CSV (RFC 4180).
//
// Invariants  All that depends on the host lies under a "host" key; the rest is the same in every
//             run, byte for byte.

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"

#include <toruscope/report.hpp>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace toruscope::cli {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}
/// Null if it is empty.
inline Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

/// "schema" and "version", which every document begins with.
Json document_head();
/// What every run has: "machine", "seed", "inputs", "results", "host".
Json run_document(const Session& session, const Settings& settings, const std::vector<Measurement>& results,
                  const std::vector<std::filesystem::path>& inputs = {});

/// The SHA-256 of each file, null of a pipe.
Json inputs_json(const std::vector<std::filesystem::path>& files);
/// The machine, with the slow links of the network if there is one.
Json machine_json(const Parameters& parameters, const Costs& costs, const Topology* network = nullptr);
Json bound_json(const std::optional<Bound>& bound);
/// How and where this program runs.
Json host_json(const Session& session, const HostReport& report);

/// Ends a command whose only run failed: its report goes to standard error, the document with what
/// is known to standard output, unless it was refused or tables are asked for. Returns the run's
/// code.
ExitCode end_failed_run(const Session& session, const Settings& settings, const Console& console,
                        const Measurement& m, const std::vector<std::filesystem::path>& inputs = {});

/// Adds a member, before the document's "host".
void add_before_host(Json& document, const char* key, Json value);

/// The text of a document as JSON or CSV, with its last newline.
std::string text_of(const Json& document, const Console& console);

Json sweep_json(const SweptValues& values);
/// Adds "refused_sizes", if there are any.
void add_refused_sizes(Json& document, const std::vector<RefusedSize>& sizes);
/// run_document with the scaling of each row if --scale was given, and its swept values; each has
/// its own machine if machines differ. Precondition: a row at least.
Json rows_document(const Session& session, const Settings& settings, const std::vector<Row>& rows,
                   bool machines_differ = false);

/// The rows of "rows", "results", "algorithms" or "machines", each after the document's
/// "machine.name" and "seed"; without such an array the document is one row. null is an empty
/// field; a list is joined by "; ".
std::string csv_text(const nlohmann::ordered_json& document);

/// Quoted where it must be; control characters escaped.
std::string csv_field(const std::string& content);
/// Quoted where it must be, as it is.
std::string quoted_field(const std::string& text);

/// CSV, a row for each pair of PEs with a message: source, destination, messages, bytes, hops,
/// link_wait (ticks that their headers waited). The report has its events.
void write_traffic(std::ostream& out, const Report& report);

/// CSV, a row for each directed link that was used: from, to, direction, messages, bytes, wait
/// (ticks that headers waited for it).
void write_links(std::ostream& out, const Report& report);

}  // namespace toruscope::cli
