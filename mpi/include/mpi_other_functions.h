// SPDX-License-Identifier: Apache-2.0
// Functions of mpi.h: files, windows, processes that join a run, and what came after MPI 3.1. None of
// them is there: each links (libmpi_abi has all names), and when called ends the run with its name.

int TORUSCOPE_MPI(Accumulate)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op,
                              MPI_Win);
int TORUSCOPE_MPI(Add_error_class)(int*);
int TORUSCOPE_MPI(Add_error_code)(int, int*);
int TORUSCOPE_MPI(Add_error_string)(int, const char*);
MPI_Aint TORUSCOPE_MPI(Aint_add)(MPI_Aint, MPI_Aint);
MPI_Aint TORUSCOPE_MPI(Aint_diff)(MPI_Aint, MPI_Aint);
int TORUSCOPE_MPI(Allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                                  MPI_Request*);
int TORUSCOPE_MPI(Allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                                   MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Allreduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                                  MPI_Request*);
int TORUSCOPE_MPI(Alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                                 MPI_Request*);
int TORUSCOPE_MPI(Alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                  const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Alltoallw_init)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*,
                                  const int*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Barrier_init)(MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Bcast_init)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Cart_map)(MPI_Comm, int, const int*, const int*, int*);
int TORUSCOPE_MPI(Close_port)(const char*);
int TORUSCOPE_MPI(Comm_accept)(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*);
int TORUSCOPE_MPI(Comm_connect)(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*);
int TORUSCOPE_MPI(Comm_create_from_group)(MPI_Group, const char*, MPI_Info, MPI_Errhandler, MPI_Comm*);
int TORUSCOPE_MPI(Comm_disconnect)(MPI_Comm*);
int TORUSCOPE_MPI(Comm_get_parent)(MPI_Comm*);
int TORUSCOPE_MPI(Comm_idup)(MPI_Comm, MPI_Comm*, MPI_Request*);
int TORUSCOPE_MPI(Comm_idup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*, MPI_Request*);
int TORUSCOPE_MPI(Comm_join)(int, MPI_Comm*);
int TORUSCOPE_MPI(Comm_spawn)(const char*, char**, int, MPI_Info, int, MPI_Comm, MPI_Comm*, int*);
int TORUSCOPE_MPI(Comm_spawn_multiple)(int, char**, char***, const int*, const MPI_Info*, int, MPI_Comm,
                                       MPI_Comm*, int*);
int TORUSCOPE_MPI(Compare_and_swap)(const void*, const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Win);
int TORUSCOPE_MPI(Exscan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Fetch_and_op)(const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win);
MPI_Fint TORUSCOPE_MPI(File_c2f)(MPI_File);
int TORUSCOPE_MPI(File_call_errhandler)(MPI_File, int);
int TORUSCOPE_MPI(File_close)(MPI_File*);
int TORUSCOPE_MPI(File_create_errhandler)(MPI_File_errhandler_function*, MPI_Errhandler*);
int TORUSCOPE_MPI(File_delete)(const char*, MPI_Info);
MPI_File TORUSCOPE_MPI(File_f2c)(MPI_Fint);
int TORUSCOPE_MPI(File_get_amode)(MPI_File, int*);
int TORUSCOPE_MPI(File_get_atomicity)(MPI_File, int*);
int TORUSCOPE_MPI(File_get_byte_offset)(MPI_File, MPI_Offset, MPI_Offset*);
int TORUSCOPE_MPI(File_get_errhandler)(MPI_File, MPI_Errhandler*);
int TORUSCOPE_MPI(File_get_group)(MPI_File, MPI_Group*);
int TORUSCOPE_MPI(File_get_info)(MPI_File, MPI_Info*);
int TORUSCOPE_MPI(File_get_position)(MPI_File, MPI_Offset*);
int TORUSCOPE_MPI(File_get_position_shared)(MPI_File, MPI_Offset*);
int TORUSCOPE_MPI(File_get_size)(MPI_File, MPI_Offset*);
int TORUSCOPE_MPI(File_get_type_extent)(MPI_File, MPI_Datatype, MPI_Aint*);
int TORUSCOPE_MPI(File_get_view)(MPI_File, MPI_Offset*, MPI_Datatype*, MPI_Datatype*, char*);
int TORUSCOPE_MPI(File_iread)(MPI_File, void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iread_all)(MPI_File, void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iread_at)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iread_at_all)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iread_shared)(MPI_File, void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iwrite)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iwrite_all)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iwrite_at)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iwrite_at_all)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_iwrite_shared)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*);
int TORUSCOPE_MPI(File_open)(MPI_Comm, const char*, int, MPI_Info, MPI_File*);
int TORUSCOPE_MPI(File_preallocate)(MPI_File, MPI_Offset);
int TORUSCOPE_MPI(File_read)(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_read_all)(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_read_all_begin)(MPI_File, void*, int, MPI_Datatype);
int TORUSCOPE_MPI(File_read_all_end)(MPI_File, void*, MPI_Status*);
int TORUSCOPE_MPI(File_read_at)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_read_at_all)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_read_at_all_begin)(MPI_File, MPI_Offset, void*, int, MPI_Datatype);
int TORUSCOPE_MPI(File_read_at_all_end)(MPI_File, void*, MPI_Status*);
int TORUSCOPE_MPI(File_read_ordered)(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_read_ordered_begin)(MPI_File, void*, int, MPI_Datatype);
int TORUSCOPE_MPI(File_read_ordered_end)(MPI_File, void*, MPI_Status*);
int TORUSCOPE_MPI(File_read_shared)(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_seek)(MPI_File, MPI_Offset, int);
int TORUSCOPE_MPI(File_seek_shared)(MPI_File, MPI_Offset, int);
int TORUSCOPE_MPI(File_set_atomicity)(MPI_File, int);
int TORUSCOPE_MPI(File_set_errhandler)(MPI_File, MPI_Errhandler);
int TORUSCOPE_MPI(File_set_info)(MPI_File, MPI_Info);
int TORUSCOPE_MPI(File_set_size)(MPI_File, MPI_Offset);
int TORUSCOPE_MPI(File_set_view)(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char*, MPI_Info);
int TORUSCOPE_MPI(File_sync)(MPI_File);
int TORUSCOPE_MPI(File_write)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_write_all)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_write_all_begin)(MPI_File, const void*, int, MPI_Datatype);
int TORUSCOPE_MPI(File_write_all_end)(MPI_File, const void*, MPI_Status*);
int TORUSCOPE_MPI(File_write_at)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_write_at_all)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_write_at_all_begin)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype);
int TORUSCOPE_MPI(File_write_at_all_end)(MPI_File, const void*, MPI_Status*);
int TORUSCOPE_MPI(File_write_ordered)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(File_write_ordered_begin)(MPI_File, const void*, int, MPI_Datatype);
int TORUSCOPE_MPI(File_write_ordered_end)(MPI_File, const void*, MPI_Status*);
int TORUSCOPE_MPI(File_write_shared)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int TORUSCOPE_MPI(Gather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
                               MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Gatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                                int, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Get)(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int TORUSCOPE_MPI(Get_accumulate)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                                  MPI_Datatype, MPI_Op, MPI_Win);
int TORUSCOPE_MPI(Graph_create)(MPI_Comm, int, const int*, const int*, int, MPI_Comm*);
int TORUSCOPE_MPI(Graph_get)(MPI_Comm, int, int, int*, int*);
int TORUSCOPE_MPI(Graph_map)(MPI_Comm, int, const int*, const int*, int*);
int TORUSCOPE_MPI(Graph_neighbors)(MPI_Comm, int, int, int*);
int TORUSCOPE_MPI(Graph_neighbors_count)(MPI_Comm, int, int*);
int TORUSCOPE_MPI(Graphdims_get)(MPI_Comm, int*, int*);
int TORUSCOPE_MPI(Grequest_complete)(MPI_Request);
int TORUSCOPE_MPI(Grequest_start)(MPI_Grequest_query_function*, MPI_Grequest_free_function*,
                                  MPI_Grequest_cancel_function*, void*, MPI_Request*);
int TORUSCOPE_MPI(Group_from_session_pset)(MPI_Session, const char*, MPI_Group*);
int TORUSCOPE_MPI(Info_create_env)(int, char**, MPI_Info*);
int TORUSCOPE_MPI(Info_get_string)(MPI_Info, const char*, int*, char*, int*);
int TORUSCOPE_MPI(Intercomm_create_from_groups)(MPI_Group, int, MPI_Group, int, const char*, MPI_Info,
                                                MPI_Errhandler, MPI_Comm*);
int TORUSCOPE_MPI(Isendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int,
                             MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Isendrecv_replace)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Lookup_name)(const char*, MPI_Info, char*);
int TORUSCOPE_MPI(Neighbor_allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
                                           MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Neighbor_allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*,
                                            MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Neighbor_alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
                                          MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Neighbor_alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                           const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Neighbor_alltoallw_init)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*,
                                           const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info,
                                           MPI_Request*);
int TORUSCOPE_MPI(Open_port)(MPI_Info, char*);
int TORUSCOPE_MPI(Pack_external)(const char*, const void*, int, MPI_Datatype, void*, MPI_Aint, MPI_Aint*);
int TORUSCOPE_MPI(Pack_external_size)(const char*, int, MPI_Datatype, MPI_Aint*);
int TORUSCOPE_MPI(Parrived)(MPI_Request, int, int*);
int TORUSCOPE_MPI(Pready)(int, MPI_Request);
int TORUSCOPE_MPI(Pready_list)(int, const int*, MPI_Request);
int TORUSCOPE_MPI(Pready_range)(int, int, MPI_Request);
int TORUSCOPE_MPI(Precv_init)(void*, int, int, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Psend_init)(const void*, int, int, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Publish_name)(const char*, MPI_Info, const char*);
int TORUSCOPE_MPI(Put)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int TORUSCOPE_MPI(Raccumulate)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op,
                               MPI_Win, MPI_Request*);
int TORUSCOPE_MPI(Reduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info,
                               MPI_Request*);
int TORUSCOPE_MPI(Reduce_scatter_block_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                                             MPI_Request*);
int TORUSCOPE_MPI(Reduce_scatter_init)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                                       MPI_Request*);
int TORUSCOPE_MPI(Register_datarep)(const char*, MPI_Datarep_conversion_function*,
                                    MPI_Datarep_conversion_function*, MPI_Datarep_extent_function*, void*);
int TORUSCOPE_MPI(Rget)(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*);
int TORUSCOPE_MPI(Rget_accumulate)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                                   MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*);
int TORUSCOPE_MPI(Rput)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win,
                        MPI_Request*);
int TORUSCOPE_MPI(Scan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Scatter_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
                                MPI_Info, MPI_Request*);
int TORUSCOPE_MPI(Scatterv_init)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype,
                                 int, MPI_Comm, MPI_Info, MPI_Request*);
MPI_Fint TORUSCOPE_MPI(Session_c2f)(MPI_Session);
int TORUSCOPE_MPI(Session_call_errhandler)(MPI_Session, int);
int TORUSCOPE_MPI(Session_create_errhandler)(MPI_Session_errhandler_function*, MPI_Errhandler*);
MPI_Session TORUSCOPE_MPI(Session_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Session_finalize)(MPI_Session*);
int TORUSCOPE_MPI(Session_get_errhandler)(MPI_Session, MPI_Errhandler*);
int TORUSCOPE_MPI(Session_get_info)(MPI_Session, MPI_Info*);
int TORUSCOPE_MPI(Session_get_nth_pset)(MPI_Session, MPI_Info, int, int*, char*);
int TORUSCOPE_MPI(Session_get_num_psets)(MPI_Session, MPI_Info, int*);
int TORUSCOPE_MPI(Session_get_pset_info)(MPI_Session, const char*, MPI_Info*);
int TORUSCOPE_MPI(Session_init)(MPI_Info, MPI_Errhandler, MPI_Session*);
int TORUSCOPE_MPI(Session_set_errhandler)(MPI_Session, MPI_Errhandler);
int TORUSCOPE_MPI(Status_set_elements)(MPI_Status*, MPI_Datatype, int);
int TORUSCOPE_MPI(Status_set_elements_x)(MPI_Status*, MPI_Datatype, MPI_Count);
int TORUSCOPE_MPI(Type_create_darray)(int, int, int, const int*, const int*, const int*, const int*, int,
                                      MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_f90_complex)(int, int, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_f90_integer)(int, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_f90_real)(int, int, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_keyval)(MPI_Type_copy_attr_function*, MPI_Type_delete_attr_function*, int*,
                                      void*);
int TORUSCOPE_MPI(Type_delete_attr)(MPI_Datatype, int);
int TORUSCOPE_MPI(Type_free_keyval)(int*);
int TORUSCOPE_MPI(Type_get_attr)(MPI_Datatype, int, void*, int*);
int TORUSCOPE_MPI(Type_get_extent_x)(MPI_Datatype, MPI_Count*, MPI_Count*);
int TORUSCOPE_MPI(Type_get_true_extent_x)(MPI_Datatype, MPI_Count*, MPI_Count*);
int TORUSCOPE_MPI(Type_match_size)(int, int, MPI_Datatype*);
int TORUSCOPE_MPI(Type_set_attr)(MPI_Datatype, int, void*);
int TORUSCOPE_MPI(Unpack_external)(const char*, const void*, MPI_Aint, MPI_Aint*, void*, int, MPI_Datatype);
int TORUSCOPE_MPI(Unpublish_name)(const char*, MPI_Info, const char*);
int TORUSCOPE_MPI(Win_allocate)(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*);
int TORUSCOPE_MPI(Win_allocate_shared)(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*);
int TORUSCOPE_MPI(Win_attach)(MPI_Win, void*, MPI_Aint);
MPI_Fint TORUSCOPE_MPI(Win_c2f)(MPI_Win);
int TORUSCOPE_MPI(Win_call_errhandler)(MPI_Win, int);
int TORUSCOPE_MPI(Win_complete)(MPI_Win);
int TORUSCOPE_MPI(Win_create)(void*, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win*);
int TORUSCOPE_MPI(Win_create_dynamic)(MPI_Info, MPI_Comm, MPI_Win*);
int TORUSCOPE_MPI(Win_create_errhandler)(MPI_Win_errhandler_function*, MPI_Errhandler*);
int TORUSCOPE_MPI(Win_create_keyval)(MPI_Win_copy_attr_function*, MPI_Win_delete_attr_function*, int*, void*);
int TORUSCOPE_MPI(Win_delete_attr)(MPI_Win, int);
int TORUSCOPE_MPI(Win_detach)(MPI_Win, const void*);
MPI_Win TORUSCOPE_MPI(Win_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Win_fence)(int, MPI_Win);
int TORUSCOPE_MPI(Win_flush)(int, MPI_Win);
int TORUSCOPE_MPI(Win_flush_all)(MPI_Win);
int TORUSCOPE_MPI(Win_flush_local)(int, MPI_Win);
int TORUSCOPE_MPI(Win_flush_local_all)(MPI_Win);
int TORUSCOPE_MPI(Win_free)(MPI_Win*);
int TORUSCOPE_MPI(Win_free_keyval)(int*);
int TORUSCOPE_MPI(Win_get_attr)(MPI_Win, int, void*, int*);
int TORUSCOPE_MPI(Win_get_errhandler)(MPI_Win, MPI_Errhandler*);
int TORUSCOPE_MPI(Win_get_group)(MPI_Win, MPI_Group*);
int TORUSCOPE_MPI(Win_get_info)(MPI_Win, MPI_Info*);
int TORUSCOPE_MPI(Win_get_name)(MPI_Win, char*, int*);
int TORUSCOPE_MPI(Win_lock)(int, int, int, MPI_Win);
int TORUSCOPE_MPI(Win_lock_all)(int, MPI_Win);
int TORUSCOPE_MPI(Win_post)(MPI_Group, int, MPI_Win);
int TORUSCOPE_MPI(Win_set_attr)(MPI_Win, int, void*);
int TORUSCOPE_MPI(Win_set_errhandler)(MPI_Win, MPI_Errhandler);
int TORUSCOPE_MPI(Win_set_info)(MPI_Win, MPI_Info);
int TORUSCOPE_MPI(Win_set_name)(MPI_Win, const char*);
int TORUSCOPE_MPI(Win_shared_query)(MPI_Win, int, MPI_Aint*, int*, void*);
int TORUSCOPE_MPI(Win_start)(MPI_Group, int, MPI_Win);
int TORUSCOPE_MPI(Win_sync)(MPI_Win);
int TORUSCOPE_MPI(Win_test)(MPI_Win, int*);
int TORUSCOPE_MPI(Win_unlock)(int, MPI_Win);
int TORUSCOPE_MPI(Win_unlock_all)(MPI_Win);
int TORUSCOPE_MPI(Win_wait)(MPI_Win);
