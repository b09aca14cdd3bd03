# SPDX-License-Identifier: Apache-2.0
# mpif.h, made from mpi.h, and where there is gfortran the module `mpi`, both in FOLDER. Lines are right in fixed and in free form.
function(toruscope_make_fortran header folder)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(STRINGS ${header} lines
    REGEX "^(#define MPI_[A-Z0-9_]+ (\\(\\(MPI_[A-Za-z]+\\)0x|[0-9])|  MPI_[A-EG-Z][A-Z0-9_]+ = )")
  set(constants "")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "MPI_[A-Z0-9_]+" name "${line}")
    string(REGEX REPLACE "^.*[ )](-?[0-9][0-9a-fA-FxC]*)[),]*$" "\\1" value "${line}")
    math(EXPR value "${value}")
    if(name MATCHES "^MPI_MAX_")
      math(EXPR value "${value} - 1")  # no zero at the end
    endif()
    string(APPEND constants "      INTEGER, PARAMETER :: ${name}=${value}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/mpif.h @ONLY CONTENT "! SPDX-License-Identifier: Apache-2.0
! MPI for Fortran programs on an emulated machine. Made from mpi.h.
@constants@      INTEGER, PARAMETER :: MPI_STATUS_SIZE=8
      INTEGER, PARAMETER :: MPI_SOURCE=1, MPI_TAG=2, MPI_ERROR=3
      INTEGER, PARAMETER :: MPI_INTEGER_KIND=4, MPI_ADDRESS_KIND=8
      INTEGER, PARAMETER :: MPI_COUNT_KIND=8, MPI_OFFSET_KIND=8
      INTEGER MPI_BOTTOM, MPI_IN_PLACE
      INTEGER MPI_STATUS_IGNORE(8), MPI_STATUSES_IGNORE(8,1)
      COMMON /TORUSCOPE_MPI/ MPI_BOTTOM, MPI_IN_PLACE
      COMMON /TORUSCOPE_MPI/ MPI_STATUS_IGNORE
      COMMON /TORUSCOPE_MPI/ MPI_STATUSES_IGNORE
      INTEGER MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
      COMMON /TORUSCOPE_MPI/ MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
      SAVE /TORUSCOPE_MPI/
      DOUBLE PRECISION MPI_WTIME, MPI_WTICK
      EXTERNAL MPI_WTIME, MPI_WTICK
")
  file(CONFIGURE OUTPUT ${folder}/mpi.f90 CONTENT "module mpi\n  include 'mpif.h'\nend module\n")
  find_program(TORUSCOPE_FORTRAN_COMPILER gfortran)
  if(TORUSCOPE_FORTRAN_COMPILER)
    add_custom_command(OUTPUT ${folder}/mpi.mod COMMAND ${TORUSCOPE_FORTRAN_COMPILER} -fsyntax-only mpi.f90
      WORKING_DIRECTORY ${folder} DEPENDS ${folder}/mpi.f90 ${folder}/mpif.h)
    add_custom_target(toruscope_mpi_module DEPENDS ${folder}/mpi.mod)
    add_dependencies(toruscope_mpirun toruscope_mpi_module)
  endif()
endfunction()
