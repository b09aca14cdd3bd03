// SPDX-License-Identifier: Apache-2.0
// Codes of errors, and handlers of a communicator.

#include "mpi/errors.hpp"

#include "mpi/state.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace toruscope::mpi {

namespace {

struct Meaning {
  const char* name;
  const char* text;
};
// By code, from 0 on; all that the library gives.
constexpr std::array kMeanings{
    Meaning{"MPI_SUCCESS", "no error"},
    Meaning{"MPI_ERR_BUFFER", "a wrong buffer"},
    Meaning{"MPI_ERR_COUNT", "a wrong count"},
    Meaning{"MPI_ERR_TYPE", "a wrong datatype"},
    Meaning{"MPI_ERR_TAG", "a wrong tag"},
    Meaning{"MPI_ERR_COMM", "a wrong communicator"},
    Meaning{"MPI_ERR_RANK", "a wrong rank"},
    Meaning{"MPI_ERR_REQUEST", "a wrong request"},
    Meaning{"MPI_ERR_ROOT", "a wrong root"},
    Meaning{"MPI_ERR_GROUP", "a wrong group"},
    Meaning{"MPI_ERR_OP", "a wrong operator"},
    Meaning{"MPI_ERR_TOPOLOGY", "a wrong topology"},
    Meaning{"MPI_ERR_DIMS", "wrong dimensions"},
    Meaning{"MPI_ERR_ARG", "a wrong argument"},
    Meaning{"MPI_ERR_UNKNOWN", "an unknown error"},
    Meaning{"MPI_ERR_TRUNCATE", "a message is longer than its buffer"},
    Meaning{"MPI_ERR_OTHER", "another error"},
    Meaning{"MPI_ERR_INTERN", "an error of the MPI library itself"},
    Meaning{"MPI_ERR_PENDING", "an operation that is under way"},
    Meaning{"MPI_ERR_IN_STATUS", "an error that a status tells"},
};

const Meaning* meaning(int code) {
  static constexpr Meaning kKeyval{"MPI_ERR_KEYVAL", "a wrong key of attributes"};
  static constexpr Meaning kInfo{"MPI_ERR_INFO", "a wrong info object"};
  static constexpr Meaning kNoMemory{"MPI_ERR_NO_MEM", "no memory is left"};
  static constexpr Meaning kHandler{"MPI_ERR_ERRHANDLER", "a wrong handler of errors"};
  if (code >= 0 && code < static_cast<int>(kMeanings.size())) return &kMeanings[static_cast<std::size_t>(code)];
  if (code == MPI_ERR_KEYVAL) return &kKeyval;
  if (code == MPI_ERR_INFO) return &kInfo;
  if (code == MPI_ERR_NO_MEM) return &kNoMemory;
  return code == MPI_ERR_ERRHANDLER ? &kHandler : nullptr;
}

/// The exception of a PE with a text, its number and its virtual time.
std::exception_ptr failure_of(const Rank& rank, const std::string& text) {
  try {
    rank.world->fail(text);
  } catch (...) {
    return std::current_exception();
  }
}

}  // namespace

const char* error_name(int code) {
  const Meaning* const known = meaning(code);
  return known == nullptr ? "unknown error" : known->name;
}

void refuse(int code, std::string text) {
  throw Failure{code, std::move(text)};
}

const std::exception_ptr* keep_exception() {
  return new std::exception_ptr(std::current_exception());
}

namespace {

std::optional<Failure> failure_in(const std::exception_ptr& why) {
  try {
    std::rethrow_exception(why);
  } catch (Failure& failure) {
    return std::move(failure);
  } catch (...) {
    return std::nullopt;
  }
}

/// The code of a failure whose communicator has a handler that goes on; nothing if the run ends.
std::optional<int> handled(const State* state, int code) {
  const Comm* const comm = state == nullptr           ? nullptr
                           : state->in_use != nullptr ? state->in_use
                                                      : state->world.get();
  const MPI_Errhandler handler = comm == nullptr ? MPI_ERRORS_ARE_FATAL : comm->handler;
  if (handler == MPI_ERRORS_RETURN) return code;
  const ErrorHandler* own = comm == nullptr ? nullptr : state->handlers.find(number_of(handler));
  if (own == nullptr) return std::nullopt;
  MPI_Comm named = handle_of<MPI_Comm>(comm->number);
  int told = code;
  own->function(&named, &told);
  return code;
}

}  // namespace

int answer(Rank& rank, const char* function, const std::exception_ptr* kept) {
  std::exception_ptr why = *kept;
  delete kept;
  if (std::optional<Failure> failure = failure_in(why)) {
    why = nullptr;
    if (const auto code = handled(rank.state.get(), failure->code)) return *code;
    why =
        failure_of(rank, std::string(function) + ": " + failure->text + " (" + error_name(failure->code) + ")");
  }
  leave(rank, rank.code, std::move(why));  // what ends here has nothing left to destroy
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

namespace {

/// The handler of a handle: a constant, or one that the program made.
MPI_Errhandler checked(State& state, MPI_Errhandler handler) {
  const bool is_constant =
      handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_RETURN || handler == MPI_ERRORS_ABORT;
  if (!is_constant && state.handlers.find(number_of(handler)) == nullptr)
    refuse(MPI_ERR_ARG, "there is no such handler of errors");
  return handler;
}

}  // namespace

extern "C" {

int MPI_Error_class(int code, int* error_class) {
  *error_class = code;
  return MPI_SUCCESS;
}

int MPI_Error_string(int code, char* text, int* length) {
  const Meaning* const known = meaning(code);
  const std::string words =
      known == nullptr ? "an unknown error" : std::string(known->name) + ": " + known->text;
  std::memcpy(text, words.c_str(), words.size() + 1);
  *length = static_cast<int>(words.size());
  return MPI_SUCCESS;
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* handler) {
  return call(__func__, [&](State& s) {
    *handler =
        handle_of<MPI_Errhandler>(s.handlers.add(std::make_shared<ErrorHandler>(ErrorHandler{function})));
  });
}
int MPI_Errhandler_create(MPI_Handler_function* function, MPI_Errhandler* handler) {
  return MPI_Comm_create_errhandler(function, handler);
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  return call(__func__, [&](State& s) { comm_of(s, comm).handler = checked(s, handler); });
}
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) {
  return MPI_Comm_set_errhandler(comm, handler);
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* handler) {
  return call(__func__, [&](State& s) { *handler = comm_of(s, comm).handler; });
}
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* handler) {
  return MPI_Comm_get_errhandler(comm, handler);
}

// A handler that a communicator still has goes on.
int MPI_Errhandler_free(MPI_Errhandler* handler) {
  return call(__func__, [&](State& s) {
    checked(s, *handler);
    *handler = MPI_ERRHANDLER_NULL;
  });
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int code) {
  const int answered = call(__func__, [&](State& s) {
    comm_of(s, comm);
    refuse(code, "the program called the handler of errors");
  });
  return answered == code ? static_cast<int>(MPI_SUCCESS) : answered;
}

}  // extern "C"
