// loft/loft_mpi.h: regions that the ranks of MPI share (libloftmpi).
//
// A program that is linked with -lloftmpi, or started with it in LD_PRELOAD,
// needs none of this: its regions are shared. All ranks are to run alike, on
// the same data. A program that calls MPI itself has data of its own on each
// rank, as a rule: its regions are shared between loft_mpi_share(1) and
// loft_mpi_share(0) alone, which all ranks call.
#ifndef LOFT_MPI_H
#define LOFT_MPI_H

#ifdef __cplusplus
extern "C" {
#endif

// Which rank this is, and how many there are.
int loft_mpi_rank(void);
int loft_mpi_size(void);
// Whether ranks share regions from now on: all hold the same data where it is
// not 0.
void loft_mpi_share(int on);

#ifdef __cplusplus
}
#endif
#endif
