// SPDX-License-Identifier: Apache-2.0
// The command line, for Toruscope itself and for programs that add their own algorithms to its table.

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>

#include <functional>

namespace toruscope {

/// Runs `toruscope VERB ...` with these tables. `program`, if any, is what `run` without an application name
/// runs. Returns the documented exit code; never throws.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program = {},
         const Catalogue& table = builtin_catalogue());

}  // namespace toruscope
