// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/observer.hpp"

namespace toruscope::core {

void Observer::tell(const MessageTaken& event) const {
  for (Sink* sink : sinks_) sink->on_message(worker_, event);
}

void Observer::tell(const LinkCrossed& event) const {
  for (Sink* sink : sinks_) sink->on_hop(worker_, event);
}

void Observer::tell(const Computed& event) const {
  for (Sink* sink : sinks_) sink->on_compute(worker_, event);
}

void Observer::tell(const Synchronized& event) const {
  for (Sink* sink : sinks_) sink->on_synchronize(worker_, event);
}

void Observer::tell(const Polled& event) const {
  for (Sink* sink : sinks_) sink->on_poll(worker_, event);
}

void Observer::tell(const CollectiveLeft& event) const {
  for (Sink* sink : sinks_) sink->on_collective(worker_, event);
}

void Observer::tell(const RoundCompleted& event) const {
  for (Sink* sink : sinks_) sink->on_round(worker_, event);
}

void Observer::tell(const TableUsed& event) const {
  for (Sink* sink : sinks_) sink->on_table(worker_, event);
}

void Observer::tell(const PrintedLine& line) const {
  for (Sink* sink : sinks_) sink->on_print(worker_, line);
}

void Observer::tell(const Progress& progress) const {
  for (Sink* sink : sinks_) sink->on_progress(progress);
}

void Observer::note_running(Rank pe) const {
  for (Sink* sink : sinks_) sink->on_running(worker_, pe);
}

}  // namespace toruscope::core
