// SPDX-License-Identifier: Apache-2.0
// Port policy `strict` of one PE: the undisturbed windows of its transfers, and what is said when
// they break the port rule.
//
// Threads     Belongs to its PE; receptions are added by whoever delivers to it.
// Not here    The rule itself (model/port_watch.hpp).

#pragma once

#include "runtime/model/port_watch.hpp"
#include "runtime/pe/core.hpp"

#include <exception>
#include <memory>

namespace toruscope::core {

class StrictPorts {
 public:
  explicit StrictPorts(PeCore& core);

  [[nodiscard]] bool is_on() const { return core_.run.is_strict(); }
  /// Adds a send that asks for a port then. Precondition of this and the next: is_on().
  void add_send(const Message& m, Ticks asks);
  /// Adds the reception of a message that has arrived.
  void add_reception(const Message& m);
  /// The time at which this PE first broke its port rule, as far as that is known; kNever if it did
  /// not.
  [[nodiscard]] Ticks broken_at() const { return watch_ ? watch_->broken_at() : kNever; }
  /// The error that says so. Precondition: all transfers that begin by then are known.
  [[nodiscard]] std::exception_ptr violation() const;

 private:
  void add(const PortWindow& window);

  PeCore& core_;
  const std::unique_ptr<PortWatch> watch_;
};

}  // namespace toruscope::core
