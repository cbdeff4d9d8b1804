// A question that isl gives up on amid an answer.
// RUN: %clang -O2 -w -fsyntax-only %s
void
f(int n, int h, int w, short *p0, unsigned long long *p1, unsigned *p2, unsigned short x0) {
  unsigned *v1 = (p2 + 16);
  unsigned i5 = 0;
  #pragma loft
  do {
    for (unsigned long i6 = 0; i6 < w; i6++) {
      int i7 = 0;
      while (i7 < 2) {
        switch ((h & 3)) {
          case -1:
           {
          }
          case 2:
           {
            p0[(((((i5 * w) + i6) * 2) + i7) + 2)] = ((double)((v1[(i7 + i6)] <= (-1l)) ? v1[(i7 + i6)] : (-1l)) < 3.0);
          }
          break;
          case 1:
          break;
          default:
           {
            v1[(((((i5 * w) + i6) * 2) + i7) + 5)] = 1ull;
          }
          break;
        }
        i7 += 1;
      }
    }
  } while (++i5 < h);
}
