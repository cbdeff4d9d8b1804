// runtime/vk/transfer.c: bringing arrays to the device and back.
//
// Up, at the first submission: bytes are read, where the loop might not touch
// all of them without faulting (cpu/mem.h), into the buffer itself where it is
// mapped, else through the ring of staging memory. Down, at the very end: what
// is written in full arrives piece by piece in the program's memory; where it
// is read too, the bytes that went up were kept, and are put back should the
// device be lost. Where only some elements are written, those that differ from
// what went up do. What is small waits in memory of its own until everything is
// there. See Note [Write-back]. Of what stays on the device (copies.c) only
// pages go up that the host has written.
#include <stdlib.h>
#include <string.h>

#include "runtime/core/log.h"
#include "runtime/core/trace.h"
#include "runtime/cpu/mem.h"
#include "runtime/vk/copies.h"
#include "runtime/vk/private.h"

// Adds a span of this run to the trace.
static void
trace(const rt_vk_run *run, const char *what, const char *name, double start,
      double seconds, uint64_t bytes) {
  rt_trace_span(&run->base, &(rt_span){.what = what,
                                       .name = name,
                                       .start = start,
                                       .seconds = seconds,
                                       .bytes = bytes});
}

// Bytes of a copy of at most "left" that the slot has room for.
static uint64_t
room(const rt_vk_slot *s, uint64_t left) {
  uint64_t n = s->staging->size - s->used;
  return n < left ? n : left;
}

// Pieces begin at multiples of so many bytes, in slots and in arrays: 64
// elements of 8, whose bits of rt_vk_array.changed are whole bytes.
enum { PIECE_ALIGN = 512 };

// The bytes of a slot that a piece of "n" takes.
static uint64_t
piece_bytes(uint64_t n) {
  return (n + PIECE_ALIGN - 1) / PIECE_ALIGN * PIECE_ALIGN;
}

// Counts "n" bytes as used; the next piece is aligned.
static void
use(rt_vk_slot *s, uint64_t n) {
  uint64_t used = s->used + piece_bytes(n);
  s->used = used < s->staging->size ? used : s->staging->size;
}

// -- From other copies --------------------

// Copies the part's share to the buffer, by commands or by the host.
static void
copy_part(const rt_vk_run *run, VkCommandBuffer cb, const rt_vk_copy *c,
          const rt_vk_copy *part, const rt_vk_buffer *to) {
  uintptr_t end;
  for (uintptr_t at = part->from;
       at < part->to && rt_vk_part_next(part, &at, &end); at = end) {
    uint64_t source = at - part->from, target = at - c->from, n = end - at;
    VkBufferCopy copy = {source, target, n};
    if (cb)
      run->device->fn.CmdCopyBuffer(cb, part->buffer->handle, to->handle, 1,
                                    &copy);
    else
      rt_mem_copy(to->mapped + target, part->buffer->mapped + source, n);
  }
}

// Brings what the array's copy takes from others to its buffer; *cb: commands
// for that, begun at need. LOFT_FAILED with the failure noted.
static int
graft(rt_vk_run *run, rt_vk_array *a, VkCommandBuffer *cb) {
  enum { LAST = RT_VK_SLOTS - 1 }; // of the ring: it is used last
  const rt_vk_copy *c = a->copy;
  bool by_host = a->buffer->mapped != NULL;
  for (const rt_vk_copy *p = c->parts; p; p = p->next)
    if ((p->buffer->mapped != NULL) != by_host) {
      rt_vk_copy_doubt(a); // it must go up
      return LOFT_OK;
    }
  if (!by_host && !*cb) {
    *cb = rt_vk_record_copies(run, LAST, true, &run->ring.slots[LAST].ends);
    if (!*cb)
      return LOFT_FAILED;
    rt_vk_order(run, *cb);
  }
  for (const rt_vk_copy *p = c->parts; p; p = p->next)
    copy_part(run, by_host ? NULL : *cb, c, p, a->buffer);
  return LOFT_OK;
}

// Does so for all arrays, before anything goes up.
static int
graft_all(rt_vk_run *run) {
  VkCommandBuffer cb = NULL;
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    rt_vk_array *a = &run->binds[k];
    if (a->copy && a->copy->parts && graft(run, a, &cb) != LOFT_OK)
      return LOFT_FAILED;
  }
  if (!cb)
    return LOFT_OK;
  rt_vk_order(run, cb);
  return rt_vk_submit_before(run);
}

// -- Up -------------------------------------------------------------------

// Whether the bind's contents go up, and not as part of another's.
static bool
goes_up(const loft_bind *bind, const rt_vk_array *a) {
  return rt_bind_bytes(bind) > 0 && rt_bind_needs_upload(bind) && !a->in;
}

// Copies bytes of the program's memory, of the bind. What the original loop
// touches in full can be read; of the rest nothing is known. Returns the bytes
// that were readable.
static uint64_t
read_host(char *dst, const loft_bind *bind, uint64_t at, uint64_t n) {
  const char *src = rt_bind_start(bind) + at;
  if ((bind->mode & (LOFT_FULL | LOFT_DENSE)) == 0)
    return rt_mem_read(dst, src, n);
  rt_mem_copy(dst, src, n);
  return n;
}

// Copies bytes [at, at + n) of the bind to a place the device will see, and
// keeps them where they will be needed.
static void
copy_in(char *dst, const loft_bind *bind, rt_vk_array *a, uint64_t at,
        uint64_t n) {
  char *before = a->before ? a->before->mapped + at : NULL;
  bool dense = (bind->mode & (LOFT_FULL | LOFT_DENSE)) != 0;
  if (before && a->copy)
    rt_mem_copy(dst, before, n); // it is there already
  else if (dense && before)
    rt_mem_copy_and_log(dst, before, rt_bind_start(bind) + at, n);
  else if (read_host(before ? before : dst, bind, at, n) < n && a->copy)
    rt_vk_copy_doubt(a);
  if (!dense && before && !a->copy)
    rt_mem_copy(dst, before, n);
}

// Keeps all of a bind before those of its pages go up that must: what the
// device holds then is what was kept, and so pages that are written meanwhile
// go up as well.
static void
keep_all_before(rt_vk_run *run, const loft_bind *bind, rt_vk_array *a) {
  uint64_t bytes = rt_bind_bytes(bind);
  if (read_host(a->before->mapped, bind, 0, bytes) < bytes)
    rt_vk_copy_doubt(a);
  rt_vk_copy_look(run, a, bind);
}

// Makes room for the bytes that go up, where changes are looked for at the end,
// or where results will overwrite them before all are there: that is worth
// while for arrays that fill several slots.
static int
keep_before(rt_vk_run *run, const loft_bind *bind, rt_vk_array *a) {
  const loft_region_desc *region = run->base.region;
  rt_vk_device *d = run->device;
  uint64_t bytes = rt_bind_bytes(bind);
  uint64_t bits = rt_mem_changed_bytes(bytes, a->elem_size);
  bool full = (bind->mode & LOFT_FULL) != 0;
  bool stays = run->base.stays;
  bool early = !stays && !a->buffer->mapped && bytes > rt_vk_ring_slot_bytes();
  VkResult r = VK_SUCCESS;
  if (!(bind->mode & LOFT_WRITE) ||
      (stays ? !rt_vk_copy_needs_before(a, bind) : full && !early))
    return LOFT_OK;
  a->before = rt_vk_buffer_get(d, RT_MEM_PLAIN, bytes, &r);
  if (a->before && early && !full)
    a->changed = rt_vk_buffer_get(d, RT_MEM_PLAIN, bits, &r);
  if (a->changed)
    memset(a->changed->mapped, 0, bits);
  if (r == VK_ERROR_DEVICE_LOST || (!full && !a->before))
    return rt_vk_check_failed(&run->base, d, "host memory", r);
  if (r != VK_SUCCESS)
    rt_say(RT_LOG_REGION,
           "%s (%s:%u): host memory is short: %s comes back late", region->name,
           region->file, region->line, bind->name);
  return LOFT_OK;
}

// Brings bytes [at, end) of the bind into the array, piece by piece.
static int
upload_staged(rt_vk_run *run, const loft_bind *bind, rt_vk_array *a,
              uint64_t at, uint64_t end) {
  for (uint64_t n; at < end; at += n) {
    rt_vk_slot *s = rt_vk_ring_slot(run);
    if (!s)
      return LOFT_FAILED;
    n = room(s, end - at);
    copy_in(s->staging->mapped + s->used, bind, a, at, n);
    VkBufferCopy copy = {s->used, a->at + at, n};
    run->device->fn.CmdCopyBuffer(run->ring.cb, s->staging->handle,
                                  a->buffer->handle, 1, &copy);
    use(s, n);
  }
  return LOFT_OK;
}

// Brings bytes that came from another device into their array.
static int
upload_pull(rt_vk_run *run, const rt_vk_pull *p) {
  const rt_vk_array *a = &run->binds[p->bind];
  uint64_t at = a->at + p->at;
  if (a->buffer->mapped) {
    rt_mem_copy(a->buffer->mapped + at, p->host->mapped, p->bytes);
    return LOFT_OK;
  }
  for (uint64_t done = 0, n; done < p->bytes; done += n) {
    rt_vk_slot *s = rt_vk_ring_slot(run);
    if (!s)
      return LOFT_FAILED;
    if (done == 0)
      rt_vk_order(run, run->ring.cb); // what went up around them is older
    n = room(s, p->bytes - done);
    rt_mem_copy(s->staging->mapped + s->used, p->host->mapped + done, n);
    VkBufferCopy copy = {s->used, at + done, n};
    run->device->fn.CmdCopyBuffer(run->ring.cb, s->staging->handle,
                                  a->buffer->handle, 1, &copy);
    use(s, n);
  }
  return LOFT_OK;
}

// Does so for all of them.
static int
upload_pulls(rt_vk_run *run) {
  int result = LOFT_OK;
  for (uint32_t k = 0; k < run->n_pulls && result == LOFT_OK; k++)
    result = upload_pull(run, &run->pulls[k]);
  if (result == LOFT_OK && run->n_pulls > 0)
    rt_vk_pulls_note(run);
  rt_vk_pulls_free(run);
  return result;
}

// The next bytes of the bind, from *at on, that go up. False: no more.
static bool
next_up(const rt_vk_array *a, const loft_bind *bind, uint64_t *at,
        uint64_t *n) {
  if (a->copy)
    return rt_vk_copy_next(a, bind, at, n);
  *n = rt_bind_bytes(bind) - *at;
  return *n > 0;
}

// Brings one bind to the device.
static int
upload_bind(rt_vk_run *run, const loft_bind *bind, rt_vk_array *a) {
  rt_account *account = &run->base.account;
  if (!goes_up(bind, a))
    return LOFT_OK;
  if (keep_before(run, bind, a) != LOFT_OK)
    return LOFT_FAILED;
  if (a->copy && a->before)
    keep_all_before(run, bind, a);
  account->bytes_kept += rt_bind_bytes(bind);
  for (uint64_t at = 0, n; next_up(a, bind, &at, &n); at += n) {
    account->bytes_h2d += n;
    account->bytes_kept -= n;
    if (a->buffer->mapped)
      copy_in(a->buffer->mapped + a->at + at, bind, a, at, n);
    else if (upload_staged(run, bind, a, at, at + n) != LOFT_OK)
      return LOFT_FAILED;
  }
  return LOFT_OK;
}

// Bytes of the arrays that need staging memory to go up.
static uint64_t
staged_up(const rt_vk_run *run) {
  uint64_t total = 0;
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    const rt_vk_array *a = &run->binds[k];
    if (goes_up(bind, a) && !a->buffer->mapped)
      total += piece_bytes(a->copy ? rt_vk_copy_up_bytes(a, bind)
                                   : rt_bind_bytes(bind));
  }
  for (uint32_t k = 0; k < run->n_pulls; k++)
    total += run->binds[run->pulls[k].bind].buffer->mapped
                 ? 0
                 : piece_bytes(run->pulls[k].bytes);
  return total;
}

// Whether bytes of an array of the run come from other copies, by the host or
// by commands.
static bool
grafts(const rt_vk_run *run) {
  for (uint32_t k = 0; k < run->n_binds; k++)
    if (run->binds[k].copy && run->binds[k].copy->parts)
      return true;
  return false;
}

// Whether the host writes to memory that kernels of pending runs may reach.
static bool
writes_mapped(const rt_vk_run *run) {
  for (uint32_t k = 0; k < run->n_pulls; k++)
    if (run->binds[run->pulls[k].bind].buffer->mapped)
      return true;
  for (uint32_t k = 0; k < run->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    const rt_vk_array *a = &run->binds[k];
    uint64_t at = 0, n;
    if (goes_up(bind, a) && a->buffer->mapped && next_up(a, bind, &at, &n))
      return true;
  }
  return false;
}

// Brings all binds to the device.
static int
upload_all(rt_vk_run *run) {
  bool is_ordered = !grafts(run) && !run->beside; // by one queue
  int result = is_ordered ? LOFT_OK : rt_vk_pending_end(run);
  if (result == LOFT_OK)
    result = graft_all(run);
  rt_vk_copies_plan(run);
  if (result == LOFT_OK && writes_mapped(run))
    result = rt_vk_pending_end(run);
  rt_vk_ring_start(run, true, staged_up(run));
  for (uint32_t k = 0; k < run->base.region->n_binds && result == LOFT_OK; k++)
    result = upload_bind(run, &run->base.binds[k], &run->binds[k]);
  return result == LOFT_OK ? upload_pulls(run) : result;
}

// Chunks go up one after the other, so that the results of one come back while
// the next goes up.
int
rt_vk_upload(rt_vk_run *run) {
  rt_account *account = &run->base.account;
  if (run->uploaded)
    return LOFT_OK;
  run->uploaded = true;
  if (run->beside)
    pthread_mutex_lock(&run->device->up);
  double start = rt_now(), device = account->device;
  int result = upload_all(run);
  double seconds = rt_now() - start;
  account->h2d += seconds;
  account->device = device; // waiting for a slot is part of going up
  if (run->beside)
    pthread_mutex_unlock(&run->device->up);
  trace(run, "transfer", "up", start, seconds, account->bytes_h2d);
  return result;
}

// -- Down -----------------------------------------------------------------

// Whether the bind's contents come back.
static bool
comes_back(const loft_bind *bind) {
  return (bind->mode & LOFT_WRITE) != 0 && !rt_bind_empty(bind);
}

// Whether the bind's contents come back through staging memory.
static bool
comes_staged(const rt_vk_run *run, uint32_t k) {
  return comes_back(&run->base.binds[k]) && !run->binds[k].buffer->mapped;
}

// Whether the bind's contents can be put back at any time.
static bool
can_put_back(const rt_vk_run *run, uint32_t k) {
  const rt_vk_array *a = &run->binds[k];
  return a->changed || (a->before && (run->base.binds[k].mode & LOFT_FULL));
}

// Where the bind's bytes go as they arrive; NULL: they are kept in staging
// memory.
static char *
arrives_at(const rt_vk_run *run, uint32_t k) {
  const rt_vk_buffer *kept = run->binds[k].kept;
  if (!kept)
    return rt_bind_start(&run->base.binds[k]);
  return kept->kind == RT_MEM_PLAIN ? kept->mapped : NULL;
}

// Makes room for the bytes of a bind that are kept until all is there: in
// staging memory, else in ordinary memory, which costs another copy.
static int
keep(rt_vk_run *run, uint32_t k) {
  rt_vk_array *a = &run->binds[k];
  const loft_region_desc *region = run->base.region;
  uint64_t bytes = rt_bind_bytes(&run->base.binds[k]);
  VkResult r, plain;
  a->kept = rt_vk_buffer_get(run->device, RT_MEM_STAGING, bytes, &r);
  if (a->kept)
    return LOFT_OK;
  if (r != VK_ERROR_DEVICE_LOST)
    a->kept = rt_vk_buffer_get(run->device, RT_MEM_PLAIN, bytes, &plain);
  if (!a->kept)
    return rt_vk_check_failed(&run->base, run->device, "staging memory", r);
  rt_say(RT_LOG_REGION,
         "%s (%s:%u): staging memory is short: %s comes back through slots",
         region->name, region->file, region->line, run->base.binds[k].name);
  return LOFT_OK;
}

// Makes room for all that must be kept. *total: bytes of what is not.
static int
keep_all(rt_vk_run *run, uint64_t *total) {
  *total = 0;
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    if (!comes_staged(run, k))
      continue;
    if (rt_bind_needs_upload(bind) && !can_put_back(run, k) &&
        keep(run, k) != LOFT_OK)
      return LOFT_FAILED;
    if (arrives_at(run, k))
      *total += piece_bytes(rt_bind_bytes(bind));
  }
  return LOFT_OK;
}

// Makes copies that were recorded visible to the host.
static void
end_copies(const rt_vk_run *run, VkCommandBuffer cb) {
  VkMemoryBarrier copied = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
  };
  run->device->fn.CmdPipelineBarrier(cb, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                     VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &copied,
                                     0, NULL, 0, NULL);
}

// Brings an array to "host", piece by piece.
static int
download_pieces(rt_vk_run *run, const rt_vk_array *a, char *host,
                uint64_t bytes) {
  for (uint64_t at = 0, n; at < bytes; at += n) {
    rt_vk_slot *s = rt_vk_ring_slot(run);
    if (!s)
      return LOFT_FAILED;
    n = room(s, bytes - at);
    VkBufferCopy copy = {a->at + at, s->used, n};
    run->device->fn.CmdCopyBuffer(run->ring.cb, a->buffer->handle,
                                  s->staging->handle, 1, &copy);
    end_copies(run, run->ring.cb);
    s->pieces[s->n_pieces++] = (rt_vk_piece){a, host + at, s->used, at, n};
    use(s, n);
  }
  return LOFT_OK;
}

// Records the copy of an array to its own staging memory.
static int
download_whole(rt_vk_run *run, const rt_vk_array *a, uint64_t bytes) {
  VkCommandBuffer cb = rt_vk_record(run);
  VkBufferCopy copy = {a->at, 0, bytes};
  if (!cb)
    return LOFT_FAILED;
  run->device->fn.CmdCopyBuffer(cb, a->buffer->handle, a->kept->handle, 1,
                                &copy);
  end_copies(run, cb);
  return LOFT_OK;
}

// Brings everything back. What goes through the ring comes first: while the
// host empties the last slots, the device copies the rest.
static int
download_all(rt_vk_run *run) {
  uint32_t n = run->base.region->n_binds;
  for (int whole = 0; whole < 2; whole++)
    for (uint32_t k = 0; k < n; k++) {
      const rt_vk_array *a = &run->binds[k];
      uint64_t bytes = rt_bind_bytes(&run->base.binds[k]);
      char *host = arrives_at(run, k);
      int result = LOFT_OK;
      if (!comes_staged(run, k) || whole != (host == NULL))
        continue;
      if (whole)
        result = download_whole(run, a, bytes);
      else
        result = download_pieces(run, a, host, bytes);
      if (result != LOFT_OK)
        return result;
    }
  return LOFT_OK;
}

// Brings "total" bytes back through the ring, and what else is to be kept.
static int
download(rt_vk_run *run, uint64_t total) {
  rt_account *account = &run->base.account;
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb)
    return LOFT_FAILED;
  rt_vk_barrier(run, cb);
  rt_vk_ring_start(run, false, total);
  double start = rt_now(), device = account->device;
  if (download_all(run) != LOFT_OK || rt_vk_submit(run) != LOFT_OK ||
      rt_vk_ring_finish(run) != LOFT_OK || rt_vk_flush(run) != LOFT_OK)
    return LOFT_FAILED;
  rt_vk_copies_lift(run);
  account->d2h += rt_now() - start - (account->device - device);
  return LOFT_OK;
}

// Puts back memory that results may have overwritten. Asks nothing of the
// device.
static void
put_back(const rt_vk_run *run) {
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    const rt_vk_array *a = &run->binds[k];
    char *host = rt_bind_start(&run->base.binds[k]);
    uint64_t bytes = rt_bind_bytes(&run->base.binds[k]);
    if (!comes_staged(run, k) || !can_put_back(run, k))
      continue;
    if (!a->changed)
      rt_mem_copy(host, a->before->mapped, bytes);
    else
      rt_mem_undo_changed(host, a->before->mapped,
                          (const unsigned char *)a->changed->mapped, bytes,
                          a->elem_size);
  }
}

// Whether the contents of a bind come back.
static bool
brings_back(const rt_vk_run *run) {
  for (uint32_t k = 0; k < run->base.region->n_binds; k++)
    if (comes_back(&run->base.binds[k]))
      return true;
  return false;
}

int
rt_vk_download(rt_vk_run *run) {
  uint64_t total;
  if (rt_vk_upload(run) != LOFT_OK || keep_all(run, &total) != LOFT_OK)
    return LOFT_FAILED;
  if (!rt_vk_is_busy(run) && !brings_back(run)) {
    rt_vk_copies_lift(run);
    return LOFT_OK;
  }
  if (download(run, total) == LOFT_OK)
    return LOFT_OK;
  put_back(run);
  return LOFT_FAILED;
}

// The elements of the bind that arrived, or are on the device where the host
// can read them; NULL: none any more.
static const char *
arrived(const rt_vk_array *a) {
  if (a->kept)
    return a->kept->mapped;
  return a->buffer->mapped ? a->buffer->mapped + a->at : NULL;
}

// Lets the copies know which of the binds' pages hold what they hold.
static void
settle_copies(rt_vk_run *run) {
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    rt_vk_array *a = &run->binds[k];
    if (!a->copy || !comes_back(bind))
      continue;
    const char *now = arrived(a);
    if (!now && a->changed) {
      rt_mem_take_changed(a->before->mapped, rt_bind_start(bind),
                          (const unsigned char *)a->changed->mapped,
                          rt_bind_bytes(bind), a->elem_size);
      now = a->before->mapped;
    }
    rt_vk_copy_settle(run, a, bind, now);
  }
}

void
rt_vk_write_back(rt_vk_run *run) {
  rt_account *account = &run->base.account;
  double start = rt_now();
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    const rt_vk_array *a = &run->binds[k];
    uint64_t bytes = rt_bind_bytes(bind);
    if (!comes_back(bind))
      continue;
    account->bytes_d2h += bytes;
    const char *now = arrived(a);
    if (now && a->before)
      rt_mem_write_changed(rt_bind_start(bind), now, a->before->mapped, bytes,
                           bind->elem_size, NULL);
    else if (now)
      rt_mem_copy(rt_bind_start(bind), now, bytes);
  }
  settle_copies(run);
  account->d2h += rt_now() - start;
  trace(run, "transfer", "down", start, rt_now() - start, account->bytes_d2h);
}
