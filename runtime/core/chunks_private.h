// runtime/core/chunks_private.h: shared by the files about chunks.
//
//   chunks.c       whether a region runs in chunks, and its run
//   streams.c      the chunks: dealt to devices, begun, finished
//   chunk_size.c   the memory that chunks take
//   shares.c       parts of several devices whose results stay there
//   chunk_keys.c   sums of floats by key
//   chunk_folds.c  the folds of a region from those of its chunks
#ifndef RT_CHUNKS_PRIVATE_H
#define RT_CHUNKS_PRIVATE_H

#include <pthread.h>

#include "runtime/core/backend.h"
#include "runtime/core/pace.h"

enum {
  RT_CHUNK_DEVICES = 16, // at most
  // Streams of a device: one sends while results of the other come back.
  RT_LANES = 2,
  RT_CHUNK_STREAMS = RT_LANES * RT_CHUNK_DEVICES
};

typedef struct rt_chunk_run rt_chunk_run;

// Iterations [lo, hi).
typedef struct rt_iterations {
  int64_t lo, hi;
} rt_iterations;

// Chunks on one device, one after the other, on a thread of its own.
typedef struct rt_stream {
  uint32_t device;
  uint64_t *args;    // of a chunk, as its footprint takes them
  uint64_t *slots;   // the same, as its host function takes them
  uint64_t *extents; // what the footprint gives
  uint64_t *results; // of the last chunk
  loft_bind *binds;
  rt_pace pace;
} rt_stream;

struct rt_chunk_run {
  loft_run base;
  const loft_chunks *chunks;
  const loft_bind *given;     // the call's; base.binds may have others' memory
  int (*go)(rt_chunk_run *c); // runs all; LOFT_FAILED: nothing has changed
  // The log's text, NULL: as chunks on devices; what else "go" needs, or NULL.
  void (*describe)(const rt_chunk_run *c, double seconds,
                   char text[RT_RUN_TEXT]);
  void *spread;
  uint64_t *args;     // of the next chunk: parameters, 2 for its iterations,
                      // what folds start from
  uint64_t *results;  // the region's
  uint64_t *pieces;   // a value of each fold for each chunk of trees, else
                      // what all have been joined to
  uint64_t *joining;  // arguments of join
  int64_t values;     // of a tree that an iteration has; 0: there are none
  int64_t scanned;    // the same of a scan that has blocks
  int64_t piece;      // iterations of a copy of sums by key; 0: there is none
  loft_bind *keyed;   // then, the binds with sums in memory of the run's; owned
  bool fixed;         // chunks have the size of "pace", and no other
  int64_t n;          // iterations
  uint64_t room;      // bytes that one chunk may take
  bool once;          // what is done must not be done again
  bool writes;        // results come back
  rt_pace pace;       // of all streams to begin with; trees: for good
  uint32_t n_streams; // at most one where chunks are in order
  uint32_t n_devices; // that streams are on
  rt_stream streams[RT_CHUNK_STREAMS];
  // While streams run, the rest needs the lock.
  pthread_mutex_t lock;
  int64_t next;    // iterations from here on were never dealt
  uint32_t n_back; // chunks that failed
  rt_iterations back[RT_CHUNK_STREAMS + 64]; // halves of one, too
  uint32_t n_chunks, n_on_cpu;               // done; of these, on the CPU
};

// -- chunks.c -----------------------------------------------------------------

// A zeroed run with all it needs for "n" streams; NULL: out of memory.
rt_chunk_run *rt_chunk_new(const loft_region_desc *region, uint32_t n);
// Prepares its common part.
void rt_chunk_init(rt_chunk_run *c, int where, const loft_call *call);
// Finds the number of iterations, and the initial values of the folds.
void rt_chunk_find_range(rt_chunk_run *c, const loft_call *call);
// Makes chunks pieces of trees, which have a power of two of blocks, for good.
// False: the outermost iterations do not end where these do, or there is no
// room.
bool rt_chunk_align(rt_chunk_run *c);

// -- chunk_size.c -------------------------------------------------------------

// Bytes that the binds take on a device, where sizes are rounded up.
uint64_t rt_chunk_bytes(const loft_bind *binds, uint32_t n);
// Fills s->args with the arguments of a chunk of iterations [lo, hi).
void rt_chunk_set_args(const rt_chunk_run *c, rt_stream *s, int64_t lo,
                       int64_t hi);
// The same, and fills s->binds with the footprint of iterations [lo, hi), as
// far as it is part of the whole one. The bytes it takes, UINT64_MAX where it
// is of no use.
uint64_t rt_chunk_measure(const rt_chunk_run *c, rt_stream *s, int64_t lo,
                          int64_t hi);

// -- streams.c ----------------------------------------------------------------

// Runs all chunks on the devices, and those that fail there on the CPU.
// LOFT_FAILED: nothing of the program's memory has changed.
int rt_streams_run(rt_chunk_run *c);
// Runs some iterations alone, on the first stream's device if asked, else and
// where that fails on the CPU. LOFT_FAILED: there is no memory for them.
int rt_streams_part(rt_chunk_run *c, const rt_iterations *part, bool on_device);
// Notes why a chunk failed, unless another did before whose failure is to be
// told. Needs the lock.
void rt_chunk_note_failure(rt_chunk_run *c, const rt_failure *failure);
// Runs a chunk by a run that has begun, for the stream's arguments; it began at
// "start", and ends with that. False: it failed.
bool rt_stream_run(rt_chunk_run *c, rt_stream *s, const rt_iterations *chunk,
                   loft_run *run, double start);

// -- chunk_keys.c -------------------------------------------------------------

// Finds the size of copies of sums by key, from what is there instead of it.
void rt_chunk_find_piece(rt_chunk_run *c);
// Makes memory for these sums, where there are copies. False: out of memory.
bool rt_chunk_make_keyed(rt_chunk_run *c);
// Adds them to the program's arrays, "given".
void rt_chunk_add_keyed(const rt_chunk_run *c, const loft_bind *given);
// Frees it.
void rt_chunk_free_keyed(rt_chunk_run *c);

// -- chunk_folds.c ------------------------------------------------------------

// Makes c->pieces, once chunks have a size. False: out of memory.
bool rt_chunk_make_pieces(rt_chunk_run *c);
// Notes the results of a chunk of iterations [lo, hi), once it has ended well.
// Needs the lock.
void rt_chunk_take(rt_chunk_run *c, int64_t lo, int64_t hi,
                   const uint64_t *results);
// The results of the region from those of its chunks.
void rt_chunk_end(rt_chunk_run *c);

#endif
