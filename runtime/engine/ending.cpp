// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/ending.hpp"

#include "runtime/pe/pe.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

std::string call_text(const Group::Call& call) {
  const CollectiveCall& what = call.what;
  std::string text = what.operation;
  if (!what.algorithm.empty()) text += " by " + what.algorithm;
  text += fmt::format(" (root {}, {} bytes", what.root, what.bytes);
  if (what.distance != 0) text += fmt::format(", distance {}", what.distance);
  if (what.segment != 0) text += fmt::format(", segment {} bytes", what.segment);
  return text + ")";
}

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

std::optional<RunFailure> earliest_failure(const std::vector<PeHost*>& hosts, const GroupTable* differing,
                                           const RunTerms& run) {
  std::optional<RunFailure> earliest;
  const auto consider = [&](const RunFailure& f) {
    const auto key = [](const RunFailure& of) { return std::tie(of.when, of.rank, of.text); };
    if (!earliest || key(f) < key(*earliest)) earliest = f;
  };
  for (const PeHost* host : hosts)
    for (const Pe* pe : host->failed) consider({pe->body().error_time(), pe->rank(), "", pe->body().error()});
  for (const PeHost* host : hosts)
    for (const Pe* pe : host->violators)
      consider({pe->strict().broken_at(), pe->rank(), "ports", pe->strict().violation()});
  if (differing == nullptr) return earliest;
  differing->for_each([&](const Group& group) {
    const auto difference = group.difference();
    if (!difference) return;
    const auto& [first, second] = *difference;
    const Ticks when = std::max(first.when, second.when);
    const Rank rank = group.world_rank(second.rank);
    const std::string text = fmt::format(
        "collectives differ: PE {} called {} at {}, PE {} called {} at {}, on the same communicator of {} PEs; "
        "all its PEs must call the same collectives in the same order",
        group.world_rank(first.rank), call_text(first), run.time_text(first.when), rank, call_text(second),
        run.time_text(second.when), group.size());
    consider({when, rank, text, std::make_exception_ptr(ProgramError(text, rank, when))});
  });
  return earliest;
}

void Ending::end_in_deadlock(DeadlockError::Where where, Ticks when, std::string report) {
  why_ = Why::deadlock;
  where_ = where;
  when_ = when;
  report_ = std::move(report);
}

void Ending::end_by_host(std::exception_ptr refusal) {
  why_ = Why::host;
  refusal_ = std::move(refusal);
}

std::exception_ptr Ending::error(const std::optional<RunFailure>& earliest) const {
  switch (why_) {
    case Why::errors:
      return earliest->error;
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

void Ending::throw_error(const std::optional<RunFailure>& earliest) const {
  // A PE can throw before the run ends for another reason: a destructor then waits while the exception is on its way. Of a deadlock
  // that exception is the cause.
  if (why_ != Why::errors && earliest && !report_.empty()) {
    const std::string under_way = text_of(earliest->error);
    if (why_ == Why::deadlock)
      throw ProgramError(
          fmt::format("{}\nas this left the program, a destructor waited: {}", under_way, report_),
          earliest->rank, earliest->when);
    const std::string report = fmt::format("{}\n{}", report_, under_way);
    if (why_ == Why::limit) throw HostLimitError(report);
    if (why_ == Why::interrupt) throw InterruptedError(report);
  }
  if (const std::exception_ptr what = error(earliest)) std::rethrow_exception(what);
}

void Ending::prepare_last_words(const std::exception_ptr& error) {
  if (!error) return;
  try {
    std::rethrow_exception(error);
  } catch (const Error& e) {
    last_words_.emplace(e.what(), e.code());
  } catch (const std::bad_alloc&) {
    last_words_.emplace("memory: this computer has no more", ExitCode::host_limit);
  } catch (...) {  // Body::told() has made Errors of all others
  }
}

}  // namespace toruscope::core
