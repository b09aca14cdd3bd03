// SPDX-License-Identifier: Apache-2.0
// The costs of a machine as options and files say them: times, and bandwidths, for which a tick is found.
//
// Tick   One that was asked for stays. Else it is the machine's, or the coarsest of 100fs, 10fs and 1fs below it, on which every
//        time is exact and the time of a byte within kRateTolerance of what the bandwidth means; if there is none, 1fs.

#pragma once

#include "cli/options/options.hpp"

#include <toruscope/parameters.hpp>

#include <functional>
#include <string>

namespace toruscope::cli {

/// The largest relative difference that is accepted between the bandwidth asked for and the one that whole ticks give.
inline constexpr double kRateTolerance = 1e-4;

/// Sets the costs that were given, and says of each how (`note`: "tw=10GB/s"). `keeps_tick`: the machine's was asked for. Returns
/// how exact they are where that needs a word: "tw 90.09ps for 11.1GB/s within 1e-6, tick 10fs".
/// Errors    ConfigError for what is no time, a bandwidth of a machine that counts steps, one that the tick cannot tell, or a
///           tick of no length for costs in seconds.
std::string set_costs(Parameters& machine, const CommandOptions& options, bool keeps_tick,
                      const std::function<void(const std::string&)>& note);

}  // namespace toruscope::cli
