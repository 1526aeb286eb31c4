/* In front of each program of tests/torture.sh: the kernel that calls its main. `program.h` says what a thread has. */
#include "program.h"
int main();
__attribute__((amdgpu_kernel, visibility("protected"))) void torture(__attribute__((address_space(1))) torture_thread *threads) {
  torture_threads = (torture_thread *)threads;
  torture_thread *self = torture_threads + __builtin_amdgcn_workitem_id_x();
  self->state = TORTURE_BEGUN;
  self->code = main TORTURE_ARGUMENTS;
  self->state = TORTURE_ENDED;
}
