// SPDX-License-Identifier: Apache-2.0

#include "tests/support/whole_report.hpp"

#include <ostream>
#include <sstream>

namespace toruscope::test {

std::string everything(const Report& r) {
  std::ostringstream out;
  const auto stamp = [&](const Stamp& s) -> std::ostream& {
    return out << s.time.count << " = " << to_string(s.account) << " ";
  };
  stamp(r.finish) << "\n";
  const Totals& t = r.totals;
  out << "totals " << t.messages << " " << t.bytes << " " << t.hops << " " << t.max_link_bytes << " "
      << t.link_conflicts << " " << t.port_conflicts << " " << t.port_wait.count << " " << t.link_wait.count
      << " " << t.partner_wait.count << "\n";
  for (const PeReport& pe : r.pes)
    stamp(pe.finish) << pe.messages_sent << " " << pe.bytes_sent << " " << pe.messages_received << " "
                     << pe.port_wait.count << " " << pe.link_wait.count << " " << pe.partner_wait.count << "\n";
  for (const LinkReport& l : r.links)
    out << "link " << l.from << ":" << l.port << "->" << l.to << " " << l.messages << " " << l.bytes << " "
        << l.channel_pushes << " " << l.wait.count << "\n";
  for (const PrintedLine& line : r.output)
    out << line.time.count << " " << line.rank << " " << line.text << "\n";
  for (const PathEvent& e : r.critical_path)
    out << to_string(e.kind) << " " << e.begin.count << " " << e.end.count << " " << e.pe << " " << e.peer
        << " " << e.bytes << " " << e.count << "\n";
  write_events(out, r);
  return out.str();
}

}  // namespace toruscope::test
