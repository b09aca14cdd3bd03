// SPDX-License-Identifier: Apache-2.0

#include "calibration/fit.hpp"

#include "calibration/curve.hpp"
#include "calibration/least_squares.hpp"
#include "calibration/machine_text.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <set>

namespace toruscope::calibration {

namespace {

constexpr double kMore = 1 + 1e-6;  ///< a difference that no rounding makes

/// Parameters of the linear model.
enum Unknown : std::size_t {
  kSum,      ///< A
  kHop,      ///< th
  kByte,     ///< tw
  kStart,    ///< ts + tm
  kFloor,    ///< max(gap, tr)
  kSend,     ///< ts
  kReceive,  ///< tr
  kUnknowns
};

std::string first_place(const Reading& reading, Test test) {
  for (const Table& table : reading.tables)
    if (table.test == test) return fmt::format("{}:{}", core::escaped(table.file), table.line);
  return reading.tables.empty() ? "" : core::escaped(reading.tables.front().file);
}

Knowledge knowledge_of(double value, double half_width) {
  constexpr double kDetermined = 0.05;
  constexpr double kEstimated = 0.5;
  if (half_width <= kDetermined * value) return Knowledge::determined;
  return half_width <= kEstimated * value ? Knowledge::estimated : Knowledge::not_determined;
}

class Fitter {
 public:
  Fitter(const Reading& reading, const std::vector<Observation>& all) : reading_(reading), all_(all) {
    const auto has = [&](Test test) {
      return std::any_of(all.begin(), all.end(), [&](const Observation& o) { return o.test == test; });
    };
    if (has(Test::ping_pong) || has(Test::exchange))
      trip_ = has(Test::ping_pong) ? Test::ping_pong : Test::exchange;
    std::set<int> distances;
    for (const Observation& o : all)
      if (o.distance >= 0 && o.test == trip_) distances.insert(o.distance);
    tells_hops_ = distances.size() > 1;
    has_distances_ = tells_hops_;
    if (!distances.empty()) usual_distance_ = *distances.begin();
    for (const Observation& o : all)
      if (o.test == Test::window && !o.is_held_out) window_sizes_.insert(o.bytes);
  }

  Fit run() {
    check();
    choose();
    if (tells_hops_ && !is_known(kHop)) {  // as if no table had distances
      tells_hops_ = false;
      choose();
    }
    Fit fit;
    settle(fit);
    compare(fit, all_, usual_distance_);
    return fit;
  }

 private:
  void check() const {
    std::set<double> sizes;
    for (const Observation& o : all_)
      if (o.test == trip_ || o.test == Test::window) sizes.insert(o.bytes);
    const std::string place = first_place(reading_, trip_.value_or(Test::window));
    constexpr std::size_t kFewest = 3;
    if (sizes.empty())
      throw ConfigError(fmt::format(
          "{}: nothing to fit: a table of round trips (osu_latency, IMB PingPong, nccl-tests' sendrecv_perf) "
          "or of "
          "windows (osu_bw) is needed{}",
          place.empty() ? "calibrate" : place, reading_.notes.empty() ? "" : "; " + reading_.notes.front()));
    if (sizes.size() < kFewest)
      throw ConfigError(
          fmt::format("{}: messages of {} only: what a message and what a byte costs cannot be "
                      "separated by fewer than {} sizes",
                      place,
                      sizes.size() == 1 ? fmt::format("one size, {:.0f} bytes,", *sizes.begin())
                                        : fmt::format("{} sizes", sizes.size()),
                      kFewest));
    check_agreement();
  }

  /// A window takes no longer than as many messages one by one.
  void check_agreement() const {
    if (!trip_) return;
    std::map<double, double> trips;
    for (const Observation& o : all_)
      if (o.test == trip_) trips[o.bytes] = o.seconds;
    std::vector<double> ratios;
    for (const Observation& o : all_)
      if (const auto trip = trips.find(o.bytes); o.test == Test::window && o.count > 1 && trip != trips.end())
        ratios.push_back(o.seconds / (o.count + 1) / trip->second);
    constexpr double kMost = 3;  // a gap may be longer than a message's way
    if (!ratios.empty() && median(ratios) > kMost)
      throw ConfigError(
          fmt::format("{}: a message of a window takes {:.1f} times as long as one by itself in {}: the tables "
                      "contradict each other, "
                      "as those of two networks do",
                      first_place(reading_, Test::window), median(ratios), first_place(reading_, *trip_)));
  }

  /// Windows of the `flat` smallest sizes have the period of the floor.
  [[nodiscard]] std::vector<Equation> equations(std::size_t flat) const {
    const double flat_to =
        flat == 0 ? -1 : *std::next(window_sizes_.begin(), static_cast<std::ptrdiff_t>(flat - 1));
    std::vector<Equation> all;
    for (const Observation& o : all_) {
      if (o.is_held_out) continue;
      Equation e{.coefficients = std::vector<double>(kUnknowns, 0), .measured = o.seconds};
      const double hops = tells_hops_ ? std::max(o.distance, usual_distance_) : 0;
      if (o.test == trip_) {
        e.coefficients[kSum] = 1;
        e.coefficients[kHop] = o.distance >= 0 ? (tells_hops_ ? o.distance : 0) : hops;
        e.coefficients[kByte] = o.bytes;
      } else if (o.test == Test::window) {
        const double periods = trip_ ? o.count - 1 : o.count;
        const bool is_flat = o.bytes <= flat_to;
        e.coefficients[is_flat ? kFloor : kStart] = periods;
        if (!is_flat) e.coefficients[kByte] = periods * o.bytes;
        if (trip_) {
          e.coefficients[kSum] = 2;
          e.coefficients[kHop] = 2 * hops;
          e.coefficients[kByte] += o.bytes + o.answer;
        }
      } else if (o.test == Test::send) {
        e.coefficients[kSend] = 1;
      } else if (o.test == Test::receive) {
        e.coefficients[kReceive] = 1;
      } else {
        continue;
      }
      all.push_back(std::move(e));
    }
    return all;
  }

  /// Finds up to which size the windows' period is flat, by Bayes' information criterion.
  void choose() {
    constexpr double kFloorOfErrors = 1e-4;
    constexpr double kStrict = 1.5;
    constexpr double kTwoFigures = 2;  // the floor, and where it ends
    constexpr std::size_t kFewest = 3;
    double least = 0;
    for (std::size_t flat = 0; flat <= window_sizes_.size(); ++flat) {
      if (flat > 0 && flat < kFewest) continue;
      const std::vector<Equation> all = equations(flat);
      const Solution found = solve(all, kUnknowns);
      if (!is_consistent(found, flat)) continue;
      const auto n = static_cast<double>(all.size());
      const double says = 2 * n * std::log(found.mean_error + kFloorOfErrors) +
                          (flat > 0 ? kStrict * kTwoFigures * std::log(n) : 0);
      if (flat > 0 && says >= least) continue;
      least = says;
      flat_ = flat;
      found_ = found;
    }
  }

  /// The floor is above the line where it is used, and below it elsewhere.
  [[nodiscard]] bool is_consistent(const Solution& s, std::size_t flat) const {
    if (flat == 0 || flat == window_sizes_.size()) return true;
    const auto last = std::next(window_sizes_.begin(), static_cast<std::ptrdiff_t>(flat - 1));
    const double slack = 1 + s.scale;
    const auto line = [&](double bytes) { return s.values[kStart] + bytes * s.values[kByte]; };
    return s.values[kFloor] * slack >= line(*last) && s.values[kFloor] <= line(*std::next(last)) * slack;
  }

  [[nodiscard]] double value(Unknown u) const { return found_.values[u]; }
  [[nodiscard]] double width(Unknown u) const { return found_.half_widths[u]; }
  [[nodiscard]] bool is_known(Unknown u) const {
    return std::isfinite(width(u)) && knowledge_of(value(u), width(u)) != Knowledge::not_determined;
  }
  [[nodiscard]] static double together(double a, double b) { return std::sqrt(a * a + b * b); }

  void settle(Fit& fit) const;
  void settle_startup(Fit& fit) const;
  void settle_rest(Fit& fit) const;
  void add_excess(Fit& fit, double known) const;
  void settle_period(Fit& fit) const;
  static void add(Fit& fit, const char* name, double value, double half_width, bool is_claimed,
                  std::string says = {});

  const Reading& reading_;
  const std::vector<Observation>& all_;
  std::optional<Test> trip_;
  bool has_distances_ = false;  ///< several
  bool tells_hops_ = false;
  int usual_distance_ = 0;
  std::set<double> window_sizes_;
  std::size_t flat_ = 0;
  Solution found_;
};

void Fitter::add(Fit& fit, const char* name, double value, double half_width, bool is_claimed,
                 std::string says) {
  fit.settings.push_back({name, value, half_width,
                          is_claimed ? knowledge_of(value, half_width) : Knowledge::not_determined,
                          std::move(says)});
}

void Fitter::settle(Fit& fit) const {
  if (trip_ && !is_known(kSum) && !is_known(kByte))
    throw ConfigError(
        fmt::format("{}: noise of {:.0f} % is above the effect: neither what a message nor what a byte costs "
                    "can be determined from it",
                    first_place(reading_, *trip_), found_.scale * 100));
  settle_startup(fit);
  if (is_known(kByte)) fit.costs.tw = value(kByte);
  add(fit, "tw", fit.costs.tw, width(kByte), true,
      is_known(kByte) ? "" : "messages are too short, or too few; left out");
  if (tells_hops_) fit.costs.th = value(kHop);
  add(fit, "th", fit.costs.th, width(kHop), tells_hops_,
      tells_hops_ ? ""
                  : fmt::format("{}; left out, h th is a part of what latency or ts holds",
                                has_distances_ ? "noise hides it" : "needs several distances"));
  settle_rest(fit);
  settle_period(fit);
}

void Fitter::settle_startup(Fit& fit) const {
  FittedCosts& costs = fit.costs;
  const bool has_start = is_known(kStart);
  const bool has_send = is_known(kSend);
  const double of_rest = together(width(kSend), width(kStart));
  const bool is_contradicted = has_send && has_start && value(kSend) > kMore * value(kStart) + 2 * of_rest;
  if (is_contradicted)
    fit.remarks.push_back(fmt::format(
        "{}: a send keeps its PE {}, and by the windows of {} one begins each {}: these tables contradict each "
        "other; ts is that of the windows, and the sends fit nothing",
        first_place(reading_, Test::send), time_text(value(kSend), width(kSend)),
        first_place(reading_, Test::window), time_text(value(kStart), width(kStart))));
  if (has_send && !is_contradicted) {
    costs.ts = value(kSend);
    add(fit, "ts", costs.ts, width(kSend), true);
    const double rest = value(kStart) - costs.ts;
    const bool has_rest =
        has_start && rest > 1e-9 * costs.ts && knowledge_of(rest, of_rest) != Knowledge::not_determined;
    if (has_rest) costs.tm = rest;
    add(fit, "tm", costs.tm, has_start ? of_rest : 0, has_rest,
        has_rest ? "" : "small beside its interval; taken as 0");
    return;
  }
  if (has_start) {
    costs.ts = value(kStart);
    add(fit, "ts", costs.ts, width(kStart), true,
        is_contradicted ? "holds ts + tm: the table of sends contradicts the windows"
                        : "holds ts + tm: a table of what a send keeps its PE separates them");
  } else if (!window_sizes_.empty()) {
    const double most = flat_ > 0 ? value(kFloor) : value(kStart) + width(kStart);
    add(fit, "ts", 0, 0, false,
        fmt::format("{} hides it{}; left out", flat_ > 0 ? "what separates messages" : "their length",
                    std::isfinite(most) ? fmt::format(", ts + tm is at most {}", time_text(most, most)) : ""));
  } else if (is_known(kSum)) {
    costs.ts = value(kSum);
    add(fit, "ts", costs.ts, width(kSum), false,
        "holds ts + tr + tm + latency + h th by convention: round trips alone do not separate them; "
        "windows (osu_bw) determine ts");
  } else {
    add(fit, "ts", 0, 0, false, "messages are too long; left out");
  }
  add(fit, "tm", 0, 0, false, "no table separates it from ts; taken as 0");
}

void Fitter::settle_rest(Fit& fit) const {
  FittedCosts& costs = fit.costs;
  const bool has_receive = is_known(kReceive);
  if (has_receive) costs.tr = value(kReceive);
  add(fit, "tr", costs.tr, has_receive ? width(kReceive) : 0, has_receive,
      has_receive ? "" : "no table separates it from latency; taken as 0");
  const bool is_apart = !window_sizes_.empty() || is_known(kSend);
  if (!is_known(kSum)) {
    add(fit, "latency", 0, 0, false, "needs round trips of short messages; left out");
    return;
  }
  const double known = costs.ts + costs.tm + costs.tr;
  costs.latency = is_apart ? std::max(0.0, value(kSum) - known) : 0;
  if (costs.latency < 1e-9 * value(kSum)) costs.latency = 0;
  fit.sums.push_back({"ts + tr + tm + latency" + std::string(tells_hops_ ? "" : " + h th"), value(kSum),
                      width(kSum), knowledge_of(value(kSum), width(kSum))});
  double of_known = width(kSum);
  if (costs.ts > 0) of_known = together(of_known, is_known(kStart) ? width(kStart) : width(kSend));
  if (has_receive) of_known = together(of_known, width(kReceive));
  const bool is_claimed = is_apart && has_receive && costs.ts > 0;
  std::string says;
  if (is_apart && known > kMore * value(kSum) + 2 * of_known) {
    add_excess(fit, known);
    says = "taken as 0: ts + tm + tr is more than all that a message takes";
  } else if (is_apart && !is_claimed)
    says = fmt::format("holds {}latency{} by convention",
                       costs.ts > 0 ? (has_receive ? "" : "tr + ") : "ts + tm + tr + ",
                       tells_hops_ ? "" : " + h th");
  else if (!is_apart)
    says = "a part of what ts holds";
  else if (!tells_hops_)
    says = "holds latency + h th";
  add(fit, "latency", costs.latency, of_known, is_claimed, says);
  if (is_apart && costs.ts > 0 && !has_receive)
    fit.sums.push_back({"tr + latency" + std::string(tells_hops_ ? "" : " + h th"), costs.latency, of_known,
                        knowledge_of(costs.latency, of_known)});
}

/// Remarks that ts + tm + tr, as some tables determine them, exceed the time of a whole message.
void Fitter::add_excess(Fit& fit, double known) const {
  std::string places;
  for (const auto& [test, is_used] : {std::pair{Test::window, is_known(kStart)},
                                      std::pair{Test::send, is_known(kSend) && fit.costs.ts == value(kSend)},
                                      std::pair{Test::receive, is_known(kReceive)}})
    if (is_used) places += (places.empty() ? "" : ", ") + first_place(reading_, test);
  fit.remarks.push_back(
      fmt::format("{}: ts + tm + tr is {}, and by {} a message takes {} in all: these tables contradict each "
                  "other; latency is taken as 0",
                  places, time_text(known, 0.001 * known), first_place(reading_, *trip_),
                  time_text(value(kSum), 0.001 * value(kSum))));
}

void Fitter::settle_period(Fit& fit) const {
  FittedCosts& costs = fit.costs;
  if (flat_ == 0 || !is_known(kFloor)) {
    add(fit, "gap", 0, 0, false,
        window_sizes_.empty() ? "needs a table of windows; taken as 0"
                              : "at most ts + tm: messages follow each other as their startups do; taken as 0");
    return;
  }
  const bool has_receive = is_known(kReceive);
  const bool is_receive =
      has_receive && value(kFloor) <= value(kReceive) + together(width(kFloor), width(kReceive));
  costs.gap = is_receive ? 0 : value(kFloor);
  add(fit, "gap", costs.gap, width(kFloor), has_receive && !is_receive,
      is_receive    ? "at most tr, which is what messages follow each other by; taken as 0"
      : has_receive ? ""
                    : "holds the larger of gap and tr by convention");
  if (!has_receive)
    fit.sums.push_back(
        {"max(gap, tr)", value(kFloor), width(kFloor), knowledge_of(value(kFloor), width(kFloor))});
}

}  // namespace

const Figure& Fit::setting(const std::string& name) const {
  for (const Figure& figure : settings)
    if (figure.name == name) return figure;
  throw ConfigError("calibrate: no setting " + name);
}

Fit fit_line(const Reading& reading, const std::vector<Observation>& all) {
  return Fitter(reading, all).run();
}

Fit fit_machine(const Reading& reading, const Cluster& cluster) {
  const std::vector<Observation> all = observations_of(reading.tables);
  const Fit line = fit_line(reading, all);
  Fit fit = with_pieces(line, reading, all);
  add_remarks(fit, line, reading, cluster);
  return fit;
}

}  // namespace toruscope::calibration
