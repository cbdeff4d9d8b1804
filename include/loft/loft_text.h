// loft/loft_text.h: text that the compiler and the runtime write alike.
//
// Not for users (see loft.h).
#ifndef LOFT_TEXT_H
#define LOFT_TEXT_H

// Bytes of the UTF-8 sequence at "s", 0 when it is none.
static inline int
loft_utf8_length(const unsigned char *s) {
  int n = s[0] < 0x80                    ? 1
          : s[0] >= 0xc2 && s[0] <= 0xdf ? 2
          : s[0] >= 0xe0 && s[0] <= 0xef ? 3
          : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                         : 0;
  for (int k = 1; k < n; k++)
    if ((s[k] & 0xc0) != 0x80)
      return 0;
  bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
             (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f);
  return bad ? 0 : n;
}

#endif
