// Loads the library given, calls it, unloads it, and does so again.
#include <dlfcn.h>
#include <stdio.h>

int
main(int argc, char **argv) {
  enum { N = 3000 };
  static int a[N];
  for (int round = 0; round < 3; round++) {
    void *library = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    int (*whole)(int, int *);
    *(void **)&whole = dlsym(library, "whole");
    for (int i = 0; i < N; i++)
      a[i] = i + round;
    int s = whole(N, a);
    printf("%d %d\n", a[N - 1], s);
    dlclose(library);
  }
  return 0;
}
