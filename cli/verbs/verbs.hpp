// SPDX-License-Identifier: Apache-2.0
// The verbs.

#pragma once

#include "cli/options/options.hpp"

#include <toruscope/error.hpp>

namespace toruscope::cli {

ExitCode run_application(const Session& session);
ExitCode verify_algorithm(const Session& session);
/// verify --all. Called by verify_algorithm.
ExitCode verify_everything(const Session& session);
ExitCode explain_run(const Session& session);
ExitCode compare_algorithms(const Session& session);
ExitCode bench_algorithms(const Session& given);
/// The best algorithm over bytes and p, or over bytes and ts/tw.
ExitCode find_phases(const Session& session);
/// The schedule with the fewest rounds.
ExitCode synthesise_schedule(const Session& session);
ExitCode list_algorithms(const Session& session);
ExitCode show_algorithm(const Session& session);
ExitCode list_machines(const Session& session);
ExitCode show_machine(const Session& session);
ExitCode check_machine(const Session& session);
/// A machine file from tables of measurements.
ExitCode calibrate_machine(const Session& session);
/// A graph file from other programs' descriptions of a network.
ExitCode import_network(const Session& session);
/// Lists the labs if none is named.
ExitCode grade_submissions(const Session& session);
/// Goes on as toruscope-mpirun, which has the functions that MPI programs call.
ExitCode run_mpi_program(const Session& session);
ExitCode view_logs(const Session& session);
/// One table of the parts that --shard has written.
ExitCode merge_parts(const Session& session);
/// Writes that of documents, of the rows of an event log, or the verbs with their options.
ExitCode write_schema(const Session& session);
ExitCode show_info(const Session& session);
ExitCode make_project(const Session& session);
ExitCode reproduce_papers(const Session& session);
ExitCode write_manual(const Session& session);

}  // namespace toruscope::cli
