// rand-r.c: a rand_r that is none of the C library's.
int
rand_r(unsigned *seed)
{
  *seed = *seed * 69069 + 1;
  return (int)(*seed >> 1);
}
