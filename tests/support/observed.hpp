// SPDX-License-Identifier: Apache-2.0
// A sink for tests: keeps all events of a run as they are told.
//
// Threads     A part for each worker; read after the run.

#pragma once

#include "runtime/trace/observer.hpp"

#include <cstddef>
#include <vector>

namespace toruscope::test {

class Observed final : public core::Sink {
 public:
  [[nodiscard]] Wants wants() const override { return {.events = true, .progress = true}; }
  void begin(int workers, int of_pes) override {
    parts_.assign(static_cast<std::size_t>(workers), {});
    pes = of_pes;
  }
  void on_message(int worker, const core::MessageTaken& event) override {
    at(worker).messages.push_back(event);
  }
  void on_hop(int worker, const core::LinkCrossed& event) override { at(worker).hops.push_back(event); }
  void on_compute(int worker, const core::Computed& event) override { at(worker).computed.push_back(event); }
  void on_synchronize(int worker, const core::Synchronized& event) override {
    at(worker).synchronized.push_back(event);
  }
  void on_collective(int worker, const core::CollectiveLeft& event) override {
    at(worker).collectives.push_back(event);
  }
  void on_round(int worker, const core::RoundCompleted& event) override { at(worker).rounds.push_back(event); }
  void on_progress(const core::Progress& progress) override { last = progress; }
  void finish(Report&, const Stamp& end) override { finished_at = end.time; }

  [[nodiscard]] std::vector<core::MessageTaken> messages() const { return all(&Part::messages); }
  [[nodiscard]] std::vector<core::LinkCrossed> hops() const { return all(&Part::hops); }
  [[nodiscard]] std::vector<core::Computed> computed() const { return all(&Part::computed); }
  [[nodiscard]] std::vector<core::Synchronized> synchronized() const { return all(&Part::synchronized); }
  /// Their names are valid while the event is told only.
  [[nodiscard]] std::vector<core::CollectiveLeft> collectives() const { return all(&Part::collectives); }
  [[nodiscard]] std::vector<core::RoundCompleted> rounds() const { return all(&Part::rounds); }

  int pes = 0;
  core::Progress last;  ///< the last that was told
  Ticks finished_at{-1};

 private:
  struct Part {
    std::vector<core::MessageTaken> messages;
    std::vector<core::LinkCrossed> hops;
    std::vector<core::Computed> computed;
    std::vector<core::Synchronized> synchronized;
    std::vector<core::CollectiveLeft> collectives;
    std::vector<core::RoundCompleted> rounds;
  };

  Part& at(int worker) { return parts_[static_cast<std::size_t>(worker)]; }
  template <class Event>
  [[nodiscard]] std::vector<Event> all(std::vector<Event> Part::*of) const {
    std::vector<Event> events;
    for (const Part& part : parts_) events.insert(events.end(), (part.*of).begin(), (part.*of).end());
    return events;
  }

  std::vector<Part> parts_;
};

}  // namespace toruscope::test
