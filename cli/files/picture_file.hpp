// SPDX-License-Identifier: Apache-2.0
// A place for a picture: FILE.svg, or FILE.png by the program rsvg-convert (Debian: librsvg2-bin). A program, not its library:
// then no user's program links what draws pixels, and who writes SVG needs neither.

#pragma once

#include "cli/files/file_output.hpp"

#include <string>

namespace toruscope::cli {

/// True if the name ends as that of a picture.
bool is_picture(const std::string& path);

class PictureFile {
 public:
  /// Errors    ConfigError for another ending, for .png if the program is not there, and as FileOutput.
  PictureFile(const std::string& option, const std::string& path);

  /// Errors    HostLimitError if the file cannot be written; then it is as it was before.
  void write(const std::string& svg) const;

 private:
  bool has_pixels_;
  FileOutput file_;
};

}  // namespace toruscope::cli
