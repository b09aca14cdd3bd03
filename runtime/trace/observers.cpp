// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/observers.hpp"

#include "runtime/trace/critical_path.hpp"
#include "runtime/trace/event_recorder.hpp"
#include "runtime/trace/progress_monitor.hpp"

namespace toruscope::core {

Observers::Observers(const Execution& execution, int workers, int pes, std::atomic<bool>* stop) {
  if (execution.monitor != nullptr) own_.push_back(std::make_unique<ProgressMonitor>(*execution.monitor));
  if (execution.record_events || execution.record_spans)
    own_.push_back(std::make_unique<EventRecorder>(execution.record_events, execution.record_spans,
                                                   execution.read_blocks, execution.event_limit, stop));
  if (execution.record_critical_path) {
    own_.push_back(std::make_unique<CriticalPathSink>());
    for (int w = 0; w < workers; ++w) paths_.push_back(std::make_unique<PathLog>());
  }
  for (const auto& sink : own_) sinks_.push_back(sink.get());
  if (execution.sink != nullptr) sinks_.push_back(execution.sink);

  std::vector<Sink*> of_events;
  std::vector<Sink*> of_progress;
  for (Sink* sink : sinks_) {
    sink->begin(workers, pes);
    if (sink->wants().events) of_events.push_back(sink);
    if (sink->wants().progress) of_progress.push_back(sink);
  }
  for (int w = 0; w < workers; ++w) {
    if (!of_events.empty()) events_.push_back(std::make_unique<Observer>(w, of_events));
    if (!of_progress.empty()) progress_.push_back(std::make_unique<Observer>(w, of_progress));
  }
}

Observers::~Observers() = default;

PathLog* Observers::paths(int worker) const {
  return paths_.empty() ? nullptr : paths_[static_cast<std::size_t>(worker)].get();
}

void Observers::check() const {
  for (const Sink* sink : sinks_) sink->check();
}

void Observers::finish(Report& report, const Stamp& end) const {
  for (Sink* sink : sinks_) sink->finish(report, end);
}

void Observers::finish_early(Report& report) const {
  for (const auto& sink : own_) sink->finish(report, Stamp{});
}

}  // namespace toruscope::core
