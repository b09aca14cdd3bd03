// SPDX-License-Identifier: Apache-2.0
// Items of `toruscope reproduce`: a table, figure or worked example of a paper, computed by the
// paper's formula and by running, row by row.
//
//   printed    what the paper states in so many words, a number, a list; "no conflicts" is 0
//   formula    the paper's formula or definition, as it prints it, evaluated; it calls no schedule
//   measured   read off a run with real buffers; it calls no formula
//
// A row agrees if all that it has are equal. If they are not, the row must name an erratum and what
// the corrected formula gives, and that must be what was measured; anything else is a wrong result.
//
// Adding an item is one file and one line in items.cpp.
// Not here    what a row says of itself (row.cpp), the errata (errata.cpp), how machines are run
//             (runs.hpp), files and formats (cli/verbs/reproduce.cpp).

#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::reproduce {

class Runs;

/// A comparison. Values are texts: whole numbers, exact decimals, or lists such as "0>4 | 0>2 4>6".
struct Row {
  std::string place;     ///< in the paper: "Table 1, row AT2"
  std::string subject;   ///< the run: "at2 on torus:16x16"
  std::string quantity;  ///< "startups", "ticks", "messages"
  std::optional<std::string> printed{};
  std::optional<std::string> formula{};
  std::string measured{};
  /// name in the table of errata; empty: nothing is wrong there
  std::string erratum{};
  std::optional<std::string> corrected{};  ///< right value, with an erratum
};

enum class Outcome { agrees, differs, unexplained };
Outcome outcome(const Row& row);
/// Says "agrees", or "differs because ...", or what is wrong with a row that nothing explains.
std::string verdict(const Row& row);

/// A picture, as a whole SVG document.
struct Figure {
  std::string name;  ///< name of its file, without ".svg"
  std::string svg;
};

struct Reproduction {
  std::vector<Row> rows;
  std::vector<Figure> figures{};
  /// a sentence each: what was left out on this computer, and how to get it
  std::vector<std::string> notes{};

  /// Adds a note unless it is there.
  void note(const std::string& sentence) {
    if (std::find(notes.begin(), notes.end(), sentence) == notes.end()) notes.push_back(sentence);
  }
};

struct Item {
  std::string name;   ///< "exchange-table1": the paper's short name and the place in it
  std::string paper;  ///< authors, title or venue, year
  std::string title;  ///< title, of one line
  Reproduction (*reproduce)(Runs&);

  /// Group of the item: "exchange".
  [[nodiscard]] std::string group() const { return name.substr(0, name.find('-')); }
};

/// The table of items, in the order of the papers.
const std::vector<Item>& items();

/// The items of a name: one, or all of a group.
/// Errors    ConfigError with the known names and the nearest one.
std::vector<const Item*> items_named(std::string_view name);

}  // namespace toruscope::reproduce
