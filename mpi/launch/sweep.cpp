// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/sweep.hpp"

#include "cli/process/ending.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "mpi/launch/input_again.hpp"
#include "mpi/launch/program_run.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

using cli::Console;
using cli::Measurement;
using cli::Places;
using cli::Row;
using cli::Session;
using cli::SweepPoint;

void check_options(const Session& session) {
  cli::refuse_given(session.options,
                    {"--events", "--export", "--traffic", "--links", "--heatmap", "--view", "--trace"},
                    "mpirun: {} would be written by every run of --sweep; leave it out");
  cli::refuse_given(session.options, {"--critical-path", "--explain"},
                    "mpirun: {} tells one run, --sweep makes several; leave one of them out");
}

/// The machines, with what MPI programs expect.
Places places_of(const Session& session, std::optional<int> asked) {
  Places all = cli::read_places(session, fmt::format("complete:{}", asked.value_or(1)).c_str(), true);
  for (const cli::Axis& axis : all.axes)
    if (axis.kind == cli::Axis::Kind::workload)
      throw ConfigError(fmt::format(
          "mpirun: --sweep {} is for collective operations; what a program moves its own arguments say",
          axis.name));
  for (SweepPoint& place : all.places)
    set_for_mpi(place.settings, place.options, asked.value_or(place.settings.topology->pes()));
  return all;
}

std::string table_text(const Places& places, const std::vector<Row>& rows, const Console& console) {
  cli::TextSheet sheet;
  cli::add_common_lines(sheet, places);
  std::vector<const Measurement*> measured;
  for (const Row& row : rows) measured.push_back(&row.measurement);
  const cli::RowPlaces row_places(sheet, places, measured);
  cli::MeasurementTable table(row_places.titles());
  for (const Row& row : rows) table.row(row_places.cells(row.swept, row.measurement), row.measurement, console);
  table.head(sheet);
  return sheet.text(console.page()) + "\n" + table.text(console);
}

}  // namespace

int run_sweep(const Session& session, const ProgramFile& program, std::optional<int> ranks) {
  check_options(session);
  const cli::Requirements requirements(session.options);
  const Places places = places_of(session, ranks);
  for (const SweepPoint& place : places.places) requirements.check_values(place.settings.parameters);
  const Console console(session.options);
  std::vector<Row> rows;
  std::vector<int> program_codes;
  ExitCode code = ExitCode::ok;
  const InputAgain input(places.places.front().settings.memory_limit);
  for (const SweepPoint& place : places.places) {
    input.rewind();
    console.say("toruscope: mpirun on " + cli::place_text(place) + ":");
    const Session here{place.options, session.tables, session.program, session.command};
    const Launch launch{here, console, program};
    const int count = ranks.value_or(place.settings.topology->pes());
    auto [m, program_code, calls, error] = run_program(launch, place.settings, count, Shown::to_error);
    code = cli::worse(code, m.code);
    program_codes.push_back(program_code);
    cli::drop_details(m);
    rows.push_back({std::move(m), {}, {}, place.swept});
    const Measurement& kept = rows.back().measurement;
    code = cli::worse(code, requirements.check(kept, place.swept));
    if (!kept.failure) continue;
    cli::tell(*kept.failure, "mpirun on " + cli::place_text(place));
    if (kept.failure->ends_command) break;
  }
  console.unused(cli::reports_of(rows), places.places.front().settings.given);
  console.result([&](const Console& form) {
    if (form.is_table()) return table_text(places, rows, form);
    cli::Json document = cli::rows_document(session, places.places.front().settings, rows, true);
    for (std::size_t i = 0; i < rows.size(); ++i) document["results"][i]["program_code"] = program_codes[i];
    return cli::text_of(document, form);
  });
  const int worst = *std::max_element(program_codes.begin(), program_codes.end());
  return worst != 0 ? worst : static_cast<int>(code);
}

}  // namespace toruscope::mpi
