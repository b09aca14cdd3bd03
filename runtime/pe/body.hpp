// SPDX-License-Identifier: Apache-2.0
// The body of one PE: the context in which its program runs until it blocks, how that ends early
// when the run is ended, and the error that it ended with.
//
// Invariants  State says where the PE lies: `runnable` in its host's set, `running` on its host's
//             processor, `waiting` in a mailbox, at a meeting or for its turn, `paused` nowhere
//             (the run is being ended), `ended` for good. A PE that is unwound leaves its program
//             by Unwound, thrown again at each further call, or goes on without an answer where a
//             destructor calls on the way of an exception.
// Threads     suspend, run, may_go_on: from inside the PE. All else: its worker.
// Not here    What it waits for (pe/wait.hpp).

#pragma once

#include "runtime/pe/core.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

namespace toruscope::core {

class Body {
 public:
  enum class State : std::uint8_t { runnable, running, waiting, paused, ended };

  explicit Body(PeCore& core) : core_(core) {}
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body() = default;

  [[nodiscard]] PeCore& core() const { return core_; }
  [[nodiscard]] State state() const { return state_; }
  void set_state(State state) { state_ = state; }
  [[nodiscard]] bool has_started() const { return context_ != nullptr; }
  /// Makes the context in which `body` will run.
  void start(const std::function<void()>& body) { context_ = core_.host.make_context(core_.rank, body); }
  /// Precondition: has_started().
  [[nodiscard]] PeContext& context() const { return *context_; }
  void free_context() { context_.reset(); }

  /// State that each strand of a PE has of its own (pe/strands.hpp).
  struct Flow {
    std::unique_ptr<PeContext> context;
    State state = State::runnable;
    bool is_unwinding = false;
    bool was_throwing = false;
  };
  void exchange(Flow& flow) {
    std::swap(context_, flow.context);
    std::swap(state_, flow.state);
    std::swap(is_unwinding_, flow.is_unwinding);
    std::swap(was_throwing_, flow.was_throwing);
    core_.note_unusual(PeCore::is_unwound, is_unwinding_);
  }
  /// Gives control to the worker when the operation has ended.
  void end_strand() {
    core_.host.gave_back = core_.pe;
    state_ = State::ended;
  }
  /// Gives control to the worker, until this is resumed, whatever has been ended.
  void give_way() {
    core_.host.gave_back = core_.pe;
    state_ = State::waiting;
    context_->suspend(nullptr);
  }

  /// Runs a program and keeps the error that it ends with, if that is the PE's earliest.
  void run(const std::function<void()>& program);
  /// Gives control to the worker when the program has ended.
  void end();
  /// Gives control to another PE or to the worker, until the PE is resumed. False: the run is
  /// ended, and this is a call of a destructor on the way of an exception, which gives up what it
  /// waits for. Errors: Unwound if the run is ended.
  [[nodiscard]] bool suspend(State state) {
    state_ = state;
    context_->suspend(core_.host.next_after(core_.pe));
    return !is_unwinding_ || leave_program();
  }

  /// Makes every call of the program throw Unwound from now on.
  void begin_unwinding() {
    is_unwinding_ = true;
    core_.note_unusual(PeCore::is_unwound);
  }
  [[nodiscard]] bool is_unwinding() const { return is_unwinding_; }
  /// Decides about a call that begins in a run that is to be ended: false, or Unwound, if it is to
  /// do nothing. Before that a PE may make `patience` calls that never wait.
  [[nodiscard]] bool may_go_on(const char* operation, int patience);

  [[nodiscard]] const std::exception_ptr& error() const { return error_; }
  [[nodiscard]] Ticks error_time() const { return error_time_; }

 private:
  /// Ends suspend() in a run that is ended: throws Unwound, or returns false.
  [[nodiscard, gnu::noinline]] bool leave_program();
  void record_error(const std::exception_ptr& error);
  [[nodiscard]] std::exception_ptr told(const std::exception_ptr& error) const;

  std::exception_ptr error_;
  Ticks error_time_;
  PeCore& core_;
  std::unique_ptr<PeContext> context_;
  State state_ = State::runnable;
  bool is_unwinding_ = false;
  bool was_throwing_ = false;  // when the run was ended: an exception of its own was on its way
  int brief_calls_ = 0;        // since the run is to be ended
};

}  // namespace toruscope::core
