// SPDX-License-Identifier: Apache-2.0
// A submission as a shared object in this process: its functions, and statics for each PE.

#pragma once

#include "runtime/trace/observer.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope::labs {

/// The linker fails: the object needs an undefined name.
class NotLoaded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class SharedObject {
 public:
  /// Loads it, and runs its static constructors.
  /// Errors    NotLoaded with the linker's words.
  explicit SharedObject(const std::string& path);
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;
  ~SharedObject() = default;  // it stays loaded: a PE's stack may need its destructors

  /// Function of `kEntryTable`, in the order of the lab's functions.
  [[nodiscard]] void* function(std::size_t index) const { return functions_[index]; }
  /// Memory of its globals and statics, and additions.
  [[nodiscard]] const std::vector<std::span<std::byte>>& statics() const { return statics_; }
  /// Adds memory that its static constructors took.
  void add_statics(std::span<std::byte> memory) { statics_.push_back(memory); }
  /// Memory of its thread_local ones, of this thread; empty if there are none.
  [[nodiscard]] std::span<std::byte> thread_statics() const;

 private:
  void* const* functions_ = nullptr;
  std::vector<std::span<std::byte>> statics_;
  std::size_t thread_module_ = 0;
  std::size_t thread_bytes_ = 0;
};

/// Name of the array of functions that the grader adds to a submission (labs/grader/grade.cpp).
inline constexpr const char* kEntryTable = "toruscope_lab_functions";

/// Gives each PE its own statics, as on a distributed-memory machine. A run must have one worker.
///
/// Invariants  While PE r runs, the shared object's memory holds what r left there, or the state
///             before the run; after restore() that state.
class PrivateStatics : public core::Sink {
 public:
  explicit PrivateStatics(const SharedObject& object);

  [[nodiscard]] Wants wants() const override { return {.events = false, .progress = true}; }
  void begin(int workers, int pes) override;
  void on_running(int worker, Rank pe) override;

  void restore();
  /// True if a PE has changed them.
  [[nodiscard]] bool were_written() const { return were_written_; }

 private:
  using Image = std::vector<std::byte>;  // all statics, one after the other
  [[nodiscard]] std::vector<std::span<std::byte>> memory() const;
  [[nodiscard]] Image image() const;
  void load(const Image& image) const;

  const SharedObject& object_;
  Image before_;
  std::vector<std::optional<Image>> of_pe_;
  Rank running_ = -1;
  bool were_written_ = false;
};

}  // namespace toruscope::labs
