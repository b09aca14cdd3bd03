// SPDX-License-Identifier: Apache-2.0

#include "mpi/job.hpp"

#include "mpi/rank.hpp"

#include <algorithm>
#include <numeric>

namespace toruscope::mpi {

std::shared_ptr<Job> make_job(int ranks) {
  return std::make_shared<Job>(ranks);
}

void SplitRecord::enter(int rank, int colour, int key) {
  const std::lock_guard lock(lock_);
  said_[static_cast<std::size_t>(rank)] = {colour, key};
}

SplitRecord::Made SplitRecord::made(int colour, const std::vector<int>& parents,
                                    std::atomic<std::int64_t>& next_id) {
  const std::lock_guard lock(lock_);
  const auto known = made_.find(colour);
  if (known != made_.end()) return known->second;
  std::vector<int> ranks;
  for (std::size_t r = 0; r < said_.size(); ++r)
    if (said_[r].colour == colour) ranks.push_back(static_cast<int>(r));
  std::stable_sort(ranks.begin(), ranks.end(), [this](int a, int b) {
    return said_[static_cast<std::size_t>(a)].key < said_[static_cast<std::size_t>(b)].key;
  });
  auto members = std::make_shared<std::vector<int>>();
  for (const int r : ranks) members->push_back(parents[static_cast<std::size_t>(r)]);
  Made made{next_id.fetch_add(1, std::memory_order_relaxed), std::move(members)};
  return made_.emplace(colour, std::move(made)).first->second;
}

bool SplitRecord::leave() {
  const std::lock_guard lock(lock_);
  return --readers_ == 0;
}

Job::Job(int ranks) {
  auto all = std::make_shared<std::vector<int>>(static_cast<std::size_t>(ranks));
  std::iota(all->begin(), all->end(), 0);
  world_ = std::move(all);
}

std::string_view Job::algorithm(std::string_view operation) const {
  const auto found = algorithms.find(operation);
  return found == algorithms.end() ? std::string_view("auto") : std::string_view(found->second);
}

std::shared_ptr<SplitRecord> Job::split(std::int64_t communicator, int n, int ranks) {
  const std::lock_guard lock(lock_);
  auto& record = splits_[{communicator, n}];
  if (record == nullptr) record = std::make_shared<SplitRecord>(ranks);
  return record;
}

void Job::forget_split(std::int64_t communicator, int n) {
  const std::lock_guard lock(lock_);
  splits_.erase({communicator, n});
}

std::int64_t Job::id_of(const Origin& origin, int members) {
  const std::lock_guard lock(lock_);
  const auto place = asked_.try_emplace(origin).first;
  Asked& asked = place->second;
  if (asked.members++ == 0) asked.id = next_id_.fetch_add(1, std::memory_order_relaxed);
  const std::int64_t id = asked.id;
  if (asked.members == members) asked_.erase(place);
  return id;
}

}  // namespace toruscope::mpi
