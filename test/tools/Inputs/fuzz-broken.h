// test/tools/Inputs/fuzz-broken.h: function 1 of a random program is no C.
#define f1 1
