// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/body.hpp"

#include "runtime/core/host_advice.hpp"
#include "runtime/core/thrown_type.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <new>

namespace toruscope::core {

void Body::run(const std::function<void()>& program) {
  try {
    program();
  } catch (const Unwound&) {
    // the run is being ended; whoever ends it knows why
  } catch (...) {
    if (!is_unwinding_ || was_throwing_) record_error(std::current_exception());
  }
}

void Body::end() {
  ++core_.host.ended;
  end_strand();
}

bool Body::leave_program() {
  if (std::uncaught_exceptions() == 0) throw Unwound{};
  was_throwing_ = true;
  return false;
}

bool Body::may_go_on(const char* operation, int patience) {
  if (is_unwinding_ && std::uncaught_exceptions() > 0) return false;
  if (is_unwinding_) throw Unwound{};
  if (!core_.run.must_stop() || brief_calls_++ < patience) return true;
  core_.waiting.begin(PeWait{PeWait::Until::matched, operation});
  return suspend(State::paused);
}

void Body::record_error(const std::exception_ptr& error) {
  if (error_ != nullptr && error_time_ <= core_.clock.time) return;  // another strand's
  if (error_ == nullptr) core_.host.failed.push_back(core_.pe);
  error_time_ = core_.clock.time;
  error_ = error;
  try {
    error_ = told(error);
  } catch (...) {  // no memory for words
  }
}

/// An error of the program as the run ends with it: with its PE and time.
std::exception_ptr Body::told(const std::exception_ptr& error) const {
  const Ticks now = core_.clock.time;
  const auto by_program = [&](const char* what) {
    return std::make_exception_ptr(ProgramError(
        fmt::format("PE {} threw at {}: {}", core_.rank, core_.run.time_text(now), what), core_.rank, now));
  };
  try {
    std::rethrow_exception(error);
  } catch (const Error&) {
    return error;
  } catch (const std::bad_alloc&) {
    return std::make_exception_ptr(
        HostLimitError(fmt::format("memory: this computer has no more for PE {} at {}{}", core_.rank,
                                   core_.run.time_text(now), less_memory_advice())));
  } catch (const std::exception& e) {
    return by_program(*e.what() == '\0' ? "an exception without a text" : e.what());
  } catch (...) {
    return by_program((thrown_type() + ", which is no std::exception").c_str());
  }
}

}  // namespace toruscope::core
