// SPDX-License-Identifier: Apache-2.0
// The worked examples: 16 x 16 PEs, a cycle of computation a bit; with and without pipelining.
//
// formula    (4) and (6) with the printed block
// measured   the virtual time of a run; number of PEs that end as modelled

#include "reproduce/pipeline/emulated.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr int kSide = 16;

struct Example {
  const char* machine;
  std::int64_t bits;
  std::int64_t block;
  const char* printed_whole;      ///< t; "" if it is not printed, nullptr if not asked
  const char* printed_pipelined;  ///< tp, or nullptr
};
/// The printed blocks first, then the best whole ones of formula (6).
constexpr Example kExamples[] = {
    {"DASH", 1024, 248, "2560", "2240"},        {"Monsoon", 1024, 144, "2240", "1628"},
    {"CM-5", 1024, 512, "", nullptr},           {"DASH", 2048, 351, nullptr, nullptr},
    {"Monsoon", 2048, 203, nullptr, nullptr},   {"J-machine", 2048, 182, nullptr, nullptr},
    {"DASH", 1024, 256, nullptr, nullptr},      {"Monsoon", 1024, 128, nullptr, nullptr},
    {"J-machine", 1000, 250, nullptr, nullptr}, {"J-machine", 1024, 128, nullptr, nullptr}};

/// Row that counts the PEs that end when the model says.
Row alike_row(const std::string& place, const std::string& subject, const std::vector<Sixteenths>& model,
              const std::vector<Sixteenths>& run) {
  int alike = 0;
  for (std::size_t pe = 0; pe < model.size(); ++pe) alike += model[pe] == run[pe] ? 1 : 0;
  return {.place = place,
          .subject = subject,
          .quantity = "PEs that end when it says",
          .formula = fmt::format("{}", kSide * kSide),
          .measured = fmt::format("{}", alike)};
}

/// Compares runs with equal blocks and policy `eager` with the model's closed form.
void compare_eager(const Runs& runs, const PipelineMachine& machine, const Example& example,
                   const std::string& subject, Reproduction& result) {
  const std::vector<Sixteenths> model =
      eager_finishing_times(machine, kSide, example.bits, example.bits / example.block);
  const std::vector<Sixteenths> run =
      emulated_times(runs, machine, kSide, example.bits, example.block, Overlap::eager);
  const std::string place = "the model's policy eager";
  result.rows.push_back(timed_row({.place = place, .subject = subject, .quantity = "cycles"}, latest(model),
                                  latest(model), latest(run), ""));
  result.rows.push_back(alike_row(place, subject, model, run));
}

void compare(const Runs& runs, const Example& example, Reproduction& result) {
  const PipelineMachine& machine = pipeline_machine(example.machine);
  const auto time = [&](Row row, std::int64_t block, Sixteenths formula, const char* printed) {
    const std::vector<Sixteenths> model = finishing_times(machine, kSide, example.bits, block);
    const std::vector<Sixteenths> run = emulated_times(runs, machine, kSide, example.bits, block);
    row = timed_row(std::move(row), formula, latest(model), latest(run),
                    erratum_of_blocks(example.bits, block, formula, latest(model)));
    if (printed != nullptr && *printed != '\0') row.printed = printed;
    result.rows.push_back(row);
    result.rows.push_back(alike_row("the model's recurrences", row.subject, model, run));
  };
  const std::string subject = fmt::format("{}, {} bits", example.machine, example.bits);
  if (example.printed_whole != nullptr)
    time({.place = "section 3, t", .subject = subject + " in one block", .quantity = "cycles"}, example.bits,
         unpipelined(machine, kSide, example.bits), example.printed_whole);
  const std::string in_blocks = fmt::format("{} in blocks of {}", subject, example.block);
  time({.place = "section 3, tp", .subject = in_blocks, .quantity = "cycles"}, example.block,
       pipelined(machine, kSide, example.bits, example.block), example.printed_pipelined);
  if (example.bits % example.block == 0) compare_eager(runs, machine, example, in_blocks, result);
}

/// Percent saved with this block, by the paper's formulas and by running.
void compare_gain(const Runs& runs, const char* name, std::int64_t bits, std::int64_t block,
                  const char* printed, const char* erratum, Reproduction& result) {
  const PipelineMachine& machine = pipeline_machine(name);
  const auto percent = [](Sixteenths whole, Sixteenths blocks) {
    return fmt::format("{:.1f}", 100.0 * static_cast<double>(whole - blocks) / static_cast<double>(whole));
  };
  Row row{.place = "section 3, gain",
          .subject = fmt::format("{}, {} bits in blocks of {}", name, bits, block),
          .quantity = "percent",
          .printed = *printed == '\0' ? std::nullopt : std::optional<std::string>(printed),
          .formula = percent(unpipelined(machine, kSide, bits), pipelined(machine, kSide, bits, block)),
          .measured = percent(latest(emulated_times(runs, machine, kSide, bits, bits)),
                              latest(emulated_times(runs, machine, kSide, bits, block)))};
  row.erratum = erratum;
  row.corrected = percent(latest(finishing_times(machine, kSide, bits, bits)),
                          latest(finishing_times(machine, kSide, bits, block)));
  result.rows.push_back(row);
}

Reproduction reproduce_examples(Runs& runs) {
  Reproduction result;
  for (const Example& example : kExamples) compare(runs, example, result);
  const auto with_printed_block = [&](const char* name, std::int64_t bits, const char* printed,
                                      const char* erratum) {
    compare_gain(runs, name, bits, printed_block(pipeline_machine(name), kSide, bits), printed, erratum,
                 result);
  };
  with_printed_block("DASH", 1024, "12.5", "pipeline-6-last");
  with_printed_block("Monsoon", 1024, "27.3", "pipeline-6-last");
  with_printed_block("DASH", 2048, "29", "pipeline-6-last");
  with_printed_block("Monsoon", 2048, "34", "pipeline-6-last");
  with_printed_block("J-machine", 2048, "30", "pipeline-30-percent");
  compare_gain(runs, "CM-5", 1024, 512, "", "", result);  // none is printed: blocks are a loss
  return result;
}

}  // namespace

Item pipeline_examples() {
  return {"pipeline-examples", kPipelinePaper, "section 3: DASH, Monsoon, CM-5, J-machine on 16 x 16 PEs",
          reproduce_examples};
}

}  // namespace toruscope::reproduce
