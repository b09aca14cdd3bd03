// SPDX-License-Identifier: Apache-2.0
// toruscope reproduce [ITEM | --all]: the papers' tables, figures and examples by formula and by
// running; without an item the list of them. With -o DIR a .txt and a .csv of each item and its
// pictures, each whole or not there at all.

#include "cli/execution/runs.hpp"
#include "cli/process/computer.hpp"
#include "cli/tables/document.hpp"
#include "reproduce/errata.hpp"
#include "reproduce/runs.hpp"
#include "reproduce/text.hpp"
#include "runtime/core/fold.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/files/output_place.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fmt/core.h>
#include <ostream>
#include <unistd.h>
#include <vector>

namespace toruscope::cli {

namespace fs = std::filesystem;
using namespace reproduce;

namespace {

/// A folder that is known to be writable before the work begins, and made when the first file is.
class ResultFolder {
 public:
  explicit ResultFolder(const std::string& path) : path_(path) {
    std::error_code error;
    if (path.empty()) refuse("\"\"", "the name is empty");
    const fs::file_status status = fs::status(path_, error);
    if (error && status.type() != fs::file_type::not_found) refuse(path, error.message());
    if (fs::exists(status) && !fs::is_directory(status)) refuse(path, "it is no folder");
    if (const fs::path file = core::file_behind(path_); !file.empty())
      path_ = file;  // a link's target may be made
    fs::path above = path_;
    if (!above.has_filename()) above = above.parent_path();
    const fs::path holder =
        fs::exists(status) ? path_ : (above.has_parent_path() ? above.parent_path() : fs::path("."));
    if (!fs::is_directory(holder, error)) refuse(path, "the folder above it does not exist");
    if (access(holder.c_str(), W_OK | X_OK) != 0) refuse(path, core::error_text(errno));
  }

  void write(const std::string& name, const std::string& text) const {
    std::error_code error;
    fs::create_directory(path_, error);
    if (!fs::is_directory(path_, error)) refuse(path_.string(), "it cannot be made");
    const std::string file = (path_ / name).string();
    FileOutput("-o " + name, file).write([&](std::ostream& out) { out << text; });
  }

 private:
  [[noreturn]] static void refuse(const std::string& path, const std::string& why) {
    throw ConfigError(fmt::format("reproduce: cannot write into {}: {}; give another folder", path, why));
  }

  fs::path path_;
};

/// A number where the text is a whole one.
Json value_json(const std::optional<std::string>& text) {
  if (!text) return nullptr;
  const auto number = core::read_number<std::int64_t>(*text);
  return number ? Json(*number) : Json(*text);
}

Json items_document() {
  Json json = document_head();
  json["results"] = Json::array();
  for (const Item& item : items())
    json["results"].push_back({{"item", item.name}, {"title", item.title}, {"paper", item.paper}});
  return json;
}

/// One object per row.
std::vector<Json> rows_json(const Item& item, const Reproduction& result) {
  std::vector<Json> all;
  for (const reproduce::Row& row : result.rows) {
    const Outcome is = outcome(row);
    Json json;
    json["item"] = item.name;
    json["place"] = row.place;
    json["subject"] = row.subject;
    json["quantity"] = row.quantity;
    json["printed"] = value_json(row.printed);
    json["formula"] = value_json(row.formula);
    json["measured"] = value_json(row.measured);
    json["verdict"] = is == Outcome::agrees ? "agrees" : is == Outcome::differs ? "differs" : "wrong";
    json["because"] = is == Outcome::agrees    ? Json(nullptr)
                      : is == Outcome::differs ? Json(erratum(row.erratum).reason)
                                               : Json(verdict(row));
    json["erratum"] = is == Outcome::differs ? Json(row.erratum) : Json(nullptr);
    all.push_back(std::move(json));
  }
  return all;
}

struct Done {
  const Item* item;
  Reproduction result;
};

ExitCode list_items(const Console& console) {
  console.result(console.is_table() ? items_text(console.bold_paint(), console.page())
                                    : text_of(items_document(), console));
  return ExitCode::ok;
}

std::vector<const Item*> items_asked(const CommandOptions& options) {
  if (options.subject && options.all_items)
    throw ConfigError(fmt::format("reproduce: {} and --all were given; give one of them", *options.subject));
  if (options.subject) return items_named(*options.subject);
  std::vector<const Item*> all;
  for (const Item& item : items()) all.push_back(&item);
  return all;
}

/// Bytes for the buffers of one run.
std::size_t buffers_allowed(const CommandOptions& options, const Settings& settings) {
  constexpr std::size_t kUsual = std::size_t{1} << 30U;
  const bool takes_all = options.large_items || options.memory;
  return takes_all ? settings.memory_limit : std::min(kUsual, settings.memory_limit);
}

Json rows_document(const std::vector<Done>& all) {
  Json json = document_head();
  json["results"] = Json::array();
  for (const Done& done : all)
    for (Json& row : rows_json(*done.item, done.result)) json["results"].push_back(std::move(row));
  return json;
}

void write_files(const ResultFolder& folder, const Done& done) {
  folder.write(
      done.item->name + ".txt",
      item_text(
          *done.item, done.result, [](const std::string& word, bool) { return word; }, core::kPageWidth));
  folder.write(done.item->name + ".csv", csv_text(rows_document({done})));
  for (const reproduce::Figure& figure : done.result.figures) folder.write(figure.name + ".svg", figure.svg);
}

}  // namespace

ExitCode reproduce_papers(const Session& session) {
  const CommandOptions& options = session.options;
  const Console console(options);
  if (!options.subject && !options.all_items) {
    if (options.folder) throw ConfigError("reproduce: -o needs an item or --all");
    if (options.large_items) throw ConfigError("reproduce: --large needs an item or --all");
    return list_items(console);
  }
  const std::vector<const Item*> asked = items_asked(options);
  const Settings settings = read_settings(session);
  const std::optional<ResultFolder> folder =
      options.folder ? std::optional<ResultFolder>(*options.folder) : std::nullopt;
  Runs runs(
      [&](const std::string& what, const std::function<void(const Execution&)>& work) {
        watched(what, settings, console, [&](const Execution& execution) { work(execution); });
        throw_if_interrupted("reproduce");
      },
      buffers_allowed(options, settings));

  std::vector<Done> all;
  for (const Item* item : asked) {
    all.push_back({item, item->reproduce(runs)});
    if (folder) write_files(*folder, all.back());
    // The counts are the result if there are files.
    if (asked.size() > 1 && !folder) console.say_lines(count_text(*item, all.back().result, console.page()));
  }
  const auto painted = [&](const std::string& word, bool is_good) {
    return is_good ? console.good(word) : console.bad(word);
  };
  std::string text;
  Tally tally;
  for (const Done& done : all) {
    tally.add(done.result);
    text += folder ? count_text(*done.item, done.result, console.page())
                   : item_text(*done.item, done.result, painted, console.page()) + "\n";
  }
  if (all.size() > 1) text += folded_text(tally.text() + "\n", console.page());
  if (console.is_table()) {
    console.result(text);
  } else {
    Json json = rows_document(all);
    Json host = host_json(session, HostReport{});
    for (const char* of_one_run : {"workers", "engine", "network"}) host.erase(of_one_run);
    json["host"] = host;
    console.result(text_of(json, console));
  }
  return tally.unexplained == 0 ? ExitCode::ok : ExitCode::wrong_result;
}

}  // namespace toruscope::cli
