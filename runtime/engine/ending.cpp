// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/ending.hpp"

#include <fmt/core.h>
#include <new>
#include <utility>

namespace toruscope::core {

namespace {

std::string text_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

}  // namespace

void Ending::end_by_failure(RunFailure failure) {
  why_ = Why::failure;
  failure_ = std::move(failure);
}

void Ending::end_in_deadlock(DeadlockError::Where where, Ticks when, std::string report) {
  why_ = Why::deadlock;
  where_ = where;
  when_ = when;
  report_ = std::move(report);
}

void Ending::end_by_host(std::exception_ptr refusal) {
  why_ = Why::host;
  failure_.reset();
  refusal_ = std::move(refusal);
}

std::exception_ptr Ending::error() const {
  switch (why_) {
    case Why::failure:
      return failure_->error;
    case Why::deadlock:
      return std::make_exception_ptr(DeadlockError(report_, when_, where_));
    case Why::limit:
      return std::make_exception_ptr(HostLimitError(report_));
    case Why::interrupt:
      return std::make_exception_ptr(InterruptedError(report_));
    case Why::host:
      return refusal_;
    case Why::finished:
    case Why::not_yet:
      break;
  }
  return nullptr;
}

void Ending::throw_error(const std::optional<RunFailure>& under_way) const {
  // A PE can throw before the run ends for another reason: a destructor then waits while the
  // exception is on its way. Of a deadlock that exception is the cause.
  if (why_ != Why::failure && under_way && !report_.empty()) {
    const std::string thrown = text_of(under_way->error);
    if (why_ == Why::deadlock)
      throw ProgramError(fmt::format("{}\nas this left the program, a destructor waited: {}", thrown, report_),
                         under_way->rank, under_way->when);
    const std::string report = fmt::format("{}\n{}", report_, thrown);
    if (why_ == Why::limit) throw HostLimitError(report);
    if (why_ == Why::interrupt) throw InterruptedError(report);
  }
  if (const std::exception_ptr what = error()) std::rethrow_exception(what);
}

void Ending::prepare_last_words() {
  const std::exception_ptr thrown = error();
  if (!thrown) return;
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& e) {
    last_words_.emplace(e.what(), e.code());
  } catch (const std::bad_alloc&) {
    last_words_.emplace("memory: this computer has no more", ExitCode::host_limit);
  } catch (...) {  // Body::told() has made Errors of all others
  }
}

}  // namespace toruscope::core
