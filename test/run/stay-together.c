// Small regions that nobody waits for are submitted together: the first at once,
// then as many as before, up to 8.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %S/Inputs/heat_solve.c %S/Inputs/heat_step.c -o %t \
// RUN:   %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.right
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1
// RUN: %{run} %run%t > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: grep -c "heat_step.*not waited for" %t.log | FileCheck --check-prefix=SUBMITTED %s
// RUN: grep -c "heat_step.*not begun" %t.log | FileCheck --check-prefix=HELD %s
// RUN: %{run} LOFT_TEST_STAGING=16 %run%t > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: grep -c "heat_step.*not begun" %t.log | FileCheck --check-prefix=HELD %s
// After the first regions, which are waited for, and after each norm 1, 1, 2, 4
// and 8 at a time.
// SUBMITTED: {{^3[0-9]$}}
// HELD: {{^16[0-9]$}}
