// What a CLSmith kernel is launched with: the first line of its file says which buffers it takes and its sizes (`// ---emi -g 40,8,1 -l 20,4,1`).
// The values are those of CLSmith's own launcher. Both hosts (opencl.c, hip.cpp) make their buffers of this and print their results by it.
#pragma once
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUFFERS = 8 };

typedef struct {
  size_t bytes;
  void *initial;
} Buffer;

typedef struct {
  size_t block[3], grid[3]; // threads of a block, blocks
  size_t threads, blocks;
  int count;
  Buffer buffers[MOST_BUFFERS]; // in the kernel's order; the first takes a 64-bit result of each thread
} Problem;

static void three_numbers(const char *text, size_t *numbers) {
  unsigned x = 1, y = 1, z = 1;
  sscanf(text, "%u,%u,%u", &x, &y, &z);
  numbers[0] = x, numbers[1] = y, numbers[2] = z;
}

static void *problem_buffer(Problem *problem, size_t bytes) {
  Buffer *buffer = &problem->buffers[problem->count++];
  buffer->bytes = bytes ? bytes : 8;
  return buffer->initial = calloc(1, buffer->bytes);
}

// The grid that the file asks for has up to 10,000 blocks. Blocks know nothing of each other, so a few say as much.
static void fewer_blocks(Problem *problem, size_t most_threads) {
  problem->blocks = problem->grid[0] * problem->grid[1] * problem->grid[2];
  const size_t block = problem->block[0] * problem->block[1] * problem->block[2];
  while (problem->blocks > 1 && problem->blocks * block > most_threads) {
    size_t *widest = problem->grid;
    for (int d = 1; d < 3; d++)
      if (problem->grid[d] > *widest) widest = problem->grid + d;
    --*widest;
    problem->blocks = problem->grid[0] * problem->grid[1] * problem->grid[2];
  }
  problem->threads = problem->blocks * block;
}

static Problem read_problem(const char *path, size_t most_threads) {
  Problem problem = {0};
  char line[256] = "";
  size_t global[3] = {1, 1, 1}, widest = 1;
  const char *at;
  FILE *file = fopen(path, "r");
  if (!file || !fgets(line, sizeof line, file)) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(2);
  }
  fclose(file);
  if ((at = strstr(line, " -g "))) three_numbers(at + 4, global);
  if ((at = strstr(line, " -l "))) three_numbers(at + 4, problem.block);
  for (int d = 0; d < 3; d++) {
    problem.grid[d] = global[d] / problem.block[d];
    if (global[d] > widest) widest = global[d];
  }
  fewer_blocks(&problem, most_threads);

  problem_buffer(&problem, problem.threads * 8);
  if ((at = strstr(line, " --atomics "))) {
    const size_t counters = strtoul(at + 11, NULL, 10) * problem.blocks;
    problem_buffer(&problem, counters * 4);
    problem_buffer(&problem, counters * 4);
  }
  if (strstr(line, "---atomic_reductions")) problem_buffer(&problem, problem.blocks * 4);
  if (strstr(line, "---emi")) {
    int32_t *values = (int32_t *)problem_buffer(&problem, 1024 * 4);
    for (int i = 0; i < 1024; i++) values[i] = 1024 - i;
  }
  if (strstr(line, "---fake_divergence")) {
    int32_t *values = (int32_t *)problem_buffer(&problem, widest * 4);
    for (size_t i = 0; i < widest; i++) values[i] = 10 + (int32_t)i;
  }
  if (strstr(line, "---inter_thread_comm")) {
    int64_t *values = (int64_t *)problem_buffer(&problem, problem.threads * 8);
    for (size_t i = 0; i < problem.threads; i++) values[i] = 1;
  }
  return problem;
}

static void print_results(const Problem *problem, const uint64_t *results) {
  for (size_t i = 0; i < problem->threads; i++) printf("%016" PRIx64 "\n", results[i]);
}
