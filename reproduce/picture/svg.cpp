// SPDX-License-Identifier: Apache-2.0

#include "reproduce/picture/svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toruscope::reproduction {

namespace {

// Colours that people with colour blindness tell apart (Okabe, Ito, Color Universal Design, 2008), and lighter ones
// for dark paper.
constexpr const char* kStyle = R"(<style>
text{font:13px sans-serif;fill:#222}
.small{font-size:11px}
.paper{fill:#fff;stroke:none}
.ink{stroke:#333;fill:#333}
.faint{stroke:#ddd;fill:#ddd}
.s0{stroke:#0072b2;fill:#0072b2}
.s1{stroke:#d55e00;fill:#d55e00}
.s2{stroke:#009e73;fill:#009e73}
.s3{stroke:#9b4f96;fill:#9b4f96}
.s4{stroke:#8a6d00;fill:#8a6d00}
.s5{stroke:#555;fill:#555}
.thin{stroke-width:1}
.line{fill:none;stroke-width:1.6}
.dashed{stroke-dasharray:5 4}
.ring{fill:#fff;stroke-width:1.6}
@media (prefers-color-scheme:dark){
text{fill:#ddd}
.paper{fill:#16181c}
.ink{stroke:#bbb;fill:#bbb}
.faint{stroke:#33363c;fill:#33363c}
.s0{stroke:#56b4e9;fill:#56b4e9}
.s1{stroke:#f0883e;fill:#f0883e}
.s2{stroke:#2dd4a7;fill:#2dd4a7}
.s3{stroke:#d39bce;fill:#d39bce}
.s4{stroke:#e3c53a;fill:#e3c53a}
.s5{stroke:#aaa;fill:#aaa}
.line{fill:none}
.ring{fill:#16181c}
}
</style>
)";

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

std::string classes(Pen pen, const char* more) {
  const std::string color = pen.kind == Pen::Kind::ink     ? "ink"
                            : pen.kind == Pen::Kind::faint ? "faint"
                                                           : fmt::format("s{}", pen.series % kSeries);
  return fmt::format("{} {}{}", color, more, pen.is_dashed ? " dashed" : "");
}

}  // namespace

Svg::Svg(double width, double height, std::string_view title) {
  body_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" "
      "role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n{3}"
      "<rect class=\"paper\" width=\"{0:.0f}\" height=\"{1:.0f}\"/>\n",
      width, height, escaped(title), kStyle);
}

void Svg::line(Point from, Point to, Pen pen) {
  body_ +=
      fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                  classes(pen, pen.kind == Pen::Kind::series ? "line" : "thin"), from.x, from.y, to.x, to.y);
}

void Svg::polyline(const std::vector<Point>& points, Pen pen) {
  std::string places;
  for (const Point& p : points) places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", p.x, p.y);
  body_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", classes(pen, "line"), places);
}

void Svg::arrow(Point from, Point to, double gap, Pen pen) {
  constexpr double kHead = 7;
  constexpr double kHalfWidth = 3.2;
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const double shown = std::max(length - 2 * gap, kHead);
  const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
  const Point begin{from.x + gap * along.x, from.y + gap * along.y};
  const Point end{begin.x + shown * along.x, begin.y + shown * along.y};
  const Point neck{end.x - kHead * along.x, end.y - kHead * along.y};
  line(begin, neck, pen);
  body_ +=
      fmt::format("<polygon class=\"{}\" points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\"/>\n",
                  classes({pen.kind, pen.series, false}, "thin"), end.x, end.y, neck.x - kHalfWidth * along.y,
                  neck.y + kHalfWidth * along.x, neck.x + kHalfWidth * along.y, neck.y - kHalfWidth * along.x);
}

void Svg::dot(Point at, double radius, Pen pen) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                       classes(pen, "thin"), at.x, at.y, radius);
}

void Svg::ring(Point at, double radius, Pen pen) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                       classes(pen, "ring"), at.x, at.y, radius);
}

void Svg::words(Point at, std::string_view text, Anchor anchor, bool is_small) {
  const char* side = anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
  body_ += fmt::format("<text{} x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                       is_small ? " class=\"small\"" : "", at.x, at.y, side, escaped(text));
}

void Svg::words_upwards(Point at, std::string_view text) {
  body_ +=
      fmt::format("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                  at.x, at.y, escaped(text));
}

std::string Svg::document() const {
  return body_ + "</svg>\n";
}

}  // namespace toruscope::reproduction
