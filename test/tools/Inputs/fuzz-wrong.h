// A program with this in front prints more when it runs lifted on the CPU.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((destructor)) static void
more(void)
{
  const char *where = getenv("LOFT_OFFLOAD");
  if (where && strcmp(where, "cpu") == 0)
    printf("more\n");
}
