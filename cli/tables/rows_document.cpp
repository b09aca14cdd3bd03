// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/rows_document.hpp"

#include "cli/runs/figures.hpp"
#include "view/figures_json.hpp"

#include <utility>

namespace toruscope::cli {

Json sweep_json(const SweptValues& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = value;
  return json;
}

void add_refused_sizes(Json& document, const std::vector<RefusedSize>& sizes) {
  if (sizes.empty()) return;
  Json refused = Json::array();
  for (const RefusedSize& size : sizes) {
    Json& json = refused.emplace_back(Json{{"pes", size.pes}, {"reason", size.reason}});
    if (!size.swept.empty()) json["sweep"] = sweep_json(size.swept);
  }
  add_before_host(document, "refused_sizes", std::move(refused));
}

Json rows_document(const Session& session, const Settings& settings, const std::vector<Row>& rows,
                   bool machines_differ) {
  std::vector<Measurement> measured;
  measured.reserve(rows.size());
  for (const Row& row : rows) measured.push_back(row.measurement);
  Json json = run_document(session, settings, measured, rows.front().inputs);
  if (machines_differ) json.erase("machine");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Json& result = json["results"][i];
    const auto& [m, scaling, inputs, swept] = rows[i];
    if (!swept.empty()) result["sweep"] = sweep_json(swept);
    if (machines_differ)
      result["machine"] = machine_json(m.report.parameters, m.report.costs, m.report.topology.get());
    if (session.options.scale)
      result["scaling"] =
          m.failure ? Json(nullptr) : view::figures_json(scaling_figures(), scaling, core::kInDocument);
  }
  return json;
}

}  // namespace toruscope::cli
