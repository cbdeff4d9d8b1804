// runtime/vk/commands.h: the commands of one run, as record.c and queue.c see
// them.
#ifndef RT_VK_COMMANDS_H
#define RT_VK_COMMANDS_H

#include "runtime/vk/private.h"

enum {
  RT_VK_LISTED = 3,    // command buffers of a submission
  RT_VK_DEFERRED = 8,  // dispatches of a run
  RT_VK_STAMPED = 1024 // launches timed in a run
};

// A piece of memory for kernel arguments.
typedef struct rt_vk_args_chunk {
  struct rt_vk_args_chunk *next;
  rt_vk_buffer *buffer;
  uint64_t used;
} rt_vk_args_chunk;

struct rt_vk_commands {
  rt_vk_commands *next;          // idle ones of the device
  VkCommandPool pool, copy_pool; // the second of the queue that only copies
  VkSemaphore timeline;          // counts the submissions that have ended
  uint64_t submitted;            // the last submission
  uint64_t ended;                // the last one known to have ended
  uint64_t place; // of the last one, in the queue of kernels; 0: not there
  VkCommandBuffer *buffers; // allocated so far; the first "used" are in use
  uint32_t n_buffers, used;
  VkCommandBuffer copies[RT_VK_SLOTS];    // of the ring; NULL: not yet
  VkCommandBuffer aside[RT_VK_SLOTS];     // the same in the copy pool
  uint64_t copied;                        // the last submission of these
  bool copies_aside;                      // the copy pool has been used
  VkCommandBuffer before, current, after; // being recorded, or NULL
  VkCommandBuffer list[RT_VK_LISTED];     // of the submission being made
  uint32_t n_listed;
  rt_vk_dispatch deferred[RT_VK_DEFERRED]; // Note [Deferred]
  uint32_t n_deferred;
  bool is_due;            // they are of the submission being made
  bool order_next;        // the next comes after a barrier
  int launches;           // in "current"
  double work;            // in "current"
  rt_vk_args_chunk *args; // the first is being filled
  VkQueryPool queries;
  double first; // submission with kernels, by rt_now; 0: not yet
  uint32_t n_stamped;
  uint32_t stamped[RT_VK_STAMPED]; // kernel of each pair of time stamps
};

// Begins the command buffer "cb", allocated at need. Nothing of it is pending.
VkResult rt_vk_begin_again(rt_vk_device *d, VkCommandPool pool,
                           VkCommandBuffer *cb);
// Begins another command buffer of "c", without deferred launches.
VkResult rt_vk_commands_begin(rt_vk_device *d, rt_vk_commands *c,
                              VkCommandBuffer *out);
// Begins the command buffer of kernels, with deferred launches.
VkResult rt_vk_begin_current(rt_vk_run *run);
// Records the deferred launches of the run, behind a barrier.
void rt_vk_record_deferred(const rt_vk_device *d, rt_vk_commands *c,
                           VkCommandBuffer cb);

#endif
