// test/fuzz/fuzz.h: what the libFuzzer targets share.
//
// All of them take IR text. LOFT_FUZZ in CMakeLists.txt says how to build them,
// run.sh how to run them.
#ifndef LOFT_FUZZ_H
#define LOFT_FUZZ_H

#include "ir/ir.h"

// -- called by libFuzzer ----------------------------------------------------
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size,
                                 const uint8_t *two, size_t two_size,
                                 uint8_t *out, size_t max_size, unsigned seed);

// -- mutate_ir.c: changes that keep IR valid ----------------------------------
// The state of a generator of random numbers; never 0.
typedef uint64_t fuzz_random;
// A number from 0 to n - 1.
int fuzz_below(fuzz_random *r, int n);
// A context whose messages are formatted and not shown, in a new arena.
loft_cx fuzz_context(void);
// Changes "text" in one to three places so that the result is valid; NULL when
// no try was. Result and all else in cx->arena.
const char *fuzz_change(loft_cx *cx, const char *text, fuzz_random *r);
// Puts an op of "other", with what is in it, somewhere into "text"; as above.
const char *fuzz_graft(loft_cx *cx, const char *text, const char *other,
                       fuzz_random *r);

#endif
