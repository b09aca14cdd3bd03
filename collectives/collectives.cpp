// SPDX-License-Identifier: Apache-2.0
// Untyped halves of the typed functions: check the call, choose an algorithm, announce it, run it.
//
// Every collective runs on a communicator of its own (separate), apart from the caller's messages.

#include "collectives/shapes/combining_cost.hpp"
#include "collectives/shapes/without_data.hpp"
#include "runtime/local_work.hpp"

#include <toruscope/collectives.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {

namespace {

void check_root(const Communicator& comm, const char* operation, Rank root) {
  if (root < 0 || root >= comm.size())
    comm.fail(std::string(operation) + ": root " + std::to_string(root) +
              " is not a rank of this communicator (ranks are 0.." + std::to_string(comm.size() - 1) + ")");
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::less<> before;  // a total order, also of pointers into different arrays
  const bool are_there = !a.empty() && !b.empty() && has_data(a) && has_data(b);
  return are_there && before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

/// Refuses an `all` that is not one block per PE, or overlaps the block.
void check_all(const Communicator& comm, const char* operation, std::size_t block,
               std::span<const std::byte> all, std::span<const std::byte> other) {
  const auto p = static_cast<std::size_t>(comm.size());
  if (all.size() != p * block)
    comm.fail(std::string(operation) + ": block has " + std::to_string(block) + " bytes, so all must have " +
              std::to_string(p * block) + " for " + std::to_string(p) + " PEs, got " +
              std::to_string(all.size()));
  if (overlap(all, other)) comm.fail(std::string(operation) + ": block and all overlap; give it two buffers");
}

void check_blocks(const Communicator& comm, std::span<const std::byte> send, std::span<const std::byte> receive,
                  std::size_t element) {
  const auto p = static_cast<std::size_t>(comm.size());
  const std::string counts = "alltoall: send has " + std::to_string(send.size() / element) +
                             " elements, receive has " + std::to_string(receive.size() / element);
  if (send.size() != receive.size()) comm.fail(counts + "; they must be equal");
  if (send.size() / element % p != 0)
    comm.fail(counts + ", no multiple of " + std::to_string(p) + " PEs; give every PE a block of equal size");
  if (overlap(send, receive)) comm.fail("alltoall: send and receive overlap; give it two buffers");
}

/// All PEs of a run ask about the same case: each worker remembers its last answer. It keeps no
/// table alive for that, and takes no other table for one that is gone.
template <class Entry>
const Entry& automatic(const std::shared_ptr<const Catalogue>& own, const std::vector<Entry>& table,
                       const Case& c) {
  struct Answer {
    std::weak_ptr<const Catalogue> own;
    Case asked;
    const Entry* entry;
  };
  thread_local std::optional<Answer> last;
  const auto is_of = [](const std::weak_ptr<const Catalogue>& a, const std::shared_ptr<const Catalogue>& b) {
    return !a.owner_before(b) && !b.owner_before(a);
  };
  if (!last || !is_of(last->own, own) || last->asked != c) last = Answer{own, c, &choose(table, "auto", c)};
  return *last->entry;
}

/// Turns counts of elements into counts of bytes, if they are those of the buffer.
void to_bytes(const Communicator& comm, const char* operation, const std::string& buffer, std::size_t bytes,
              std::vector<std::size_t>& counts, std::size_t element) {
  const auto p = static_cast<std::size_t>(comm.size());
  const auto refuse = [&](const std::string& what) { comm.fail(std::string(operation) + ": " + what); };
  if (counts.size() != p)
    refuse(buffer + " has " + std::to_string(counts.size()) + " counts; give it one for each of " +
           std::to_string(p) + " PEs");
  const std::string elements = std::to_string(bytes / element) + " elements; make them equal";
  std::size_t left = bytes / element;
  for (std::size_t& count : counts) {
    if (count > left) refuse("the counts of " + buffer + " are more than its " + elements);
    left -= count;
    count *= element;
  }
  if (left > 0)
    refuse("the counts of " + buffer + " leave out " + std::to_string(left) + " of its " + elements);
}

/// Refuses a block that is not as long as the PE's own count, or overlaps `all`.
void check_own(const Communicator& comm, const char* operation, std::span<const std::byte> block,
               std::size_t size, std::span<const std::byte> all) {
  if (block.size() != size)
    comm.fail(std::string(operation) + ": the block has " + std::to_string(block.size()) +
              " bytes, its count says " + std::to_string(size) + "; make them equal");
  if (overlap(block, all)) comm.fail(std::string(operation) + ": block and all overlap; give it two buffers");
}

/// Refuses data that are no whole number of the operator's elements.
void check_elements(const Communicator& comm, const char* operation, std::size_t bytes, const Combine& op) {
  if (op.combine && op.element != 0 && bytes % op.element == 0) return;
  comm.fail(std::string(operation) + ": " +
            (!op.combine ? "the operator has no function; give it one"
                         : std::to_string(bytes) + " bytes are no whole number of elements of " +
                               std::to_string(op.element) + " bytes"));
}

Case combining(Case c, const Combine& op) {
  c.commutative = op.commutative;
  c.exact = op.exact;
  return c;
}

/// The program's operator: where work is measured its time is charged, unlike the algorithm's own
/// work. Without data it is never called.
class ProgramOperator {
 public:
  ProgramOperator(Communicator& comm, const Combine& given) : given_(given) {
    if (!comm.carries_data()) instead_ = collectives::without_data(given);
    if (core::is_work_measured()) {
      instead_ = given;
      instead_->combine = [&given](const std::byte* left, const std::byte* right, std::byte* into,
                                   std::size_t n) {
        core::call_program([&] { given.combine(left, right, into, n); });
      };
    }
    if (comm.costs().gamma != Ticks{}) instead_ = collectives::at_cost(comm, instead_.value_or(given));
  }
  // NOLINTNEXTLINE(google-explicit-constructor): it stands for the one given
  operator const Combine&() const { return instead_ ? *instead_ : given_; }

 private:
  const Combine& given_;
  std::optional<Combine> instead_;
};

/// Chooses an algorithm for the case and announces the call, in a frame of its own: a case takes a
/// quarter of a page, which a PE's stack need not hold while the algorithm runs.
template <class Entry, class MakeCase>
[[gnu::noinline]] const Entry& announced(Communicator& comm, std::string_view algorithm, const MakeCase& make) {
  const Case c = make();
  const std::shared_ptr<const Catalogue>& own = comm.algorithms();
  const std::vector<Entry>& table = (own ? *own : builtin_catalogue()).of<Entry>();
  const Entry& chosen = algorithm == "auto" ? automatic(own, table, c) : choose(table, algorithm, c);
  comm.enter_collective(Entry::kOperation.name, chosen.name, c.root, c.bytes, c.distance, c.segment);
  return chosen;
}

/// Runs the algorithm among its own messages.
template <class Entry, class MakeCase, class... Arguments>
void call(Communicator& comm, std::string_view algorithm, const MakeCase& make, Arguments&&... arguments) {
  const auto& chosen = announced<Entry>(comm, algorithm, make);
  Communicator own = comm.separate();
  core::unless_given_up([&] { chosen.run(own, std::forward<Arguments>(arguments)...); });
}

}  // namespace

namespace detail {

void alltoall_bytes(Communicator& comm, In send, Out receive, std::size_t element, Name algorithm) {
  const core::LibraryCall here("alltoall", {send.size(), receive.size()});
  if (!here.begins()) return;
  check_blocks(comm, send, receive, element);
  const std::size_t block = send.size() / static_cast<std::size_t>(comm.size());
  call<Alltoall>(
      comm, algorithm, [&] { return case_of(comm, block, 0, element); }, send, receive, block);
}

void alltoallv_bytes(Communicator& comm, In send, std::vector<std::size_t> send_counts, Out receive,
                     std::vector<std::size_t> receive_counts, std::size_t element, Name algorithm) {
  const core::LibraryCall here("alltoallv", {send.size(), receive.size()});
  if (!here.begins()) return;
  to_bytes(comm, "alltoallv", "send", send.size(), send_counts, element);
  to_bytes(comm, "alltoallv", "receive", receive.size(), receive_counts, element);
  if (overlap(send, receive)) comm.fail("alltoallv: send and receive overlap; give it two buffers");
  call<Alltoallv>(
      comm, algorithm, [&] { return case_of(comm, 0, 0, element); }, send, send_counts, receive,
      receive_counts);
}

void broadcast_bytes(Communicator& comm, Rank root, Out data, Name algorithm) {
  const core::LibraryCall here("broadcast", {data.size()});
  if (!here.begins()) return;
  check_root(comm, "broadcast", root);
  call<Broadcast>(
      comm, algorithm, [&] { return case_of(comm, data.size(), root); }, root, data);
}

void reduce_bytes(Communicator& comm, Rank root, Out data, const Combine& combine, Name algorithm) {
  const core::LibraryCall here("reduce", {data.size()});
  if (!here.begins()) return;
  check_root(comm, "reduce", root);
  check_elements(comm, "reduce", data.size(), combine);
  call<Reduce>(
      comm, algorithm, [&] { return combining(case_of(comm, data.size(), root, combine.element), combine); },
      root, data, ProgramOperator(comm, combine));
}

template <class Entry>
void scan_bytes(Communicator& comm, Out data, const Combine& combine, std::optional<std::int64_t> values,
                Name algorithm) {
  const core::LibraryCall here(Entry::kOperation.name, {data.size()});
  if (!here.begins()) return;
  check_elements(comm, Entry::kOperation.name, data.size(), combine);
  const auto make = [&] {
    Case c = combining(case_of(comm, combine.value_bytes(), 0, combine.element), combine);
    c.values = values;
    c.segment = combine.segment;
    return c;
  };
  call<Entry>(comm, algorithm, make, data, ProgramOperator(comm, combine));
}
template void scan_bytes<Scan>(Communicator&, Out, const Combine&, std::optional<std::int64_t>, Name);
template void scan_bytes<Exscan>(Communicator&, Out, const Combine&, std::optional<std::int64_t>, Name);

void gather_bytes(Communicator& comm, Rank root, In block, Out all, Name algorithm) {
  const core::LibraryCall here("gather", {block.size(), all.size()});
  if (!here.begins()) return;
  check_root(comm, "gather", root);
  if (comm.rank() == root) check_all(comm, "gather", block.size(), all, block);
  call<Gather>(
      comm, algorithm, [&] { return case_of(comm, block.size(), root); }, root, block,
      comm.rank() == root ? all : Out());
}

void gatherv_bytes(Communicator& comm, Rank root, In block, Out all, std::vector<std::size_t> counts,
                   std::size_t element, Name algorithm) {
  const core::LibraryCall here("gatherv", {block.size(), all.size()});
  if (!here.begins()) return;
  check_root(comm, "gatherv", root);
  const bool is_root = comm.rank() == root;
  if (is_root) {
    to_bytes(comm, "gatherv", "all", all.size(), counts, element);
    check_own(comm, "gatherv", block, counts[static_cast<std::size_t>(root)], all);
  } else {
    counts.clear();
  }
  call<Gatherv>(
      comm, algorithm, [&] { return case_of(comm, 0, root, element); }, root, block, is_root ? all : Out(),
      counts);
}

void scatterv_bytes(Communicator& comm, Rank root, In all, std::vector<std::size_t> counts, Out block,
                    std::size_t element, Name algorithm) {
  const core::LibraryCall here("scatterv", {all.size(), block.size()});
  if (!here.begins()) return;
  check_root(comm, "scatterv", root);
  const bool is_root = comm.rank() == root;
  if (is_root) {
    to_bytes(comm, "scatterv", "all", all.size(), counts, element);
    check_own(comm, "scatterv", block, counts[static_cast<std::size_t>(root)], all);
  } else {
    counts.clear();
  }
  call<Scatterv>(
      comm, algorithm, [&] { return case_of(comm, 0, root, element); }, root, is_root ? all : In(), counts,
      block);
}

void allgatherv_bytes(Communicator& comm, In block, Out all, std::vector<std::size_t> counts,
                      std::size_t element, Name algorithm) {
  const core::LibraryCall here("allgatherv", {block.size(), all.size()});
  if (!here.begins()) return;
  to_bytes(comm, "allgatherv", "all", all.size(), counts, element);
  check_own(comm, "allgatherv", block, counts[static_cast<std::size_t>(comm.rank())], all);
  call<Allgatherv>(
      comm, algorithm, [&] { return case_of(comm, all.size() / counts.size(), 0, element); }, block, all,
      counts);
}

void scatter_bytes(Communicator& comm, Rank root, In all, Out block, Name algorithm) {
  const core::LibraryCall here("scatter", {all.size(), block.size()});
  if (!here.begins()) return;
  check_root(comm, "scatter", root);
  if (comm.rank() == root) check_all(comm, "scatter", block.size(), all, block);
  call<Scatter>(
      comm, algorithm, [&] { return case_of(comm, block.size(), root); }, root,
      comm.rank() == root ? all : In(), block);
}

void allgather_bytes(Communicator& comm, In block, Out all, Name algorithm) {
  const core::LibraryCall here("allgather", {block.size(), all.size()});
  if (!here.begins()) return;
  check_all(comm, "allgather", block.size(), all, block);
  call<Allgather>(
      comm, algorithm, [&] { return case_of(comm, block.size()); }, block, all);
}

void allreduce_bytes(Communicator& comm, Out data, const Combine& combine, Name algorithm) {
  const core::LibraryCall here("allreduce", {data.size()});
  if (!here.begins()) return;
  check_elements(comm, "allreduce", data.size(), combine);
  call<Allreduce>(
      comm, algorithm, [&] { return combining(case_of(comm, data.size(), 0, combine.element), combine); }, data,
      ProgramOperator(comm, combine));
}

void reduce_scatter_bytes(Communicator& comm, In all, Out block, const Combine& combine, Name algorithm) {
  const core::LibraryCall here("reduce_scatter", {all.size(), block.size()});
  if (!here.begins()) return;
  check_all(comm, "reduce_scatter", block.size(), all, block);
  check_elements(comm, "reduce_scatter", block.size(), combine);
  call<ReduceScatter>(
      comm, algorithm, [&] { return combining(case_of(comm, block.size(), 0, combine.element), combine); }, all,
      block, ProgramOperator(comm, combine));
}

void reduce_scatterv_bytes(Communicator& comm, In all, std::vector<std::size_t> counts, Out block,
                           const Combine& combine, std::size_t element, Name algorithm) {
  const core::LibraryCall here("reduce_scatterv", {all.size(), block.size()});
  if (!here.begins()) return;
  to_bytes(comm, "reduce_scatterv", "all", all.size(), counts, element);
  check_own(comm, "reduce_scatterv", block, counts[static_cast<std::size_t>(comm.rank())], all);
  for (const std::size_t count : counts) check_elements(comm, "reduce_scatterv", count, combine);
  const auto make = [&] {
    return combining(case_of(comm, all.size() / counts.size(), 0, combine.element), combine);
  };
  call<ReduceScatterv>(comm, algorithm, make, all, counts, block, ProgramOperator(comm, combine));
}

void shift_bytes(Communicator& comm, int distance, Out data, Name algorithm) {
  const core::LibraryCall here("shift", {data.size()});
  if (!here.begins()) return;
  const int p = comm.size();
  const int forward = (distance % p + p) % p;
  const auto make = [&] {
    Case c = case_of(comm, data.size());
    c.distance = forward;
    return c;
  };
  call<Shift>(comm, algorithm, make, forward, data);
}

}  // namespace detail

void barrier(Communicator& comm, std::string_view algorithm) {
  const core::LibraryCall here("barrier");
  if (!here.begins()) return;
  call<Barrier>(comm, algorithm, [&] { return case_of(comm, 0); });
}

}  // namespace toruscope
