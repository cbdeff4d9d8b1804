// hash.h: a number for the contents of an array.
#include <stddef.h>

// A polynomial hash of "n" bytes at "p".
static inline unsigned
hash(const void *p, size_t n)
{
  const unsigned char *c = p;
  unsigned h = 1;
  while (n--)
    h = h * 31 + *c++;
  return h;
}
