! SPDX-License-Identifier: Apache-2.0
! What Fortran has otherwise than C: constants that are addresses, indices from 1, arrays of handles, text, LOGICAL.
program stencil
  use mpi
  implicit none
  integer :: rank, ranks, ierr, left, right, grid, column, i, n, first, op, count, told, version
  integer :: requests(4), status(MPI_STATUS_SIZE), types(2), lengths(2), places(2), coordinates(1)
  integer(kind=MPI_ADDRESS_KIND) :: limit, lower, extent
  logical :: flag, wraps(1)
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=MPI_MAX_PROCESSOR_NAME) :: processor
  real(8) :: u(0:5), total, start, block(3, 2)
  real :: small(2)
  external :: add
  call MPI_Init(ierr)
  start = MPI_Wtime()
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  wraps = .false.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], wraps, .true., grid, ierr)
  call MPI_Comm_rank(grid, rank, ierr)
  call MPI_Cart_shift(grid, 0, 1, left, right, ierr)
  call MPI_Cart_get(grid, 1, lengths, wraps, coordinates, ierr)
  u = rank
  call MPI_Irecv(u(0), 1, MPI_DOUBLE_PRECISION, left, 1, grid, requests(1), ierr)
  call MPI_Irecv(u(5), 1, MPI_REAL8, right, 2, grid, requests(2), ierr)
  call MPI_Isend(u(4), 1, MPI_DOUBLE_PRECISION, right, 1, grid, requests(3), ierr)
  call MPI_Isend(u(1), 1, MPI_DOUBLE_PRECISION, left, 2, grid, requests(4), ierr)
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
  print '(a,i0,a,2f5.1,2l2,i3,l2)', 'rank ', rank, ': ', u(0), u(5), wraps, all(requests == MPI_REQUEST_NULL), &
    coordinates, left == MPI_PROC_NULL
  total = sum(u)
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, grid, ierr)
  small = [real(rank), 1.0]
  call MPI_Op_create(add, .true., op, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, small, 2, MPI_REAL, op, grid, ierr)
  call MPI_Op_free(op, ierr)
  print '(a,i0,a,3f7.1,l2)', 'rank ', rank, ': sums ', total, small, op == MPI_OP_NULL
  block = rank
  call MPI_Type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, column, ierr)
  call MPI_Type_commit(column, ierr)
  if (rank == 0) then
    requests(1:2) = MPI_REQUEST_NULL
    do i = 1, ranks - 1
      call MPI_Irecv(block(min(i, 3), 1), 1, column, i, i, grid, requests(2), ierr)
      call MPI_Waitany(2, requests, first, status, ierr)
      call MPI_Get_count(status, column, n, ierr)
      print '(a,4i3)', 'from', first, status(MPI_SOURCE), status(MPI_TAG), n
    end do
    print '(a,6f5.1)', 'block', block
  else
    call MPI_Ssend(block(1, 1), 1, column, 0, rank, grid, ierr)
  end if
  types = [MPI_DOUBLE_PRECISION, MPI_INTEGER]
  lengths = 1
  places = [0, 8]
  call MPI_Type_struct(2, lengths, places, types, op, ierr)
  call MPI_Type_get_extent(op, lower, extent, ierr)
  call MPI_Type_size(op, n, ierr)
  call MPI_Comm_set_name(grid, 'the grid', ierr)
  call MPI_Comm_get_name(grid, name, n, ierr)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, limit, flag, ierr)
  call MPI_Get_processor_name(processor, told, ierr)
  call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, grid, wraps(1), MPI_STATUS_IGNORE, ierr)
  call MPI_Get_version(version, count, ierr)
  if (rank == 0) print '(a,a,i3,2l2,a,l2,4i3)', trim(name), '|', n, flag, limit > 32767, trim(processor(:told)), wraps(1), &
    int(extent), version, count, merge(1, 0, MPI_Wtime() > start)
  call MPI_Finalize(ierr)
end program

subroutine add(in, inout, n, type)
  integer :: n, type
  real :: in(n), inout(n)
  inout = inout + in
end subroutine
