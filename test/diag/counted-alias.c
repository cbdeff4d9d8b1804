// What decides how often a loop runs must not be stored through another name:
// C could end earlier than the footprint, which would then read too far.
// COVERS: FOOTPRINT_ALIAS
// RUN: %clang -fsyntax-only -Xclang -verify %s

void
clear(char *d, const char *s)
{
  // expected-note@+1{{by this pragma}}
#pragma loft
  for (int i = 0; s[i]; i++) // expected-warning{{'s' decides where the loop ends, and may be written through another pointer; declare both pointers restrict, if what they point to is apart [LOFT164]}}
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
  while (*s) // expected-warning{{LOFT164}}
    *d++ = *s++;
}
