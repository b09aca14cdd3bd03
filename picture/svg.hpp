// SPDX-License-Identifier: Apache-2.0
// Writes an SVG document of lines, marks and words, in the colours of view/page/theme.css.
//
// Units       pixels, the origin at the top left. Every number is written with one decimal.
// Invariants  The document is well-formed XML whatever the words are. It loads nothing. Its colours
//             suit light paper, and dark paper where the reader's browser asks for that.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::picture {

struct Point {
  double x = 0;
  double y = 0;

  bool operator==(const Point&) const = default;
};
struct Size {
  double width = 0;
  double height = 0;
};

enum class Anchor { start, middle, end };

/// Colours by meaning, like those in view/README.md.
enum class Colour {
  paper,         ///< the ground behind everything
  raised,        ///< a field on it
  ink,           ///< words, axes
  soft,          ///< words of less weight
  faint,         ///< words and marks of least weight
  hair,          ///< lines of a grid
  rail,          ///< links, borders of nodes
  send,          ///< bytes sent
  send_pale,     ///< startups
  receive,       ///< bytes received
  receive_pale,  ///< startups of receptions
  wait,          ///< a wait
  critical,      ///< the deciding thing: the most loaded link
  reach,         ///< flight time
  reach_pale,
  hop,   ///< distance
  work,  ///< local work
};

/// The colour of a series: different for numbers below kSeries.
inline constexpr int kSeries = 6;
Colour series_colour(int number);
/// A colour in which letters on this ground can be read.
Colour letters_on(Colour ground);

/// A step of the scale from little (0) to most (kLoads - 1).
struct Load {
  int step = 0;
};
inline constexpr int kLoads = 16;
/// Step of `value` between 0 and `most`.
Load load_of(double value, double most);

/// Colour of an area or a line.
class Paint {
 public:
  Paint(Colour colour);  // NOLINT(google-explicit-constructor): a colour is a paint
  Paint(Load load);      // NOLINT(google-explicit-constructor)
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

struct Pen {
  Paint paint = Colour::ink;
  double width = 1;
  bool is_dashed = false;
};

/// Marks that differ in black and white too.
enum class Shape { circle, square, triangle, diamond, down_triangle, cross };
inline constexpr int kShapes = 6;

struct Lettering {
  Anchor anchor = Anchor::middle;
  double size = 13;
  Paint paint = Colour::ink;
  bool is_bold = false;
  bool turns_up = false;  ///< true: turned by a quarter to the left
};

/// Approximate width of a text.
double width_of(std::string_view text, double size);

class Svg {
 public:
  /// Makes a document. `title` is what a screen reader says.
  Svg(Size size, std::string_view title);

  void line(Point from, Point to, const Pen& pen = {});
  void polyline(const std::vector<Point>& points, const Pen& pen = {});
  /// Draws a line. `note`: shown by a browser when the pointer is there; empty: none.
  void polyline(const std::vector<Point>& points, const Pen& pen, std::string_view note);
  /// Draws a line with a head at its end, which stops `gap` short of both points.
  void arrow(Point from, Point to, double gap, const Pen& pen = {});
  /// Draws the head alone of an arrow that comes from `from`.
  void head(Point from, Point to, double length, const Paint& paint);
  void polygon(const std::vector<Point>& points, const Paint& fill);
  void rectangle(Point corner, Size size, const Paint& fill, std::string_view note = {});
  void frame(Point corner, Size size, const Pen& pen);
  void dot(Point at, double radius, const Paint& paint = Colour::ink);
  /// Draws a dot that shows the paper.
  void ring(Point at, double radius, const Pen& pen = {Colour::ink, 1.6});
  /// Draws a mark. `is_full`: false shows the paper in it.
  void mark(Point at, Shape shape, const Paint& paint, bool is_full = true, std::string_view note = {});
  void words(Point at, std::string_view text, const Lettering& lettering = {});

  [[nodiscard]] std::string document() const;

 private:
  void element(std::string_view text, std::string_view name, std::string_view note);

  std::string body_;
};

}  // namespace toruscope::picture
