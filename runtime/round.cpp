// SPDX-License-Identifier: Apache-2.0
// The thin layer between a PE program's rounds and its PE.

#include "runtime/in_library.hpp"
#include "runtime/pe/pe.hpp"

#include <toruscope/communicator.hpp>

#include <utility>

namespace toruscope {

using core::InLibrary;

Round::Round(Communicator& comm) : comm_(comm) {
  comm.check_owner("round");
  const InLibrary here(*comm.pe_);
  is_real_ = comm.pe_->calls().check("round") && comm.pe_->calls().begin();
  if (is_real_) comm.pe_->calls().begin_round();
  comm.pe_->leave_program();  // until the round is over
}

Round::~Round() {
  if (is_real_ && !is_described_) comm_.pe_->calls().cancel_round();
  comm_.pe_->enter_program();
}

void Round::send_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  if (is_real_) core::add_send(*comm_.pe_, comm_.place(), to, data, tag);
}

void Round::send_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  if (is_real_) core::add_send(*comm_.pe_, comm_.place(), to, std::move(data), tag);
}

void Round::recv_into(Rank from, detail::Destination into, Tag tag) {
  if (!is_real_) return;
  comm_.pe_->checks().partner("round", *comm_.group_, from, tag, true);
  comm_.pe_->calls().add_receive(comm_.place(), from, into, tag);
}

void Round::carry_out() {
  is_described_ = true;
  if (is_real_) comm_.pe_->calls().end_round();
}

void Communicator::sendrecv_bytes(Rank to, std::span<const std::byte> data, Rank from, detail::Destination into,
                                  Tag tag) {
  check_owner("round");
  const InLibrary here(*pe_);
  core::Calls& calls = pe_->calls();
  if (!core::is_call_usual(*pe_) && (!calls.check("round") || !calls.begin())) return;
  const core::Place here_in_group = place();
  pe_->checks().partner("round", *group_, to, tag, false);
  calls.exchange(here_in_group, to, checked_message(*pe_, *group_, to, data), from, into, tag,
                 [&] { pe_->checks().partner("round", *group_, from, tag, true); });
}

}  // namespace toruscope
