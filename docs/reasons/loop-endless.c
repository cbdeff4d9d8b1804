// What is behind the end may not be memory, so no two elements may be looked at at
// once. Where the length of the array is known, it can be: then parts of it are
// looked through at the same time. A loop that does something with the elements,
// too, is lifted: the end is found first, and then the iterations are known.
long f(const char *s) {
  long n = 0;
#pragma loft
  while (s[n])
    n++;
  return n;
}
// -- instead
long f(const char *s, long most) {
  long n = 0;
#pragma loft
  while (n < most && s[n])
    n++;
  return n;
}
