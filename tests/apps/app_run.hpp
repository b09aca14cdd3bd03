// SPDX-License-Identifier: Apache-2.0
// An application called as the command line calls it.

#pragma once

#include "apps/application.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <filesystem>
#include <string>

namespace toruscope::test {

inline const std::filesystem::path kData = test::in_source("data");

inline AppRequest request_for(const std::filesystem::path& input, const char* topology = "torus:4x4") {
  AppRequest request;
  request.input = input;
  request.topology = parse_topology(topology);
  request.parameters = preset("paragon");
  return request;
}

inline AppResult run_app(const char* name, const AppRequest& request) {
  return application(name).run(request);
}
/// The sentence with which the application refuses the request.
inline std::string refusal_of(const char* name, const AppRequest& request) {
  return message_of<ConfigError>([&] { (void)run_app(name, request); });
}

}  // namespace toruscope::test
