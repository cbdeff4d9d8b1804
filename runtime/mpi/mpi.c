// runtime/mpi/mpi.c: libloftmpi, messages between ranks by MPI
// (loft/loft_net.h, loft/loft_mpi.h).
//
// MPI begins when the first region is met, so that a program may begin it
// before, and ends with the process if it began here. While messages are under
// way the thread yields: there may be more ranks than processors.
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "loft/loft_mpi.h"
#include "loft/loft_net.h"

enum { TAG = 0x10f7, MOST = 1 << 30 }; // bytes of a message

static struct {
  int began;    // whether MPI did here
  int shares;   // loft_mpi_share
  MPI_Comm all; // the ranks, for messages of this library alone
  int rank, size;
  pid_t process;
} mpi;

// Ends all ranks, once the launcher has had time to pass on what they said.
static void
stop(void) {
  const struct timespec pause = {.tv_nsec = 300000000};
  nanosleep(&pause, NULL);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// Ends all ranks if a call of MPI failed.
static void
check(int result, const char *what) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int n = 0;
  if (result == MPI_SUCCESS)
    return;
  MPI_Error_string(result, text, &n);
  fprintf(stderr, "loft: error: rank %d of %d: %s failed: %s: all ranks end\n",
          mpi.rank, mpi.size, what, text);
  stop();
}

// Begins MPI unless the program did.
static void
find(void) {
  int begun = 0, ended = 0, level;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  mpi.size = 1;
  if (ended)
    return;
  if (!begun) {
    check(MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level),
          "MPI_Init");
    mpi.began = mpi.shares = 1;
  }
  check(MPI_Comm_dup(MPI_COMM_WORLD, &mpi.all), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(mpi.all, MPI_ERRORS_RETURN);
  MPI_Comm_rank(mpi.all, &mpi.rank);
  MPI_Comm_size(mpi.all, &mpi.size);
}

// Finds the ranks: their number, 1 where MPI has ended.
static int
count(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  int ended = 0;
  pthread_once(&once, find);
  MPI_Finalized(&ended);
  return ended ? 1 : mpi.size;
}

// loft_net.size.
static int
net_size(int *rank) {
  int n = count();
  *rank = mpi.shares ? mpi.rank : 0;
  return mpi.shares ? n : 1;
}

// Waits until all requests are done.
static void
wait_for(int n, MPI_Request *requests, const char *what) {
  for (int done = 0; !done;) {
    check(MPI_Testall(n, requests, &done, MPI_STATUSES_IGNORE), what);
    if (!done)
      sched_yield();
  }
}

// loft_net.gather.
static void
net_gather(const void *mine, void *all, uint64_t bytes) {
  MPI_Request request;
  if (bytes > MOST)
    check(MPI_ERR_COUNT, "gathering");
  check(MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
                       mpi.all, &request),
        "gathering");
  wait_for(1, &request, "gathering");
}

// Begins a part of a message.
static void
begin(const loft_message *m, uint64_t from, MPI_Request *request) {
  int n = (int)(m->bytes - from < MOST ? m->bytes - from : MOST);
  char *at = (char *)m->at + from;
  check(m->sends ? MPI_Isend(at, n, MPI_BYTE, m->rank, TAG, mpi.all, request)
                 : MPI_Irecv(at, n, MPI_BYTE, m->rank, TAG, mpi.all, request),
        "a message");
}

// loft_net.exchange.
static void
net_exchange(const loft_message *messages, uint32_t n) {
  size_t n_parts = 0;
  int k = 0;
  for (uint32_t i = 0; i < n; i++)
    n_parts += (size_t)((messages[i].bytes + MOST - 1) / MOST);
  if (n_parts == 0)
    return;
  MPI_Request *requests = malloc(n_parts * sizeof *requests);
  if (!requests)
    check(MPI_ERR_NO_MEM, "a message");
  for (uint32_t i = 0; i < n; i++)
    for (uint64_t at = 0; at < messages[i].bytes; at += MOST)
      begin(&messages[i], at, &requests[k++]);
  wait_for(k, requests, "a message");
  free(requests);
}

static const loft_net net = {.version = LOFT_NET_VERSION,
                             .name = "MPI",
                             .size = net_size,
                             .gather = net_gather,
                             .exchange = net_exchange,
                             .end = stop};

// At exit: ends MPI if it began here, once no rank is in a region.
static void
leave(void) {
  int ended = 0;
  if (getpid() != mpi.process)
    return;
  loft_net_leave();
  MPI_Finalized(&ended);
  if (mpi.began && !ended)
    MPI_Finalize();
}

// Spreads regions from now on.
__attribute__((constructor)) static void
start(void) {
  mpi.process = getpid();
  atexit(leave);
  loft_net_use(&net);
}

int
loft_mpi_rank(void) {
  count();
  return mpi.rank;
}

int
loft_mpi_size(void) {
  return count();
}

void
loft_mpi_share(int on) {
  count();
  mpi.shares = on != 0;
}
