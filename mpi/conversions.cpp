// SPDX-License-Identifier: Apache-2.0
// Handles and statuses of C as those of Fortran, and back: they are the same numbers.

#include "mpi/handles.hpp"
#include "mpi/include/mpi.h"

#include <cstring>

using toruscope::mpi::handle_of;
using toruscope::mpi::number_of;

extern "C" {

#define TORUSCOPE_CONVERT(KIND)      \
  MPI_Fint KIND##_c2f(KIND handle) { \
    return number_of(handle);        \
  }                                  \
  KIND KIND##_f2c(MPI_Fint handle) { \
    return handle_of<KIND>(handle);  \
  }
TORUSCOPE_CONVERT(MPI_Comm)
TORUSCOPE_CONVERT(MPI_Errhandler)
TORUSCOPE_CONVERT(MPI_Group)
TORUSCOPE_CONVERT(MPI_Info)
TORUSCOPE_CONVERT(MPI_Op)
TORUSCOPE_CONVERT(MPI_Request)
#undef TORUSCOPE_CONVERT
MPI_Fint MPI_Type_c2f(MPI_Datatype type) {
  return number_of(type);
}
MPI_Datatype MPI_Type_f2c(MPI_Fint type) {
  return handle_of<MPI_Datatype>(type);
}

int MPI_Status_c2f(const MPI_Status* status, MPI_Fint* numbers) {
  std::memcpy(numbers, status, sizeof *status);
  return MPI_SUCCESS;
}
int MPI_Status_f2c(const MPI_Fint* numbers, MPI_Status* status) {
  std::memcpy(status, numbers, sizeof *status);
  return MPI_SUCCESS;
}

}  // extern "C"
