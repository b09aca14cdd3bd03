// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/rows_document.hpp"

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

Json scaling_json(const Scaling& scaling) {
  const auto gain = scaling.speed_up();
  const auto per_pe = scaling.speed_up_per_pe();
  const auto cost = scaling.cost();
  Json json;
  json["serial_operations"] = scaling.serial_operations;
  json["serial_ticks"] = scaling.serial.count;
  json["speed_up"] = gain ? Json(*gain) : Json(nullptr);
  json["speed_up_per_pe"] = per_pe ? Json(*per_pe) : Json(nullptr);
  json["cost_ticks"] = cost ? Json(cost->count) : Json(nullptr);
  return json;
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
    if (session.options.scale) result["scaling"] = m.failure ? Json(nullptr) : scaling_json(scaling);
  }
  return json;
}

}  // namespace toruscope::cli
