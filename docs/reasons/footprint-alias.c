// How far the text goes is found before the loop runs, by a walk to its end. If
// the loop stored into the text, it could end earlier in C. So memory is looked
// at before the walk reads it, but not where the place is read under a condition.
void f(unsigned char *to, const unsigned char *from, const unsigned char *next) {
#pragma loft
  for (int i = 0; from[i] && from[next[i]]; i++)
    to[i] = from[i] / 2;
}
// -- instead
void f(unsigned char *restrict to, const unsigned char *restrict from,
       const unsigned char *restrict next) {
#pragma loft
  for (int i = 0; from[i] && from[next[i]]; i++)
    to[i] = from[i] / 2;
}
