// SPDX-License-Identifier: Apache-2.0
// The only file that is compiled with the folder's name: all others are the same in every clone, so
// that a cache of compilations serves them all.

#include "tests/support/source_folder.hpp"

namespace toruscope::test {

std::string in_source(const std::string& path) {
  return TORUSCOPE_SOURCE_DIR "/" + path;
}

}  // namespace toruscope::test
