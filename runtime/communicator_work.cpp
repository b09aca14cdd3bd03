// SPDX-License-Identifier: Apache-2.0
// Local work that a PE declares: by its time, by operations, by bytes combined.

#include "runtime/in_library.hpp"

#include <toruscope/communicator.hpp>

#include <cstdint>
#include <fmt/core.h>

namespace toruscope {

namespace {

/// Calls of compute() that end a PE which never waits, after the end of the run was asked for.
constexpr int kComputations = 64;

/// Time of work that is declared by its amount.
Ticks time_of(const Communicator& comm, std::int64_t amount, Ticks each, const char* what) {
  if (amount < 0) comm.fail(fmt::format("compute: a number of {} cannot be negative, got {}", what, amount));
  Ticks duration;
  if (__builtin_mul_overflow(amount, each.count, &duration.count))
    comm.fail(fmt::format("compute: {} {} take longer than the longest virtual time", amount, what));
  return duration;
}

}  // namespace

void Communicator::compute(Ticks duration) {
  check_owner("compute");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check_brief("compute", kComputations)) return;
  if (duration < Ticks{})
    fail(fmt::format("compute: a duration cannot be negative, got {} ticks", duration.count));
  if (pe_->calls().begin()) pe_->work().compute(duration);
}

void Communicator::compute_operations(std::int64_t operations) {
  check_owner("compute");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check_brief("compute", kComputations)) return;
  const Ticks duration = time_of(*this, operations, pe_->terms().costs.flop, "operations");
  if (operations > 0) pe_->host().has_operations = true;
  if (pe_->calls().begin()) pe_->work().compute(duration);
}

void Communicator::compute_combining(std::int64_t bytes) {
  check_owner("compute");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check_brief("compute", kComputations)) return;
  const Ticks duration = time_of(*this, bytes, pe_->terms().costs.gamma, "combined bytes");
  if (bytes > 0) pe_->host().has_combined = true;
  if (pe_->calls().begin()) pe_->work().compute(duration);
}

}  // namespace toruscope
