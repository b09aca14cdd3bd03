// SPDX-License-Identifier: Apache-2.0
// The routers of an engine, one for each worker that serves links, and what such an engine knows by asking all of them.
//
// Threads     inject() by the worker that runs the sender; what other workers inject waits until collect(). All else while the workers
//             wait, or by the worker of one router.

#pragma once

#include "runtime/network/outboxes.hpp"
#include "runtime/path/message.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::core {

template <class Router>
class Routers {
 public:
  /// `workers`: those that run PEs.
  explicit Routers(int workers) : outboxes_(workers) {}

  void add(std::unique_ptr<Router> router) { all_.push_back(std::move(router)); }
  [[nodiscard]] const std::vector<std::unique_ptr<Router>>& all() const { return all_; }
  [[nodiscard]] Router& operator[](int worker) const { return *all_[static_cast<std::size_t>(worker)]; }

  void inject(int worker, Message* message) {
    if (static_cast<std::size_t>(worker) < all_.size())
      (*this)[worker].inject(message);
    else
      outboxes_.put(worker, message);
  }
  void collect() {
    outboxes_.empty([this](Message* m) { all_.front()->inject(m); });
  }
  [[nodiscard]] Ticks earliest_asking() const {
    return earliest([](const Router& router) { return router.earliest_asking(); });
  }
  [[nodiscard]] Ticks earliest_arrival() const {
    return earliest([](const Router& router) { return router.earliest_arrival(); });
  }
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const {
    return earliest([startup](const Router& router) { return router.earliest_reception(startup); });
  }
  void add_in_flight(std::vector<Message*>& messages) const {
    for (const auto& router : all_) router->add_in_flight(messages);
  }

 private:
  template <class Of>
  [[nodiscard]] Ticks earliest(Of&& of) const {
    Ticks earliest = kNever;
    for (const auto& router : all_) earliest = std::min(earliest, of(*router));
    return earliest;
  }

  std::vector<std::unique_ptr<Router>> all_;
  Outboxes outboxes_;
};

}  // namespace toruscope::core
