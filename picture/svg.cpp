// SPDX-License-Identifier: Apache-2.0

#include "picture/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::picture {

namespace {

/// A colour on light and on dark paper: the values of view/page/theme.css.
struct Named {
  const char* name;
  std::uint32_t light, dark;
};
constexpr std::array kColours{Named{"paper", 0xffffff, 0x0e1217},        Named{"raised", 0xf3f4f3, 0x171c23},
                              Named{"ink", 0x14181d, 0xeef1f4},          Named{"soft", 0x4d5762, 0xa9b4bf},
                              Named{"faint", 0x87919b, 0x6d7985},        Named{"hair", 0xe2e5e7, 0x242b33},
                              Named{"rail", 0xccd2d7, 0x333c46},         Named{"send", 0x175c9c, 0x4a98e6},
                              Named{"send-pale", 0xa6c8e4, 0x244c76},    Named{"receive", 0x1f9f88, 0x4fdcc6},
                              Named{"receive-pale", 0xb0e0d6, 0x1d6357}, Named{"wait", 0xd97c00, 0xffb02e},
                              Named{"critical", 0xa8124f, 0xf5487c},     Named{"reach", 0x7a52b8, 0xa468e6},
                              Named{"reach-pale", 0xdccff0, 0x43306b},   Named{"hop", 0x7d8791, 0x97a2ad},
                              Named{"work", 0x8a7a3c, 0xc9b566}};
constexpr std::array<std::uint32_t, 4> kLightLoads{0xd5dde4, 0x6f9fca, 0x1d5c99, 0x071f3d};
constexpr std::array<std::uint32_t, 4> kDarkLoads{0x2a333d, 0x29609a, 0x63a9e8, 0xd3e9ff};

/// Interpolates between the stops.
std::uint32_t load_colour(const std::array<std::uint32_t, 4>& stops, int step) {
  const double place = 3.0 * step / (kLoads - 1);
  const auto first = std::min<std::size_t>(2, static_cast<std::size_t>(place));
  const double share = place - static_cast<double>(first);
  std::uint32_t colour = 0;
  for (const unsigned shift : {16U, 8U, 0U}) {
    const double a = stops[first] >> shift & 255U;
    const double b = stops[first + 1] >> shift & 255U;
    colour |= static_cast<std::uint32_t>(std::lround(a + (b - a) * share)) << shift;
  }
  return colour;
}

std::string rules(bool is_dark) {
  std::string text;
  const auto add = [&](const std::string& name, std::uint32_t colour) {
    text += fmt::format(".f-{0}{{fill:#{1:06x}}}.s-{0}{{stroke:#{1:06x}}}\n", name, colour);
  };
  for (const Named& colour : kColours) add(colour.name, is_dark ? colour.dark : colour.light);
  for (int step = 0; step < kLoads; ++step)
    add(fmt::format("load{}", step), load_colour(is_dark ? kDarkLoads : kLightLoads, step));
  return text;
}

std::string style() {
  return "<style>\ntext{font-family:\"Helvetica Neue\",Arial,\"DejaVu Sans\",sans-serif}\n.line{fill:none}\n" +
         rules(false) + "@media (prefers-color-scheme:dark){\n" + rules(true) + "}\n</style>\n";
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (static_cast<unsigned char>(c) >= ' ')
      safe += c;
  }
  return safe;
}

std::string stroke(const Pen& pen) {
  return fmt::format("class=\"line s-{}\" stroke-width=\"{:.1f}\"{}", pen.paint.name(), pen.width,
                     pen.is_dashed ? " stroke-dasharray=\"5 4\"" : "");
}

std::string places_of(const std::vector<Point>& points) {
  std::string places;
  for (const Point& p : points) places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", p.x, p.y);
  return places;
}

std::vector<Point> outline(Point at, Shape shape) {
  const auto [x, y] = at;
  constexpr double r = 4.2;
  switch (shape) {
    case Shape::square:
      return {{x - r + .6, y - r + .6},
              {x + r - .6, y - r + .6},
              {x + r - .6, y + r - .6},
              {x - r + .6, y + r - .6}};
    case Shape::triangle:
      return {{x, y - r - .6}, {x + r + .4, y + r - .8}, {x - r - .4, y + r - .8}};
    case Shape::diamond:
      return {{x, y - r - .8}, {x + r + .8, y}, {x, y + r + .8}, {x - r - .8, y}};
    case Shape::down_triangle:
      return {{x, y + r + .6}, {x + r + .4, y - r + .8}, {x - r - .4, y - r + .8}};
    case Shape::cross: {
      constexpr double a = 1.6;
      return {{x - a, y - r}, {x + a, y - r}, {x + a, y - a}, {x + r, y - a}, {x + r, y + a}, {x + a, y + a},
              {x + a, y + r}, {x - a, y + r}, {x - a, y + a}, {x - r, y + a}, {x - r, y - a}, {x - a, y - a}};
    }
    case Shape::circle:
      break;
  }
  return {};
}

}  // namespace

Colour series_colour(int number) {
  constexpr std::array kAll{Colour::send,  Colour::wait,     Colour::receive,
                            Colour::reach, Colour::critical, Colour::work};
  static_assert(kAll.size() == kSeries);
  return kAll[static_cast<std::size_t>(number % kSeries)];
}

Colour letters_on(Colour ground) {
  switch (ground) {
    case Colour::send:
    case Colour::critical:
    case Colour::reach:
    case Colour::hop:
    case Colour::work:
      return Colour::paper;
    default:
      return Colour::ink;
  }
}

Load load_of(double value, double most) {
  const double share = most > 0 ? value / most : 0;
  return {std::clamp(static_cast<int>(std::lround(share * (kLoads - 1))), 0, kLoads - 1)};
}

Paint::Paint(Colour colour) : name_(kColours[static_cast<std::size_t>(colour)].name) {}
Paint::Paint(Load load) : name_(fmt::format("load{}", load.step)) {}

double width_of(std::string_view text, double size) {
  constexpr double kLetter = .56;  // of the size, on average
  return kLetter * size * static_cast<double>(text.size());
}

Svg::Svg(Size size, std::string_view title) {
  body_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n{3}<rect class=\"f-paper\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\"/>\n",
      size.width, size.height, escaped(title), style());
}

void Svg::element(std::string_view text, std::string_view name, std::string_view note) {
  body_ += note.empty() ? fmt::format("<{} {}/>\n", name, text)
                        : fmt::format("<{0} {1}><title>{2}</title></{0}>\n", name, text, escaped(note));
}

void Svg::line(Point from, Point to, const Pen& pen) {
  body_ += fmt::format("<line {} x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", stroke(pen),
                       from.x, from.y, to.x, to.y);
}

void Svg::polyline(const std::vector<Point>& points, const Pen& pen) {
  polyline(points, pen, {});
}

void Svg::polyline(const std::vector<Point>& points, const Pen& pen, std::string_view note) {
  element(fmt::format("{} points=\"{}\"", stroke(pen), places_of(points)), "polyline", note);
}

void Svg::arrow(Point from, Point to, double gap, const Pen& pen) {
  constexpr double kHead = 7;
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const double shown = std::max(length - 2 * gap, kHead);
  const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
  const Point begin{from.x + gap * along.x, from.y + gap * along.y};
  const Point end{begin.x + shown * along.x, begin.y + shown * along.y};
  line(begin, {end.x - kHead * along.x, end.y - kHead * along.y}, pen);
  head(begin, end, kHead, pen.paint);
}

void Svg::head(Point from, Point to, double length, const Paint& paint) {
  const double distance = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-9);
  const Point along{(to.x - from.x) / distance, (to.y - from.y) / distance};
  const double half = .46 * length;
  const Point neck{to.x - length * along.x, to.y - length * along.y};
  polygon({to,
           {neck.x - half * along.y, neck.y + half * along.x},
           {neck.x + half * along.y, neck.y - half * along.x}},
          paint);
}

void Svg::polygon(const std::vector<Point>& points, const Paint& fill) {
  body_ += fmt::format("<polygon class=\"f-{}\" points=\"{}\"/>\n", fill.name(), places_of(points));
}

void Svg::rectangle(Point corner, Size size, const Paint& fill, std::string_view note) {
  element(fmt::format("class=\"f-{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"",
                      fill.name(), corner.x, corner.y, size.width, size.height),
          "rect", note);
}

void Svg::frame(Point corner, Size size, const Pen& pen) {
  body_ += fmt::format("<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", stroke(pen),
                       corner.x, corner.y, size.width, size.height);
}

void Svg::dot(Point at, double radius, const Paint& paint) {
  body_ += fmt::format("<circle class=\"f-{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n", paint.name(),
                       at.x, at.y, radius);
}

void Svg::ring(Point at, double radius, const Pen& pen) {
  body_ += fmt::format(
      "<circle class=\"f-paper s-{}\" stroke-width=\"{:.1f}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
      pen.paint.name(), pen.width, at.x, at.y, radius);
}

void Svg::mark(Point at, Shape shape, const Paint& paint, bool is_full, std::string_view note) {
  const std::string colours = fmt::format("class=\"mark f-{} s-{}\" stroke-width=\"1.4\"",
                                          is_full ? paint.name() : Paint(Colour::paper).name(), paint.name());
  if (shape == Shape::circle)
    element(fmt::format("{} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.8\"", colours, at.x, at.y), "circle", note);
  else
    element(fmt::format("{} points=\"{}\"", colours, places_of(outline(at, shape))), "polygon", note);
}

void Svg::words(Point at, std::string_view text, const Lettering& lettering) {
  const char* side = lettering.anchor == Anchor::start    ? "start"
                     : lettering.anchor == Anchor::middle ? "middle"
                                                          : "end";
  const std::string place = lettering.turns_up
                                ? fmt::format("transform=\"translate({:.1f} {:.1f}) rotate(-90)\"", at.x, at.y)
                                : fmt::format("x=\"{:.1f}\" y=\"{:.1f}\"", at.x, at.y);
  body_ += fmt::format("<text class=\"f-{}\" font-size=\"{:.1f}\"{} {} text-anchor=\"{}\">{}</text>\n",
                       lettering.paint.name(), lettering.size, lettering.is_bold ? " font-weight=\"bold\"" : "",
                       place, side, escaped(text));
}

std::string Svg::document() const {
  return body_ + "</svg>\n";
}

}  // namespace toruscope::picture
