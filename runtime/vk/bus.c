// runtime/vk/bus.c: PCI links; see bus.h. What the files hold: Linux,
// Documentation/ABI/testing/sysfs-bus-pci.
//
// The link's largest speed counts: cards that have nothing to do lower it.
#include "runtime/vk/bus.h"

#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  DISPLAY = 3,    // the base class of display controllers
  MOST_LANES = 32 // of PCI Express; the kernel's 255 is an unknown number
};
// What remains of the bits on the wire for data: packets have headers, and
// before PCI Express 3.0 (8 GT/s) 10 bits carry 8.
static const double payload = 0.8, old_coding = 0.8;

// Reads the first line of a file of a device, or its beginning.
static bool
read_line(const char *folder, const char *device, const char *file, char *line,
          int size) {
  char path[512];
  int n = snprintf(path, sizeof path, "%s/%s/%s", folder, device, file);
  FILE *f = n < (int)sizeof path ? fopen(path, "re") : NULL;
  bool ok = f && fgets(line, size, f);
  if (f)
    fclose(f);
  return ok;
}

// Giga-transfers a second from "16.0 GT/s PCIe"; 0: it says something else. Not
// by strtod: the program's locale must not matter.
static double
transfers_of(const char *text) {
  char *end;
  unsigned long whole = strtoul(text, &end, 10);
  unsigned long tenths = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
  return whole < 1000 && tenths < 10 ? (double)whole + (double)tenths / 10 : 0;
}

// Bytes a second of a device's link; 0 when it is no display controller, when
// it has no link, and for a single lane: that is a server's console.
static double
rate_of(const char *folder, const char *device) {
  char class[32], speed[32], width[32];
  if (!read_line(folder, device, "class", class, sizeof class) ||
      strtoul(class, NULL, 16) >> 16 != DISPLAY ||
      !read_line(folder, device, "max_link_speed", speed, sizeof speed) ||
      !read_line(folder, device, "max_link_width", width, sizeof width))
    return 0;
  double transfers = transfers_of(speed);
  unsigned long lanes = strtoul(width, NULL, 10);
  if (lanes <= 1 || lanes > MOST_LANES)
    return 0;
  return transfers * 1e9 / 8 * (double)lanes * payload *
         (transfers < 8 ? old_coding : 1);
}

double
rt_bus_rate_in(const char *folder) {
  double best = 0;
  DIR *dir = opendir(folder);
  if (!dir)
    return 0;
  for (const struct dirent *e; (e = readdir(dir));) {
    double rate = rate_of(folder, e->d_name);
    if (rate > best)
      best = rate;
  }
  closedir(dir);
  return best;
}

static double known;

// Fills in "known".
static void
look(void) {
  known = rt_bus_rate_in("/sys/bus/pci/devices");
}

double
rt_bus_rate(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look);
  return known;
}
