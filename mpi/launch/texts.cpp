// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that keep a text or a place between calls, in the program of a rank:
// strtok, getopt, localtime and their kin.

#include "mpi/launch/process.hpp"
#include "mpi/launch/real_function.hpp"

#include <cstring>
#include <ctime>
#include <getopt.h>
#include <string>

namespace toruscope::mpi {

namespace {

int next_option(Process& process, const OptionWords::Question& question) {
  std::string told;
  OptionWords& options = process.options;
  const OptionPlaces& places = process.option_places;
  if (places.index != nullptr) options.index = *places.index;
  if (places.tells != nullptr) options.tells = *places.tells;
  const int found = options.next(question, told);
  if (places.index != nullptr) *places.index = options.index;
  if (places.option != nullptr) *places.option = options.option;
  if (places.argument != nullptr) *places.argument = options.argument;
  if (!told.empty()) process.output.write(Output::Stream::error, told);
  return found;
}

}  // namespace

#define TORUSCOPE_RANK() Process* const process = caller_rank(__builtin_return_address(0))

extern "C" {

char* strtok(char* text, const char* separators) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(strtok)(text, separators);
  return strtok_r(text, separators, &process->rest_of_tokens);
}

int getopt(int count, char* const* words, const char* letters) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(getopt)(count, words, letters);
  return next_option(*process, {count, words, letters});
}

int getopt_long(int count, char* const* words, const char* letters, const struct option* names,
                int* name_index) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(getopt_long)(count, words, letters, names, name_index);
  return next_option(*process, {count, words, letters, names, name_index});
}

int getopt_long_only(int count, char* const* words, const char* letters, const struct option* names,
                     int* name_index) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(getopt_long_only)(count, words, letters, names, name_index);
  return next_option(*process, {count, words, letters, names, name_index, true});
}

std::tm* localtime(const std::time_t* time) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(localtime)(time);
  return localtime_r(time, &process->broken_down_time);
}

std::tm* gmtime(const std::time_t* time) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(gmtime)(time);
  return gmtime_r(time, &process->broken_down_time);
}

char* asctime(const std::tm* time) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(asctime)(time);
  return asctime_r(time, process->time_text);
}

char* ctime(const std::time_t* time) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(ctime)(time);
  return ctime_r(time, process->time_text);
}

}  // extern "C"

}  // namespace toruscope::mpi
