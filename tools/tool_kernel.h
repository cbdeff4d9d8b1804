// tools/tool_kernel.h: shared by the tools that know kernels.
#ifndef LOFT_TOOL_KERNEL_H
#define LOFT_TOOL_KERNEL_H

#include "kernel/kernel.h"

// -- tool_kernel.c --------------------------------------------------------
// "p" as its text reads; NULL when it does not read or prints otherwise, which
// is reported.
kn_program *tool_reread(loft_cx *cx, const kn_program *p);
// A function with the parameters and results of the host's of "p", alone in a
// module: inputs and outcomes are those of such a function. NULL when there is
// no host function (reported).
ir_module *tool_signature(loft_cx *cx, const kn_program *p);

#endif
