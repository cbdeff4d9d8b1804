// How far the text goes is found before the loop runs, by a walk to its end. If
// the loop stored into the text, it could end earlier in C.
void f(int n, unsigned char *to, const unsigned char *from) {
#pragma loft
  for (int i = 0; from[i]; i++)
    to[i] = from[i] / 2;
}
// -- instead
void f(int n, unsigned char *restrict to, const unsigned char *restrict from) {
#pragma loft
  for (int i = 0; from[i]; i++)
    to[i] = from[i] / 2;
}
