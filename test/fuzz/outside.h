
// What programs of the shape "outside" call: declared const in front of them,
// seen by none. It ends the program where C would not call it.
double
outside(double x, int k)
{
  if (!(x >= 0))
    abort();
  for (int i = 0; i < k; i++)
    x = x < 1 ? x * 1.5 : x - 1;
  return x;
}
