// loft/loft_net.h: the interface of libloftrt and a library that passes
// messages between processes (libloftmpi is one).
//
// Not for users (see loft.h). All processes, the ranks, run the same program on
// the same data. Regions are spread over them: each rank runs a part of the
// iterations, and what it lacks then comes from the others.
#ifndef LOFT_NET_H
#define LOFT_NET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOFT_NET_VERSION 1

// Bytes that go to another rank, or come from it.
typedef struct loft_message {
  void *at;
  uint64_t bytes;
  int32_t rank;  // the other
  int32_t sends; // 0: they come
} loft_message;

// One thread at a time calls these. What fails in them ends all ranks.
typedef struct loft_net {
  uint32_t version; // LOFT_NET_VERSION
  const char *name; // "MPI"
  // How many ranks there are, and which one this is; 1: regions do not spread.
  int (*size)(int *rank);
  // Gives each rank "bytes" of every rank, in the order of ranks.
  void (*gather)(const void *mine, void *all, uint64_t bytes);
  // Moves all messages. Those between two ranks are in the same order on both.
  void (*exchange)(const loft_message *messages, uint32_t n);
  // Ends all ranks, after an error line.
  void (*end)(void);
} loft_net;

// Spreads regions from now on.
void loft_net_use(const loft_net *net);
// This rank spreads no further region: checks that no other does.
void loft_net_leave(void);

#ifdef __cplusplus
}
#endif
#endif
