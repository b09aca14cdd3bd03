// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/view_facts.hpp"

namespace toruscope::cli {

ViewFacts view_facts(const Measurement& m, const Session& session) {
  ViewFacts facts;
  facts.operation = m.operation;
  facts.algorithm = m.algorithm;
  facts.command = session.command;
  const collectives::Operation* operation = operation_of(m);
  const bool moves_nothing = operation != nullptr && operation->traits.moves == Moves::nothing;
  if (m.knows_block && !m.operation.empty() && !moves_nothing)
    facts.block_bytes = static_cast<std::int64_t>(m.block_bytes);
  facts.predicted = m.predicted;
  facts.bound = m.bound;
  if (!m.failure) facts.verified = m.verified;
  return facts;
}

}  // namespace toruscope::cli
