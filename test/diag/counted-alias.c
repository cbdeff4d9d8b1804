// What decides how often a loop runs must not be stored through another name:
// C could end earlier than the footprint, which would then read too far.
// RUN: %clang -fsyntax-only -Xclang -verify %s

void
clear(char *d, const char *s)
{
  // expected-note@+1{{by this pragma}}
#pragma loft
  for (int i = 0; s[i]; i++) // expected-warning{{which elements of 's' it touches is not known}}
    d[i] = 0;
}

void
apart(char *restrict d, const char *restrict s)
{
#pragma loft
  for (int i = 0; s[i]; i++)
    d[i] = 0;
}

void
moved(char *restrict d, const char *restrict s)
{
#pragma loft
  while ((*d++ = *s++))
    ;
}

void
assigned(char *restrict d, const char *restrict s, int k)
{
  if (k)
    d = (char *)s + k;
  // expected-note@+1{{by this pragma}}
#pragma loft
  while (*s) // expected-warning{{which elements of 's' it touches is not known}}
    *d++ = *s++;
}
