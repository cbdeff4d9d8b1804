// runtime/vk/cache.c: compiled kernels on disk; see cache.h.
//
// One file for each device and driver, in LOFT_CACHE, else in loft/ of the
// user's cache folder: a header of ours, then what vkGetPipelineCacheData
// gives. A driver trusts that data, so it gets only what passes all checks: a
// regular file that nobody else may write, whole, with the right sum, made by
// this driver for this device. Files appear by rename, so readers see old or
// new ones.
//
// A file has the kernels of all programs that ran on the device, and each start
// reads all of it. One that has grown beyond FULL is left for what the next
// process compiles; what one process made alone may be larger.
#include "runtime/vk/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/file.h"
#include "runtime/core/log.h"

enum { MAX_PATH = RT_TEXT_MAX + 256, MAX_SIZE = 256 << 20, FULL = 16 << 20 };

// What comes before the data in the file, in the byte order of the machine.
typedef struct file_header {
  char magic[8];
  uint64_t size;
  uint64_t older; // bytes that the process which wrote it had read
  uint64_t sum;   // of the data, and "older"
} file_header;

static const char magic[8] = "loftvk2";

// -- Where --------------------------------------------------------------------

// The folder; false: none is to be used.
static bool
find_folder(char out[MAX_PATH]) {
  char set[RT_TEXT_MAX];
  rt_env_text(RT_ENV_CACHE, set);
  const char *base = secure_getenv("XDG_CACHE_HOME");
  const char *home = secure_getenv("HOME");
  int n;
  if (strcmp(set, "off") == 0)
    return false;
  if (set[0])
    n = snprintf(out, MAX_PATH, "%s", set);
  else if (base && base[0] == '/')
    n = snprintf(out, MAX_PATH, "%s/loft", base);
  else if (home && home[0] == '/')
    n = snprintf(out, MAX_PATH, "%s/.cache/loft", home);
  else
    return false;
  return n > 0 && n < MAX_PATH;
}

// The file for the device in "folder"; false: the path is too long.
static bool
find_file(const rt_vk_device *d, const char *folder, char out[MAX_PATH]) {
  const VkPhysicalDeviceProperties *p = &d->phys->props;
  char uuid[2 * VK_UUID_SIZE + 1];
  for (unsigned i = 0; i < VK_UUID_SIZE; i++)
    snprintf(uuid + 2 * i, 3, "%02x", p->pipelineCacheUUID[i]);
  int n = snprintf(out, MAX_PATH, "%s/%04x-%04x-%s", folder, p->vendorID,
                   p->deviceID, uuid);
  return n > 0 && n < MAX_PATH - 32; // room for the name until renamed
}

// Makes the folder and those it is in, as far as they are missing.
static void
make_folders(const char *folder) {
  char part[MAX_PATH];
  for (size_t n = 1; folder[n]; n++)
    if (folder[n] == '/') {
      snprintf(part, sizeof part, "%.*s", (int)n, folder);
      mkdir(part, 0700);
    }
  mkdir(folder, 0700);
}

// -- Reading ------------------------------------------------------------------

// FNV-1a.
static uint64_t
sum_of(const unsigned char *data, size_t n) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < n; i++)
    h = (h ^ data[i]) * UINT64_C(1099511628211);
  return h;
}

// Reads "n" bytes; false when there are fewer.
static bool
read_all(int fd, void *to, size_t n) {
  for (size_t done = 0; done < n;) {
    ssize_t k = read(fd, (char *)to + done, n - done);
    if (k <= 0 && !(k < 0 && errno == EINTR))
      return false;
    done += k > 0 ? (size_t)k : 0;
  }
  return true;
}

// Why data of "n" bytes is not for the device; NULL: it is.
static const char *
find_flaw(const rt_vk_device *d, const unsigned char *data, size_t n) {
  VkPipelineCacheHeaderVersionOne h;
  const VkPhysicalDeviceProperties *p = &d->phys->props;
  if (n < sizeof h)
    return "it is too short";
  memcpy(&h, data, sizeof h);
  if (h.headerSize < sizeof h || h.headerSize > n ||
      h.headerVersion != VK_PIPELINE_CACHE_HEADER_VERSION_ONE ||
      h.vendorID != p->vendorID || h.deviceID != p->deviceID ||
      memcmp(h.pipelineCacheUUID, p->pipelineCacheUUID, VK_UUID_SIZE) != 0)
    return "it is of another device or driver";
  return NULL;
}

// The data in the open file, malloc'ed, of *n bytes; NULL with the reason.
static unsigned char *
read_file(const rt_vk_device *d, int fd, size_t *n, const char **why) {
  struct stat st;
  file_header h;
  *why = "it is no file that only its owner can write";
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
      (st.st_mode & 022) != 0)
    return NULL;
  *why = "it is damaged";
  if (!read_all(fd, &h, sizeof h) ||
      memcmp(h.magic, magic, sizeof magic) != 0 || h.size > MAX_SIZE ||
      (uint64_t)st.st_size != sizeof h + h.size)
    return NULL;
  if (h.older > 0 && h.size > FULL) {
    *why = "it is full";
    return NULL;
  }
  unsigned char *data = rt_malloc(h.size + 1);
  *n = (size_t)h.size;
  if (data && read_all(fd, data, *n) && sum_of(data, *n) + h.older == h.sum)
    *why = find_flaw(d, data, *n);
  if (!*why)
    return data;
  free(data);
  return NULL;
}

// What is on disk for the device, malloc'ed; NULL: nothing.
static unsigned char *
load(const rt_vk_device *d, size_t *n) {
  char folder[MAX_PATH], path[MAX_PATH];
  const char *why = NULL;
  if (!find_folder(folder) || !find_file(d, folder, path))
    return NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (fd < 0)
    return NULL;
  unsigned char *data = read_file(d, fd, n, &why);
  close(fd);
  if (data)
    rt_say(RT_LOG_REGION, "kernel cache: %zu bytes from %.500s", *n, path);
  else
    rt_say(RT_LOG_REGION, "kernel cache: %.500s is not used: %s", path, why);
  return data;
}

void
rt_vk_cache_open(rt_vk_device *d) {
  VkPipelineCacheCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  size_t n = 0;
  unsigned char *data = load(d, &n);
  info.initialDataSize = data ? n : 0;
  info.pInitialData = data;
  VkResult r =
      RT_VK(d->fn, CreatePipelineCache, d->handle, &info, NULL, &d->cache);
  d->cache_saved = d->cache_older = info.initialDataSize;
  if (r != VK_SUCCESS)
    d->cache = VK_NULL_HANDLE;
  free(data);
}

// -- Writing ------------------------------------------------------------------

// Puts the data on disk; false when that fails.
static bool
store(const rt_vk_device *d, const unsigned char *data, size_t n) {
  char folder[MAX_PATH], path[MAX_PATH], fresh[MAX_PATH + 32];
  if (!find_folder(folder) || !find_file(d, folder, path))
    return true; // not wanted
  make_folders(folder);
  snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid());
  unlink(fresh); // of a process that had this number and did not end well
  int fd = rt_file_open(fresh, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0)
    return false;
  file_header h = {.size = n,
                   .older = d->cache_older,
                   .sum = sum_of(data, n) + d->cache_older};
  memcpy(h.magic, magic, sizeof magic);
  bool ok = rt_file_write(fd, &h, sizeof h, 0) == 0 &&
            rt_file_write(fd, data, n, sizeof h) == 0;
  ok = close(fd) == 0 && ok && rename(fresh, path) == 0;
  if (!ok)
    unlink(fresh);
  return ok;
}

void
rt_vk_cache_save(rt_vk_device *d) {
  size_t n = 0;
  if (!d->cache || atomic_load(&d->lost) ||
      RT_VK(d->fn, GetPipelineCacheData, d->handle, d->cache, &n, NULL) !=
          VK_SUCCESS ||
      n == d->cache_saved || n > MAX_SIZE)
    return;
  unsigned char *data = rt_malloc(n + 1);
  if (data && RT_VK(d->fn, GetPipelineCacheData, d->handle, d->cache, &n,
                    data) == VK_SUCCESS) {
    d->cache_saved = n; // once, also when the disk does not take it
    if (!store(d, data, n))
      rt_say(RT_LOG_REGION, "kernel cache: it cannot be written");
  }
  free(data);
}
