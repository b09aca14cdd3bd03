// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/driver.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>
#include <vector>

namespace toruscope::labs {

namespace fs = std::filesystem;

namespace {

constexpr const char* kHelpers = R"cpp(
  /// The data of the checks: n whole numbers between 1 and 1000.
  std::vector<double> numbers(std::uint64_t seed, toruscope::Rank rank, std::size_t n) {
    toruscope::RandomSource source(seed * 1'000'003U + static_cast<std::uint64_t>(rank));
    std::vector<double> all(n);
    for (double& x : all) x = static_cast<double>(1 + source() % 1000);
    return all;
  }

  /// A number, a time in ticks, or the first values of a range.
  template <class T>
  std::string text(const T& value) {
    std::ostringstream out;
    if constexpr (std::is_arithmetic_v<T>) {
      out << value;
    } else if constexpr (std::is_same_v<T, toruscope::Ticks>) {
      out << value.count << " ticks";
    } else {
      for (std::size_t i = 0; i < std::min<std::size_t>(8, value.size()); ++i)
        out << (i > 0 ? " " : "") << value[i];
      if (value.size() > 8) out << " ... (" << value.size() << " values)";
    }
    return out.str();
  }
)cpp";

std::string time_code(Time time) {
  return fmt::format(fmt::runtime(time.is_physical() ? "Time::femtoseconds({})" : "Ticks{{{}}}"), time.value());
}

std::string rule_code(Ports ports) {
  switch (ports.rule) {
    case Ports::Rule::half:
      return "half";
    case Ports::Rule::one:
      return "one";
    case Ports::Rule::telephone:
      return "telephone";
    case Ports::Rule::k:
      return "k";
    case Ports::Rule::all:
      return "all";
  }
  return {};
}

/// Statements that make `machine` these parameters, from the default ones.
std::string machine_code(const Parameters& machine) {
  const Parameters usual;
  std::string code = "  toruscope::Parameters machine;\n";
  const auto set = [&](const char* name, const std::string& value) {
    code += fmt::format("  machine.{} = {};\n", name, value);
  };
  if (machine.ports != usual.ports)
    set("ports", fmt::format("{{Ports::Rule::{}, {}}}", rule_code(machine.ports), machine.ports.k));
  if (machine.port_policy == PortPolicy::strict) set("port_policy", "PortPolicy::strict");
  if (machine.switching == Switching::wormhole) set("switching", "Switching::wormhole");
  if (machine.eager) set("eager", std::to_string(*machine.eager));
  if (machine.ticks_per_step != 1) set("ticks_per_step", std::to_string(machine.ticks_per_step));
  const auto set_time = [&](const char* name, Time Parameters::*time) {
    if (machine.*time != usual.*time) set(name, time_code(machine.*time));
  };
  set_time("ts", &Parameters::ts);
  set_time("tr", &Parameters::tr);
  set_time("tm", &Parameters::tm);
  set_time("tw", &Parameters::tw);
  set_time("th", &Parameters::th);
  set_time("latency", &Parameters::latency);
  set_time("gap", &Parameters::gap);
  set_time("tick", &Parameters::tick);
  set_time("flop", &Parameters::flop);
  return code;
}

/// A word of a shell's command.
std::string in_shell(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word)
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  return quoted + "'";
}

/// Where the static libraries are: of an installation, or in the folders of a build.
std::vector<fs::path> library_folders(const Places& places) {
  const auto has = [](const fs::path& folder, const char* archive) {
    std::error_code error;
    return fs::exists(folder / archive, error);
  };
  constexpr const char* kCore = "libtoruscope_core.a";
  const fs::path prefix = places.headers.parent_path();
  std::vector<fs::path> folders;
  std::error_code error;
  if (has(prefix / "lib", kCore)) return {prefix / "lib"};
  for (const auto& entry : fs::directory_iterator(prefix / "lib", error))
    if (has(entry.path(), kCore)) return {entry.path()};
  const fs::path build = places.runner.parent_path().parent_path();
  return {build / "collectives", build / "runtime"};
}

}  // namespace

Trial trial_of(const Lab& lab, const std::string& label) {
  std::vector<Trial> all = trials_of(lab);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Trial& t) { return t.label == label; });
  if (found != all.end()) return *found;
  std::vector<std::string> labels;
  for (const Trial& trial : all)
    if (std::find(labels.begin(), labels.end(), trial.label) == labels.end()) labels.push_back(trial.label);
  throw ConfigError(fmt::format("grade --driver: lab {} has no run \"{}\"; its runs are\n  {}", lab.name, label,
                                fmt::join(labels, "\n  ")));
}

std::string driver_text(const Lab& lab, const Trial& trial, const fs::path& source,
                        const std::string& command) {
  return fmt::format(
      "// A run of lab {} by itself: {}\n//   {}\n"
      "#include \"{}\"\n#include <toruscope/toruscope.hpp>\n\n#include <algorithm>\n#include <cmath>\n"
      "#include <complex>\n#include <cstdint>\n#include <iostream>\n#include <sstream>\n#include <string>\n"
      "#include <type_traits>\n#include <vector>\n{}\n"
      "void program(toruscope::Communicator& comm) {{\n  using namespace toruscope;\n{}}}\n\n"
      "int main() {{\n  using namespace toruscope;\n{}"
      "  std::vector<PrintedLine> printed;\n"
      "  Execution execution;\n  execution.workers = 1;\n  execution.failed_output = &printed;\n"
      "  const auto show = [](const std::vector<PrintedLine>& lines) {{\n"
      "    for (const PrintedLine& line : lines)\n"
      "      std::cout << line.time.count << \" ticks, PE \" << line.rank << \": \" << line.text << \"\\n\";\n "
      " }};\n"
      "  const int code = guarded([&] {{\n"
      "    const Report report = Machine(parse_topology(\"{}\"), machine, execution).run(program);\n"
      "    show(report.output);\n"
      "    std::cout << \"T = \" << report.finish.time.count << \" ticks, \" << report.totals.messages << \" "
      "messages, \"\n"
      "              << report.totals.link_conflicts << \" of them waited for a link\\n\";\n  }});\n"
      "  show(printed);\n  return code;\n}}\n",
      lab.name, trial.label, command, source.string(), kHelpers, trial.driver, machine_code(trial.machine),
      trial.topology->name());
}

std::string driver_command(const Places& places, const fs::path& file) {
  std::string folders;
  if (places.headers != "/usr/include") folders += " -I " + in_shell(places.headers.string());
  for (const fs::path& folder : library_folders(places)) folders += " -L " + in_shell(folder.string());
  const std::string program = (file.parent_path() / file.stem()).string();
  return fmt::format(
      "{} -std=c++20 -g -D_GLIBCXX_ASSERTIONS {}{} -ltoruscope_collectives -ltoruscope_core -ltbb "
      "-lboost_context -lfmt -lz -pthread -o {} && {}",
      in_shell(places.compiler.string()), in_shell(file.string()), folders, in_shell(program),
      in_shell((file.has_parent_path() ? "" : "./") + program));
}

}  // namespace toruscope::labs
