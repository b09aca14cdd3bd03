// SPDX-License-Identifier: Apache-2.0
#include "apps/prefix/program.hpp"

#include <toruscope/collectives.hpp>

#include <algorithm>
#include <functional>

namespace toruscope::apps {
namespace {

constexpr std::int64_t kComposeOperations = 3;
constexpr std::int64_t kApplyOperations = 2;

/// Replaces the run of this PE by its prefixes; `operations` are those of one combination.
template <class T, class Operator>
void scan_run(Communicator& comm, const PrefixJob& job, std::vector<T>& run, Operator op,
              std::int64_t operations) {
  const auto count = static_cast<std::int64_t>(run.size());
  comm.compute_operations(operations * std::max<std::int64_t>(count - 1, 0));
  comm.synchronize();
  if (job.deal.values == job.deal.runs) {
    scan(comm, run.front(), op, job.algorithm);  // what some algorithms ask for
  } else {
    scan(comm, run, op, job.algorithm);
  }
  comm.synchronize();
  comm.compute_operations(operations * count);
}

}  // namespace

void prefix_program(Communicator& comm, const PrefixJob& job, std::vector<double>& result) {
  const auto me = static_cast<std::size_t>(comm.rank());
  const std::size_t first = job.deal.first(me);
  const std::size_t end = job.deal.first(me + 1);
  const auto place = [](auto& values, std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(i);
  };
  if (job.op == PrefixOperator::recurrence) {
    std::vector<Affine> run;
    for (std::size_t i = first; i < end; ++i) run.push_back({job.a[i], job.b[i]});
    scan_run(comm, job, run, composed, kComposeOperations);
    std::transform(run.begin(), run.end(), place(result, first),
                   [&](const Affine& map) { return map.a * job.start + map.b; });
    comm.compute_operations(kApplyOperations * static_cast<std::int64_t>(run.size()));
    return;
  }
  std::vector<double> run(place(job.b, first), place(job.b, end));
  if (job.op == PrefixOperator::max) {
    scan_run(
        comm, job, run, [](double x, double y) { return std::max(x, y); }, 1);
  } else if (job.op == PrefixOperator::min) {
    scan_run(
        comm, job, run, [](double x, double y) { return std::min(x, y); }, 1);
  } else {
    scan_run(comm, job, run, std::plus<>{}, 1);
  }
  std::copy(run.begin(), run.end(), place(result, first));
}

std::int64_t serial_operations(const PrefixJob& job) {
  const auto n = static_cast<std::int64_t>(job.b.size());
  return job.op == PrefixOperator::recurrence ? kApplyOperations * n : n - 1;
}

std::size_t element_bytes(PrefixOperator op) {
  return op == PrefixOperator::recurrence ? sizeof(Affine) : sizeof(double);
}

}  // namespace toruscope::apps
