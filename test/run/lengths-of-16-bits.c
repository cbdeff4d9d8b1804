// Lengths and places of 16 bits with a sign: the range pass says how far they
// go, since the type lets them go as far in front of an array.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { COUNT = 40, LONG = 30 };
static unsigned char in[COUNT * LONG], out[COUNT * LONG];
static short place[COUNT];
static int numbers[COUNT];

// CHECK: pack ({{.*}}): cpu
static void
pack(const unsigned char **rows, const short *len, int count, unsigned char *p)
{
#pragma loft
  for (int i = 0; i < count; i++) {
    memmove(p, rows[i], len[i]);
    p += len[i];
  }
}

// CHECK: gather ({{.*}}): cpu
static void
gather(const short *at, const int *from, int *to, int count)
{
#pragma loft
  for (int i = 0; i < count; i++)
    to[i] = from[at[i]];
}

int
main(void)
{
  const unsigned char *rows[COUNT];
  short len[COUNT];
  for (int i = 0; i < COUNT * LONG; i++)
    in[i] = (unsigned char)(i * 11 % 251);
  for (int i = 0; i < COUNT; i++) {
    rows[i] = in + i * LONG;
    len[i] = (short)(i * 5 % LONG);
    place[i] = (short)(COUNT / 2 - 1 - i);
    numbers[i] = i * i;
  }
  pack(rows, len, COUNT, out);
  int found[COUNT];
  gather(place, numbers + COUNT / 2, found, COUNT - 1);
  printf("%08x %08x\n", hash(out, sizeof out), hash(found, sizeof(int) * (COUNT - 1)));
  return 0;
}
