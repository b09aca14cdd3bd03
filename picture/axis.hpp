// SPDX-License-Identifier: Apache-2.0
// An axis of a picture: where a value stands, and which values are written beside it.

#pragma once

#include <string>
#include <vector>

namespace toruscope::picture {

/// Quantity of an axis. Sizes and numbers of PEs have their ticks at powers of two, the others at
/// 1, 2 or 5 times a power of ten.
enum class Quantity { number, bytes, count, seconds };

/// Label such as "1 KiB", "16", "20 us", "0.5".
std::string label_of(double value, Quantity quantity);

class Axis {
 public:
  struct Tick {
    double value = 0;
    std::string label;  ///< empty: a line of the grid alone
  };

  /// `length` in pixels; `apart`: the least distance of two labels.
  Axis(Quantity quantity, bool is_logarithmic, double length, double apart);
  /// Widens the axis. Precondition: above 0 where it is logarithmic.
  void include(double value);
  /// Pixels from the begin of the axis.
  [[nodiscard]] double place(double value) const;
  [[nodiscard]] std::vector<Tick> ticks() const;

 private:
  [[nodiscard]] double scaled(double value) const;
  [[nodiscard]] double low() const;
  [[nodiscard]] double high() const;
  [[nodiscard]] double margin() const;
  [[nodiscard]] std::vector<Tick> logarithmic_ticks() const;
  [[nodiscard]] std::vector<Tick> even_ticks() const;

  Quantity quantity_;
  bool is_logarithmic_;
  double length_;
  double apart_;
  bool is_empty_ = true;
  double least_ = 0;
  double most_ = 0;
};

}  // namespace toruscope::picture
