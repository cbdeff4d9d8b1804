// An exclusive or with a number all of whose bits are the lowest ones turns
// places round in blocks: no two iterations touch one. It does so with the
// address of a byte, where the type of the array says that these bits of it are
// those of the subscript; so do | and & with them.
// RUN: %clang -fsyntax-only -Wno-everything -Wpass-failed -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long u64;

void blocks(const int *x, int *y, int n) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; x read, y written
#pragma loft
  for (int i = 0; i < n; i++)
    y[i ^ 7] = x[i ^ 1];
}

void rows(const int *x, int *y, int h, int w, int stride) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map 2d; x read, y written
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      y[i * stride + (j ^ 3)] = x[i * stride + j];
}

// Not all of the lowest bits: elements 2 and 0, which element 0 needs.
void some(int *x, int n) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += x[i ^ 2];
}

#define BYTE(line, j) (*(u8 *)((u64)((const u8 *)(line) + (j)) ^ 3))
#define HALF(line, j) (*(u16 *)((u64)((u16 *)(line) + (j)) ^ 2))

void bytes(const u32 *x, u32 *y, int h, int w, int words) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map 2d; x read, y written
#pragma loft
  for (int i = 0; i < h; i++) {
    const u32 *from = x + i * words;
    u32 *to = y + i * words;
    for (int j = 0; j < w; j++)
      BYTE(to, j) = BYTE(from, j) / 2;
  }
}

void halves(const u32 *x, u32 *y, int n) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; x read, y written
#pragma loft
  for (int i = 0; i < n; i++)
    HALF(y, i) = HALF(x, i) + 1;
}

void others(const u32 *x, u8 *y, int n) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; x read, y written
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = *(const u8 *)((u64)((const u8 *)x + i) & ~3ul) +
           *(const u8 *)((u64)((const u8 *)x + i) | 1) + *(u8 *)((u64)(const u8 *)x ^ 2);
}

// -- Addresses with bits that the type says nothing of ------------------------

void unaligned(const u8 *x, u8 *y, int n) {
// CHECK: stays{{.*}}LOFT177
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = BYTE(x, i);
}

void high(const u32 *x, u8 *y, int n) {
// CHECK: stays{{.*}}LOFT177
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = *(u8 *)((u64)((const u8 *)x + i) ^ 4);
}

void within(const u32 *x, u16 *y, int n) {
// CHECK: stays{{.*}}LOFT177
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = *(u16 *)((u64)((u16 *)x + i) ^ 1);
}

void sizes(const u32 *x, u16 *y, int n) {
// CHECK: stays{{.*}}LOFT177
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = *(u16 *)((u64)((u8 *)x + i) ^ 2);
}
