// SPDX-License-Identifier: Apache-2.0
// A fit as a machine file: its settings, and as comments where each comes from.

#pragma once

#include "calibration/fit.hpp"

#include <string>

namespace toruscope::calibration {

/// "1.096us": with as many figures as the half width leaves, three to six, in whole femtoseconds.
std::string time_text(double seconds, double half_width);
/// "1.096us +- 2.1 %, determined", "not determined: messages are too short; left out"
std::string figure_text(const Figure& figure);
/// "from 8,193 bytes on (the curve changes between 8,192 and 16,384): ts + .. = 21us, determined"
std::string piece_text(const Fit& fit, std::size_t i);
/// A table in a sentence: "osu.txt:12: OSU MPI Latency Test v7.4: 23 sizes, 0 to 4,194,304 bytes".
std::string table_text(const Table& table);

/// The same reading and fit give the same bytes.
std::string machine_text(const Fit& fit, const Reading& reading);

}  // namespace toruscope::calibration
