// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/source_place.hpp"

namespace toruscope::core {

std::string source_place(std::string_view told) {
  told = told.substr(0, told.find(" (discriminator"));
  told.remove_prefix(told.rfind('/') + 1);  // nothing where there is no folder
  const std::size_t colon = told.rfind(':');
  if (colon == std::string_view::npos) return "";
  const std::string_view number = told.substr(colon + 1);
  const bool is_number = !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number && number != "0" ? std::string(told) : "";
}

}  // namespace toruscope::core
