// plugin/stub.c: libloft.so, which clang loads.
//
// The plugin proper uses C++ symbols of one LLVM major, so a clang of another
// one cannot even load it, and says so by naming a mangled symbol. This stub
// uses none: it asks the running process for its LLVM version and loads
// libloft-MAJOR.so from its own folder. Builds for several majors may lie side
// by side there. When there is none for the running clang, one line says so
// and the compilation goes on without lifting, which is always safe: pragmas
// loft are unknown pragmas then.
//
// It holds a hash of the plugin built with it, so that what looks at this file
// alone (ccache) sees when that changes.
#define _GNU_SOURCE // dladdr, RTLD_DEEPBIND
#include "impl_hash.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LOFT_DEEPBIND 0 // ASan does not allow it
#endif
#endif
#ifndef LOFT_DEEPBIND
// libLLVM carries an isl of its own, of another version than ours: look into
// our own libraries first.
#define LOFT_DEEPBIND RTLD_DEEPBIND
#endif

__attribute__((used)) static const char impl_hash[] =
    "loft plugin " LOFT_IMPL_HASH;

// The LLVM major of this process, 0 when it cannot be told.
static unsigned
running_llvm(void) {
  void (*get_version)(unsigned *, unsigned *, unsigned *);
  unsigned major = 0, minor, patch;
  *(void **)&get_version = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
  Dl_info info;
  if (get_version)
    get_version(&major, &minor, &patch);
  else if (dladdr(dlsym(RTLD_DEFAULT, "LLVMContextCreate"), &info)) {
    // before LLVM 16 only the library's name says it
    const char *name = strstr(info.dli_fname, "libLLVM-");
    if (name)
      sscanf(name, "libLLVM-%u", &major);
  }
  return major;
}

// Writes the path of libloft-"major".so beside this file to "out".
static int
impl_path(char *out, size_t size, unsigned major) {
  Dl_info info;
  if (!dladdr((void *)&running_llvm, &info) || !info.dli_fname)
    return 0;
  const char *slash = strrchr(info.dli_fname, '/');
  int len = slash ? (int)(slash - info.dli_fname) + 1 : 0;
  int n = snprintf(out, size, "%.*slibloft-%u.so", len, info.dli_fname, major);
  return n > 0 && (size_t)n < size;
}

// Runs when clang loads us; the plugin registers itself while it is loaded.
__attribute__((constructor)) static void
load_plugin(void) {
  char path[4096];
  unsigned major = running_llvm();
  if (!major)
    major = LOFT_BUILT_FOR;
  if (!impl_path(path, sizeof path, major)) {
    fprintf(stderr, "loft: cannot find my own folder; nothing is lifted\n");
    return;
  }
  if (major != LOFT_BUILT_FOR && access(path, R_OK)) {
    fprintf(stderr,
            "loft: built for clang %d, running in %u; nothing is lifted\n",
            LOFT_BUILT_FOR, major);
    return;
  }
  if (!dlopen(path, RTLD_LAZY | RTLD_LOCAL | LOFT_DEEPBIND))
    fprintf(stderr, "loft: cannot load the plugin: %s; nothing is lifted\n",
            dlerror());
}
