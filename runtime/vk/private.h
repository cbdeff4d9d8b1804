// runtime/vk/private.h: shared by the files of vk/.
//
//   loader.c   the loader, the instance, the list of physical devices
//   quirks.c   errors of drivers
//   device.c   choosing and opening a device; losing it
//   buffer.c   buffers and the pool they return to
//   kernel.c   pipelines, kept per region and device
//   record.c   the commands of one run recorded
//   queue.c    submitting them, waiting
//   ring.c     staging memory for arrays of any size
//   copies.c   copies of arrays that stay on the device between runs
//   stays.c    results that stay there
//   touch.c    parts of them that the program's own code touches
//   grow.c     more room where they do
//   choice.c   what is known before a region runs
//   pending.c  runs whose end nobody waits for
//   exchange.c what runs need of results on other devices
//   transfer.c uploads, downloads, write-back
//   run.c      the back end: a region's launches recorded
//
// Locks: device.c holds one for choosing and opening; each device has
// one (device.lock) for its pool, pipelines and queues. A run belongs to one
// thread. copies.c has one for its table, pending.c one for ending runs and one
// for their list. Order: choosing, table, ending, list, device.
#ifndef RT_VK_PRIVATE_H
#define RT_VK_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/core/backend.h"
#include "runtime/core/fault.h"
#include "runtime/vk/estimate.h"
#include "runtime/vk/fault.h"
#include "runtime/vk/vk.h"

// The u64 of the push constants: 128 bytes, which every device has.
enum { RT_VK_PUSH_SLOTS = 16 };

// -- Functions (loader.c) -----------------------------------------------

typedef struct rt_vk_global {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
#define RT_VK_GLOBAL(name) PFN_vk##name name;
#define RT_VK_INSTANCE(name) PFN_vk##name name;
#define RT_VK_DEVICE(name)
#include "runtime/vk/funcs.def"
#undef RT_VK_GLOBAL
#undef RT_VK_INSTANCE
#undef RT_VK_DEVICE
} rt_vk_global;

typedef struct rt_vk_table {
#define RT_VK_GLOBAL(name)
#define RT_VK_INSTANCE(name)
#define RT_VK_DEVICE(name) PFN_vk##name name;
#include "runtime/vk/funcs.def"
#undef RT_VK_GLOBAL
#undef RT_VK_INSTANCE
#undef RT_VK_DEVICE
} rt_vk_table;

// -- Physical devices ---------------------------------------------------------

typedef struct rt_vk_quirks {
  int64_t max_loops; // iterations a work-item may take in all; 0: no limit
  bool fma_fused;    // fma is known to be fused
  bool exact;        // so are f32 division and square root to be exact
  bool exact64;      // and those of f64
  bool hide_bits;    // SPV_GEN_SPEC_HIDE
  bool hide_wide;    // SPV_GEN_SPEC_WIDE
  // A child that exits crashes or hangs, and takes its parent's device with it.
  bool harmed_by_fork;
  char text[256]; // for loft-info and the log; empty: nothing
} rt_vk_quirks;

typedef struct rt_vk_phys {
  VkPhysicalDevice handle;
  int index;
  VkPhysicalDeviceProperties props;
  VkPhysicalDeviceDriverProperties driver;
  VkPhysicalDeviceVulkan11Properties v11_props; // valid from Vulkan 1.2 on
  VkPhysicalDeviceFloatControlsProperties floats;
  VkPhysicalDeviceFeatures core;
  VkPhysicalDeviceVulkan11Features v11;
  VkPhysicalDeviceVulkan12Features v12;
  VkPhysicalDeviceMemoryProperties memory;
  uint32_t family; // of the compute queue
  // of a queue that only copies, the same where there is none
  uint32_t copy_family;
  uint32_t timestamp_bits;
  uint32_t features; // LOFT_NEEDS_* it has
  rt_vk_quirks quirks;
  rt_device_class class;
  char unusable[160]; // empty: it can be used
} rt_vk_phys;

typedef struct rt_vk_system {
  rt_vk_global fn;
  VkInstance instance;
  uint32_t loader_version;
  uint32_t n_devices;
  rt_vk_phys *devices;
  char problem[256]; // why there are no devices, when there are none
  bool may_pass;     // a call failed that may succeed the next time
} rt_vk_system;

// The loader, instance and devices; opened at the first call, kept for good.
// The state of Vulkan, opened if need be; a failure that may pass is tried
// again. Needs the choosing lock.
rt_vk_system *rt_vk_system_get(void);
// Fills the quirks of a device from the table. (quirks.c)
void rt_vk_quirks_find(rt_vk_phys *phys);

// -- Devices (device.c) ---------------------------------------------

typedef enum rt_memory_kind {
  RT_MEM_DEVICE,  // arrays; mapped as well where that is as fast
  RT_MEM_HOST,    // arrays for which the device's own memory has no room
  RT_MEM_ARGS,    // written by the host, read by kernels
  RT_MEM_STAGING, // read and written by the host
  RT_MEM_PLAIN,   // the host's alone: no device reaches it, or loses it
  RT_MEM_KINDS
} rt_memory_kind;

typedef struct rt_vk_buffer {
  struct rt_vk_buffer *next; // in the pool
  VkBuffer handle;
  VkDeviceMemory memory;
  VkDeviceAddress address;
  uint64_t size;
  rt_memory_kind kind;
  char *mapped;                 // NULL: not visible to the host
  uint32_t read_at, written_at; // epoch of last use in a run, see run.c
} rt_vk_buffer;

typedef struct rt_vk_kernels rt_vk_kernels;
typedef struct rt_vk_commands rt_vk_commands;

enum { RT_VK_HELD = 8 }; // submissions made at once

typedef struct rt_vk_device {
  struct rt_vk_device *next_hung;
  const rt_vk_phys *phys;
  uint32_t serial; // of all devices opened, from 1
  VkDevice handle;
  rt_vk_table fn;
  VkQueue queue, copy_queue; // the same where there is one family
  int memory_type[RT_MEM_KINDS];
  bool unified; // RT_MEM_DEVICE is mapped and cached: no staging
  VkPipelineLayout layout;
  VkPipelineCache cache;
  size_t cache_saved;     // bytes of it that are on disk
  size_t cache_older;     // bytes of it that were when it was opened
  uint32_t built;         // pipelines since it was saved; under lock
  atomic_bool lost, hung; // hung: lost, but perhaps still at work
  atomic_bool proven;     // a run on it has ended well
  int users;              // runs on it; under the choosing lock
  pthread_mutex_t up;     // held by the chunk that goes up; before "lock"
  pthread_mutex_t lock;   // for all below, and for using the queues
  rt_vk_buffer *pool[RT_MEM_KINDS];
  uint64_t pool_bytes[RT_MEM_KINDS]; // idle
  uint64_t pool_room[RT_MEM_KINDS];  // at most that much
  uint64_t kept_bytes;               // of copies that no run uses (copies.c)
  rt_vk_kernels *kernels;
  rt_vk_commands *commands;         // idle ones
  rt_vk_commands *held[RT_VK_HELD]; // to be submitted with what comes next
  uint32_t n_held;                  // of these
  double held_work;                 // in these: scalar operations
  uint64_t submitted;               // batches, to the queue of kernels
  atomic_uint_fast64_t ended;       // the last one known to have ended
} rt_vk_device;

// The state of the device in use.
rt_vk_state rt_vk_state_now(void);
// The class of the device in use; meaningful when it is READY.
rt_device_class rt_vk_class(void);
// Around fork: it waits until no other thread opens or uses a device (ten
// seconds at most), and a child leaves alone what its parent opened.
void rt_vk_before_fork(void);
void rt_vk_after_fork(bool child);
// The device the settings ask for, opened at need; NULL with the reason. The
// caller uses it until rt_vk_device_put.
rt_vk_device *rt_vk_device_get(rt_failure *failure);
// The same of the k-th of the devices that they ask for.
rt_vk_device *rt_vk_device_get_nth(uint32_t k, rt_failure *failure);
// The number of devices in use that can be used; 0: none.
uint32_t rt_vk_devices(void);
// The caller does not use the device any more. The last one destroys what was
// lost, unless the device hangs: then it may still be at work on what it had.
void rt_vk_device_put(rt_vk_device *d);
// The device is gone: nothing more is asked of it, and the next region opens
// another.
void rt_vk_device_lose(rt_vk_device *d);
// The number of devices that were lost.
int rt_vk_losses(void);
// Whether this process is a fork of the one that opened Vulkan.
bool rt_vk_forked(void);
// Which of the devices that results stay on is looked for: the first one opened
// after that with number "after", and on which some stay in one of "n" binds
// (NULL: in any memory).
typedef struct rt_vk_search {
  const loft_bind *binds;
  uint32_t n;
  uint32_t after; // serial
} rt_vk_search;
// That device; NULL: none. The caller uses it until rt_vk_device_put. "lost":
// some results were lost.
rt_vk_device *rt_vk_device_with_results(const rt_vk_search *s, bool *lost);
// Notes in "run" that a call failed with r, and loses the device when it is
// lost. Returns LOFT_FAILED.
int rt_vk_check_failed(loft_run *run, rt_vk_device *d, const char *call,
                       VkResult r);

// -- Buffers (pool.c, buffer.c) --------------------------------------

// A buffer of at least "size" bytes, from the pool when one fits; contents
// undefined. NULL with *r: out of memory, or larger than the device allows.
rt_vk_buffer *rt_vk_buffer_get(rt_vk_device *d, rt_memory_kind kind,
                               uint64_t size, VkResult *r);
// Gives a buffer that no work uses any more back to the pool.
void rt_vk_buffer_put(rt_vk_device *d, rt_vk_buffer *b);
// Destroys the idle buffers; false when there were none. Needs d->lock, or
// that nobody else uses the device.
bool rt_vk_pool_empty(rt_vk_device *d);
// Destroys idle buffers for arrays until they and the copies that no run uses
// fit into the device's room; whether these copies alone do not.
bool rt_vk_pool_excess(rt_vk_device *d);
// A buffer of that class of sizes from the pool, or a new one; NULL with *r.
rt_vk_buffer *rt_vk_pool_take(rt_vk_device *d, rt_memory_kind kind,
                              uint64_t class, VkResult *r);
// Frees of the idle buffers what no device reaches. Nobody may use the device.
void rt_vk_pool_leave(rt_vk_device *d);
// The smallest capacity that holds "size" bytes and is a class of the pool.
uint64_t rt_vk_buffer_class(uint64_t size);
// The bytes that a buffer may have.
uint64_t rt_vk_buffer_most(const rt_vk_device *d);

// -- Kernels (kernel.c) ---------------------------------------------

typedef struct rt_vk_kernel {
  VkPipeline pipeline; // NULL until first used
  uint32_t local[3];
} rt_vk_kernel;

// The pipelines of one region on one device.
struct rt_vk_kernels {
  rt_vk_kernels *next;   // of the device
  const void *state;     // of the region
  uint32_t n;            // kernels of the region
  rt_vk_kernel kernel[]; // two each: for many items, for few
};

// The (at first empty) pipelines on "d" of the region with that state and "n"
// kernels; NULL: out of memory.
rt_vk_kernels *rt_vk_kernels_get(rt_vk_device *d, const void *state,
                                 uint32_t n);
// Destroys the pipelines of all regions; nobody may use the device.
void rt_vk_kernels_destroy(rt_vk_device *d);
// Kernel "k" of run's region for "items" in x, built at first use; NULL with
// the failure noted.
rt_vk_kernel *rt_vk_kernel_get(loft_run *run, rt_vk_device *d,
                               rt_vk_kernels *ks, uint32_t k, int64_t items);

typedef struct rt_vk_copy rt_vk_copy;

// -- Runs (run.c) ---------------------------------------------------

// An array of a run. Its address is the loft_handle.
typedef struct rt_vk_array {
  struct rt_vk_array *next;     // temporaries of the run, live or free
  rt_vk_buffer *buffer;         // NULL: empty
  rt_vk_copy *copy;             // that the buffer is of; NULL: it is not kept
  const struct rt_vk_array *in; // whose buffer it is, a part of that array;
                                // NULL: its own
  uint64_t at;                  // where the array begins in the buffer
  uint64_t address;             // of C index 0
  int64_t lo, hi;
  uint32_t elem_size;
  int bind;             // index, -1: temporary
  rt_vk_buffer *before; // plain: bytes that went up, to compare or put back
  // plain: which elements are no longer as before in the program's memory,
  // where they come there in part and one by one (rt_mem_write_changed)
  rt_vk_buffer *changed;
  rt_vk_buffer *kept; // bytes that came down, until all is there
} rt_vk_array;

enum { RT_VK_SLOTS = 4, RT_VK_PIECES = 16, RT_VK_READBACKS = 8 };

// Bytes of a slot that belong to an array, and go to the host's memory.
typedef struct rt_vk_piece {
  const rt_vk_array *array;
  char *host;
  uint64_t at, from, bytes; // in the slot; in the array
} rt_vk_piece;

// Staging memory and its contents.
typedef struct rt_vk_slot {
  rt_vk_buffer *staging; // NULL: not yet
  uint64_t used;         // bytes of it
  uint64_t ends;         // the submission that fills or empties it; 0: none
  uint32_t n_pieces;     // to be copied to the host when that has ended
  rt_vk_piece pieces[RT_VK_PIECES];
} rt_vk_slot;

typedef struct rt_vk_ring {
  rt_vk_slot slots[RT_VK_SLOTS];
  uint32_t n, at;     // slots in use; the one being filled
  uint64_t wanted;    // bytes of a slot
  bool h2d;           // to the device
  VkCommandBuffer cb; // copies of the slot being filled; NULL: none is
} rt_vk_ring;

// What a load brought to the host: the element it is of, and those of other
// temporaries of one element, so that several results take one wait.
typedef struct rt_vk_readback {
  rt_vk_buffer *buffer; // 8 bytes an element
  uint64_t submission;  // that a load waited for last; 0: none
  uint32_t n;
  const rt_vk_array *arrays[RT_VK_READBACKS]; // of one element
} rt_vk_readback;

// Bytes of an array of a run that are newest on another device.
typedef struct rt_vk_pull {
  uint32_t bind;        // whose array it is
  uint64_t at, bytes;   // in that array
  rt_vk_buffer *source; // of the other device
  uint64_t source_at;   // where they begin in it
  uint64_t version;     // of the results there
  rt_vk_buffer *host;   // plain: where they are on the way
} rt_vk_pull;

typedef struct rt_vk_run {
  loft_run base;
  struct rt_vk_run *next; // of those pending
  // Of a pending one: waits for its end; frees it then.
  void (*settle)(struct rt_vk_run *run);
  void (*free)(struct rt_vk_run *run);
  rt_vk_buffer *retired; // freed with it: others were done with them
  rt_vk_device *device;
  rt_vk_kernels *kernels;
  rt_vk_commands *commands;
  bool beside; // other chunks of its region are under way
  bool uploaded;
  bool lifted;              // rt_vk_copies_lift
  bool good;                // it has ended well
  bool wrote;               // commands that write arrays were recorded
  bool pulled;              // rt_vk_exchange
  bool arrived;             // rt_vk_download, before its end
  bool pending;             // nobody waits for its end
  bool held;                // nor was it submitted when it ended for the host
  uint32_t epoch;           // barriers recorded so far + 1
  rt_vk_array *temporaries; // live
  rt_vk_array *free_arrays; // freed, for reuse within the run
  rt_vk_readback readback;
  rt_vk_buffer *answers; // of loops, on their way to the host; NULL: none yet
  uint32_t batch;        // iterations that wait for an answer together
  uint64_t ran;          // those of the loop at hand that have run
  double answered;       // when the last one came; 0: none has
  rt_vk_ring ring;       // what transfers go through
  rt_vk_pull *pulls;
  uint32_t n_pulls;
  loft_bind *own_binds; // of a run that brings back; else NULL
  uint32_t n_binds;
  rt_vk_array binds[];
} rt_vk_run;

// -- Pending runs (pending.c) ---------------------------------------

// Whether a run that ends well may be left pending.
bool rt_vk_pending_may(const rt_vk_run *run);
// Leaves it to the device, before other runs can take its copies. Nothing is
// left to submit, and another thread may end it at once.
void rt_vk_pending_add(rt_vk_run *run);
// Gives a buffer back to the pool that may be used by commands of pending runs,
// of which "run" may become one (NULL: none), when these have ended.
void rt_vk_pending_retire(rt_vk_run *run, rt_vk_device *d, rt_vk_buffer *b);
// Ends the first half of them where there are too many.
void rt_vk_pending_limit(void);
// Waits until all that were left to a device have ended, each as long as a run
// may take. Those that failed were told then, and have lost the device.
void rt_vk_pending_wait(void);
// The same for those before a run, which may use their results. LOFT_FAILED,
// noted, where its device is lost.
int rt_vk_pending_end(rt_vk_run *run);
// The number of those that have not ended.
uint32_t rt_vk_pending_n(void);

// -- Choosing (choice.c) ---------------------------------------------

// rt_backend.estimate.
rt_estimate rt_vk_estimate_run(const loft_region_desc *region,
                               const loft_bind *binds, const rt_job *job);
// rt_backend.may_share.
bool rt_vk_may_share(const loft_region_desc *region, const loft_bind *binds,
                     const rt_job *job, double *alone, double *shared);
// rt_backend.room.
uint64_t rt_vk_room(uint64_t *array);

// -- Regions (regions.c) --------------------------------------------
typedef struct rt_vk_region rt_vk_region;

// The record of the region, new if need be; NULL: out of memory.
rt_vk_region *rt_vk_region_of(loft_region_desc *region);
// rt_backend.failed: warns once a region.
void rt_vk_failed(loft_region_desc *region, const rt_failure *failure);
// Counts a device that was lost while this region ran: once, however many
// threads were in the region.
void rt_vk_note_loss(rt_vk_run *run);
// rt_backend.may_run.
bool rt_vk_may_run(const loft_region_desc *region, const loft_bind *binds,
                   rt_why *why);

// rt_backend.ask. (ahead.c)
int rt_vk_ask(loft_run *base, loft_handle h, int64_t i, uint32_t ahead,
              bool must, uint64_t answer[2]);

// -- Commands of a run (record.c, queue.c) --------------------------

// A dispatch of groups; push: its push constants. ordered: what came before is
// seen by it.
typedef struct rt_vk_dispatch {
  VkPipeline pipeline;
  uint64_t push[RT_VK_PUSH_SLOTS];
  uint32_t base[3], count[3];
  bool ordered;
} rt_vk_dispatch;

// The command buffer being recorded, begun at need; NULL with the failure
// noted.
VkCommandBuffer rt_vk_record(rt_vk_run *run);
// Makes sure that a dispatch can be recorded, or deferred (Note [Deferred]).
// False with the failure noted.
bool rt_vk_begin_launch(rt_vk_run *run);
// Lets the next dispatch see the writes of those before; after
// rt_vk_begin_launch.
void rt_vk_order_launch(rt_vk_run *run);
// Records or defers a dispatch. False with the failure noted.
bool rt_vk_record_dispatch(rt_vk_run *run, rt_vk_dispatch *x);
// Records a barrier: commands behind it see the writes of those before.
void rt_vk_barrier(rt_vk_run *run, VkCommandBuffer cb);
// The same in commands that are submitted before the recorded ones.
void rt_vk_order(const rt_vk_run *run, VkCommandBuffer cb);
// The command buffer of slot "k" of the ring, begun: for copies that are
// submitted before what is recorded ("before"), or after it. *ends: the
// submission they will be in. The last one of that slot must have ended.
VkCommandBuffer rt_vk_record_copies(rt_vk_run *run, uint32_t k, bool before,
                                    uint64_t *ends);
// Submits the recorded commands without waiting.
int rt_vk_submit(rt_vk_run *run);
// Holds what is recorded back, to be submitted with what comes next, or submits
// it. "pending": runs whose end nobody waits for, of which some are held back.
// Runs that may be held back come one at a time: the log belongs to one thread.
int rt_vk_hold(rt_vk_run *run, uint32_t pending);
// Submits the copies that come before the kernels without waiting; those of
// chunks to the queue that only copies.
int rt_vk_submit_before(rt_vk_run *run);
// Waits until that submission of the run has ended; submits what is recorded
// when it is still to be made.
int rt_vk_wait(rt_vk_run *run, uint64_t submission);
// Whether something is recorded, or not known to have ended.
bool rt_vk_is_busy(const rt_vk_run *run);
// The number of the run's last submission; 0: none was made.
uint64_t rt_vk_submitted(const rt_vk_run *run);
// Submits the recorded commands and waits until everything is done.
int rt_vk_flush(rt_vk_run *run);
// "size" bytes for the device to read in commands recorded from now on, 8-byte
// aligned. Valid until the next flush. False with the failure noted.
bool rt_vk_args(rt_vk_run *run, uint64_t size, char **host,
                rt_vk_buffer **buffer, uint64_t *offset);
// Counts a launch of that much work towards the limit of one submission, and
// submits when it is reached.
int rt_vk_count_launch(rt_vk_run *run, double work);
// Takes idle commands of the device, or new ones. False with the failure noted.
bool rt_vk_commands_take(rt_vk_run *run);
// Gives them back. When work may still be pending on them, waits for it, and
// loses the device when that does not end.
void rt_vk_commands_give(rt_vk_run *run);
// Destroys the idle commands; nobody may use the device.
void rt_vk_commands_destroy(rt_vk_device *d);
// Notes a time stamp before or behind ("end") a launch of kernel k, where the
// run is timed (LOFT_LOG=2). False with the failure noted.
bool rt_vk_stamp(rt_vk_run *run, uint32_t k, bool end);

// -- Staging (ring.c) ---------------------------------------------------

// The bytes of a slot where there is enough memory.
uint64_t rt_vk_ring_slot_bytes(void);
// Prepares for moving "total" bytes up, or down. What was moved before goes on.
void rt_vk_ring_start(rt_vk_run *run, bool h2d, uint64_t total);
// The slot to add copies to (run->ring.cb), with room for another piece; full
// ones are submitted, and what came down in the oldest is copied to the host.
// NULL with the failure noted.
rt_vk_slot *rt_vk_ring_slot(rt_vk_run *run);
// Copies all that came down to the host. Nothing may be left to submit.
int rt_vk_ring_finish(rt_vk_run *run);
// Gives the memory back.
void rt_vk_ring_free(rt_vk_run *run);

// -- Copies that stay (copies.c) ------------------------------------

// The bind whose array on the device has that of bind "k" of "n": the largest
// one that is an input alone, as "k" is, and has all its bytes; else "k".
uint32_t rt_vk_bind_around(const loft_bind *binds, uint32_t n, uint32_t k);
// Before the array of a bind, not empty, gets a buffer: finds a copy of the
// bind's bytes that was kept, whose buffer the array has then, or makes one
// that the buffer will be of. Neither, where nothing is kept. Results that stay
// need a copy.
void rt_vk_copy_take(rt_vk_run *run, rt_vk_array *a, const loft_bind *bind);
// Lets the array have no copy, of which nothing was used.
void rt_vk_copy_release(rt_vk_run *run, rt_vk_array *a);
// Where memory is short: frees the buffers of copies whose place that one
// takes, so that all goes up. False: there are none.
bool rt_vk_copy_shed(rt_vk_run *run, const rt_vk_array *a);
// The bytes of the copy that the array's buffer is to hold.
uint64_t rt_vk_copy_bytes(const rt_vk_array *a);
// Gives the copies of the run's arrays back: each with the buffer if results
// stay there, or if the run has ended well and that seems worth while; else the
// array keeps it. A pending run is left to the device with that.
void rt_vk_copies_give(rt_vk_run *run);
// Ends copies until the rest fits into the device's room.
void rt_vk_copies_trim(rt_vk_device *d);
// Gives the buffers of copies that no run uses back to the pool; false when
// there are none.
bool rt_vk_copies_evict(rt_vk_device *d);
// The same, and forgets all about the device's copies. No run uses it.
void rt_vk_copies_drop(rt_vk_device *d);
// About how many bytes that the binds' arrays need on a device are there.
uint64_t rt_vk_copies_known(const loft_bind *binds, uint32_t n);
// Finds out which pages of the binds go up. What the host writes from now on
// goes up the next time.
void rt_vk_copies_plan(rt_vk_run *run);
// Lets pages go up as well that were written since then.
void rt_vk_copy_look(rt_vk_run *run, rt_vk_array *a, const loft_bind *bind);
// The next bytes of the bind, from *at on, that go up: *n from the new *at on.
// False: no more.
bool rt_vk_copy_next(const rt_vk_array *a, const loft_bind *bind, uint64_t *at,
                     uint64_t *n);
// All bytes of the bind that go up.
uint64_t rt_vk_copy_up_bytes(const rt_vk_array *a, const loft_bind *bind);
// Not everything that should have gone up could be read: all of it goes up the
// next time.
void rt_vk_copy_doubt(rt_vk_array *a);
// Before results are written to the binds: makes that cost no faults, at the
// first time in a run.
void rt_vk_copies_lift(rt_vk_run *run);
// After it: "now" is what the buffer holds of the bind, NULL where that is not
// to be had; of binds that are written in full it is not needed.
void rt_vk_copy_settle(rt_vk_run *run, rt_vk_array *a, const loft_bind *bind,
                       const char *now);

// -- Results that stay (stays.c) -------------------------------------

// Whether a run with these binds, on the device that results in them stay on
// (the first of several), can use those that stay, and leave its own.
bool rt_vk_copies_can_use(const loft_bind *binds, uint32_t n);
// Whether results in these binds are on several devices.
bool rt_vk_copies_are_spread(const loft_bind *binds, uint32_t n);
// Whether a run cannot have results that stay in bytes of its binds, or leave
// its own, which are to stay; or there is no room for these.
bool rt_vk_copies_lack(const rt_vk_run *run);
// Whether it takes what the program's memory holds of the bind, of a run whose
// results stay, to tell these from the rest when they come back.
bool rt_vk_copy_needs_before(const rt_vk_array *a, const loft_bind *bind);
// Makes room in the array's copy, which has results that stay, for all that the
// array needs, if there is none. False: out of memory, or the device failed.
bool rt_vk_make_room(rt_vk_run *run, rt_vk_array *a);
// Notes that copies that stay are not right any more; whether that was noted.
void rt_vk_copies_lose(void);
bool rt_vk_copies_are_lost(void);
// rt_backend.give_up.
void rt_vk_give_up(void);
// The device that is looked for; NULL: none. "lost": some results were lost.
rt_vk_device *rt_vk_copies_stay_on(const rt_vk_search *s, bool *lost);
// rt_backend.bring_back.
int rt_vk_bring_back(const loft_region_desc *region, rt_failure *failure);

// -- Parts of them (touch.c) ------------------------------------------

// rt_backend.bring_part.
int rt_vk_bring_part(const loft_region_desc *region, uintptr_t from,
                     uintptr_t to, char *now, unsigned char *newest,
                     rt_failure *failure);
// rt_backend.send_parts.
int rt_vk_send_parts(const loft_region_desc *region, const rt_patch *patch,
                     rt_failure *failure);

// -- Results on other devices (exchange.c, copy.c) -------------------

// Brings to the host what a run whose results stay needs of results on other
// devices, once. LOFT_FAILED, noted.
int rt_vk_exchange(rt_vk_run *run);
// Notes what the run's arrays have of these, which went up.
void rt_vk_pulls_note(rt_vk_run *run);
// Frees what is on the way.
void rt_vk_pulls_free(rt_vk_run *run);

// -- Transfers (transfer.c) -----------------------------------------

// Brings the contents of the binds to the device: into mapped memory, or
// recorded before the kernels.
int rt_vk_upload(rt_vk_run *run);
// Submits what is left, and brings outputs back: into staging memory, or into
// the host's where the region writes all. After a failure all that it reads is
// as it was; running it again mends what else is left half done.
int rt_vk_download(rt_vk_run *run);
// After a download: writes the other outputs to host memory. Cannot fail.
void rt_vk_write_back(rt_vk_run *run);

#endif
