// SPDX-License-Identifier: Apache-2.0
// The plan of a trace as trace_event JSON: an object with "traceEvents", one event a line.
//
// Source  Google, "Trace Event Format"; Perfetto, "Visualizing external trace formats": JSON.

#include "perfetto/gzip.hpp"
#include "perfetto/microseconds.hpp"
#include "perfetto/plan.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/trace.hpp>

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

namespace toruscope {

namespace perfetto {

namespace {

using What = TraceEvent::What;
using Json = nlohmann::ordered_json;

constexpr int kNetworkProcess = 1;
constexpr int kLinksProcess = 2;
constexpr int kProgramThread = 1;

/// Texts of all users' programs and files may be in a trace: what is no UTF-8 is replaced.
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Writer {
 public:
  Writer(std::ostream& out, const TracePlan& plan)
      : out_(&out), plan_(&plan), report_(&plan.report()), microseconds_(plan.report().parameters) {
    // PE 3 is process 1003, or 10003: legible, and no other's number.
    while (first_process_ < report_->topology->pes()) first_process_ *= 10;
    number_threads();
  }

  void write(const ViewFacts& facts) {
    // Leaves out displayTimeUnit: some versions of Perfetto take it for the unit of ts.
    put("{{\"otherData\":{},\n\"traceEvents\":[\n", json_text(other_data(facts)));
    name_tracks();
    write_events();
    put("\n]}}\n");
    flush();
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    constexpr std::size_t kChunk = 1 << 16;
    if (text_.size() >= kChunk) flush();
  }
  void flush() {
    out_->write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }
  /// Writes what stands between the events.
  void next() { put("{}", std::exchange(is_first_, false) ? "" : ",\n"); }

  [[nodiscard]] int process_of(Rank pe) const { return first_process_ + pe; }
  [[nodiscard]] int process_of(const Track& track) const {
    return track.kind == Track::Kind::link ? kLinksProcess : process_of(track.owner);
  }

  [[nodiscard]] static int program_thread(int lane) { return kProgramThread + lane; }
  [[nodiscard]] static std::string name_of_program(int lane) {
    return lane == 0 ? "program" : lane == 1 ? "calls" : fmt::format("calls ({})", lane);
  }

  void number_threads() {
    int thread = kProgramThread;
    std::vector<int> of_pe(static_cast<std::size_t>(report_->topology->pes()),
                           program_thread(plan_->program_lanes() - 1));
    for (const Track& track : plan_->tracks()) {
      const bool is_link = track.kind == Track::Kind::link;
      // Perfetto takes a thread with the number of its process for the first of all.
      if (is_link && ++thread == kLinksProcess) ++thread;
      threads_.push_back(is_link ? thread : ++of_pe[static_cast<std::size_t>(track.owner)]);
    }
  }

  [[nodiscard]] std::string name_of(const Track& track) const {
    const Parameters& machine = report_->parameters;
    const std::string further = track.lane == 0 ? "" : fmt::format(" ({})", track.lane + 1);
    if (track.kind == Track::Kind::link)
      return fmt::format("{} -> {}, channel {}{}", track.owner, track.to, track.number, further);
    const std::string number = machine.ports.k > 1 ? fmt::format(" {}", track.number) : "";
    const char* const kind = machine.ports.rule == Ports::Rule::half ? "port"
                             : track.kind == Track::Kind::send_port  ? "send port"
                                                                     : "receive port";
    return kind + number + further;
  }

  void name(int process, const std::string& text, int index) {
    next();
    put(R"({{"ph":"M","pid":{},"tid":0,"name":"process_name","args":{{"name":{}}}}})", process,
        json_text(text));
    next();
    put(R"({{"ph":"M","pid":{},"tid":0,"name":"process_sort_index","args":{{"sort_index":{}}}}})", process,
        index);
  }
  void name(int process, int thread, const std::string& text) {
    next();
    put(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", process, thread, text);
    next();
    put(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})", process,
        thread, thread);
  }

  void name_tracks() {
    std::set<Rank> pes;
    std::set<std::pair<Rank, int>> programs;  // with the lane
    bool has_links = false;
    for (const Track& track : plan_->tracks()) {
      if (track.kind == Track::Kind::link)
        has_links = true;
      else
        pes.insert(track.owner);
    }
    for (const TraceEvent& e : plan_->events())
      if (const std::optional<Rank> pe = program_of(e)) programs.insert({*pe, e.lane});
    for (const auto& [pe, lane] : programs) pes.insert(pe);
    name(kNetworkProcess, "network " + report_->topology->name(), 0);
    if (has_links) name(kLinksProcess, "links", 1);
    for (const Rank pe : pes) name(process_of(pe), fmt::format("PE {}", pe), pe + 2);
    for (const auto& [pe, lane] : programs) name(process_of(pe), program_thread(lane), name_of_program(lane));
    for (std::size_t i = 0; i < plan_->tracks().size(); ++i)
      name(process_of(plan_->tracks()[i]), threads_[i], name_of(plan_->tracks()[i]));
  }

  /// The PE on whose program's track an event is.
  [[nodiscard]] std::optional<Rank> program_of(const TraceEvent& e) const {
    switch (e.what) {
      case What::call:
      case What::round:
        return report_->spans[e.row].pe;
      case What::compute:
      case What::synchronize:
        return report_->events[e.row].source;
      case What::take:
        return plan_->messages()[e.row].event->destination;
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] Json other_data(const ViewFacts& facts) const {
    const Parameters& machine = report_->parameters;
    Json json;
    json["schema"] = "toruscope-trace/1";
    json["version"] = TORUSCOPE_VERSION;
    json["command"] = facts.command;
    json["operation"] = facts.operation;
    json["algorithm"] = facts.algorithm;
    json["microsecond"] = microseconds_.meaning();
    json["T"] = core::time_text(report_->finish.time, machine);
    json["T_ticks"] = report_->finish.time.count;
    if (machine.tick.is_zero())
      json["ticks_per_step"] = machine.ticks_per_step;
    else
      json["femtoseconds_per_tick"] = machine.tick.value();
    json["topology"] = report_->topology->name();
    json["pes"] = report_->topology->pes();
    json["machine"] = machine.name;
    for (const core::Setting& setting : core::settings())
      if (const auto* rule = std::get_if<core::Choice>(&setting.held);
          rule != nullptr && setting.is_in_log && !rule->is_none(machine))
        json[setting.key()] = rule->text(machine);
    for (const core::NamedCost& cost : core::named_costs())
      if (!cost.is_left_out_at_0 || report_->costs.*cost.ticks != Ticks{})
        json[cost.symbol] = core::cost_text(machine.*cost.time, report_->costs.*cost.ticks, machine);
    json["messages"] = report_->totals.messages;
    json["hops"] = report_->totals.hops;
    if (report_->early_end) json["early_end"] = report_->early_end->reason;
    return json;
  }

  /// `head` has all but the length and what follows it.
  void put_head(const char* phase, int process, int thread, const char* category, Ticks at) {
    next();
    put(R"({{"ph":"{}","pid":{},"tid":{},"cat":"{}","ts":{})", phase, process, thread, category,
        microseconds_.text(at));
  }
  /// False of an end, which is then written. Not one event with a length: Perfetto rounds begin and
  /// length to nanoseconds separately, and slices that touch would overlap.
  bool begin_slice(int process, int thread, const char* category, const TraceEvent& e) {
    const bool begins = e.value == 1;
    put_head(begins ? "B" : "E", process, thread, category, e.at);
    if (!begins) put("}}");
    return begins;
  }

  void write_events() {
    bool is_to_tell = report_->early_end.has_value();
    for (const TraceEvent& e : plan_->events()) {
      if (is_to_tell && e.at > report_->finish.time) {
        write_early_end();
        is_to_tell = false;
      }
      write(e);
    }
    if (is_to_tell) write_early_end();
  }

  /// A mark across all tracks.
  void write_early_end() {
    put_head("i", kNetworkProcess, 0, "early_end", report_->finish.time);
    put(R"(,"s":"g","name":"the run ended early","args":{{"reason":{}}}}})",
        json_text(report_->early_end->reason));
  }

  void write(const TraceEvent& e) {
    switch (e.what) {
      case What::call:
        return write_call(e);
      case What::round:
        return write_round(e);
      case What::compute:
      case What::synchronize:
        return write_work(e);
      case What::take:
      case What::startup:
      case What::blocked:
      case What::transfer:
      case What::reception:
        return write_port(e);
      case What::hop:
        return write_hop(e);
      case What::arrow_begin:
      case What::arrow_step:
      case What::arrow_end:
        return write_arrow(e);
      case What::send_port_wait:
      case What::receive_port_wait:
      case What::mailbox_wait:
      case What::link_wait:
        return write_wait(e);
      case What::counter:
        return write_counter(e);
    }
  }

  void write_call(const TraceEvent& e) {
    const Span& s = report_->spans[e.row];
    if (!begin_slice(process_of(s.pe), program_thread(e.lane), "collective", e)) return;
    put(R"(,"name":{},"args":{{"algorithm":{},"communicator":{},"rank":{},"root":{},"bytes":{},"sequence":{}}}}})",
        json_text(s.operation), json_text(s.algorithm), s.communicator, s.rank, s.root, s.bytes, s.sequence);
  }

  void write_round(const TraceEvent& e) {
    const Span& s = report_->spans[e.row];
    if (!begin_slice(process_of(s.pe), program_thread(e.lane), "round", e)) return;
    put(R"(,"name":"round {}","args":{{"sequence":{}}}}})", s.index, s.sequence);
  }

  void write_work(const TraceEvent& e) {
    const char* const kind = e.what == What::compute ? "compute" : "synchronize";
    if (begin_slice(process_of(report_->events[e.row].source), kProgramThread, kind, e))
      put(R"(,"name":"{}"}})", kind);
  }

  void put_message(const Event& e) {
    put(R"("source":{},"destination":{},"sequence":{},"bytes":{},"tag":{})", e.source, e.destination,
        e.sequence, e.bytes, e.tag);
  }

  void write_port(const TraceEvent& e) {
    const TracedMessage& m = plan_->messages()[e.row];
    const bool receives = e.what == What::reception || e.what == What::take;
    const auto track = static_cast<std::size_t>(receives ? m.receive_track : m.send_track);
    if (!begin_slice(process_of(receives ? m.event->destination : m.event->source),
                     e.what == What::take ? kProgramThread : threads_[track], "message", e))
      return;
    if (e.what == What::startup) put(R"(,"name":"startup, to {}")", m.event->destination);
    if (e.what == What::blocked) put(R"(,"name":"wait for link, to {}")", m.event->destination);
    if (e.what == What::transfer) put(R"(,"name":"transfer to {}")", m.event->destination);
    if (e.what == What::reception) put(R"(,"name":"receive from {}")", m.event->source);
    if (e.what == What::take) put(R"(,"name":"take from {}")", m.event->source);
    put(R"(,"args":{{)");
    put_message(*m.event);
    put("}}}}");
  }

  void write_hop(const TraceEvent& e) {
    const TracedHop& h = plan_->hops()[e.row];
    const Event& message = *plan_->messages()[h.message].event;
    if (!begin_slice(kLinksProcess, threads_[static_cast<std::size_t>(h.track)], "hop", e)) return;
    put(R"(,"name":"message {} to {}","args":{{"index":{},)", message.source, message.destination,
        h.event->index);
    put_message(message);
    put("}}}}");
  }

  void write_arrow(const TraceEvent& e) {
    const bool is_step = e.what == What::arrow_step;
    const std::size_t row = is_step ? plan_->hops()[e.row].message : e.row;
    const TracedMessage& m = plan_->messages()[row];
    const int track = is_step                       ? plan_->hops()[e.row].track
                      : e.what == What::arrow_begin ? m.send_track
                                                    : m.receive_track;
    put_head(is_step                       ? "t"
             : e.what == What::arrow_begin ? "s"
                                           : "f",
             process_of(plan_->tracks()[static_cast<std::size_t>(track)]),
             threads_[static_cast<std::size_t>(track)], "message", e.at);
    put(R"(,"name":"message","id":{}{}}})", row + 1, e.what == What::arrow_begin ? "" : R"(,"bp":"e")");
  }

  void write_wait(const TraceEvent& e) {
    const bool is_link = e.what == What::link_wait;
    const Event& m = *plan_->messages()[is_link ? plan_->hops()[e.row].message : e.row].event;
    const Event* const hop = is_link ? plan_->hops()[e.row].event : nullptr;
    const bool is_sender = e.what == What::send_port_wait;
    const char* const kind = is_sender                           ? "wait for send port"
                             : e.what == What::receive_port_wait ? "wait for receive port"
                             : e.what == What::mailbox_wait      ? "in mailbox"
                                                                 : "wait for link";
    put_head(e.value == 1 ? "b" : "e",
             is_link ? kLinksProcess : process_of(is_sender ? m.source : m.destination), 0, "wait", e.at);
    // Number of each wait of a message; hops have their own range behind.
    const std::size_t messages = plan_->messages().size();
    const std::size_t id = is_link ? 3 * messages + e.row + 1
                                   : 3 * std::size_t{e.row} + static_cast<std::size_t>(e.what) -
                                         static_cast<std::size_t>(What::send_port_wait) + 1;
    put(R"(,"name":"{})", kind);
    if (is_link) put(" {} -> {}", hop->from, hop->to);
    put(R"(","id":{},"args":{{)", id);
    if (e.value == 1) put_message(m);
    put("}}}}");
  }

  void write_counter(const TraceEvent& e) {
    const TraceCounter& counter = plan_->counters()[e.row];
    put_head("C", kNetworkProcess, 0, "counter", e.at);
    put(R"(,"name":"{}","args":{{"{}":{}}}}})", counter.name, counter.unit, e.value);
  }

  std::ostream* out_;
  const TracePlan* plan_;
  const Report* report_;
  Microseconds microseconds_;
  int first_process_ = 1000;
  std::vector<int> threads_;  ///< threads of the tracks
  fmt::memory_buffer text_;
  bool is_first_ = true;
};

}  // namespace

void write_plan(std::ostream& out, const TracePlan& plan, const ViewFacts& facts) {
  Writer(out, plan).write(facts);
}

void write_plan_gzip(std::ostream& out, const TracePlan& plan, const ViewFacts& facts) {
  write_gzip(out, [&](std::ostream& plain) { write_plan(plain, plan, facts); });
}

}  // namespace perfetto

void write_trace(std::ostream& out, const Report& report, const TraceFilter& filter, const ViewFacts& facts) {
  const perfetto::TracePlan plan(report, filter);
  plan.check();
  perfetto::write_plan(out, plan, facts);
}

void write_trace_gzip(std::ostream& out, const Report& report, const TraceFilter& filter,
                      const ViewFacts& facts) {
  const perfetto::TracePlan plan(report, filter);
  plan.check();
  perfetto::write_plan_gzip(out, plan, facts);
}

}  // namespace toruscope
