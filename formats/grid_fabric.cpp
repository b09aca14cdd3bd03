// SPDX-License-Identifier: Apache-2.0

#include "formats/grid_fabric.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <map>
#include <unordered_map>
#include <utility>

namespace toruscope::formats {

namespace {

class GridLayer {
 public:
  GridLayer(Fabric& fabric, const std::vector<GridDimension>& dimensions)
      : fabric_(fabric), dimensions_(dimensions), pes_(static_cast<std::int64_t>(fabric.nodes.size())) {
    strides_.push_back(1);
    for (const GridDimension& dimension : dimensions) strides_.push_back(strides_.back() * dimension.size);
  }

  void lay() {
    check_cables();
    bool forwards = false;
    std::size_t wide = 0;
    for (std::size_t d = 0; d < dimensions_.size(); ++d) {
      if (dimensions_[d].size < 2) continue;
      lay_dimension(d);
      ++wide;
      forwards = forwards || (dimensions_[d].kind == GridDimension::Kind::ring && dimensions_[d].size > 3);
    }
    fabric_.pes_forward = forwards || wide > 1;
    enter_routes();
    add_islands();
  }

 private:
  using Kind = GridDimension::Kind;

  [[nodiscard]] std::int64_t at(std::int64_t pe, std::size_t d) const {
    return pe / strides_[d] % dimensions_[d].size;
  }
  /// The PE of the same line with another coordinate.
  [[nodiscard]] std::int64_t moved(std::int64_t pe, std::size_t d, std::int64_t to) const {
    return pe + (to - at(pe, d)) * strides_[d];
  }
  static std::int64_t key(std::int64_t a, std::int64_t b) { return a << 32 | b; }
  void add(std::int64_t a, std::int64_t b, const GridDimension& dimension) {
    cable_of_[key(a, b)] = cable_of_[key(b, a)] = static_cast<int>(fabric_.cables.size());
    fabric_.cables.push_back(
        {static_cast<int>(a), static_cast<int>(b), dimension.gigabits, dimension.picoseconds});
  }

  void check_cables() const {
    constexpr std::int64_t kMostGridCables = 1 << 18;
    std::int64_t cables = 0;
    for (const GridDimension& dimension : dimensions_)
      cables += dimension.kind == Kind::complete ? pes_ * (dimension.size - 1) / 2 : pes_;
    if (pes_ > kMostGridPes || cables > kMostGridCables)
      throw ConfigError(fmt::format("network: {} PEs with {} cables are too many: {} and {} at most",
                                    core::grouped(pes_), core::grouped(cables), core::grouped(kMostGridPes),
                                    core::grouped(kMostGridCables)));
  }

  void lay_dimension(std::size_t d) {
    const GridDimension& dimension = dimensions_[d];
    for (std::int64_t pe = 0; pe < pes_; ++pe) {
      const std::int64_t place = at(pe, d);
      if (dimension.kind == Kind::ring) {
        const std::int64_t next = moved(pe, d, (place + 1) % dimension.size);
        if (!cable_of_.contains(key(pe, next))) add(pe, next, dimension);
      } else if (dimension.kind == Kind::complete) {
        for (std::int64_t other = place + 1; other < dimension.size; ++other)
          add(pe, moved(pe, d, other), dimension);
      } else {
        const std::int64_t first = moved(pe, d, 0);
        const auto [hub, is_new] =
            hub_of_.try_emplace({d, first}, static_cast<std::int64_t>(fabric_.nodes.size()));
        if (is_new) fabric_.nodes.push_back({fmt::format("switch {}.{}", d + 1, hub_of_.size() - 1), false});
        add(pe, hub->second, dimension);
      }
    }
  }

  /// The neighbour to which a PE sends what goes to another one.
  [[nodiscard]] std::int64_t next(std::int64_t pe, std::int64_t to) const {
    std::size_t d = 0;
    while (at(pe, d) == at(to, d)) ++d;
    const std::int64_t size = dimensions_[d].size, from = at(pe, d);
    if (dimensions_[d].kind == Kind::complete) return moved(pe, d, at(to, d));
    if (dimensions_[d].kind == Kind::hub) return hub_of_.at({d, moved(pe, d, 0)});
    const std::int64_t forward = (at(to, d) - from + size) % size;
    return moved(pe, d, (from + (2 * forward <= size ? 1 : size - 1)) % size);
  }

  void enter_routes() {
    fabric_.tables.assign(fabric_.nodes.size(), {});
    for (std::int64_t pe = 0; pe < pes_; ++pe)
      for (std::int64_t to = 0; to < pes_; ++to)
        fabric_.tables[static_cast<std::size_t>(pe)].push_back(pe == to ? -1
                                                                        : cable_of_.at(key(pe, next(pe, to))));
    for (const auto& [line, hub] : hub_of_) {
      auto& table = fabric_.tables[static_cast<std::size_t>(hub)];
      for (std::int64_t to = 0; to < pes_; ++to) {
        const auto& [d, first] = line;
        const bool is_mine = to % strides_[d] == first % strides_[d];  // earlier sides are done
        table.push_back(is_mine ? cable_of_.at(key(hub, moved(first, d, at(to, d)))) : -1);
      }
    }
  }

  void add_islands() {
    for (std::size_t d = 0; d + 1 < dimensions_.size() && dimensions_[d].kind != Kind::ring; ++d) {
      const std::int64_t size = strides_[d + 1];
      if (dimensions_[d].size < 2 || size == pes_) continue;
      for (std::int64_t island = 0; island < pes_ / size; ++island) {
        FabricIsland& made = fabric_.islands.emplace_back();
        made.name = fmt::format("dimension {}, {}", d + 1, island);
        const std::int64_t before = last_size_ == 0 ? 1 : last_size_;
        for (std::int64_t unit = island * size / before; unit < (island + 1) * size / before; ++unit) {
          if (last_size_ == 0)
            made.pes.push_back(static_cast<int>(unit));
          else
            made.islands.push_back(fmt::format("dimension {}, {}", last_, unit));
        }
      }
      last_size_ = size;
      last_ = d + 1;
    }
  }

  Fabric& fabric_;
  const std::vector<GridDimension>& dimensions_;
  std::int64_t pes_;
  std::vector<std::int64_t> strides_;
  std::unordered_map<std::int64_t, int> cable_of_;                       // by both nodes
  std::map<std::pair<std::size_t, std::int64_t>, std::int64_t> hub_of_;  // by dimension, first PE
  std::int64_t last_size_ = 0;                                           // PEs of the last islands
  std::size_t last_ = 0;                                                 // their dimension
};

}  // namespace

void lay_grid(Fabric& fabric, const std::vector<GridDimension>& dimensions) {
  GridLayer(fabric, dimensions).lay();
}

}  // namespace toruscope::formats
