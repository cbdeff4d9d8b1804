// rand.c: a rand that is none of the C library's.
static unsigned state = 5;

int
rand(void)
{
  state = state * 69069 + 1;
  return (int)(state >> 1);
}
