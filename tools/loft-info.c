// loft-info.c: the runtime's view of this machine: versions, devices with
// the features that matter, which one would be used and why, what is missing
// and how to get it. Always exits 0 when it could tell, device or none.
#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"
#include "runtime/cpu/pool.h"
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/watch.h"
#include "runtime/vk/vk.h"

static const char help[] =
    "usage: loft-info [--json]\n"
    "Lists the Vulkan devices of this machine as libloftrt sees them, says\n"
    "which one it uses and why, and what is missing.\n"
    "  --json   the same as JSON\n"
    "  --help   this text\n"
    "The LOFT_* variables count, as for any program: try LOFT_DEVICE=...\n";

enum { MAX_HINTS = 8 };

// Sentences that name the missing thing and how to get it.
typedef struct hints {
  char text[MAX_HINTS][256];
  int n;
} hints;

// -- What is missing ---------------------------------------------------------

// Adds a hint.
static void
hint(hints *h, const char *text) {
  if (h->n < MAX_HINTS)
    snprintf(h->text[h->n++], sizeof h->text[0], "%s", text);
}

// The number of driver manifests (ICD files) in the usual folders.
static int
count_manifests(void) {
  static const char *const folders[] = {"/usr/share/vulkan/icd.d",
                                        "/usr/local/share/vulkan/icd.d",
                                        "/etc/vulkan/icd.d"};
  int n = 0;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    DIR *d = opendir(folders[i]);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
      size_t len = strlen(e->d_name);
      n += len > 5 && strcmp(e->d_name + len - 5, ".json") == 0;
    }
    if (d)
      closedir(d);
  }
  return n;
}

// Whether a driver's name holds "part", for one of the devices.
static bool
has_driver(const rt_vk_listing *l, const char *part) {
  for (int i = 0; i < l->n_devices; i++)
    if (strcasestr(l->devices[i].driver, part))
      return true;
  return false;
}

// Whether some device can be used unasked.
static bool
has_hardware(const rt_vk_listing *l) {
  for (int i = 0; i < l->n_devices; i++)
    if (!l->devices[i].unusable[0] && strcmp(l->devices[i].type, "cpu") != 0)
      return true;
  return false;
}

// Looks for reasons why there is no (better) device.
static void
find_hints(const rt_vk_listing *l, hints *h) {
  if (l->loader_version == 0)
    hint(h, "the Vulkan loader is missing or broken: Debian and Ubuntu: apt "
            "install libvulkan1; Fedora: dnf install vulkan-loader");
  else if (l->n_devices == 0 && count_manifests() == 0)
    hint(h, "no driver is installed: AMD, Intel and software: apt install "
            "mesa-vulkan-drivers; NVIDIA: the driver package of its version");
  else if (l->n_devices == 0)
    hint(h, "drivers are installed but find no device: VK_LOADER_DEBUG=all "
            "vulkaninfo shows why; VK_DRIVER_FILES and VK_ICD_FILENAMES may "
            "hide them");
  if (access("/dev/dri/renderD128", F_OK) == 0 &&
      access("/dev/dri/renderD128", R_OK | W_OK) != 0)
    hint(h, "/dev/dri/renderD128 cannot be opened: add yourself to its group "
            "(usually render)");
  if (access("/dev/nvidiactl", F_OK) == 0 && !has_driver(l, "nvidia"))
    hint(h, "an NVIDIA GPU is here but not its Vulkan driver: in a container "
            "start with NVIDIA_DRIVER_CAPABILITIES=all and install libxext6 "
            "and libegl1");
  if (l->n_devices > 0 && !has_hardware(l))
    hint(h, "only software devices: regions run on the CPU, which is faster; "
            "LOFT_DEVICE=0 tries the first of them all the same");
}

// -- Text --------------------------------------------------------------------

// Prints one device.
static void
print_device(int index, const rt_vk_info *d) {
  char memory[16];
  printf("%c device %d: %s\n", d->chosen ? '*' : ' ', index, d->name);
  printf("    type      %s, Vulkan %u.%u.%u, %s\n", d->type, d->api >> 22,
         d->api >> 12 & 0x3ff, d->api & 0xfff, d->driver);
  printf("    uuid      %s\n", d->uuid);
  printf("    memory    %s, %u B shared, work-groups up to %u (%u x %u x %u)\n",
         rt_bytes(d->memory, memory), d->max_shared, d->max_invocations,
         d->max_group[0], d->max_group[1], d->max_group[2]);
  printf("    features ");
  for (int i = 0; i < d->n_features; i++)
    printf("%s %s%s", i ? "," : "", d->features[i].has ? "" : "no ",
           d->features[i].name);
  printf("\n");
  if (d->quirks[0])
    printf("    quirks    %s\n", d->quirks);
  if (d->unusable[0])
    printf("    unusable  %s\n", d->unusable);
}

// Prints the settings that are not at their defaults or matter most.
static void
print_settings(void) {
  printf("settings\n");
  for (int id = 0; id < RT_ENV_TEST_FAULT; id++) {
    const char *var, *doc;
    char value[RT_TEXT_MAX];
    rt_env_describe((rt_env_id)id, &var, &doc, value);
    printf("  %-13s %-8s %s\n", var, value[0] ? value : "-", doc);
  }
}

// Prints everything.
static void
print_text(const rt_vk_listing *l, const hints *h) {
  bool chosen = false;
  printf("loft %s, runtime interface %u, %d CPU threads\n", loft_version(),
         (unsigned)LOFT_ABI_VERSION, rt_cpu_threads(INFINITY));
  if (l->loader_version)
    printf("Vulkan loader %u.%u.%u\n", l->loader_version >> 22,
           l->loader_version >> 12 & 0x3ff, l->loader_version & 0xfff);
  else
    printf("Vulkan loader: none\n");
  if (l->problem[0])
    printf("no Vulkan device: %s\n", l->problem);
  for (int i = 0; i < l->n_devices; i++) {
    print_device(i, &l->devices[i]);
    chosen |= l->devices[i].chosen && !l->devices[i].unusable[0];
  }
  if (l->n_devices > 0)
    printf("%s: %s\n", chosen ? "* is used" : "none is used", l->choice);
  if (!chosen)
    printf("regions run on the CPU\n");
  printf("watching memory: %s\n", rt_watch_way());
  for (int i = 0; i < h->n; i++)
    printf("hint: %s\n", h->text[i]);
  print_settings();
}

// -- JSON --------------------------------------------------------------------

// Prints a string as JSON.
static void
json_text(const char *s) {
  putchar('"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\')
      printf("\\%c", c);
    else if (c < 0x20)
      printf("\\u%04x", c);
    else
      putchar(c);
  }
  putchar('"');
}

// Prints a comma and a key; the comma not for the first.
static void
json_key(const char *key, bool first) {
  if (!first)
    printf(", ");
  json_text(key);
  printf(": ");
}

// Prints key and text.
static void
json_pair(const char *key, const char *text, bool first) {
  json_key(key, first);
  json_text(text);
}

// Prints one device as an object.
static void
json_device(int index, const rt_vk_info *d) {
  printf("%s\n  {\"index\": %d", index ? "," : "", index);
  json_pair("name", d->name, false);
  json_pair("type", d->type, false);
  json_pair("driver", d->driver, false);
  json_pair("uuid", d->uuid, false);
  printf(", \"vulkan\": \"%u.%u.%u\", \"memory\": %llu, \"shared\": %u",
         d->api >> 22, d->api >> 12 & 0x3ff, d->api & 0xfff,
         (unsigned long long)d->memory, d->max_shared);
  printf(", \"features\": {");
  for (int i = 0; i < d->n_features; i++) {
    json_key(d->features[i].name, i == 0);
    printf("%s", d->features[i].has ? "true" : "false");
  }
  printf("}");
  json_pair("quirks", d->quirks, false);
  json_pair("unusable", d->unusable, false);
  printf(", \"chosen\": %s}", d->chosen ? "true" : "false");
}

// Prints everything as one object.
static void
print_json(const rt_vk_listing *l, const hints *h) {
  printf("{");
  json_pair("loft", loft_version(), true);
  printf(", \"interface\": %u, \"threads\": %d, \"loader\": \"%u.%u.%u\"",
         (unsigned)LOFT_ABI_VERSION, rt_cpu_threads(INFINITY),
         l->loader_version >> 22, l->loader_version >> 12 & 0x3ff,
         l->loader_version & 0xfff);
  json_pair("watching", rt_watch_way(), false);
  json_pair("problem", l->problem, false);
  json_pair("choice", l->choice, false);
  printf(", \"devices\": [");
  for (int i = 0; i < l->n_devices; i++)
    json_device(i, &l->devices[i]);
  printf("], \"hints\": [");
  for (int i = 0; i < h->n; i++) {
    printf("%s", i ? ", " : "");
    json_text(h->text[i]);
  }
  printf("]}\n");
}

// Answers the question asked.
int
main(int argc, char **argv) {
  bool json = argc == 2 && strcmp(argv[1], "--json") == 0;
  if (argc == 2 && strcmp(argv[1], "--help") == 0) {
    fputs(help, stdout);
    return 0;
  }
  if (argc > 1 && !json) {
    fputs(help, stderr);
    return 2;
  }
  rt_vk_listing l;
  hints h = {0};
  rt_vk_list(&l);
  find_hints(&l, &h);
  if (json)
    print_json(&l, &h);
  else
    print_text(&l, &h);
  free(l.devices);
  return 0;
}
