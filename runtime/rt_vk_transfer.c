// rt_vk_transfer.c: bringing arrays to the device and back.
//
// Up, at the first submission: bytes are read without faulting (rt_mem.h),
// into the buffer itself where it is mapped, else into staging memory. Where
// only some elements will be written, the bytes are kept as a snapshot. Down,
// at the very end: everything is in staging memory before the first byte of
// host memory changes, so that a late failure loses nothing. See Note
// [Write-back].
#include <stdlib.h>
#include <string.h>

#include "runtime/rt_log.h"
#include "runtime/rt_mem.h"
#include "runtime/rt_trace.h"
#include "runtime/rt_vk_private.h"

enum {
  PIECE = 16 << 20, // bytes of one staging buffer going up
  PIECES = 4        // of them in flight
};

// Where an upload stands.
typedef struct upload {
  rt_vk_run *run;
  rt_vk_buffer *staging[PIECES];
  int n; // used since the last wait
} upload;

void
rt_vk_barrier(rt_vk_run *run, VkCommandBuffer cb) {
  VkMemoryBarrier all = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask =
          VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                       VK_ACCESS_TRANSFER_READ_BIT |
                       VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT,
  };
  VkPipelineStageFlags device =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  run->device->fn.CmdPipelineBarrier(cb, device,
                                     device | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                                     &all, 0, NULL, 0, NULL);
  run->epoch++;
}

// A staging buffer; NULL with the failure noted.
static rt_vk_buffer *
staging_get(rt_vk_run *run, uint64_t bytes) {
  VkResult r;
  rt_vk_buffer *b = rt_vk_buffer_get(run->device, RT_MEM_STAGING, bytes, &r);
  if (!b)
    rt_vk_check_failed(&run->base, run->device, "staging memory", r);
  return b;
}

// -- Up
// ---------------------------------------------------------------------------

// A staging buffer whose last copy has been carried out; NULL with the failure
// noted.
static rt_vk_buffer *
upload_staging(upload *u, uint64_t bytes) {
  if (u->n == PIECES) {
    if (rt_vk_flush_before(u->run) != LOFT_OK)
      return NULL;
    u->n = 0;
  }
  rt_vk_buffer **slot = &u->staging[u->n];
  if (*slot && (*slot)->size < bytes) {
    rt_vk_buffer_put(u->run->device, *slot);
    *slot = NULL;
  }
  if (!*slot)
    *slot = staging_get(u->run, bytes);
  u->n += *slot != NULL;
  return *slot;
}

// Copies host bytes to a place the device will see; "safe": they can be read.
static void
copy_in(void *dst, const char *src, uint64_t bytes, bool safe) {
  if (safe)
    rt_mem_copy(dst, src, bytes);
  else
    rt_mem_read(dst, src, bytes);
}

// Brings "bytes" from "src" into the array, piece by piece.
static int
upload_staged(upload *u, rt_vk_array *a, const char *src, uint64_t bytes,
              bool safe) {
  for (uint64_t at = 0; at < bytes; at += PIECE) {
    uint64_t n = bytes - at < PIECE ? bytes - at : PIECE;
    rt_vk_buffer *b = upload_staging(u, n);
    VkCommandBuffer cb = b ? rt_vk_record_before(u->run) : NULL;
    if (!cb)
      return LOFT_FAILED;
    copy_in(b->mapped, src + at, n, safe);
    VkBufferCopy copy = {0, at, n};
    u->run->device->fn.CmdCopyBuffer(cb, b->handle, a->buffer->handle, 1,
                                     &copy);
  }
  return LOFT_OK;
}

// Brings one bind to the device.
static int
upload_bind(upload *u, const loft_bind *bind, rt_vk_array *a) {
  uint64_t bytes = rt_bind_bytes(bind);
  const char *src = rt_bind_start(bind);
  bool keep = (bind->mode & LOFT_WRITE) && !(bind->mode & LOFT_FULL);
  if (bytes == 0 || !rt_bind_goes_up(bind))
    return LOFT_OK;
  if (keep) {
    a->snapshot = rt_malloc(bytes);
    if (!a->snapshot)
      return rt_run_fail(&u->run->base, "out of host memory");
    rt_mem_read(a->snapshot, src, bytes);
    src = a->snapshot;
  }
  u->run->base.account.bytes_up += bytes;
  if (!a->buffer->mapped)
    return upload_staged(u, a, src, bytes, keep);
  copy_in(a->buffer->mapped, src, bytes, keep);
  return LOFT_OK;
}

int
rt_vk_upload(rt_vk_run *run) {
  upload u = {.run = run};
  int result = LOFT_OK;
  double start = rt_now();
  if (run->uploaded)
    return LOFT_OK;
  run->uploaded = true;
  const loft_region_desc *region = run->base.region;
  for (uint32_t k = 0; k < region->n_binds && result == LOFT_OK; k++)
    result = upload_bind(&u, &run->base.binds[k], &run->binds[k]);
  // The staging buffers stay the run's until its end.
  for (int i = 0; i < PIECES; i++)
    if (u.staging[i]) {
      u.staging[i]->next = run->staging;
      run->staging = u.staging[i];
    }
  rt_account *account = &run->base.account;
  account->up += rt_now() - start;
  rt_trace_span(&run->base, &(rt_span){.what = "transfer",
                                       .name = "up",
                                       .start = start,
                                       .seconds = rt_now() - start,
                                       .bytes = account->bytes_up});
  return result;
}

// -- Down
// -------------------------------------------------------------------------

// Whether the bind's contents come back.
static bool
comes_back(const loft_bind *bind) {
  return (bind->mode & LOFT_WRITE) != 0 && !rt_bind_empty(bind);
}

int
rt_vk_download(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  const loft_region_desc *region = run->base.region;
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb)
    return LOFT_FAILED;
  rt_vk_barrier(run, cb);
  for (uint32_t k = 0; k < region->n_binds; k++) {
    rt_vk_array *a = &run->binds[k];
    uint64_t bytes = rt_bind_bytes(&run->base.binds[k]);
    if (!comes_back(&run->base.binds[k]) || a->buffer->mapped)
      continue;
    a->staging = staging_get(run, bytes);
    if (!a->staging)
      return LOFT_FAILED;
    VkBufferCopy copy = {0, 0, bytes};
    d->fn.CmdCopyBuffer(cb, a->buffer->handle, a->staging->handle, 1, &copy);
  }
  rt_vk_barrier(run, cb);
  return LOFT_OK;
}

void
rt_vk_write_back(rt_vk_run *run) {
  double start = rt_now();
  const loft_region_desc *region = run->base.region;
  for (uint32_t k = 0; k < region->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    rt_vk_array *a = &run->binds[k];
    uint64_t bytes = rt_bind_bytes(bind);
    if (!comes_back(bind))
      continue;
    const char *now = a->staging ? a->staging->mapped : a->buffer->mapped;
    run->base.account.bytes_down += bytes;
    if (a->snapshot)
      rt_mem_write_changed(rt_bind_start(bind), now, a->snapshot, bytes,
                           bind->elem_size);
    else
      rt_mem_copy(rt_bind_start(bind), now, bytes);
  }
  rt_account *account = &run->base.account;
  account->down += rt_now() - start;
  rt_trace_span(&run->base, &(rt_span){.what = "transfer",
                                       .name = "down",
                                       .start = start,
                                       .seconds = rt_now() - start,
                                       .bytes = account->bytes_down});
}
