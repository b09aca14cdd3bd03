// SPDX-License-Identifier: Apache-2.0
// Leaves stand side by side, in the order of a walk; a parent above the middle of its children.

#include "reproduce/picture/tree.hpp"

#include "picture/svg.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <vector>

namespace toruscope::reproduce {

namespace {

using namespace picture;

constexpr double kColumn = 54;
constexpr double kLevel = 84;
constexpr double kRoot = 70;
constexpr double kBorder = 40;
constexpr double kNode = 13;

struct Child {
  Rank node = 0;
  int step = 0;
};

class Layout {
 public:
  Layout(Rank root, const Schedule& edges) {
    for (std::size_t i = 0; i < edges.size(); ++i)
      for (const Transfer& t : edges[i]) children_[t.from].push_back({t.to, static_cast<int>(i) + 1});
    place(root, 0);
  }

  [[nodiscard]] const std::map<Rank, std::vector<Child>>& children() const { return children_; }
  [[nodiscard]] const std::map<Rank, Point>& places() const { return places_; }
  [[nodiscard]] double width() const { return 2 * kBorder + kColumn * std::max(leaves_ - 1, 0); }
  [[nodiscard]] double height() const { return kRoot + kLevel * deepest_ + kBorder; }

 private:
  double place(Rank node, int depth) {
    deepest_ = std::max(deepest_, depth);
    double first = 0;
    double last = 0;
    const auto found = children_.find(node);
    if (found == children_.end()) {
      first = last = kBorder + kColumn * leaves_++;
    } else {
      for (const Child& child : found->second) {
        last = place(child.node, depth + 1);
        if (&child == &found->second.front()) first = last;
      }
    }
    const double x = (first + last) / 2;
    places_[node] = {x, kRoot + kLevel * depth};
    return x;
  }

  std::map<Rank, std::vector<Child>> children_;
  std::map<Rank, Point> places_;
  int leaves_ = 0;
  int deepest_ = 0;
};

}  // namespace

std::string tree_picture(const std::string& title, Rank root, const Schedule& edges) {
  const Layout layout(root, edges);
  constexpr double kLetter = 7.5;
  Svg svg(
      {std::max(layout.width(), 2 * kBorder + kLetter * static_cast<double>(title.size())), layout.height()},
      title);
  svg.words({kBorder - kNode, kBorder - kNode}, title, {.anchor = Anchor::start});
  for (const auto& [parent, children] : layout.children())
    for (const Child& child : children) {
      const Point from = layout.places().at(parent);
      const Point to = layout.places().at(child.node);
      svg.arrow(from, to, kNode + 1, {series_colour(child.step - 1), 1.6});
      svg.words({(from.x + 3 * to.x) / 4 + 8, (from.y + 3 * to.y) / 4 - 8}, fmt::format("{}", child.step),
                {.size = 11});
    }
  for (const auto& [node, at] : layout.places()) {
    svg.ring(at, kNode);
    svg.words({at.x, at.y + 4}, fmt::format("{}", node));
  }
  return svg.document();
}

}  // namespace toruscope::reproduce
