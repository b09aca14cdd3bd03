// SPDX-License-Identifier: Apache-2.0
// The table of figures: its names, what it reads, and the page that lists it.

#include "cli/runs/figures.hpp"

#include "cli/machines/sweep.hpp"
#include "tests/support/source_folder.hpp"
#include "view/figures_json.hpp"

#include <toruscope/machine.hpp>

#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace toruscope {
namespace {

using cli::RunSource;
using testing::ElementsAre;
using testing::IsEmpty;
using Figure = cli::RunFigure;

bool is_in(const Figure& figure, core::Places place) {
  return (figure.places & place) != 0;
}

/// As --require takes it: without its group where no other figure before it has the name.
std::string short_name(const Figure& figure) {
  for (const Figure& other : cli::run_figures())
    if (is_in(other, core::kInRequirements) && std::string(other.name) == figure.name)
      return &other == &figure ? figure.name : core::name_of(figure.group, figure.name);
  return "";
}

std::string unit_text(const Figure& figure) {
  const char* units[] = {"number", "bytes", "ticks", "seconds", "steps", "ratio", "bytes per second", "text"};
  const char* absences[] = {"", ", or `null`", ", or left out"};
  const bool is_key = is_in(figure, core::kInDocument);
  return units[static_cast<int>(figure.unit)] +
         std::string(is_key ? absences[static_cast<int>(figure.absence)] : "");
}

/// A row of the page's table.
std::string row_text(const Figure& figure) {
  const std::string require = is_in(figure, core::kInRequirements) ? "`" + short_name(figure) + "`" : "";
  const std::string column = *figure.column.name == '\0' ? "" : fmt::format("`{}`", figure.column.name);
  const std::string name = core::key_of(core::name_of(figure.group, figure.name), figure.unit);
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", name, unit_text(figure), figure.what, require, column);
}

TEST(Figures, AreListedInTheDocumentation) {
  std::string table =
      "| figure | unit | what it counts | `--require` | `--columns` |\n"
      "|---|---|---|---|---|\n";
  for (const Figure& figure : cli::run_figures())
    if (is_in(figure, core::kInDocument | core::kInRequirements)) table += row_text(figure);
  std::ifstream file(test::in_source("docs/output.md"));
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find("\n\n" + table + "\n"), std::string::npos)
      << "docs/output.md should have this table of figures:\n"
      << table;
}

TEST(Figures, HaveDistinctNamesAndPlaces) {
  std::set<std::string> names;
  std::set<std::string> columns;
  std::set<int> places;
  for (const Figure& figure : cli::run_figures()) {
    EXPECT_TRUE(names.insert(core::name_of(figure.group, figure.name)).second) << figure.name;
    if (*figure.column.name == '\0') continue;
    EXPECT_TRUE(columns.insert(figure.column.name).second) << figure.column.name;
    EXPECT_TRUE(places.insert(figure.column.place).second) << figure.column.name;
  }
}

TEST(Figures, KnowTheKeysOfTheirGroups) {
  // Steps may be left out.
  EXPECT_THAT(cli::keys_of_group("virtual_time"), ElementsAre("ticks", "seconds"));
  EXPECT_THAT(cli::keys_of_group("bandwidth"),
              ElementsAre("data_bytes", "algbw_bytes_per_second", "busbw_bytes_per_second"));
  EXPECT_THAT(cli::keys_of_group("no_such_group"), IsEmpty());
  EXPECT_THAT(cli::keys_of_group(""), IsEmpty());
}

/// Two PEs exchange 8 bytes: startup 10, a hop of 1, 8 bytes of 1 step each.
cli::Measurement measured() {
  Machine machine(ring(2), {.ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}});
  cli::Measurement m;
  m.block_bytes = 4;
  m.report = machine.run([](Communicator& comm) {
    std::int64_t mine = comm.rank();
    std::int64_t theirs = -1;
    comm.sendrecv(1 - comm.rank(), std::span(&mine, 1), 1 - comm.rank(), std::span(&theirs, 1));
  });
  return m;
}

TEST(Figures, AreReadFromARun) {
  const cli::Measurement m = measured();
  const auto group = [&](const char* name) {
    return view::figures_json(cli::run_figures(), RunSource{m}, core::kInDocument, name).dump();
  };
  EXPECT_EQ(group("virtual_time"), R"({"ticks":19,"seconds":null,"steps":19})");
  EXPECT_EQ(group("critical_path"),
            R"({"startups":1,"receives":1,"messages":1,"bytes":8,"blocks":2,"hops":1,"latencies":1,"gap":0,)"
            R"("sync":0,"compute":0,"link_wait":0})");
  EXPECT_EQ(group("links"), R"({"used":2,"wait":0})");
  EXPECT_EQ(view::figures_json(core::report_figures(), m.report, core::kInLog, "totals").dump(),
            R"({"messages":2,"bytes":16,"hops":2,"max_link_bytes":8,"link_conflicts":0,"port_conflicts":0,)"
            R"("header_wait":0})");
  EXPECT_EQ(group("efficiency"), "null");
}

TEST(Figures, AreNotThoseOfARunThatFailed) {
  cli::Measurement m = measured();
  m.failure.emplace();
  for (const Figure& figure : cli::run_figures())
    EXPECT_TRUE(std::holds_alternative<std::monostate>(figure.read({m}))) << figure.name;
}

}  // namespace
}  // namespace toruscope
