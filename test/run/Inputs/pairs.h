// Ranks without MPI: a loft_net of forked processes, each with a socket to
// every other. pairs_begin(n) makes n ranks of the process, and says which one
// this is; pairs_end waits for the others in rank 0, and ends them: whether all
// gave 0.
#ifndef PAIRS_H
#define PAIRS_H

#include "loft/loft_net.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS_MOST = 8 };

static struct {
  int rank, size, to[PAIRS_MOST]; // sockets
  pid_t all[PAIRS_MOST];
} pairs;

static int
pairs_size(int *rank) {
  *rank = pairs.rank;
  return pairs.size;
}

static void
pairs_stop(void) {
  _exit(3);
}

// Moves a part of what is left of a message, from "at" on; how much.
static uint64_t
pairs_move(const loft_message *m, uint64_t at) {
  char *from = (char *)m->at + at;
  ssize_t n = m->sends
                  ? send(pairs.to[m->rank], from, m->bytes - at,
                         MSG_DONTWAIT | MSG_NOSIGNAL)
                  : recv(pairs.to[m->rank], from, m->bytes - at, MSG_DONTWAIT);
  if (n == 0 || (n < 0 && errno != EAGAIN))
    pairs_stop();
  return n < 0 ? 0 : (uint64_t)n;
}

static void
pairs_exchange(const loft_message *messages, uint32_t n) {
  uint64_t *done = calloc(n + 1, sizeof *done);
  for (uint32_t left = n; left > 0;) {
    int busy[2][PAIRS_MOST] = {{0}}; // one message at a time, in order
    left = 0;
    for (uint32_t k = 0; k < n; k++) {
      const loft_message *m = &messages[k];
      int *is_busy = &busy[m->sends != 0][m->rank];
      if (done[k] == m->bytes)
        continue;
      if (!*is_busy)
        done[k] += pairs_move(m, done[k]);
      *is_busy = 1;
      left += done[k] < m->bytes;
    }
    if (left)
      sched_yield();
  }
  free(done);
}

static void
pairs_gather(const void *mine, void *all, uint64_t bytes) {
  loft_message messages[2 * PAIRS_MOST];
  uint32_t n = 0;
  for (int q = 0; q < pairs.size; q++) {
    char *at = (char *)all + bytes * (uint64_t)q;
    if (q == pairs.rank) {
      memcpy(at, mine, bytes);
      continue;
    }
    messages[n++] = (loft_message){(void *)(uintptr_t)mine, bytes, q, 1};
    messages[n++] = (loft_message){at, bytes, q, 0};
  }
  pairs_exchange(messages, n);
}

static int
pairs_begin(int n) {
  static const loft_net net = {LOFT_NET_VERSION, "pairs",        pairs_size,
                               pairs_gather,     pairs_exchange, pairs_stop};
  int ends[PAIRS_MOST][PAIRS_MOST][2];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i][k]) != 0)
        exit(2);
  fflush(stdout);
  pairs.size = n;
  for (int k = 1; k < n; k++)
    if ((pairs.all[k] = fork()) == 0) {
      pairs.rank = k;
      break;
    }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) {
      int mine = i == pairs.rank ? 0 : k == pairs.rank ? 1 : -1;
      if (mine >= 0)
        pairs.to[mine ? i : k] = ends[i][k][mine];
      for (int e = 0; e < 2; e++)
        if (e != mine)
          close(ends[i][k][e]);
    }
  loft_net_use(&net);
  return pairs.rank;
}

static int
pairs_end(int status) {
  loft_net_leave();
  if (pairs.rank > 0)
    _exit(status);
  for (int k = 1; k < pairs.size; k++) {
    int other;
    waitpid(pairs.all[k], &other, 0);
    close(pairs.to[k]);
    status |= other;
  }
  return status == 0;
}

#endif
