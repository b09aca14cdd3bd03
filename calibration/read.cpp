// SPDX-License-Identifier: Apache-2.0

#include "calibration/read.hpp"

#include "calibration/readers.hpp"
#include "calibration/words.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <fmt/core.h>
#include <memory>

namespace toruscope::calibration {

namespace {

/// Tables wherever they stand: each line goes to the reader that has found the last title.
void read_lines(std::string_view file, std::string_view text, const std::optional<std::string>& asked,
                Reading& reading) {
  const std::array<std::unique_ptr<TableReader>, 4> readers{osu_reader(), imb_reader(), nccl_reader(asked),
                                                            netgauge_reader()};
  TableReader* current = nullptr;
  for (core::Lines lines(text); lines.next();) {
    const std::string plain = plain_line(lines.text());
    const Line line{file, lines.number(), plain};
    TableReader* found = nullptr;
    for (const auto& reader : readers)
      if (reader->finds(line)) found = reader.get();
    if (found == nullptr) {
      if (current != nullptr) current->take(line);
      continue;
    }
    if (current != nullptr) current->end(reading);
    current = found;
    current->begin(line);
  }
  if (current != nullptr) current->end(reading);
}

}  // namespace

void read_tables(std::string_view file, std::string_view text, const std::optional<std::string>& asked,
                 Reading& reading) {
  const std::size_t tables = reading.tables.size();
  const std::size_t notes = reading.notes.size();
  if (is_xml(text))
    read_simgrid(file, text, reading);
  else if (is_csv(text))
    read_csv(file, text, reading);
  else
    read_lines(file, text, asked, reading);
  if (reading.tables.size() == tables && reading.notes.size() == notes)
    throw ConfigError(
        fmt::format("{}: no table is found; known are those of OSU (osu_latency, osu_bw, osu_bibw, "
                    "osu_mbw_mr), IMB, nccl-tests, "
                    "Netgauge's loggp, SimGrid's <config>, and CSV with the columns size and seconds",
                    core::escaped(file)));
}

}  // namespace toruscope::calibration
