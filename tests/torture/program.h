/* What a thread of tests/torture.sh's kernel has of its own, and leaves for the host: how its program ended, and what it printed. */
#pragma once
enum { TORTURE_BEGUN = 1, TORTURE_ENDED, TORTURE_ABORTED };
typedef struct {
  int state, code;
  unsigned long length;   /* of the text */
  char *heap, *heap_end; /* what malloc has not given yet */
  char text[65504];
} torture_thread;
#ifndef __HIP__
extern torture_thread *torture_threads;
#endif
