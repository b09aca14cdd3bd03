// SPDX-License-Identifier: Apache-2.0
// Functions of mpi.h: messages, collective operations, communicators, types, the process. Included
// twice, for each function has two names, MPI_Send and PMPI_Send.

int TORUSCOPE_MPI(Abort)(MPI_Comm, int);
int TORUSCOPE_MPI(Address)(void*, MPI_Aint*);
int TORUSCOPE_MPI(Allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                              MPI_Comm);
int TORUSCOPE_MPI(Alloc_mem)(MPI_Aint, MPI_Info, void*);
int TORUSCOPE_MPI(Allreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int TORUSCOPE_MPI(Alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                             MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Alltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*,
                             const int*, const MPI_Datatype*, MPI_Comm);
int TORUSCOPE_MPI(Attr_delete)(MPI_Comm, int);
int TORUSCOPE_MPI(Attr_get)(MPI_Comm, int, void*, int*);
int TORUSCOPE_MPI(Attr_put)(MPI_Comm, int, void*);
int TORUSCOPE_MPI(Barrier)(MPI_Comm);
int TORUSCOPE_MPI(Bcast)(void*, int, MPI_Datatype, int, MPI_Comm);
int TORUSCOPE_MPI(Bsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int TORUSCOPE_MPI(Bsend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Buffer_attach)(void*, int);
int TORUSCOPE_MPI(Buffer_detach)(void*, int*);
int TORUSCOPE_MPI(Cancel)(MPI_Request*);
int TORUSCOPE_MPI(Cart_coords)(MPI_Comm, int, int, int*);
int TORUSCOPE_MPI(Cart_create)(MPI_Comm, int, const int*, const int*, int, MPI_Comm*);
int TORUSCOPE_MPI(Cart_get)(MPI_Comm, int, int*, int*, int*);
int TORUSCOPE_MPI(Cart_rank)(MPI_Comm, const int*, int*);
int TORUSCOPE_MPI(Cart_shift)(MPI_Comm, int, int, int*, int*);
int TORUSCOPE_MPI(Cart_sub)(MPI_Comm, const int*, MPI_Comm*);
int TORUSCOPE_MPI(Cartdim_get)(MPI_Comm, int*);
MPI_Fint TORUSCOPE_MPI(Comm_c2f)(MPI_Comm);
int TORUSCOPE_MPI(Comm_call_errhandler)(MPI_Comm, int);
int TORUSCOPE_MPI(Comm_compare)(MPI_Comm, MPI_Comm, int*);
int TORUSCOPE_MPI(Comm_create)(MPI_Comm, MPI_Group, MPI_Comm*);
int TORUSCOPE_MPI(Comm_create_errhandler)(MPI_Comm_errhandler_function*, MPI_Errhandler*);
int TORUSCOPE_MPI(Comm_create_group)(MPI_Comm, MPI_Group, int, MPI_Comm*);
int TORUSCOPE_MPI(Comm_create_keyval)(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*,
                                      void*);
int TORUSCOPE_MPI(Comm_delete_attr)(MPI_Comm, int);
int TORUSCOPE_MPI(Comm_dup)(MPI_Comm, MPI_Comm*);
int TORUSCOPE_MPI(Comm_dup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*);
MPI_Comm TORUSCOPE_MPI(Comm_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Comm_free)(MPI_Comm*);
int TORUSCOPE_MPI(Comm_free_keyval)(int*);
int TORUSCOPE_MPI(Comm_get_attr)(MPI_Comm, int, void*, int*);
int TORUSCOPE_MPI(Comm_get_errhandler)(MPI_Comm, MPI_Errhandler*);
int TORUSCOPE_MPI(Comm_get_info)(MPI_Comm, MPI_Info*);
int TORUSCOPE_MPI(Comm_get_name)(MPI_Comm, char*, int*);
int TORUSCOPE_MPI(Comm_group)(MPI_Comm, MPI_Group*);
int TORUSCOPE_MPI(Comm_rank)(MPI_Comm, int*);
int TORUSCOPE_MPI(Comm_remote_group)(MPI_Comm, MPI_Group*);
int TORUSCOPE_MPI(Comm_remote_size)(MPI_Comm, int*);
int TORUSCOPE_MPI(Comm_set_attr)(MPI_Comm, int, void*);
int TORUSCOPE_MPI(Comm_set_errhandler)(MPI_Comm, MPI_Errhandler);
int TORUSCOPE_MPI(Comm_set_info)(MPI_Comm, MPI_Info);
int TORUSCOPE_MPI(Comm_set_name)(MPI_Comm, const char*);
int TORUSCOPE_MPI(Comm_size)(MPI_Comm, int*);
int TORUSCOPE_MPI(Comm_split)(MPI_Comm, int, int, MPI_Comm*);
int TORUSCOPE_MPI(Comm_split_type)(MPI_Comm, int, int, MPI_Info, MPI_Comm*);
int TORUSCOPE_MPI(Comm_test_inter)(MPI_Comm, int*);
int TORUSCOPE_MPI(Dims_create)(int, int, int*);
int TORUSCOPE_MPI(Dist_graph_create)(MPI_Comm, int, const int*, const int*, const int*, const int*, MPI_Info,
                                     int, MPI_Comm*);
int TORUSCOPE_MPI(Dist_graph_create_adjacent)(MPI_Comm, int, const int*, const int*, int, const int*,
                                              const int*, MPI_Info, int, MPI_Comm*);
int TORUSCOPE_MPI(Dist_graph_neighbors)(MPI_Comm, int, int*, int*, int, int*, int*);
int TORUSCOPE_MPI(Dist_graph_neighbors_count)(MPI_Comm, int*, int*, int*);
MPI_Fint TORUSCOPE_MPI(Errhandler_c2f)(MPI_Errhandler);
int TORUSCOPE_MPI(Errhandler_create)(MPI_Handler_function*, MPI_Errhandler*);
MPI_Errhandler TORUSCOPE_MPI(Errhandler_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Errhandler_free)(MPI_Errhandler*);
int TORUSCOPE_MPI(Errhandler_get)(MPI_Comm, MPI_Errhandler*);
int TORUSCOPE_MPI(Errhandler_set)(MPI_Comm, MPI_Errhandler);
int TORUSCOPE_MPI(Error_class)(int, int*);
int TORUSCOPE_MPI(Error_string)(int, char*, int*);
int TORUSCOPE_MPI(Exscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int TORUSCOPE_MPI(Finalize)(void);
int TORUSCOPE_MPI(Finalized)(int*);
int TORUSCOPE_MPI(Free_mem)(void*);
int TORUSCOPE_MPI(Gather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int TORUSCOPE_MPI(Gatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int,
                           MPI_Comm);
int TORUSCOPE_MPI(Get_address)(const void*, MPI_Aint*);
int TORUSCOPE_MPI(Get_count)(const MPI_Status*, MPI_Datatype, int*);
int TORUSCOPE_MPI(Get_elements)(const MPI_Status*, MPI_Datatype, int*);
int TORUSCOPE_MPI(Get_elements_x)(const MPI_Status*, MPI_Datatype, MPI_Count*);
int TORUSCOPE_MPI(Get_library_version)(char*, int*);
int TORUSCOPE_MPI(Get_processor_name)(char*, int*);
int TORUSCOPE_MPI(Get_version)(int*, int*);
MPI_Fint TORUSCOPE_MPI(Group_c2f)(MPI_Group);
int TORUSCOPE_MPI(Group_compare)(MPI_Group, MPI_Group, int*);
int TORUSCOPE_MPI(Group_difference)(MPI_Group, MPI_Group, MPI_Group*);
int TORUSCOPE_MPI(Group_excl)(MPI_Group, int, const int*, MPI_Group*);
MPI_Group TORUSCOPE_MPI(Group_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Group_free)(MPI_Group*);
int TORUSCOPE_MPI(Group_incl)(MPI_Group, int, const int*, MPI_Group*);
int TORUSCOPE_MPI(Group_intersection)(MPI_Group, MPI_Group, MPI_Group*);
int TORUSCOPE_MPI(Group_range_excl)(MPI_Group, int, int (*)[3], MPI_Group*);
int TORUSCOPE_MPI(Group_range_incl)(MPI_Group, int, int (*)[3], MPI_Group*);
int TORUSCOPE_MPI(Group_rank)(MPI_Group, int*);
int TORUSCOPE_MPI(Group_size)(MPI_Group, int*);
int TORUSCOPE_MPI(Group_translate_ranks)(MPI_Group, int, const int*, MPI_Group, int*);
int TORUSCOPE_MPI(Group_union)(MPI_Group, MPI_Group, MPI_Group*);
int TORUSCOPE_MPI(Iallgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Iallgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                               MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Iallreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ialltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ialltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                              MPI_Datatype, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ialltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*,
                              const int*, const MPI_Datatype*, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ibarrier)(MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ibcast)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ibsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Iexscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Igather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
                           MPI_Request*);
int TORUSCOPE_MPI(Igatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int,
                            MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Improbe)(int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*);
int TORUSCOPE_MPI(Imrecv)(void*, int, MPI_Datatype, MPI_Message*, MPI_Request*);
int TORUSCOPE_MPI(Ineighbor_allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
                                       MPI_Request*);
int TORUSCOPE_MPI(Ineighbor_allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*,
                                        MPI_Datatype, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ineighbor_alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
                                      MPI_Request*);
int TORUSCOPE_MPI(Ineighbor_alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                       const int*, MPI_Datatype, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ineighbor_alltoallw)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*,
                                       const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm,
                                       MPI_Request*);
MPI_Fint TORUSCOPE_MPI(Info_c2f)(MPI_Info);
int TORUSCOPE_MPI(Info_create)(MPI_Info*);
int TORUSCOPE_MPI(Info_delete)(MPI_Info, const char*);
int TORUSCOPE_MPI(Info_dup)(MPI_Info, MPI_Info*);
MPI_Info TORUSCOPE_MPI(Info_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Info_free)(MPI_Info*);
int TORUSCOPE_MPI(Info_get)(MPI_Info, const char*, int, char*, int*);
int TORUSCOPE_MPI(Info_get_nkeys)(MPI_Info, int*);
int TORUSCOPE_MPI(Info_get_nthkey)(MPI_Info, int, char*);
int TORUSCOPE_MPI(Info_get_valuelen)(MPI_Info, const char*, int*, int*);
int TORUSCOPE_MPI(Info_set)(MPI_Info, const char*, const char*);
int TORUSCOPE_MPI(Init)(int*, char***);
int TORUSCOPE_MPI(Init_thread)(int*, char***, int, int*);
int TORUSCOPE_MPI(Initialized)(int*);
int TORUSCOPE_MPI(Intercomm_create)(MPI_Comm, int, MPI_Comm, int, int, MPI_Comm*);
int TORUSCOPE_MPI(Intercomm_merge)(MPI_Comm, int, MPI_Comm*);
int TORUSCOPE_MPI(Iprobe)(int, int, MPI_Comm, int*, MPI_Status*);
int TORUSCOPE_MPI(Irecv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ireduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Ireduce_scatter)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm,
                                   MPI_Request*);
int TORUSCOPE_MPI(Ireduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Irsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Is_thread_main)(int*);
int TORUSCOPE_MPI(Iscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Iscatter)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
                            MPI_Request*);
int TORUSCOPE_MPI(Iscatterv)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int,
                             MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Issend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Keyval_create)(MPI_Copy_function*, MPI_Delete_function*, int*, void*);
int TORUSCOPE_MPI(Keyval_free)(int*);
MPI_Fint TORUSCOPE_MPI(Message_c2f)(MPI_Message);
MPI_Message TORUSCOPE_MPI(Message_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Mprobe)(int, int, MPI_Comm, MPI_Message*, MPI_Status*);
int TORUSCOPE_MPI(Mrecv)(void*, int, MPI_Datatype, MPI_Message*, MPI_Status*);
int TORUSCOPE_MPI(Neighbor_allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Neighbor_allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*,
                                       MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Neighbor_alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Neighbor_alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                      const int*, MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Neighbor_alltoallw)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*,
                                      const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm);
MPI_Fint TORUSCOPE_MPI(Op_c2f)(MPI_Op);
int TORUSCOPE_MPI(Op_commutative)(MPI_Op, int*);
int TORUSCOPE_MPI(Op_create)(MPI_User_function*, int, MPI_Op*);
MPI_Op TORUSCOPE_MPI(Op_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Op_free)(MPI_Op*);
int TORUSCOPE_MPI(Pack)(const void*, int, MPI_Datatype, void*, int, int*, MPI_Comm);
int TORUSCOPE_MPI(Pack_size)(int, MPI_Datatype, MPI_Comm, int*);
int TORUSCOPE_MPI(Pcontrol)(const int, ...);
int TORUSCOPE_MPI(Probe)(int, int, MPI_Comm, MPI_Status*);
int TORUSCOPE_MPI(Query_thread)(int*);
int TORUSCOPE_MPI(Recv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
int TORUSCOPE_MPI(Recv_init)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Reduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
int TORUSCOPE_MPI(Reduce_local)(const void*, void*, int, MPI_Datatype, MPI_Op);
int TORUSCOPE_MPI(Reduce_scatter)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm);
int TORUSCOPE_MPI(Reduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
MPI_Fint TORUSCOPE_MPI(Request_c2f)(MPI_Request);
MPI_Request TORUSCOPE_MPI(Request_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Request_free)(MPI_Request*);
int TORUSCOPE_MPI(Request_get_status)(MPI_Request, int*, MPI_Status*);
int TORUSCOPE_MPI(Rsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int TORUSCOPE_MPI(Rsend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Scan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int TORUSCOPE_MPI(Scatter)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int TORUSCOPE_MPI(Scatterv)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int,
                            MPI_Comm);
int TORUSCOPE_MPI(Send)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int TORUSCOPE_MPI(Send_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Sendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int,
                            MPI_Comm, MPI_Status*);
int TORUSCOPE_MPI(Sendrecv_replace)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*);
int TORUSCOPE_MPI(Ssend)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int TORUSCOPE_MPI(Ssend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int TORUSCOPE_MPI(Start)(MPI_Request*);
int TORUSCOPE_MPI(Startall)(int, MPI_Request*);
int TORUSCOPE_MPI(Status_c2f)(const MPI_Status*, MPI_Fint*);
int TORUSCOPE_MPI(Status_f2c)(const MPI_Fint*, MPI_Status*);
int TORUSCOPE_MPI(Status_set_cancelled)(MPI_Status*, int);
int TORUSCOPE_MPI(Test)(MPI_Request*, int*, MPI_Status*);
int TORUSCOPE_MPI(Test_cancelled)(const MPI_Status*, int*);
int TORUSCOPE_MPI(Testall)(int, MPI_Request*, int*, MPI_Status*);
int TORUSCOPE_MPI(Testany)(int, MPI_Request*, int*, int*, MPI_Status*);
int TORUSCOPE_MPI(Testsome)(int, MPI_Request*, int*, int*, MPI_Status*);
int TORUSCOPE_MPI(Topo_test)(MPI_Comm, int*);
MPI_Fint TORUSCOPE_MPI(Type_c2f)(MPI_Datatype);
int TORUSCOPE_MPI(Type_commit)(MPI_Datatype*);
int TORUSCOPE_MPI(Type_contiguous)(int, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_hindexed)(int, const int*, const MPI_Aint*, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_hindexed_block)(int, int, const MPI_Aint*, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_hvector)(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_indexed_block)(int, int, const int*, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_resized)(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_struct)(int, const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Datatype*);
int TORUSCOPE_MPI(Type_create_subarray)(int, const int*, const int*, const int*, int, MPI_Datatype,
                                        MPI_Datatype*);
int TORUSCOPE_MPI(Type_dup)(MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_extent)(MPI_Datatype, MPI_Aint*);
MPI_Datatype TORUSCOPE_MPI(Type_f2c)(MPI_Fint);
int TORUSCOPE_MPI(Type_free)(MPI_Datatype*);
int TORUSCOPE_MPI(Type_get_contents)(MPI_Datatype, int, int, int, int*, MPI_Aint*, MPI_Datatype*);
int TORUSCOPE_MPI(Type_get_envelope)(MPI_Datatype, int*, int*, int*, int*);
int TORUSCOPE_MPI(Type_get_extent)(MPI_Datatype, MPI_Aint*, MPI_Aint*);
int TORUSCOPE_MPI(Type_get_name)(MPI_Datatype, char*, int*);
int TORUSCOPE_MPI(Type_get_true_extent)(MPI_Datatype, MPI_Aint*, MPI_Aint*);
int TORUSCOPE_MPI(Type_hindexed)(int, int*, MPI_Aint*, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_hvector)(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_indexed)(int, const int*, const int*, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Type_lb)(MPI_Datatype, MPI_Aint*);
int TORUSCOPE_MPI(Type_set_name)(MPI_Datatype, const char*);
int TORUSCOPE_MPI(Type_size)(MPI_Datatype, int*);
int TORUSCOPE_MPI(Type_size_x)(MPI_Datatype, MPI_Count*);
int TORUSCOPE_MPI(Type_struct)(int, int*, MPI_Aint*, MPI_Datatype*, MPI_Datatype*);
int TORUSCOPE_MPI(Type_ub)(MPI_Datatype, MPI_Aint*);
int TORUSCOPE_MPI(Type_vector)(int, int, int, MPI_Datatype, MPI_Datatype*);
int TORUSCOPE_MPI(Unpack)(const void*, int, int*, void*, int, MPI_Datatype, MPI_Comm);
int TORUSCOPE_MPI(Wait)(MPI_Request*, MPI_Status*);
int TORUSCOPE_MPI(Waitall)(int, MPI_Request*, MPI_Status*);
int TORUSCOPE_MPI(Waitany)(int, MPI_Request*, int*, MPI_Status*);
int TORUSCOPE_MPI(Waitsome)(int, MPI_Request*, int*, int*, MPI_Status*);
double TORUSCOPE_MPI(Wtick)(void);
double TORUSCOPE_MPI(Wtime)(void);
