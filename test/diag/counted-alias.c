// What decides how often a loop runs, and may be stored through another name, is
// looked at before the footprint reads it, since C could end earlier; not at
// places that are read under conditions.
// COVERS: FOOTPRINT_ALIAS
// RUN: %clang -fsyntax-only -Xclang -verify %s

void
clear(char *d, const char *s, const unsigned char *k)
{
  // expected-note@+1{{by this pragma}}
#pragma loft
  for (int i = 0; s[i] && s[k[i]]; i++) // expected-warning{{'s' decides where the loop ends, and may be written through another pointer; declare both pointers restrict, if what they point to is apart [LOFT164]}}
    d[i] = 0;
}

void
apart(char *restrict d, const char *restrict s, const unsigned char *restrict k)
{
#pragma loft
  for (int i = 0; s[i] && s[k[i]]; i++)
    d[i] = 0;
}

void
plain(char *d, const char *s)
{
#pragma loft
  for (int i = 0; s[i]; i++)
    d[i] = 0;
}

void
assigned(char *restrict d, const char *restrict s, int k)
{
  if (k)
    d = (char *)s + k;
#pragma loft
  while (*s)
    *d++ = *s++;
}
