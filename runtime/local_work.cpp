// SPDX-License-Identifier: Apache-2.0
#include "runtime/local_work.hpp"

#include "runtime/pe/pe.hpp"

#include <exception>

namespace toruscope::core {

namespace {

/// Marks that a function of the program runs, inside the library.
class Callback {
 public:
  explicit Callback(ComputeMeter* meter)
      : meter_(meter), calls_(meter != nullptr ? meter->begin_callback() : 0) {}
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;
  ~Callback() {
    if (meter_ != nullptr) meter_->end_callback(calls_);
  }

 private:
  ComputeMeter* const meter_;
  const int calls_;
};

/// Adds up the PE's local work, which takes no time while this lives.
class Untimed {
 public:
  Untimed(Pe& pe, Ticks& sum) : pe_(pe), outer_(pe.work().exchange_postponed(&sum)) {}
  Untimed(const Untimed&) = delete;
  Untimed& operator=(const Untimed&) = delete;
  ~Untimed() { pe_.work().exchange_postponed(outer_); }

 private:
  Pe& pe_;
  Ticks* const outer_;
};

/// Ends the spans begun since `depth` were open.
void leave_spans(Pe& pe, std::size_t depth) noexcept {
  try {
    if (const auto& spans = pe.core().spans) spans->leave_to(depth, pe.clock().time);
  } catch (...) {
    pe.host().note_refusal();
  }
}

}  // namespace

LibraryCall::LibraryCall(const char* operation, std::initializer_list<std::size_t> buffers)
    : pe_(current_pe()) {
  if (pe_ == nullptr) return;
  if (const auto& spans = pe_->core().spans) open_spans_ = spans->depth();
  pe_->leave_program();
  try {
    begins_ = pe_->calls().check(operation);
    for (const std::size_t bytes : buffers)
      if (begins_) pe_->checks().size(operation, bytes);
  } catch (...) {
    pe_->enter_program();
    throw;
  }
}

LibraryCall::~LibraryCall() {
  if (pe_ == nullptr) return;
  leave_spans(*pe_, open_spans_);
  pe_->enter_program();
}

CollectiveSpan::CollectiveSpan(const Communicator& comm, const char* operation, const std::string& algorithm,
                               Rank root, std::size_t bytes)
    : pe_(current_pe()) {
  const auto& spans = pe_->core().spans;
  if (spans == nullptr) return;
  open_spans_ = spans->depth();
  spans->enter({operation, algorithm, root, bytes}, Pe::group_of(comm).context(), comm.rank(),
               pe_->clock().time);
}

CollectiveSpan::~CollectiveSpan() {
  leave_spans(*pe_, open_spans_);
}

void note_table(const char* operation, bool runs) {
  Pe* const here = current_pe();
  if (here == nullptr || here->host().observer == nullptr) return;
  here->host().observer->tell(TableUsed{operation, runs});
}

bool has_given_up() {
  const Pe* const here = current_pe();
  return here != nullptr && here->is_unwinding() && std::uncaught_exceptions() > 0;
}

bool is_work_measured() {
  Pe* const here = current_pe();
  return here != nullptr && here->work().meter() != nullptr;
}

void call_program(const std::function<void()>& work) {
  const Callback running(current_pe()->work().meter());
  work();
}

Ticks call_program_untimed(const std::function<void()>& work) {
  Pe& pe = *current_pe();
  Work& local = pe.work();
  // Counts the work done before.
  if (local.meter() != nullptr) local.add(local.meter()->untold());
  Ticks sum;
  const Untimed untimed(pe, sum);
  call_program(work);
  if (local.meter() != nullptr) sum += local.meter()->untold();
  return sum;
}

void take_time(Ticks work) {
  current_pe()->work().add(work);
}

}  // namespace toruscope::core
