// Scalars of few values, each of which becomes another by what is read: the
// functions from state to state are composed.
// COVERS: shape-machine
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: machine.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + scan add
int fields(const char *restrict s, int n, int *restrict start) {
  int k = 0, quoted = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == '"')
      quoted = !quoted;
    else if (s[i] == ',' && !quoted)
      start[k++] = i + 1;
  }
  return k;
}

// CHECK: machine.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + reduce add
int tokens(const unsigned char *p, int n) {
  int state = 0, tokens = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    switch (state) {
    case 0:
      if (p[i] > ' ')
        state = p[i] == '"' ? 2 : 1, tokens++;
      break;
    case 1:
      if (p[i] <= ' ')
        state = 0;
      break;
    case 2:
      state = p[i] == '"' ? 0 : p[i] == '\\' ? 3 : 2;
      break;
    case 3:
      state = 2;
      break;
    }
  return tokens;
}

// Two scalars are one state where one decides about the other.
// CHECK: machine.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + reduce add
int lines(const char *s, int n) {
  int quoted = 0, escaped = 0, lines = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (escaped)
      escaped = 0;
    else if (s[i] == '\\')
      escaped = 1;
    else if (s[i] == '"')
      quoted = !quoted;
    else if (s[i] == '\n' && !quoted)
      lines++;
  }
  return lines;
}

// A level has no end.
// CHECK: machine.c:[[@LINE+5]]:{{[0-9]+}}: warning: loop stays as it is: {{.*}}'level'
int deepest(const char *s, int n) {
  int level = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    level = s[i] == '(' ? level + 1 : s[i] == ';' ? level / 2 : level;
  return level;
}

// A state that counts down, from what data say, has no more values than that.
// CHECK: machine.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + reduce add
int unescaped(const unsigned char *s, int n) {
  int k = 0, skip = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (skip) {
      skip--;
      continue;
    }
    k++;
    skip = s[i] == '\\' ? 1 : s[i] == '%' ? 2 : 0;
  }
  return k;
}

// 32 are too many.
// CHECK: machine.c:[[@LINE+6]]:{{[0-9]+}}: warning: loop stays as it is: {{.*}}'skip'
int too_many(const unsigned char *s, int n) {
  int k = 0, skip = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (skip) {
      skip--;
      continue;
    }
    k++;
    skip = s[i] & 31;
  }
  return k;
}
