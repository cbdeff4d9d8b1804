// A place that follows from memory that the loop writes, with bounds of its type
// alone, might be anywhere.
// RUN: %clang -fsyntax-only %s -Xclang -verify
struct bits {
  unsigned char *buf;
  int byte, bit;
};

void pad(struct bits *b, unsigned n, int *times) {
#pragma loft // expected-note{{by this pragma}}
  while (n-- > 0u) {
    for (int j = 8; j > 0; j--) {
      if (b->bit == 0) {
        b->bit = 8;
        b->byte++;
        b->buf[b->byte] = 0; // expected-warning{{LOFT091}}
      }
      b->bit--;
    }
    for (int i = 0; i < 256; i++)
      times[i] += 8;
  }
}
