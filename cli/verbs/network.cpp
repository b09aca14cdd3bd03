// SPDX-License-Identifier: Apache-2.0
// toruscope network FILE...: a graph file from what other programs say of a network.

#include "cli/files/output_files.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/sheets.hpp"
#include "cli/verbs/verbs.hpp"
#include "formats/network_files.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"

#include <fmt/core.h>
#include <optional>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::uint64_t kLongestNetwork = std::uint64_t{1} << 30U;

formats::NetworkChoices choices_of(const CommandOptions& options) {
  if (options.pe_kind && *options.pe_kind != "port" && *options.pe_kind != "host")
    throw ConfigError(fmt::format("network: --pe is port or host, got {}", core::shown(*options.pe_kind)));
  formats::NetworkChoices choices{
      .hosts_are_pes = options.pe_kind == "host", .keep = options.keep, .drop = options.drop};
  choices.direct = options.is_direct;
  constexpr int kMostUplinks = 1 << 10;
  if (options.uplinks)
    choices.uplinks = static_cast<int>(parse_whole(*options.uplinks, "network: --uplinks", 1, kMostUplinks));
  return choices;
}

}  // namespace

ExitCode import_network(const Session& session) {
  CommandOptions options = session.options;
  if (options.files.empty())
    throw ConfigError("network: a file is needed: toruscope network FILE... -o NAME.net");
  std::vector<formats::NetworkFile> files;
  for (const std::string& file : options.files)
    files.push_back({file, core::read_input("network: ", file, kLongestNetwork)});
  const formats::MadeNetwork made = formats::make_network(std::move(files), choices_of(options));
  if (!options.output) {
    write_to_stdout(made.text);
    return ExitCode::ok;
  }
  const std::string name = *std::exchange(options.output, std::nullopt);
  const FileOutput file("-o", name);
  file.write([&](std::ostream& out) { out << made.text; });
  std::string told =
      fmt::format("wrote {}: {}, {}, {}; use it as -t graph:{}\n", core::shown(name), counted(made.pes, "PE"),
                  counted(made.switches, "switch"), counted(made.cables, "cable"), core::shown(name));
  for (const std::string& remark : made.remarks) told += "  " + core::escaped(remark) + "\n";
  Console(options).result(told);
  return ExitCode::ok;
}

}  // namespace toruscope::cli
