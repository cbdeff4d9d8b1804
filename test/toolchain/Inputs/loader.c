// Loads the library given, calls it, unloads it, and does so again. Without the
// library the runtime stays, with its threads and handlers.
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
    if (dlopen(argv[argc - 1], RTLD_NOW | RTLD_NOLOAD))
      printf("the library stays\n");
    if (!dlopen("libloftrt.so.0", RTLD_NOW | RTLD_NOLOAD))
      printf("the runtime is gone\n");
  }
  return 0;
}
