// SPDX-License-Identifier: Apache-2.0
// Grey images in the portable graymap format: a magic number (P2: text, P5: binary), width, height,
// the value of white, the pixels row by row. White from 256 on takes two bytes a pixel, high first.
//
// Source  Poskanzer, netpbm, "pgm - Netpbm grayscale image format".

#pragma once

#include "apps/io/table.hpp"

#include <filesystem>
#include <iosfwd>
#include <string_view>

namespace toruscope::apps {

struct GreyImage {
  Table pixels;     ///< whole numbers, 0 .. white
  int white = 255;  ///< 1 .. 65535
};

/// Errors    ConfigError: no such image, truncated, more than one image, a pixel above white.
GreyImage read_pgm(const std::filesystem::path& path, std::string_view bytes);

/// Writes P5. Precondition: whole numbers, 0 .. white.
void write_pgm(std::ostream& out, const GreyImage& image);

}  // namespace toruscope::apps
