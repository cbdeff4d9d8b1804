// Of a product whose parts come out as no numbers C looks whether a factor was
// infinite, and mends it. With that it is not linear in either factor. What is
// neither infinite nor too large gives the same without.
float f(int n, const float _Complex *z) {
  float _Complex r = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    r *= z[i];
  return __real__ r;
}
// -- instead
float f(int n, const float _Complex *z) {
#pragma STDC CX_LIMITED_RANGE ON
  float _Complex r = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    r *= z[i];
  return __real__ r;
}
