// runtime/vk/run.c: the Vulkan back end: a region's launches, recorded.
//
// Nothing moves before the first submission: launches are checked and recorded
// first, so that a region this device must not run costs next to nothing.
// Barriers: each array remembers in which epoch (number of barriers so far) it
// was last read and written; a launch that conflicts with the current epoch
// gets a barrier before it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/log.h"
#include "runtime/core/process.h"
#include "runtime/core/stay.h"
#include "runtime/core/trace.h"
#include "runtime/vk/bus.h"
#include "runtime/vk/cache.h"
#include "runtime/vk/private.h"
#include "runtime/vk/same.h"

// -- Arrays ---------------------------------------------------------------

// The array behind a handle.
static rt_vk_array *
array_of(loft_handle h) {
  return (rt_vk_array *)(uintptr_t)h;
}

// A buffer for an array: in the device's memory, else in the host's, which
// kernels reach more slowly. NULL with the failure noted.
static rt_vk_buffer *
array_buffer(rt_vk_run *run, const rt_vk_array *a, uint64_t bytes) {
  rt_vk_device *d = run->device;
  const loft_region_desc *region = run->base.region;
  VkResult r;
  char text[16];
  rt_vk_buffer *b = rt_vk_buffer_get(d, RT_MEM_DEVICE, bytes, &r);
  if (!b && r != VK_ERROR_DEVICE_LOST && rt_vk_copy_shed(run, a))
    b = rt_vk_buffer_get(d, RT_MEM_DEVICE, bytes, &r);
  if (b || r == VK_ERROR_DEVICE_LOST || d->unified) {
    if (!b)
      rt_vk_check_failed(&run->base, d, "device memory", r);
    return b;
  }
  b = rt_vk_buffer_get(d, RT_MEM_HOST, bytes, &r);
  if (!b) {
    rt_vk_check_failed(&run->base, d, "device memory, then host memory", r);
    return NULL;
  }
  run->base.account.bytes_host += bytes;
  rt_say(RT_LOG_REGION,
         "%s (%s:%u): device memory is short: %s (%s) is in the host's",
         region->name, region->file, region->line,
         a->bind >= 0 ? run->base.binds[a->bind].name : "a temporary array",
         rt_bytes(bytes, text));
  return b;
}

// Gives an array its buffer. Empty arrays need none.
static int
array_init(rt_vk_run *run, rt_vk_array *a, int64_t lo, int64_t hi,
           uint32_t elem_size) {
  a->lo = lo;
  a->hi = hi;
  a->elem_size = elem_size;
  if (hi <= lo)
    return LOFT_OK;
  // Rounded up so that kernels may read whole words.
  uint64_t bytes = (uint64_t)(hi - lo) * elem_size;
  if (!a->buffer && a->bind >= 0 &&
      !(run->base.binds[a->bind].mode & (LOFT_PASSING | LOFT_INTERLEAVED)))
    rt_vk_copy_take(run, a, &run->base.binds[a->bind]);
  if (a->copy && !rt_vk_make_room(run, a))
    rt_vk_copy_release(run, a);
  if (a->copy)
    bytes = rt_vk_copy_bytes(a);
  if (!a->buffer)
    a->buffer = array_buffer(run, a, (bytes + 15) / 16 * 16);
  if (!a->buffer)
    return LOFT_FAILED;
  a->address = a->buffer->address + a->at - (uint64_t)lo * elem_size;
  return LOFT_OK;
}

// Gives the array of bind "k" its buffer: that of another bind that has all its
// bytes where neither is written.
static int
bind_init(rt_vk_run *run, uint32_t k) {
  const loft_bind *binds = run->base.binds, *b = &binds[k];
  rt_vk_array *a = &run->binds[k];
  uint32_t around = rt_vk_bind_around(binds, run->base.region->n_binds, k);
  a->bind = (int)k;
  if (rt_bind_unused(b) || a->buffer)
    return LOFT_OK;
  if (around != k) {
    if (bind_init(run, around) != LOFT_OK)
      return LOFT_FAILED;
    a->in = &run->binds[around];
    a->buffer = a->in->buffer;
    a->at = a->in->at +
            (uint64_t)(rt_bind_start(b) - rt_bind_start(&binds[around]));
  }
  return array_init(run, a, b->lo, b->hi, b->elem_size);
}

// rt_backend.handle.
static loft_handle
vk_handle(loft_run *base, uint32_t k) {
  rt_vk_run *run = (rt_vk_run *)base;
  return (loft_handle)(uintptr_t)&run->binds[k];
}

// Takes a freed array whose buffer has just the right class, or NULL.
static rt_vk_array *
reuse(rt_vk_run *run, uint64_t bytes) {
  uint64_t class = rt_vk_buffer_class((bytes + 15) / 16 * 16);
  for (rt_vk_array **p = &run->free_arrays; *p; p = &(*p)->next) {
    rt_vk_array *a = *p;
    if (bytes > 0 ? !a->buffer || a->buffer->size != class : a->buffer != NULL)
      continue;
    *p = a->next;
    return a;
  }
  return NULL;
}

// rt_backend.alloc. Freed arrays are reused within the run only: the commands
// that used them may not have run yet, but come before in the queue.
static int
vk_alloc(loft_run *base, int64_t n, uint32_t elem_size, loft_handle *out) {
  rt_vk_run *run = (rt_vk_run *)base;
  uint64_t bytes;
  *out = 0;
  if (__builtin_mul_overflow((uint64_t)n, elem_size, &bytes) ||
      bytes > INT64_MAX)
    return rt_run_fail(base, "a temporary array has no sensible size");
  rt_vk_array *a = reuse(run, bytes);
  if (!a)
    a = rt_calloc(1, sizeof *a);
  if (!a)
    return rt_run_fail(base, "out of host memory");
  a->bind = -1;
  a->next = run->temporaries;
  run->temporaries = a;
  if (array_init(run, a, 0, n, elem_size) != LOFT_OK)
    return LOFT_FAILED;
  *out = (loft_handle)(uintptr_t)a;
  return LOFT_OK;
}

// rt_backend.free: arrays that are not temporaries are left alone.
static void
vk_free(loft_run *base, loft_handle h) {
  rt_vk_run *run = (rt_vk_run *)base;
  for (rt_vk_array **p = &run->temporaries; *p; p = &(*p)->next) {
    rt_vk_array *a = *p;
    if (a != array_of(h))
      continue;
    *p = a->next;
    a->next = run->free_arrays;
    run->free_arrays = a;
    return;
  }
}

// rt_backend.pointer.
static void *
vk_pointer(loft_run *base, loft_handle h) {
  const rt_vk_array *a = array_of(h);
  return a && a->bind >= 0 ? base->binds[a->bind].base : NULL;
}

// -- Hazards --------------------------------------------------------------

// Whether using the array so needs a barrier first.
static bool
conflicts(const rt_vk_run *run, const rt_vk_array *a, unsigned mode) {
  const rt_vk_buffer *b = a->buffer;
  return b && (b->written_at == run->epoch ||
               ((mode & LOFT_WRITE) && b->read_at == run->epoch));
}

// Notes that commands recorded now use the array so.
static void
mark(rt_vk_run *run, rt_vk_array *a, unsigned mode) {
  if (a->buffer && (mode & LOFT_READ))
    a->buffer->read_at = run->epoch;
  if (a->buffer && (mode & LOFT_WRITE))
    a->buffer->written_at = run->epoch;
}

// Orders a launch with these arguments behind what it conflicts with, and notes
// what it uses.
static void
order(rt_vk_run *run, const loft_kernel_desc *k, const uint64_t *args) {
  bool conflict = false;
  for (uint32_t i = 0; i < k->n_params; i++)
    if (k->param_kinds[i])
      conflict |= conflicts(run, array_of(args[i]), k->param_kinds[i]);
  if (conflict)
    rt_vk_order_launch(run);
  for (uint32_t i = 0; i < k->n_params; i++)
    if (k->param_kinds[i])
      mark(run, array_of(args[i]), k->param_kinds[i]);
}

// -- Launches -------------------------------------------------------------

// One launch being recorded.
typedef struct launch {
  const loft_kernel_desc *desc;
  const rt_vk_kernel *kernel;
  uint32_t k;
  const uint64_t *args;
  uint64_t items[3], groups[3];
  double group_work; // scalar operations of one work-group
  // push constants: the argument block's device address, then its slots when
  // they fit (spirv/spirv.h)
  uint64_t push[RT_VK_PUSH_SLOTS];
} launch;

// Slot "i" of the arguments: a parameter, or after them the grid's items.
static uint64_t
slot_of(const launch *l, uint32_t i) {
  uint32_t n = l->desc->n_params;
  if (i >= n)
    return l->items[i - n];
  return l->desc->param_kinds[i] ? array_of(l->args[i])->address : l->args[i];
}

// Writes the argument block and the push constants.
static int
write_args(rt_vk_run *run, launch *l) {
  uint32_t n = l->desc->n_params + 3;
  rt_vk_buffer *buffer;
  uint64_t offset;
  char *host;
  if (!rt_vk_args(run, n * 8, &host, &buffer, &offset))
    return LOFT_FAILED;
  l->push[0] = buffer->address + offset;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t slot = slot_of(l, i);
    memcpy(host + 8 * i, &slot, 8);
    if (n < RT_VK_PUSH_SLOTS)
      l->push[1 + i] = slot;
  }
  return LOFT_OK;
}

// The groups of one dispatch: at most what the device takes, and not so many
// that one submission lasts long.
static void
slice_size(const rt_vk_run *run, const launch *l, uint64_t size[3]) {
  static const double most = 4e11;
  const VkPhysicalDeviceLimits *limits = &run->device->phys->props.limits;
  for (int i = 0; i < 3; i++) {
    uint64_t max = limits->maxComputeWorkGroupCount[i];
    size[i] = l->groups[i] < max ? l->groups[i] : max;
  }
  for (int i = 2; i >= 0;) {
    double work =
        l->group_work * (double)size[0] * (double)size[1] * (double)size[2];
    if (work <= most)
      return;
    if (size[i] > 1)
      size[i] = (size[i] + 1) / 2;
    else
      i--;
  }
}

// Records one dispatch of "count" groups from "base" on.
static int
record_slice(rt_vk_run *run, const launch *l, const uint64_t base[3],
             const uint64_t count[3]) {
  rt_vk_dispatch x = {.pipeline = l->kernel->pipeline};
  double work = l->group_work;
  memcpy(x.push, l->push, sizeof x.push);
  for (int i = 0; i < 3; i++) {
    x.base[i] = (uint32_t)base[i];
    x.count[i] = (uint32_t)count[i];
    work *= (double)count[i];
  }
  return rt_vk_record_dispatch(run, &x) ? rt_vk_count_launch(run, work)
                                        : LOFT_FAILED;
}

// Records all dispatches of a launch.
static int
record_slices(rt_vk_run *run, const launch *l) {
  uint64_t size[3], at[3];
  slice_size(run, l, size);
  for (at[2] = 0; at[2] < l->groups[2]; at[2] += size[2])
    for (at[1] = 0; at[1] < l->groups[1]; at[1] += size[1])
      for (at[0] = 0; at[0] < l->groups[0]; at[0] += size[0]) {
        uint64_t count[3];
        for (int i = 0; i < 3; i++) {
          uint64_t left = l->groups[i] - at[i];
          count[i] = left < size[i] ? left : size[i];
        }
        if (record_slice(run, l, at, count) != LOFT_OK)
          return LOFT_FAILED;
      }
  return LOFT_OK;
}

// Divides items into groups; false when an index would not fit 32 bits, which
// is what the device counts in.
static bool
divide(launch *l, const int64_t items[3], int64_t work) {
  l->group_work = work > 0 ? (double)work : 1;
  for (int i = 0; i < 3; i++) {
    uint64_t local = l->kernel->local[i];
    l->items[i] = (uint64_t)items[i];
    l->groups[i] = l->items[i] / local + (l->items[i] % local != 0);
    if (l->groups[i] > (UINT64_C(1) << 32) / local)
      return false;
    l->group_work *= (double)local;
  }
  return true;
}

// Declines a launch whose loops may be longer than the device runs them.
static int
check_loops(rt_vk_run *run, const loft_kernel_desc *k, int64_t loop_bound) {
  const rt_vk_phys *p = run->device->phys;
  if (p->quirks.max_loops == 0 ||
      (loop_bound >= 0 && loop_bound <= p->quirks.max_loops))
    return LOFT_OK;
  if (loop_bound < 0)
    return rt_run_decline(&run->base,
                          "kernel %s may loop for longer than the %lld "
                          "iterations %s runs",
                          k->name, (long long)p->quirks.max_loops,
                          p->props.deviceName);
  return rt_run_decline(&run->base,
                        "kernel %s may take %lld loop iterations, %s runs %lld",
                        k->name, (long long)loop_bound, p->props.deviceName,
                        (long long)p->quirks.max_loops);
}

// rt_backend.launch.
static int
vk_launch(loft_run *base, uint32_t k, int64_t x, int64_t y, int64_t z,
          const uint64_t *args, int64_t loop_bound, int64_t work) {
  rt_vk_run *run = (rt_vk_run *)base;
  launch l = {.desc = &base->region->gpu_kernels[k], .k = k, .args = args};
  if (base->failure.text[0])
    return LOFT_FAILED;
  if (x <= 0 || y <= 0 || z <= 0)
    return LOFT_OK;
  if (check_loops(run, l.desc, loop_bound) != LOFT_OK)
    return LOFT_FAILED;
  l.kernel = rt_vk_kernel_get(base, run->device, run->kernels, k, x);
  if (!l.kernel)
    return LOFT_FAILED;
  if (!divide(&l, (int64_t[]){x, y, z}, work))
    return rt_run_decline(base, "kernel %s has too many items", l.desc->name);
  if (!rt_vk_begin_launch(run) || write_args(run, &l) != LOFT_OK)
    return LOFT_FAILED;
  order(run, l.desc, args);
  run->wrote = true;
  base->account.launches++;
  if (base->kernels) {
    base->kernels[k].launches++;
    base->kernels[k].items += l.items[0] * l.items[1] * l.items[2];
  }
  bool good = rt_vk_stamp(run, k, false) && record_slices(run, &l) == LOFT_OK &&
              rt_vk_stamp(run, k, true);
  return good ? LOFT_OK : LOFT_FAILED;
}

// -- Single elements ------------------------------------------------------

// Whether element i is one of the array's.
static bool
inside(const rt_vk_array *a, int64_t i, uint32_t elem_size) {
  return i >= a->lo && i < a->hi && elem_size == a->elem_size;
}

// Whether "a" is a temporary of one element.
static bool
is_single(const rt_vk_run *run, const rt_vk_array *a) {
  bool is_bind = a >= run->binds && a < run->binds + run->n_binds;
  return !is_bind && a->hi - a->lo == 1;
}

// Records the copy of an element of "a" to the readback buffer, as its next
// one.
static void
copy_back(rt_vk_run *run, VkCommandBuffer cb, const rt_vk_array *a,
          uint64_t offset) {
  rt_vk_readback *back = &run->readback;
  VkBufferCopy copy = {a->at + offset, sizeof(uint64_t) * back->n,
                       a->elem_size};
  run->device->fn.CmdCopyBuffer(cb, a->buffer->handle, back->buffer->handle, 1,
                                &copy);
  back->arrays[back->n++] = is_single(run, a) ? a : NULL;
}

// Records the copy of one element to the start of the run's readback buffer,
// and behind it those of other temporaries of one element.
static int
record_readback(rt_vk_run *run, const rt_vk_array *a, uint64_t offset) {
  rt_vk_readback *back = &run->readback;
  VkResult r;
  if (!back->buffer)
    back->buffer = rt_vk_buffer_get(run->device, RT_MEM_STAGING,
                                    sizeof(uint64_t) * RT_VK_READBACKS, &r);
  if (!back->buffer)
    return rt_vk_check_failed(&run->base, run->device, "staging memory", r);
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb)
    return LOFT_FAILED;
  rt_vk_barrier(run, cb);
  back->n = 0;
  copy_back(run, cb, a, offset);
  for (const rt_vk_array *t = run->temporaries; t && back->n < RT_VK_READBACKS;
       t = t->next)
    if (t != a && is_single(run, t) && t->buffer)
      copy_back(run, cb, t, 0);
  rt_vk_barrier(run, cb);
  return LOFT_OK;
}

// Where the host finds the element of "a" at byte "offset", if a load waited
// for it and no command was recorded since; or NULL.
static const char *
read_back(const rt_vk_run *run, const rt_vk_array *a, uint64_t offset) {
  const rt_vk_readback *back = &run->readback;
  if (back->submission == 0 || rt_vk_is_busy(run) ||
      back->submission != rt_vk_submitted(run))
    return NULL;
  if (a->buffer->mapped)
    return a->buffer->mapped + a->at + offset;
  for (uint32_t k = 0; k < back->n; k++)
    if (back->arrays[k] == a)
      return back->buffer->mapped + sizeof(uint64_t) * k;
  return NULL;
}

// Makes kernels' writes to mapped memory visible to the host.
static int
record_host_read(rt_vk_run *run) {
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb)
    return LOFT_FAILED;
  rt_vk_barrier(run, cb);
  return LOFT_OK;
}

// rt_backend.load.
static int
vk_load(loft_run *base, loft_handle h, int64_t i, uint32_t elem_size,
        uint64_t *bits) {
  rt_vk_run *run = (rt_vk_run *)base;
  rt_vk_array *a = array_of(h);
  *bits = 0;
  if (base->failure.text[0])
    return LOFT_FAILED;
  if (!inside(a, i, elem_size))
    return rt_run_fail(base, "element %lld is outside its array", (long long)i);
  uint64_t offset = (uint64_t)(i - a->lo) * elem_size;
  const char *there = read_back(run, a, offset);
  if (!there) {
    char *mapped = a->buffer->mapped;
    int result =
        mapped ? record_host_read(run) : record_readback(run, a, offset);
    if (result != LOFT_OK || rt_vk_flush(run) != LOFT_OK)
      return LOFT_FAILED;
    run->readback.submission = rt_vk_submitted(run);
    there = mapped ? mapped + a->at + offset : run->readback.buffer->mapped;
  }
  memcpy(bits, there, elem_size);
  return LOFT_OK;
}

// rt_backend.store: recorded like a launch.
static int
vk_store(loft_run *base, loft_handle h, int64_t i, uint32_t elem_size,
         uint64_t bits) {
  rt_vk_run *run = (rt_vk_run *)base;
  rt_vk_array *a = array_of(h);
  rt_vk_buffer *buffer;
  uint64_t offset;
  char *host;
  if (base->failure.text[0])
    return LOFT_FAILED;
  if (!inside(a, i, elem_size))
    return rt_run_fail(base, "element %lld is outside its array", (long long)i);
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb || !rt_vk_args(run, 8, &host, &buffer, &offset))
    return LOFT_FAILED;
  memcpy(host, &bits, 8);
  if (conflicts(run, a, LOFT_WRITE))
    rt_vk_barrier(run, cb);
  mark(run, a, LOFT_WRITE);
  run->wrote = true;
  VkBufferCopy copy = {offset, a->at + (uint64_t)(i - a->lo) * elem_size,
                       elem_size};
  run->device->fn.CmdCopyBuffer(cb, buffer->handle, a->buffer->handle, 1,
                                &copy);
  return rt_vk_count_launch(run, 1);
}

// -- Runs -----------------------------------------------------------------

// Saves the kernels that were compiled for the run.
static void
save_kernels(rt_vk_device *d) {
  pthread_mutex_lock(&d->lock);
  if (d->built > 0)
    rt_vk_cache_save(d);
  d->built = 0;
  pthread_mutex_unlock(&d->lock);
}

// Submits what is left of a run that wrote something. Its results come back, or
// they stay, and the host waits only where it has to.
static int
end_work(rt_vk_run *run) {
  if (run->arrived)
    return LOFT_OK;
  if (!run->base.stays)
    return rt_vk_download(run);
  if (rt_vk_upload(run) != LOFT_OK)
    return LOFT_FAILED;
  run->pending = rt_vk_is_busy(run) && rt_vk_pending_may(run);
  return run->pending ? rt_vk_hold(run, rt_vk_pending_n()) : rt_vk_flush(run);
}

// rt_backend.finish.
static int
vk_finish(loft_run *base, int failed) {
  rt_vk_run *run = (rt_vk_run *)base;
  bool good = !failed && !base->failure.text[0];
  if (good && run->wrote)
    good = end_work(run) == LOFT_OK;
  if (good) {
    if (run->wrote && !base->stays)
      rt_vk_write_back(run);
    run->good = true;
    if (!run->pending)
      rt_vk_commands_give(run);
    save_kernels(run->device);
    // Drivers start threads, and register how they end, as late as now.
    if (!atomic_exchange(&run->device->proven, true))
      rt_process_watch_exit();
    return LOFT_OK;
  }
  run->pending = false;
  if (base->stays && rt_vk_copies_are_lost())
    base->failure.quiet = true; // it was told of another run
  if (base->stays && run->uploaded)
    rt_vk_copies_lose(); // kernels may have written to some
  rt_vk_commands_give(run);
  rt_vk_note_loss(run);
  return LOFT_FAILED;
}

// Frees a list of arrays with their buffers.
static void
free_arrays(rt_vk_device *d, rt_vk_array *list) {
  while (list) {
    rt_vk_array *a = list;
    list = a->next;
    rt_vk_buffer_put(d, a->buffer);
    free(a);
  }
}

// Gives the buffer of an array back. It may be that of a copy, which pending
// runs use that came before this one.
static void
put_array(const rt_vk_run *run, rt_vk_buffer *b) {
  if (run->pending)
    rt_vk_buffer_put(run->device, b);
  else
    rt_vk_pending_retire(NULL, run->device, b);
}

// Frees the run and the objects of its commands, which have ended.
static void
free_run(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  for (uint32_t k = 0; k < run->n_binds; k++) {
    if (!run->binds[k].in)
      put_array(run, run->binds[k].buffer);
    rt_vk_buffer_put(d, run->binds[k].before);
    rt_vk_buffer_put(d, run->binds[k].changed);
    rt_vk_buffer_put(d, run->binds[k].kept);
  }
  free_arrays(d, run->temporaries);
  free_arrays(d, run->free_arrays);
  rt_vk_ring_free(run);
  rt_vk_pulls_free(run);
  rt_vk_buffer_put(d, run->readback.buffer);
  rt_vk_buffer_put(d, run->answers);
  while (run->retired) {
    rt_vk_buffer *b = run->retired;
    run->retired = b->next;
    rt_vk_buffer_put(d, b);
  }
  free(run->base.kernels);
  free(run);
}

// rt_vk_run.settle.
static void
settle_pending(rt_vk_run *run) {
  rt_vk_commands_give(run);
  if (run->base.failure.text[0]) {
    rt_vk_copies_lose();
    rt_vk_failed(run->base.region, &run->base.failure);
    rt_vk_note_loss(run);
  }
}

// rt_backend.destroy.
static void
vk_destroy(loft_run *base) {
  rt_vk_run *run = (rt_vk_run *)base;
  rt_vk_device *d = run->device;
  bool is_pending = run->pending;
  run->settle = settle_pending;
  run->free = free_run;
  rt_vk_copies_give(run);
  if (is_pending)
    rt_vk_pending_limit();
  else
    free_run(run);
  rt_vk_copies_trim(d);
  rt_vk_device_put(d);
}

// Gives the run its objects before host code starts.
static int
prepare(rt_vk_run *run) {
  loft_region_desc *region = run->base.region;
  const rt_vk_region *state = rt_vk_region_of(region);
  if (state)
    run->kernels = rt_vk_kernels_get(run->device, state, region->n_gpu_kernels);
  if (!run->kernels)
    return rt_run_fail(&run->base, "out of host memory");
  if (!rt_vk_commands_take(run))
    return LOFT_FAILED;
  for (uint32_t k = 0; k < region->n_binds; k++)
    if (bind_init(run, k) != LOFT_OK)
      return LOFT_FAILED;
  if ((run->base.stays || rt_stay_any()) && rt_vk_copies_lack(run)) {
    run->base.failure.comes_back = true;
    return rt_run_decline(&run->base, "results cannot stay");
  }
  return LOFT_OK;
}

// Ends a run that failed before anything was launched; NULL, and the failure.
static loft_run *
end_begun(loft_run *run, rt_failure *failure) {
  vk_finish(run, 1);
  *failure = run->failure;
  vk_destroy(run);
  return NULL;
}

// Starts a run on a device, which is the run's then. NULL with the failure.
static loft_run *
begin_on(rt_vk_device *d, loft_region_desc *region, const loft_bind *binds,
         bool stays, rt_failure *failure) {
  rt_vk_run *run =
      rt_calloc(1, sizeof *run + region->n_binds * sizeof *run->binds);
  if (!run) {
    rt_vk_device_put(d);
    snprintf(failure->text, sizeof failure->text, "out of host memory");
    return NULL;
  }
  rt_run_init(&run->base, LOFT_ON_VULKAN, region, binds);
  run->device = d;
  run->n_binds = region->n_binds;
  run->base.stays = stays;
  snprintf(run->base.account.name, sizeof run->base.account.name, "%.63s",
           d->phys->props.deviceName);
  return prepare(run) == LOFT_OK ? &run->base : end_begun(&run->base, failure);
}

// rt_backend.fetch.
static int
vk_fetch(loft_run *base) {
  double start = rt_now();
  int result = rt_vk_exchange((rt_vk_run *)base);
  base->account.h2d += rt_now() - start;
  return result;
}

// The device for a run: where results are that it uses, if its own are to stay,
// else the one in use, opened at need. NULL with the failure.
static rt_vk_device *
find_device(const loft_region_desc *region, const loft_bind *binds, bool stays,
            rt_failure *failure) {
  rt_vk_search s = {binds, region->n_binds, 0};
  bool lost;
  rt_vk_device *d =
      stays && rt_stay_any() ? rt_vk_device_with_results(&s, &lost) : NULL;
  return d ? d : rt_vk_device_get(failure);
}

// rt_backend.begin.
static loft_run *
vk_begin(loft_region_desc *region, const loft_bind *binds, bool stays,
         rt_failure *failure) {
  rt_vk_device *d = find_device(region, binds, stays, failure);
  loft_run *run = d ? begin_on(d, region, binds, stays, failure) : NULL;
  if (run && vk_fetch(run) != LOFT_OK)
    run = end_begun(run, failure);
  if (run || failure->comes_back)
    return run;
  bool failed = rt_vk_state_now() == RT_VK_READY;
  failure->id = failed ? RT_WHY_VULKAN_FAILED : RT_WHY_NO_DEVICE;
  if (failed)
    rt_vk_failed(region, failure);
  return NULL;
}

// rt_backend.begin_chunk.
static loft_run *
vk_begin_chunk(loft_region_desc *region, const loft_bind *binds,
               uint32_t device, rt_chunk_kind kind, rt_failure *failure) {
  rt_vk_device *d = rt_vk_device_get_nth(device, failure);
  bool stays = kind == RT_CHUNK_STAYS;
  loft_run *run = d ? begin_on(d, region, binds, stays, failure) : NULL;
  if (run)
    ((rt_vk_run *)run)->beside = kind == RT_CHUNK_BESIDE;
  return run;
}

// -- Reports
// --------------------------------------------------------------------

// rt_backend.can_use.
static bool
vk_can_use(const loft_region_desc *region, const loft_bind *binds) {
  return rt_vk_copies_can_use(binds, region->n_binds);
}

// rt_backend.describe.
static void
vk_describe(const loft_run *run, double seconds, char text[RT_RUN_TEXT]) {
  const rt_account *a = &run->account;
  char h2d[16], d2h[16], moved[RT_MOVED];
  const rt_vk_run *vk = (const rt_vk_run *)run;
  char device[32];
  if (vk->pending)
    snprintf(device, sizeof device, "%s",
             vk->held ? "not begun" : "not waited for");
  else
    snprintf(device, sizeof device, "%.3f ms", a->device * 1e3);
  snprintf(text, RT_RUN_TEXT,
           "vulkan, %s: up %s %.3f ms%s, device %s, down %s %.3f ms, total "
           "%.3f ms",
           a->name, rt_bytes(a->bytes_h2d, h2d), a->h2d * 1e3,
           rt_moved(a, moved), device, rt_bytes(a->bytes_d2h, d2h),
           a->d2h * 1e3, seconds * 1e3);
}

const rt_backend rt_vk_backend = {
    .name = "vulkan",
    .may_run = rt_vk_may_run,
    .estimate = rt_vk_estimate_run,
    .begin = vk_begin,
    .devices = rt_vk_devices,
    .may_share = rt_vk_may_share,
    .begin_chunk = vk_begin_chunk,
    .fetch = vk_fetch,
    .failed = rt_vk_failed,
    .describe = vk_describe,
    .room = rt_vk_room,
    .known = rt_vk_copies_known,
    .can_use = vk_can_use,
    .settle = rt_vk_pending_wait,
    .bring_back = rt_vk_bring_back,
    .bring_part = rt_vk_bring_part,
    .send_parts = rt_vk_send_parts,
    .give_up = rt_vk_give_up,
    .mark = rt_vk_same_mark,
    .holds = rt_vk_same_holds,
    .before_fork = rt_vk_before_fork,
    .after_fork = rt_vk_after_fork,
    .handle = vk_handle,
    .launch = vk_launch,
    .alloc = vk_alloc,
    .free = vk_free,
    .load = vk_load,
    .ask = rt_vk_ask,
    .store = vk_store,
    .pointer = vk_pointer,
    .finish = vk_finish,
    .destroy = vk_destroy,
};
