! SPDX-License-Identifier: Apache-2.0
program units
  use mpi
  implicit none
  integer :: rank, ierr, ios, n, k, seed_size
  integer, allocatable :: seed(:)
  real(8) :: x
  real :: y
  character(20) :: line
  character(12) :: name
  integer, save :: own = 3
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  own = own + rank
  open(unit=10, file='in.txt', status='old', iostat=ios)
  do k = 1, 2
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    read(10, '(a)', iostat=ios) line
    print *, rank, 'line', k, trim(line), ios
  end do
  write(name, '(a,i1)') 'out', rank
  open(20, file=name)
  write(20, *) 'of rank', rank
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  write(20, *) 'again', rank
  close(20)
  write(*, '(a,i0)', advance='no') 'begun by ', rank
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  write(*, '(a,i0)') ', ended by ', rank
  call random_number(x)
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  call random_number(y)
  print '(i0,a,f8.5,f8.5)', rank, ' random ', x, y
  call random_seed(size=seed_size)
  allocate(seed(seed_size))
  seed = 42
  call random_seed(put=seed)
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  call random_number(x)
  print '(i0,a,f10.7)', rank, ' seeded ', x
  read(*, *, iostat=ios) n
  if (ios == 0) then
    print *, rank, 'read', n
  else
    print *, rank, 'nothing to read'
  end if
  write(0, *) 'error unit of', rank
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  call mpi_finalize(ierr)
  if (rank == 1) stop 4
end program
