// runtime/core/draw.h: draw.c, for fork.c.
#ifndef LOFT_RT_DRAW_H
#define LOFT_RT_DRAW_H

// In the process that forks, before it does; after that, in both.
void rt_draw_before_fork(void);
void rt_draw_after_fork(void);

#endif
