// SPDX-License-Identifier: Apache-2.0

#include "on_mpi/command.hpp"

#include "cli/command/verb_tree.hpp"
#include "cli/files/input_files.hpp"
#include "cli/runs/workload.hpp"
#include "on_mpi/results.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>
#include <toruscope/main.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/core.h>
#include <string_view>
#include <thread>
#include <utility>

namespace toruscope {

namespace on_mpi {

namespace {

constexpr const char* kHelp =
    "toruscope-mpi VERB OPERATION: the algorithms of Toruscope over real MPI\n"
    "\n"
    "  mpirun -n 16 toruscope-mpi bench allreduce -b 8 -e 1M -m mycluster.toml\n"
    "  mpirun -n 4 toruscope-mpi compare broadcast --block 64K -t torus:2x2\n"
    "  mpirun -n 6 toruscope-mpi verify --all\n"
    "  mpirun -n 16 toruscope-mpi phase allreduce --rules tuned.conf\n"
    "\n"
    "Rank i is PE i of the machine, whose topology has as many PEs as there are ranks; without one it is\n"
    "complete:N. Beside each algorithm stand the MPI library's own collective and what the model says. The\n"
    "options are those of `toruscope help bench`, `compare`, `phase` and `verify`, as far as they have a "
    "meaning; and\n"
    "\n"
    "  --warm-up N     calls before the first that counts, default 20, or 5 above 8 KiB\n"
    "  --iterations N  calls of a repeat, default 200, or 20 above 8 KiB\n"
    "  --repeats N     repeats, of which minimum, median and maximum are told, default 5\n"
    "  --model PROGRAM the program that says the model's times, default toruscope; none: no model\n"
    "  --rules FILE    write the fastest of Open MPI's own algorithms, by size, for its coll/tuned\n";

/// Options of the verbs that mean nothing here.
constexpr std::array kMeaningless{"--over",          "--scale",
                                  "--sweep",         "--view",
                                  "--heatmap",       "--require",
                                  "--columns",       "--events",
                                  "--spans",         "--export",
                                  "--traffic",       "--links",
                                  "--trace",         "--staggered",
                                  "--long",          "--trace-filter",
                                  "--critical-path", "--workers",
                                  "--engine",        "--network",
                                  "--stack",         "--perturb",
                                  "--memory",        "--time-limit",
                                  "--data",          "--channel-capacity",
                                  "--shard",         "--resume",
                                  "--plot-of",       "--validation"};

/// Takes "--name VALUE" or "--name=VALUE" out of the words; nothing if it is not there.
std::optional<std::string> take(std::vector<std::string>& words, const std::string& name) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < words.size();) {
    const bool has_equals = words[i].starts_with(name + "=");
    if (words[i] != name && !has_equals) {
      ++i;
      continue;
    }
    if (!has_equals && i + 1 == words.size()) throw ConfigError(name + ": a value is needed, got none");
    value = has_equals ? words[i].substr(name.size() + 1) : words[i + 1];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(i + (has_equals ? 1 : 2)));
  }
  return value;
}

std::optional<int> take_number(std::vector<std::string>& words, const std::string& name, std::int64_t least) {
  constexpr std::int64_t kMost = 100'000'000;
  const auto text = take(words, name);
  return text ? std::optional(static_cast<int>(cli::parse_whole(*text, name, least, kMost))) : std::nullopt;
}

/// "toruscope" for "x/toruscope-mpi.openmpi", in that folder if it is there.
std::string emulating_program(const std::string& called) {
  const std::filesystem::path path = called;
  const std::string name = path.filename().string();
  const std::string plain = name.substr(0, name.find("-mpi"));
  const std::filesystem::path beside = path.parent_path() / plain;
  std::error_code error;
  return plain != name && path.has_parent_path() && std::filesystem::is_regular_file(beside, error)
             ? beside.string()
             : "toruscope";
}

/// The words behind the verb, without what is written: the model is read as CSV.
std::vector<std::string> for_model(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    constexpr std::size_t kLeast = 4;  // "--pl"
    if (name.size() >= kLeast && std::string("--plot").starts_with(name)) {
      if (name == words[i]) ++i;
      continue;
    }
    kept.push_back(words[i]);
  }
  return kept;
}

}  // namespace

Command read_command(const std::string& called, const std::vector<std::string>& typed) {
  Command command;
  std::vector<std::string> words = typed;
  if (words.empty() || words.front() == "-h" || words.front() == "--help" || words.front() == "help") {
    command.text = kHelp;
    return command;
  }
  command.timing.warm_up = take_number(words, "--warm-up", 0);
  command.timing.calls = take_number(words, "--iterations", 1);
  command.timing.repeats = take_number(words, "--repeats", 1).value_or(command.timing.repeats);
  command.model = take(words, "--model").value_or(emulating_program(called));
  command.rules = take(words, "--rules").value_or("");
  if (words.empty()) throw ConfigError("a verb is needed: bench, compare, phase or verify");
  command.verb = words.front();
  constexpr std::array<std::string_view, 4> kVerbs{"bench", "compare", "phase", "verify"};
  if (std::find(kVerbs.begin(), kVerbs.end(), command.verb) == kVerbs.end())
    throw ConfigError(fmt::format(
        "{}: over real MPI there are bench, compare, phase and verify; the other verbs are toruscope's",
        command.verb));
  cli::Command read = cli::read_command_line(words);
  command.text = read.text;
  command.options = std::move(read.options);
  for (const char* option : kMeaningless)
    cli::refuse_given(command.options, {option}, "{}: it has no meaning over real MPI; leave it out");
  if (command.options.all_items && command.verb == "verify") {  // once is enough
    command.timing.warm_up = command.timing.warm_up.value_or(0);
    command.timing.calls = command.timing.calls.value_or(2);
    command.timing.repeats = 1;
  }
  command.model_words = for_model(words);
  return command;
}

namespace {

using cli::Text;

bool is_over_sizes(const Command& command) {
  return command.verb == "bench" || command.verb == "phase";
}

/// --block of each row; nothing: the operation moves no data, or --values says it all.
std::vector<Text> sizes_of(const Command& command, const collectives::Operation& operation) {
  const cli::CommandOptions& o = command.options;
  if (o.all_items && !o.block && operation.traits.moves != Moves::nothing)
    // none, a hash, whole words, an odd size, longer than MPI sends at once
    return {"0", "1", "24", "1000", "50000"};
  if (operation.traits.moves == Moves::nothing || o.block || !is_over_sizes(command)) return {o.block};
  if (o.values && !o.begin && !o.end) return {Text()};
  const bool is_phase = command.verb == "phase";
  const std::size_t usual_end = is_phase ? std::size_t{1} << 20U : std::size_t{64} * 1024;
  constexpr std::int64_t kMostFactor = 1 << 20;
  const auto [begin, end] = cli::first_and_last_size(o, command.verb, usual_end);
  const auto factor = static_cast<std::size_t>(
      cli::parse_whole(o.factor.value_or(is_phase ? "4" : "2"), command.verb + ": -f", 2, kMostFactor));
  std::vector<Text> sizes;
  for (const std::size_t size : cli::geometric(begin, end, factor)) sizes.emplace_back(std::to_string(size));
  return sizes;
}

/// What is to be run, the same on all ranks.
struct Plan {
  const collectives::Operation* operation = nullptr;
  cli::Settings settings;
  cli::Candidates candidates;
  struct Size {
    Question question;
    std::vector<cli::Contender> contenders;
  };
  std::vector<Size> sizes;
  std::size_t refused = 0;  ///< algorithms
  std::vector<std::string> notes;
};

Plan plan_of(const Command& command, const cli::Session& session, int ranks,
             const collectives::Operation& operation) {
  Plan plan;
  const cli::CommandOptions& options = command.options;
  plan.operation = &operation;
  const std::string complete = fmt::format("complete:{}", ranks);
  plan.settings = cli::read_settings(session, complete.c_str());
  const cli::Settings& settings = plan.settings;
  if (settings.topology->pes() != ranks)
    throw ConfigError(
        fmt::format("{} has {} PEs, and there are {} ranks; real rank i is PE i, so start as many",
                    settings.topology->name(), settings.topology->pes(), ranks));
  if (settings.parameters.port_policy == PortPolicy::strict)
    throw ConfigError(
        "port policy strict: the ports of real computers tell nobody when a rule is broken; leave it out");
  if (settings.parameters.tick.is_zero())
    throw ConfigError(
        fmt::format("{}: the machine counts steps, and real MPI has seconds; take one whose tick has a "
                    "length",
                    settings.parameters.name));
  const bool takes_one = command.verb == "verify" && !options.algorithm && !options.all_items;
  const Text names = takes_one ? Text("auto") : options.algorithm;
  plan.candidates = cli::candidates(*plan.operation, session.tables.algorithms, names);
  std::vector<cli::Refusal> refused;
  for (const Text& size : sizes_of(command, *plan.operation)) {
    cli::CommandOptions here = options;
    here.block = size;
    const Workload workload = cli::read_workload(here, *plan.operation, settings);
    const Case c = cli::question(*plan.operation, settings, workload);
    std::vector<cli::Refusal> refused_here;
    auto contenders =
        cli::contenders(plan.candidates, *plan.operation, session.tables.algorithms, c, refused_here);
    plan.refused = refused_here.size();
    if (contenders.empty() && options.all_items) continue;
    if (contenders.empty() && (command.verb == "verify" || plan.sizes.empty()))
      cli::refuse_all(*plan.operation, session.tables.algorithms, c, "on " + settings.topology->name(),
                      refused_here);
    plan.sizes.push_back({{*plan.operation, c, workload}, std::move(contenders)});
    for (cli::Refusal& refusal : refused_here)
      if (std::none_of(refused.begin(), refused.end(),
                       [&](const cli::Refusal& known) { return known.algorithm == refusal.algorithm; }))
        refused.push_back(std::move(refusal));
  }
  if (const std::string text = cli::refusals_text(refused, options); !text.empty()) plan.notes.push_back(text);
  return plan;
}

/// One, or all with --all.
std::vector<Plan> plans_of(const Command& command, const cli::Session& session, int ranks) {
  std::vector<Plan> plans;
  if (!command.options.all_items || command.options.subject) {
    plans.push_back(
        plan_of(command, session, ranks, cli::operation_asked(command.verb.c_str(), command.options.subject)));
    return plans;
  }
  for (const collectives::Operation& operation : collectives::operations())
    plans.push_back(plan_of(command, session, ranks, operation));
  return plans;
}

/// Ends all processes, with one message of the rank that found it.
[[noreturn]] void stop(const Job& job, const std::string& where, const std::string& what, ExitCode code) {
  // Where all ranks fail at once the first one's words are enough.
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(job.rank(), 20) * 40));
  std::fputs(fmt::format("toruscope-mpi: rank {}: {}: {}\n", job.rank(), where, what).c_str(), stderr);
  std::fflush(stderr);
  Job::stop(static_cast<int>(code));
}

/// Calls `work` on behalf of a case.
template <class Work>
Measured guarded_case(const Job& job, const std::string& where, const Work& work) {
  Measured measured;
  try {
    measured = work();
  } catch (const Error& error) {
    stop(job, where, error.what(), error.code());
  } catch (const std::bad_alloc&) {
    stop(job, where, "memory: this computer has no more", ExitCode::host_limit);
  } catch (const std::exception& error) {
    stop(job, where, error.what(), ExitCode::program_error);
  } catch (...) {
    stop(job, where, "it threw what is no std::exception", ExitCode::program_error);
  }
  const int first = job.least(measured.wrong.empty() ? job.size() : job.rank());
  if (first == job.rank()) stop(job, where, "wrong data: " + measured.wrong, ExitCode::wrong_result);
  if (first < job.size()) job.barrier();  // it tells, and ends this one, too
  return measured;
}

std::vector<Line> measure_all(const Job& job, const Command& command, const Plan& plan,
                              const std::shared_ptr<const Catalogue>& tables) {
  Communicator world =
      job.world(plan.settings.topology, plan.settings.parameters, plan.settings.execution.seed, tables);
  std::vector<Line> lines;
  for (const Plan::Size& size : plan.sizes) {
    const std::size_t bytes = size.question.of.bytes;
    const auto where = [&](const std::string& name) {
      return fmt::format("{} by {}, {} bytes on {} ranks", plan.operation->name, name, bytes, job.size());
    };
    for (const cli::Contender& contender : size.contenders) {
      const Measured m = guarded_case(job, where(contender.algorithm->name), [&] {
        return measure(job, world, *contender.algorithm, size.question, command.timing);
      });
      lines.push_back({bytes, contender.algorithm->name, false, contender.is_auto, m.times});
    }
    std::string name;
    bool is_there = false;
    const Measured m = guarded_case(job, where("MPI"), [&] {
      const auto own = measure_own(job, world, size.question, command.timing, name);
      is_there = own.has_value();
      return own.value_or(Measured{});
    });
    if (is_there) lines.push_back({bytes, name, true, false, m.times});
  }
  return lines;
}

}  // namespace
}  // namespace on_mpi

int main(int argc, char** argv, const std::function<void(Communicator&)>&, const Tables& given) {
  using namespace on_mpi;
  Job job(&argc, &argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  Command command;
  std::vector<Plan> plans;
  Tables tables;
  std::optional<cli::Session> session;
  // Every rank reads the same; where one cannot, all end.
  int code = static_cast<int>(ExitCode::ok);
  std::string why;
  try {
    command = read_command(argv[0], words);
    if (command.text.empty()) {
      tables = cli::with_schedules(given, command.options);
      session.emplace(
          cli::Session{command.options, tables, {}, fmt::format("toruscope-mpi {}", core::joined(words, " "))});
      plans = plans_of(command, *session, job.size());
      if (job.rank() == 0) check_outputs(command);
    }
  } catch (const Error& error) {
    code = static_cast<int>(error.code());
    why = error.what();
  } catch (const std::exception& error) {
    code = static_cast<int>(ExitCode::usage);
    why = error.what();
  }
  const int first = job.least(code == 0 ? job.size() : job.rank());
  if (first < job.size()) {
    if (first == job.rank()) std::fputs(fmt::format("toruscope-mpi: {}\n", why).c_str(), stderr);
    code = -job.least(-code);
    job.end();
    return code;
  }
  if (!command.text.empty()) {
    if (job.rank() == 0) std::fputs(command.text.c_str(), stdout);
    job.end();
    return 0;
  }
  const auto algorithms = std::make_shared<const Catalogue>(tables.algorithms);
  const int ranks = job.size();
  const bool writes = job.rank() == 0;
  std::vector<Results> all;
  for (const Plan& plan : plans)
    all.push_back({plan.operation, &plan.settings, Job::library(), measure_all(job, command, plan, algorithms),
                   plan.refused, plan.notes});
  job.end();
  if (!writes) return 0;
  return guarded([&] {
    if (command.options.all_items) {
      write_verified(command, all);
      return ExitCode::ok;
    }
    Results& results = all.front();
    std::string note;
    const Model model = ask_model(command, results, note);
    if (!note.empty()) results.notes.push_back(note);
    rank(results, model);
    write(command, *session, results);
    if (!command.rules.empty()) write_rules(command.rules, results, ranks);
    return ExitCode::ok;
  });
}

int main(int argc, char** argv, const std::function<void(Communicator&)>& program,
         const Catalogue& algorithms) {
  Tables tables;
  tables.algorithms = algorithms;
  return main(argc, argv, program, tables);
}

}  // namespace toruscope
