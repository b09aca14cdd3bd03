// SPDX-License-Identifier: Apache-2.0
// Messages of PEs in Python: bytes of pickled objects, and buffers.

#include "python/extension/buffers.hpp"
#include "python/extension/calls.hpp"
#include "python/extension/module.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace toruscope::python {

namespace {

using Use = View::Use;
using Bytes = std::vector<std::byte>;

Bytes copy_of(const py::bytes& object) {
  const std::string_view text = object;
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

py::tuple tuple_of(const Received& got) {
  return py::make_tuple(got.source, got.tag, got.bytes);
}

/// A send or receive under way, with the memory that it owns meanwhile.
struct Operation {
  explicit Operation(const Communicator& of) : comm(of) {}

  Communicator comm;
  std::optional<View> into;  ///< of a receive into a buffer
  Bytes data;                ///< of a receive of an object
  bool is_object = false;
  Request request;  ///< last: ends before the memory
};

struct Left {
  std::thread::id owner;
  std::unique_ptr<Operation> operation;
};
/// Operations that Python gave up in another thread than that of their PE, where a request must not
/// end: the collector of cyclic garbage runs in any thread. Those left when the process ends stay.
std::vector<Left>& left() {
  static auto* const all = new std::vector<Left>;
  return *all;
}

/// An operation as Python holds it.
class Pending {
 public:
  explicit Pending(const Communicator& of) : operation_(std::make_unique<Operation>(of)) {}
  ~Pending() {
    if (operation_->request.is_pending() && std::this_thread::get_id() != owner_)
      left().push_back({owner_, std::move(operation_)});
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  Operation* operator->() { return operation_.get(); }
  const Operation* operator->() const { return operation_.get(); }

 private:
  std::thread::id owner_ = std::this_thread::get_id();
  std::unique_ptr<Operation> operation_;
};

/// (source, tag, bytes) of what was received, and the object's bytes or None.
py::tuple end_of(const Pending& pending, const Received& got) {
  return py::make_tuple(tuple_of(got), pending->is_object ? py::object(bytes_of(pending->data)) : py::none());
}

std::unique_ptr<Pending> isend(Communicator& comm, Rank to, py::handle data, Tag tag, bool is_synchronous) {
  const View view("Isend", data, Use::read);
  auto pending = std::make_unique<Pending>(comm);
  call([&] {
    (*pending)->request = is_synchronous ? comm.issend(to, view.in(), tag) : comm.isend(to, view.in(), tag);
  });
  return pending;
}

std::unique_ptr<Pending> isend_object(Communicator& comm, Rank to, const py::bytes& object, Tag tag) {
  auto pending = std::make_unique<Pending>(comm);
  call([&, data = copy_of(object)]() mutable { (*pending)->request = comm.isend(to, std::move(data), tag); });
  return pending;
}

std::unique_ptr<Pending> irecv(Communicator& comm, Rank from, py::handle into, Tag tag) {
  auto pending = std::make_unique<Pending>(comm);
  (*pending)->into.emplace("Irecv", into, Use::write);
  call([&] { (*pending)->request = comm.irecv(from, (*pending)->into->out(), tag); });
  return pending;
}

std::unique_ptr<Pending> irecv_object(Communicator& comm, Rank from, Tag tag) {
  auto pending = std::make_unique<Pending>(comm);
  (*pending)->is_object = true;
  call([&] { (*pending)->request = comm.iadopt(from, (*pending)->data, tag); });
  return pending;
}

py::tuple wait(Pending& pending) {
  return end_of(pending, call([&] { return pending->comm.wait(pending->request); }));
}

std::optional<py::tuple> test(Pending& pending) {
  const auto got = call([&] { return pending->comm.test(pending->request); });
  return got ? std::optional(end_of(pending, *got)) : std::nullopt;
}

/// Calls `function` with a vector of all requests, then returns each to its owner.
template <class F>
auto with_requests(const std::vector<Pending*>& all, const F& function) {
  std::vector<Request> requests;
  for (Pending* pending : all) requests.push_back(std::move((*pending)->request));
  struct Back {
    const std::vector<Pending*>& all;
    std::vector<Request>& requests;
    ~Back() {
      for (std::size_t i = 0; i < all.size(); ++i) (*all[i])->request = std::move(requests[i]);
    }
  } const back{all, requests};
  return call([&] { return function((*all.front())->comm, requests); });
}

/// (source, tag, bytes) and the object of each. `tells`: the former are asked for; they are 0 else.
py::list wait_all(const std::vector<Pending*>& all, bool tells) {
  std::vector<Received> got(all.size());
  if (!all.empty())
    with_requests(all, [&](Communicator& comm, std::vector<Request>& requests) {
      if (!tells) comm.wait_all(requests);
      for (bool is_over = !tells; !is_over;) {  // each tells what it has received
        std::vector<Received> some;
        const std::vector<std::size_t> over = comm.wait_some(requests, &some);
        for (std::size_t i = 0; i < over.size(); ++i) got[over[i]] = some[i];
        is_over = over.empty();
      }
      return true;
    });
  py::list ends;
  for (std::size_t i = 0; i < all.size(); ++i) ends.append(end_of(*all[i], got[i]));
  return ends;
}

/// What wait_all returns, if all are over; else none, and none is.
std::optional<py::list> test_all(const std::vector<Pending*>& all) {
  const bool are_over =
      all.empty() || with_requests(all, [](Communicator& comm, std::vector<Request>& requests) {
        return comm.test_all(requests);
      });
  if (!are_over) return std::nullopt;
  py::list ends;
  for (const Pending* pending : all) ends.append(end_of(*pending, {}));
  return ends;
}

py::tuple wait_any(const std::vector<Pending*>& all) {
  if (all.empty()) throw py::value_error("waitany: there is no request to wait for");
  Received got;
  const std::size_t which = with_requests(
      all, [&](Communicator& comm, std::vector<Request>& requests) { return comm.wait_any(requests, &got); });
  return py::make_tuple(which, end_of(*all[which], got));
}

void send(Communicator& comm, Rank to, py::handle data, Tag tag, bool is_synchronous) {
  const View view("Send", data, Use::read);
  call([&] { is_synchronous ? comm.ssend(to, view.in(), tag) : comm.send(to, view.in(), tag); });
}

void send_object(Communicator& comm, Rank to, const py::bytes& object, Tag tag) {
  call([&, data = copy_of(object)]() mutable { comm.send(to, std::move(data), tag); });
}

py::tuple recv(Communicator& comm, Rank from, py::handle into, Tag tag) {
  const View view("Recv", into, Use::write);
  return tuple_of(call([&] { return comm.recv(from, view.out(), tag); }));
}

py::tuple recv_object(Communicator& comm, Rank from, Tag tag) {
  Bytes data;
  const Received got = call([&] { return comm.adopt(from, data, tag); });
  return py::make_tuple(tuple_of(got), bytes_of(data));
}

void sendrecv(Communicator& comm, Rank to, py::handle out, Tag send_tag, Rank from, py::handle in,
              Tag recv_tag) {
  const View data("Sendrecv", out, Use::read);
  const View into("Sendrecv", in, Use::write);
  call([&] {
    comm.round([&](Round& round) {
      round.send(to, data.in(), send_tag);
      round.recv(from, into.out(), recv_tag);
    });
  });
}

py::bytes sendrecv_object(Communicator& comm, Rank to, const py::bytes& object, Tag send_tag, Rank from,
                          Tag recv_tag) {
  Bytes got;
  call([&, data = copy_of(object)]() mutable {
    comm.round([&](Round& round) {
      round.send(to, std::move(data), send_tag);
      round.adopt(from, got, recv_tag);
    });
  });
  return bytes_of(got);
}

std::optional<py::tuple> probe(Communicator& comm, Rank from, Tag tag) {
  const auto got = call([&] { return comm.probe(from, tag); });
  return got ? std::optional(tuple_of(*got)) : std::nullopt;
}

/// Waits until there is such a message.
py::tuple wait_for_message(Communicator& comm, Rank from, Tag tag) {
  constexpr Ticks kNever{std::numeric_limits<std::int64_t>::max()};
  for (;;)
    if (const auto got = call([&] { return comm.probe_until(from, kNever, tag); })) return tuple_of(*got);
}

}  // namespace

void end_left_requests() {
  const auto is_own = [](const Left& one) { return one.owner == std::this_thread::get_id(); };
  left().erase(std::remove_if(left().begin(), left().end(), is_own), left().end());
}

void define_requests(py::module_& module) {
  py::class_<Pending>(module, "Pending").def("wait", &wait).def("test", &test);
  module.def("wait_all", &wait_all).def("test_all", &test_all).def("wait_any", &wait_any);
}

void define_messages(CommunicatorClass& communicator) {
  communicator.def("send", &send)
      .def("send_object", &send_object)
      .def("recv", &recv)
      .def("recv_object", &recv_object)
      .def("sendrecv", &sendrecv)
      .def("sendrecv_object", &sendrecv_object)
      .def("isend", &isend)
      .def("isend_object", &isend_object)
      .def("irecv", &irecv)
      .def("irecv_object", &irecv_object)
      .def("probe", &probe)
      .def("wait_for_message", &wait_for_message);
}

}  // namespace toruscope::python
