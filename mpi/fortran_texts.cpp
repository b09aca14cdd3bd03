// SPDX-License-Identifier: Apache-2.0
// Fortran's names of functions with text: CHARACTER has its length behind all other arguments, and
// blanks at its end.

#include "mpi/fortran.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace toruscope::mpi {

namespace {

/// A text without the blanks around it.
std::string text_of(const char* text, std::size_t size) {
  std::string_view all(text, size);
  all.remove_prefix(std::min(all.find_first_not_of(' '), all.size()));
  return std::string(all.substr(0, all.find_last_not_of(' ') + 1));
}

void write_text(const char* found, char* text, std::size_t size) {
  const std::size_t length = std::min(std::strlen(found), size);
  std::memcpy(text, found, length);
  std::memset(text + length, ' ', size - length);
}

/// Calls a function that writes a text and its length.
template <class Function>
void tell_fortran(const Function& function, char* text, MPI_Fint* length, MPI_Fint* error, std::size_t size) {
  char found[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  *error = function(found, length);
  write_text(found, text, size);
  *length = std::min(*length, static_cast<MPI_Fint>(size));
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

void mpi_get_processor_name_(char* text, MPI_Fint* length, MPI_Fint* error, std::size_t size) {
  tell_fortran(&MPI_Get_processor_name, text, length, error, size);
}
void mpi_get_library_version_(char* text, MPI_Fint* length, MPI_Fint* error, std::size_t size) {
  tell_fortran(&MPI_Get_library_version, text, length, error, size);
}
void mpi_error_string_(const MPI_Fint* code, char* text, MPI_Fint* length, MPI_Fint* error, std::size_t size) {
  tell_fortran([&](char* found, int* n) { return MPI_Error_string(*code, found, n); }, text, length, error,
               size);
}
void mpi_comm_get_name_(const MPI_Fint* comm, char* text, MPI_Fint* length, MPI_Fint* error, std::size_t size) {
  tell_fortran([&](char* found, int* n) { return MPI_Comm_get_name(handle_of<MPI_Comm>(*comm), found, n); },
               text, length, error, size);
}
void mpi_type_get_name_(const MPI_Fint* type, char* text, MPI_Fint* length, MPI_Fint* error, std::size_t size) {
  tell_fortran([&](char* found, int* n) { return MPI_Type_get_name(handle_of<MPI_Datatype>(*type), found, n); },
               text, length, error, size);
}
void mpi_comm_set_name_(const MPI_Fint* comm, const char* text, MPI_Fint* error, std::size_t size) {
  *error = MPI_Comm_set_name(handle_of<MPI_Comm>(*comm), text_of(text, size).c_str());
}
void mpi_type_set_name_(const MPI_Fint* type, const char* text, MPI_Fint* error, std::size_t size) {
  *error = MPI_Type_set_name(handle_of<MPI_Datatype>(*type), text_of(text, size).c_str());
}

void mpi_info_set_(const MPI_Fint* info, const char* key, const char* value, MPI_Fint* error,
                   std::size_t key_size, std::size_t value_size) {
  *error = MPI_Info_set(handle_of<MPI_Info>(*info), text_of(key, key_size).c_str(),
                        text_of(value, value_size).c_str());
}
void mpi_info_get_(const MPI_Fint* info, const char* key, const MPI_Fint* length, char* value, MPI_Fint* flag,
                   MPI_Fint* error, std::size_t key_size, std::size_t value_size) {
  char found[MPI_MAX_INFO_VAL + 1] = "";
  *error = MPI_Info_get(handle_of<MPI_Info>(*info), text_of(key, key_size).c_str(),
                        std::min(*length, MPI_MAX_INFO_VAL), found, flag);
  if (*flag != 0) write_text(found, value, value_size);
}
void mpi_info_get_valuelen_(const MPI_Fint* info, const char* key, MPI_Fint* length, MPI_Fint* flag,
                            MPI_Fint* error, std::size_t size) {
  *error = MPI_Info_get_valuelen(handle_of<MPI_Info>(*info), text_of(key, size).c_str(), length, flag);
}
void mpi_info_get_nthkey_(const MPI_Fint* info, const MPI_Fint* n, char* key, MPI_Fint* error,
                          std::size_t size) {
  char found[MPI_MAX_INFO_KEY] = "";
  *error = MPI_Info_get_nthkey(handle_of<MPI_Info>(*info), *n, found);
  write_text(found, key, size);
}
void mpi_info_delete_(const MPI_Fint* info, const char* key, MPI_Fint* error, std::size_t size) {
  *error = MPI_Info_delete(handle_of<MPI_Info>(*info), text_of(key, size).c_str());
}

}  // extern "C"
