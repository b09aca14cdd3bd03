// SPDX-License-Identifier: Apache-2.0
#include "apps/goal/goal.hpp"

#include "apps/graph/graph_run.hpp"
#include "apps/io/series.hpp"
#include "apps/options.hpp"
#include "formats/goal.hpp"
#include "runtime/files/output_file.hpp"

#include <toruscope/error.hpp>

namespace toruscope::apps {
namespace {

const std::vector<AppOption>& goal_options() {
  static const std::vector<AppOption> table = {
      {"unit", "what a calc counts: 1ns, 10us; on a step machine a number of ticks (default 1ns, or 1 tick)",
       ""}};
  return table;
}

GraphTask read_goal(const AppRequest& request) {
  const Options options("goal", goal_options(), request);
  if (!request.input) throw ConfigError("goal: needs a schedule; give --input FILE (.goal)");
  GraphTask task;
  task.name = "goal";
  task.ranks = "ranks";
  task.unit =
      options.is_given("unit") ? Time::parse(options.text("unit"), "unit") : usual_unit(request.parameters);
  task.advice = "give --unit a time as the machine has them: 1ns, or of a step machine a number of ticks: 1";
  if (request.output) core::check_output(*request.output, {".csv"}, {*request.input});
  const std::string file = request.input->string();
  const std::string content = read_file(*request.input);
  task.graph = formats::read_goal(file, content);
  task.place = formats::goal_place(file, content);
  return task;
}

std::size_t estimate_goal(const AppRequest& request) {
  return bytes_of_graph(read_goal(request).graph, request.topology->pes());
}

AppResult run_goal(const AppRequest& request) {
  AppResult result = run_graph(request, read_goal(request));
  result.inputs_read = {*request.input};
  return result;
}

std::vector<AppSample> goal_samples() {
  return {{.name = "alone",
           .input = "in.goal",
           .content =
               "num_ranks 1\nrank 0 {\na: calc 5\nb: calc 2\nb requires a\nsend 4b to 0\nrecv 4b from 0\n}\n",
           .output = "out.csv",
           .options = {},
           .same_everywhere = false,
           .declares_operations = false},
          {.name = "tree",
           .input = "in.goal",
           .content = "num_ranks 4 // a broadcast\nrank 0 {\nsend 100b to 2 tag 7\ns: send 100b to 1 tag 7\n}\n"
                      "rank 1 {\nrecv 100b from -1 tag -1\n}\n"
                      "rank 2 {\nr: recv 100b from 0 tag 7\nc: calc 250\nc requires r\n"
                      "s: send 100b to 3 tag 8\ns requires c\n}\n"
                      "rank 3 {\nr: recv 100b from -1 tag 8\nc: calc 10 cpu 1\nc irequires r\n}\n",
           .output = "out.csv",
           .options = {},
           .same_everywhere = false,
           .pes = 4,
           .declares_operations = false}};
}

}  // namespace

Application goal_application() {
  return {.name = "goal",
          .description = "the sends, receives and local work of a GOAL file, as LogGOPSim and ATLAHS write it",
          .inputs = "a schedule: GOAL as text, or in the binary form of txt2bin",
          .outputs = "what each rank sent and received, and when it ended: .csv",
          .options = goal_options(),
          .samples = goal_samples(),
          .has_data = false,
          .estimate_bytes = estimate_goal,
          .run = run_goal};
}

}  // namespace toruscope::apps
