// SPDX-License-Identifier: Apache-2.0
// The thin layer between a PE program's rounds and its PE.

#include "runtime/engine/pe_inline.hpp"
#include "runtime/in_library.hpp"

#include <toruscope/communicator.hpp>

#include <utility>

namespace toruscope {

using detail::InLibrary;

Round::Round(Communicator& comm) : comm_(comm) {
  comm.check_owner("round");
  const InLibrary here(*comm.pe_);
  is_real_ = comm.pe_->check("round");
  if (is_real_) comm.pe_->begin_round();
  comm.pe_->leave_program();  // until the round is over
}

Round::~Round() {
  if (is_real_ && !is_described_) comm_.pe_->cancel_round();
  comm_.pe_->enter_program();
}

void Round::send_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  if (!is_real_) return;
  comm_.pe_->check_partner("round", *comm_.group_, to, tag, false);
  comm_.pe_->check_way(*comm_.group_, to, data.size());
  comm_.pe_->round_send(comm_.place(), to, comm_.pe_->copy_of(data), tag);
}

void Round::send_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  if (!is_real_) return;
  comm_.pe_->check_partner("round", *comm_.group_, to, tag, false);
  comm_.pe_->check_way(*comm_.group_, to, data.bytes().size());
  comm_.pe_->round_send(comm_.place(), to, comm_.pe_->carrying(std::move(data)), tag);
}

void Round::recv_into(Rank from, detail::Destination into, Tag tag) {
  if (!is_real_) return;
  comm_.pe_->check_partner("round", *comm_.group_, from, tag, true);
  comm_.pe_->round_receive(comm_.place(), from, into, tag);
}

void Round::carry_out() {
  is_described_ = true;
  if (is_real_) comm_.pe_->end_round();
}

void Communicator::sendrecv_bytes(Rank to, std::span<const std::byte> data, Rank from, detail::Destination into,
                                  Tag tag) {
  check_owner("round");
  const InLibrary here(*pe_);
  if (pe_->check("round")) pe_->sendrecv(place(), to, data, from, into, tag);
}

}  // namespace toruscope
