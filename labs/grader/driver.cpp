// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/driver.hpp"

#include "labs/grader/names.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <fstream>
#include <string_view>
#include <vector>

namespace toruscope::labs {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFirstWords = "// A run of lab ";

// In a namespace of their own: a submission may have functions of the same names.
constexpr const char* kHelpers = R"cpp(
  namespace driver {
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

/// Quotes a word for a shell.
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

/// Refuses a name that would end its line in an #include or a comment.
void require_plain(const fs::path& file) {
  const auto is_special = [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; };
  const std::string name = file.string();
  if (std::any_of(name.begin(), name.end(), is_special))
    throw ConfigError(
        fmt::format("grade --driver: the name {} has a character that cannot stand in an #include "
                    "(a quotation mark, a backslash, the end of a line): rename it",
                    core::shown(name)));
}

/// Folders with the static libraries: of an installation, or of a build.
std::vector<fs::path> library_folders(const Places& places) {
  const auto has = [](const fs::path& folder, const char* archive) {
    std::error_code error;
    return fs::exists(folder / archive, error);
  };
  constexpr const char* kCore = "libtoruscope_core.a";
  const fs::path lib = places.above / "lib";
  std::error_code error;
  if (has(lib, kCore)) return {lib};
  for (const auto& entry : fs::directory_iterator(lib, error))
    if (has(entry.path(), kCore)) return {entry.path()};
  return {places.above / "collectives", places.above / "runtime"};
}

}  // namespace

const Case& case_of(const std::vector<Case>& cases, const Lab& lab, const std::string& label) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const Case& c) { return c.label == label; });
  if (found == cases.end()) {
    std::vector<std::string> labels;
    for (const Case& other : cases)
      if (std::find(labels.begin(), labels.end(), other.label) == labels.end()) labels.push_back(other.label);
    throw ConfigError(fmt::format("grade --driver: lab {} has no run \"{}\"; its runs are\n  {}", lab.name,
                                  core::shown(label), core::joined(labels, "\n  ")));
  }
  if (found->program.empty())
    throw ConfigError(fmt::format(
        "grade --driver: lab {} does not say how its run \"{}\" is written as a program", lab.name, label));
  return *found;
}

std::string driver_text(const Lab& lab, const Case& run, const fs::path& source, const std::string& command) {
  require_plain(source);
  return fmt::format(
      "{}{} by itself: {}\n//   {}\n"
      "#include <toruscope/toruscope.hpp>\n#include \"{}\"\n\n#include <algorithm>\n#include <cmath>\n"
      "#include <complex>\n#include <cstdint>\n#include <iostream>\n#include <sstream>\n#include <string>\n"
      "#include <type_traits>\n#include <vector>\n{}"
      "  void program(toruscope::Communicator& comm) {{\n  using namespace toruscope;\n{}  }}\n"
      "}}  // namespace driver\n\n"
      "int main() {{\n  using namespace toruscope;\n{}"
      "  std::vector<PrintedLine> printed;\n"
      "  Execution execution;\n  execution.workers = 1;\n  execution.seed = {}U;\n  execution.failed_output = "
      "&printed;\n"
      "  const auto show = [](const std::vector<PrintedLine>& lines) {{\n"
      "    for (const PrintedLine& line : lines)\n"
      "      std::cout << line.time.count << \" ticks, PE \" << line.rank << \": \" << line.text << \"\\n\";\n "
      " }};\n"
      "  const int code = guarded([&] {{\n"
      "    const Report report = Machine(parse_topology(\"{}\"), machine, execution).run(driver::program);\n"
      "    show(report.output);\n"
      "    std::cout << \"T = \" << report.finish.time.count << \" ticks, \" << report.totals.messages << \" "
      "messages, \"\n"
      "              << report.totals.link_conflicts << \" of them waited for a link\\n\";\n  }});\n"
      "  show(printed);\n  return code;\n}}\n",
      kFirstWords, lab.name, run.label, command, source.string(), kHelpers, run.program, run.machine, run.seed,
      run.topology);
}

void require_no_other_file(const fs::path& place) {
  std::error_code none;
  if (!fs::is_regular_file(place, none)) return;
  std::string begin(kFirstWords.size(), '\0');
  std::ifstream(place, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin != kFirstWords && fs::file_size(place, none) != 0)
    throw ConfigError(
        fmt::format("grade --driver: -o {0} is a file that no --driver has written, perhaps a submission; give "
                    "another name, or remove it first",
                    core::shown(place.string())));
}

std::string driver_command(const Places& places, const fs::path& file) {
  require_plain(file);
  if (!is_source(file))
    throw ConfigError(fmt::format("grade --driver: -o {} is to be C++, and its name does not say so: -o {}",
                                  core::shown(file.string()),
                                  core::shown(fs::path(file).replace_extension(".cpp").string())));
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
