// Threads that a Vulkan driver makes, with an instance, a device or pipelines,
// take no signals of the program.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang-plain -print-file-name=libvulkan.so.1 > %t.dir/path
// RUN: %clang-plain -Wall -Werror -shared -fPIC -pthread -DDRIVER %s \
// RUN:   -o %t.dir/libvulkan.so.1
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LD_LIBRARY_PATH=%t.dir LOFT_DEVICE=llvmpipe LOFT_CACHE=off \
// RUN:   REAL_LOADER=%t.dir/path RT_SPV=%t %run%t 2>&1 | FileCheck %s
// CHECK: vkCreateInstance makes a thread
// CHECK: vkCreateDevice makes a thread
// CHECK: vkCreateComputePipelines makes a thread
// CHECK: all good
#ifdef DRIVER
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void function(void);
typedef function *find(void *of, const char *name);

static find *real[2]; // vkGetInstanceProcAddr, vkGetDeviceProcAddr
static void *created[3];
static const char *const creators[] = {"vkCreateInstance", "vkCreateDevice",
                                       "vkCreateComputePipelines"};

// A thread without work.
static void *
wait_for_ever(void *user) {
  for (;;)
    pause();
  return user;
}

// Makes a thread in the k-th of the creators.
static void
make_thread(int k) {
  pthread_t t;
  printf("%s makes a thread\n", creators[k]);
  fflush(stdout);
  pthread_create(&t, NULL, wait_for_ever, NULL);
}

static int
create_instance(void *a, void *b, void *c) {
  make_thread(0);
  return ((int (*)(void *, void *, void *))created[0])(a, b, c);
}

static int
create_device(void *a, void *b, void *c, void *d) {
  make_thread(1);
  return ((int (*)(void *, void *, void *, void *))created[1])(a, b, c, d);
}

static int
create_pipelines(void *a, void *b, unsigned n, void *c, void *d, void *e) {
  make_thread(2);
  return ((int (*)(void *, void *, unsigned, void *, void *, void *))
              created[2])(a, b, n, c, d, e);
}

static function *get_device(void *of, const char *name);

// The function that real[k] finds, or the one above in its place.
static function *
wrap(int k, void *of, const char *name) {
  function *own[] = {(function *)create_instance, (function *)create_device,
                     (function *)create_pipelines};
  function *f = real[k](of, name);
  if (f && !strcmp(name, "vkGetDeviceProcAddr")) {
    real[1] = (find *)f;
    return (function *)get_device;
  }
  for (int c = 0; f && c < 3; c++)
    if (!strcmp(name, creators[c])) {
      created[c] = (void *)f;
      return own[c];
    }
  return f;
}

static function *
get_device(void *of, const char *name) {
  return wrap(1, of, name);
}

function *
vkGetInstanceProcAddr(void *of, const char *name) {
  char path[4096] = "";
  if (!real[0]) {
    FILE *f = fopen(getenv("REAL_LOADER"), "r");
    if (!f || !fgets(path, sizeof path, f))
      return NULL;
    path[strcspn(path, "\n")] = '\0';
    real[0] =
        (find *)dlsym(dlopen(path, RTLD_NOW), "vkGetInstanceProcAddr");
  }
  return wrap(0, of, name);
}
#else
#include "rt_test.h"

#include <signal.h>

int
main(void) {
  rt_region r;
  sigset_t set;
  int got;
  axpy_init(&r);
  CHECK(axpy_check(&r, 100000) == LOFT_ON_VULKAN); // makes the threads
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  alarm(20);
  CHECK(kill(getpid(), SIGTERM) == 0);
  CHECK(sigwait(&set, &got) == 0 && got == SIGTERM);
  printf("all good\n");
  return 0;
}
#endif
