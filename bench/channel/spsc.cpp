// SPDX-License-Identifier: Apache-2.0
// The channel of a link: boost::lockfree::spsc_queue.

#include "bench/channel/problem.hpp"
#include "runtime/channel/link_channel.hpp"

namespace toruscope::bench {

using core::LinkChannel;
BENCHMARK_TEMPLATE(same_thread, LinkChannel)->ArgName("capacity")->Arg(1)->Arg(8)->Arg(64);
BENCHMARK_TEMPLATE(two_threads, LinkChannel)->ArgName("capacity")->Arg(1)->Arg(8)->Arg(64)->UseRealTime();

}  // namespace toruscope::bench
