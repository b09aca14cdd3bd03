// SPDX-License-Identifier: Apache-2.0
// toruscope verify OPERATION: one algorithm on stamped data, everything that it claims compared. For --all see
// verify_all.cpp.

#include "cli/document.hpp"
#include "cli/interrupt.hpp"
#include "cli/sheets.hpp"
#include "cli/verdicts.hpp"
#include "cli/workload.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <utility>

namespace toruscope::detail {

namespace {

/// The settings that were given, without those that `auto` chose by: a run that never needed them was made because of them.
std::vector<std::string> given_for_the_run_alone(const Session& session, const Settings& settings,
                                                 const Operation& asked, const Workload& workload,
                                                 const Measurement& m) {
  std::vector<std::string> given = settings.given;
  const auto decides = [&](const std::string& setting) {
    const auto& unused = m.report.unused;
    if (std::none_of(unused.begin(), unused.end(),
                     [&](const std::string& sentence) { return sentence.starts_with(setting + ":"); }))
      return false;
    Settings other = settings;
    other.parameters = without(settings.parameters, setting);
    try {
      return asked.choose(session.tables.algorithms, "auto", question(asked, other, workload)).name !=
             m.algorithm;
    } catch (const ConfigError&) {
      return true;  // nothing would fit
    }
  };
  given.erase(std::remove_if(given.begin(), given.end(), decides), given.end());
  return given;
}

}  // namespace

ExitCode verify_algorithm(const Session& session) {
  CommandOptions options = session.options;
  if (options.all_items) return verify_everything(session);
  if (options.is_long) throw ConfigError("verify: --long is for --all; give both, or neither");
  const Operation& asked = operation_asked("verify", options.subject);
  const Settings settings = read_settings(session);
  if (options.algorithm.value_or("auto") == "auto" && asks_for_block_rule(options, asked))
    options.algorithm = kRuledAlgorithm;
  Workload workload = read_workload(options, asked, settings);
  workload.staggered = options.staggered;
  const std::string name = options.algorithm.value_or("auto");
  const AlgorithmInfo& algorithm =
      asked.choose(session.tables.algorithms, name, question(asked, settings, workload));
  const Console console(options);
  refuse_too_large(asked, settings, workload, options.values ? SizeOption::values : SizeOption::block);

  Measurement m;
  auto failure = failure_of(settings.parameters, [&] {
    m = measurement_of(verify_watched(asked, algorithm, settings, workload, console), workload);
    throw_if_interrupted("verify");
  });
  if (failure)
    return end_failed_run(session, settings, console,
                          failed_measurement(asked, algorithm, settings, workload, std::move(*failure)));
  console.logs(m.report);
  console.printed(m.report.output, settings.parameters);
  console.unused({&m.report}, name == "auto" ? given_for_the_run_alone(session, settings, asked, workload, m)
                                             : settings.given);
  console.result(console.is_table() ? measurement_text(m, console)
                                    : text_of(run_document(session, settings, {m}), console));
  if (!console.is_table())
    for (const std::string& fault : m.faults) console.say("toruscope: " + fault);
  return m.code;
}

}  // namespace toruscope::detail
