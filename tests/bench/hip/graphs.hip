// What graphs, streams beside each other and copies both ways cost. Compiles as CUDA too (kernels.hip).
#include <hip/hip_runtime.h>

#include <thread>
#include <vector>

#include "../cases.h"

__global__ void increment(int *p) { *p += 1; }
__global__ void nothing(int *) {}
__global__ void spin(float *p, int rounds) {
  float x = p[threadIdx.x];
  for (int i = 0; i < rounds; i++) x = x * 0.999f + 0.5f;
  p[threadIdx.x] = x;
}

#define CHECK(call)                                                                   \
  do {                                                                                \
    hipError_t error = (call);                                                        \
    if (error != hipSuccess) {                                                        \
      fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error));                   \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

// The median over `rounds` of what `body` returns.
template <class Body> static double median(int rounds, Body body) {
  std::vector<double> times;
  for (int i = 0; i < rounds; i++) times.push_back(body());
  qsort(times.data(), rounds, sizeof(double), bench_compare);
  return times[rounds / 2];
}

// The seconds that `body` takes.
template <class Body> static double timed(Body body) {
  double start = bench_seconds();
  body();
  return bench_seconds() - start;
}

static void must_be(const char *what, int *p, int expected) {
  int found = 0;
  CHECK(hipMemcpy(&found, p, 4, hipMemcpyDeviceToHost));
  if (found == expected) return;
  fprintf(stderr, "%s counted to %d, not %d\n", what, found, expected);
  exit(1);
}

static constexpr int NODES = 1000;

struct Graph {
  hipGraph_t graph;
  void *kernel;
  std::vector<hipGraphNode_t> nodes;
  std::vector<int *> words;
  std::vector<void *> arguments;

  // A thousand kernels, each behind the one before it, or all beside each other, on words of their own.
  Graph(int *p, bool chain, void (*kernel)(int *) = increment) : kernel((void *)kernel), nodes(NODES), words(NODES), arguments(NODES) {
    CHECK(hipGraphCreate(&graph, 0));
    for (int i = 0; i < NODES; i++) {
      words[i] = chain ? p : p + i;
      hipKernelNodeParams params = parameters(i);
      CHECK(hipGraphAddKernelNode(&nodes[i], graph, chain && i ? &nodes[i - 1] : nullptr, chain && i, &params));
    }
  }
  ~Graph() { CHECK(hipGraphDestroy(graph)); }

  hipKernelNodeParams parameters(int i) {
    arguments[i] = &words[i];
    hipKernelNodeParams params = {};
    params.func = kernel;
    params.gridDim = dim3(1), params.blockDim = dim3(1);
    params.kernelParams = &arguments[i];
    return params;
  }
};

// Per launch of a thousand nodes: the host's part, and all of it. `counts`: what a launch adds to the first word.
static void graph_launches(const char *name, Graph &graph, int *p, hipStream_t stream, int counts) {
  hipGraphExec_t exec;
  char label[64];
  double made = timed([&] { CHECK(hipGraphInstantiateWithFlags(&exec, graph.graph, 0)); });
  CHECK(hipMemset(p, 0, 4 * NODES));
  for (int i = 0; i < 5; i++) CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipStreamSynchronize(stream));
  std::vector<double> host;
  double total = median(15, [&] {
    double start = bench_seconds();
    CHECK(hipGraphLaunch(exec, stream));
    host.push_back(bench_seconds() - start);
    CHECK(hipStreamSynchronize(stream));
    return bench_seconds() - start;
  });
  must_be(name, p, 20 * counts);
  qsort(host.data(), host.size(), sizeof(double), bench_compare);
  snprintf(label, sizeof label, "graph_%s_instantiate", name), bench_figure(label, "us", made * 1e6);
  snprintf(label, sizeof label, "graph_%s_launch_host", name), bench_figure(label, "us", host[host.size() / 2] * 1e6);
  snprintf(label, sizeof label, "graph_%s_node", name), bench_figure(label, "us", total * 1e6 / NODES);
  CHECK(hipGraphExecDestroy(exec));
}

// New parameters for all thousand nodes, by another graph and one by one; and what the next launch costs.
static void graph_updates(int *p, hipStream_t stream) {
  Graph graph(p, true), other(p + 1, true);
  hipGraphExec_t exec;
  CHECK(hipGraphInstantiateWithFlags(&exec, graph.graph, 0));
  CHECK(hipMemset(p, 0, 8));
  CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipStreamSynchronize(stream));
  Graph *turn[] = {&other, &graph};
  int round = 0;
  std::vector<double> next;
  double update = median(10, [&] {
    hipGraphNode_t refused;
    hipGraphExecUpdateResult result;
    double seconds = timed([&] { CHECK(hipGraphExecUpdate(exec, turn[round % 2]->graph, &refused, &result)); });
    next.push_back(timed([&] {
      CHECK(hipGraphLaunch(exec, stream));
      CHECK(hipStreamSynchronize(stream));
    }));
    round++;
    return seconds;
  });
  must_be("updated graphs", p, 6 * NODES), must_be("updated graphs", p + 1, 5 * NODES);
  bench_figure("graph_update_1000", "us", update * 1e6);
  qsort(next.data(), next.size(), sizeof(double), bench_compare);
  bench_figure("graph_launch_after_update", "us", next[next.size() / 2] * 1e6);
  double each = median(9, [&] {
    return timed([&] {
      for (int i = 0; i < NODES; i++) {
        hipKernelNodeParams params = other.parameters(i);
        CHECK(hipGraphExecKernelNodeSetParams(exec, graph.nodes[i], &params));
      }
    });
  });
  bench_figure("graph_set_params_1000", "us", each * 1e6);
  CHECK(hipGraphExecDestroy(exec));
}

static void launch_thousand(int *p, hipStream_t stream) {
  for (int i = 0; i < NODES; i++) increment<<<1, 1, 0, stream>>>(p);
}

// Launches while other streams idle, and from several threads at once.
static void streams(int *p, hipStream_t stream) {
  auto one = [&] { return median(9, [&] { return timed([&] { launch_thousand(p, stream); CHECK(hipStreamSynchronize(stream)); }); }); };
  double alone = one();
  bench_figure("launch_1000_alone", "us", alone * 1e3);
  std::vector<hipStream_t> idle(64);
  for (hipStream_t &s : idle) {
    CHECK(hipStreamCreate(&s));
    increment<<<1, 1, 0, s>>>(p);
  }
  CHECK(hipDeviceSynchronize());
  bench_figure("launch_1000_64_idle_streams", "us", one() * 1e3);
  double threads = median(5, [&] {
    return timed([&] {
      std::vector<std::thread> all;
      for (int i = 0; i < 8; i++)
        all.emplace_back([&, i] {
          launch_thousand(p + 64 * i, idle[i]);
          CHECK(hipStreamSynchronize(idle[i]));
        });
      for (std::thread &thread : all) thread.join();
    });
  });
  bench_figure("launch_8_threads_8000", "us", threads * 1e6 / (8 * NODES)); // each; one thread alone takes launch_1000_alone
  for (hipStream_t s : idle) CHECK(hipStreamDestroy(s));
}

static void pools(hipStream_t stream) {
  struct { const char *name; size_t bytes; } sizes[] = {
      {"malloc_async_pair_1k", 1 << 10}, {"malloc_async_pair_1m", 1 << 20}, {"malloc_async_pair_64m", 64 << 20}};
  for (auto &size : sizes) {
    double seconds = median(5, [&] {
      return timed([&] {
        for (int i = 0; i < 1000; i++) {
          void *p;
          CHECK(hipMallocAsync(&p, size.bytes, stream));
          CHECK(hipFreeAsync(p, stream));
        }
      });
    });
    CHECK(hipStreamSynchronize(stream));
    bench_figure(size.name, "us", seconds * 1e3);
  }
}

// Pinned copies each way, both at once, and beside a kernel.
static void copies(size_t bytes, float *f, hipStream_t a, hipStream_t b) {
  char *device, *other, *up, *down;
  CHECK(hipMalloc((void **)&device, bytes));
  CHECK(hipMalloc((void **)&other, bytes));
  CHECK(hipHostMalloc((void **)&up, bytes, 0));
  CHECK(hipHostMalloc((void **)&down, bytes, 0));
  memset(up, 1, bytes), memset(down, 2, bytes);
  auto copy_up = [&] { CHECK(hipMemcpyAsync(device, up, bytes, hipMemcpyHostToDevice, a)); };
  auto copy_down = [&] { CHECK(hipMemcpyAsync(down, other, bytes, hipMemcpyDeviceToHost, b)); };
  auto wait = [&] { CHECK(hipStreamSynchronize(a)); CHECK(hipStreamSynchronize(b)); };
  auto seconds = [&](auto body) { return median(7, [&] { return timed([&] { body(), wait(); }); }); };
  double one = seconds(copy_up);
  bench_figure("copy_async_h2d", "gbps", bytes / one * 1e-9);
  bench_figure("copy_async_d2h", "gbps", bytes / seconds(copy_down) * 1e-9);
  bench_figure("copy_async_both_ways", "gbps", 2 * bytes / seconds([&] { copy_up(), copy_down(); }) * 1e-9);
  bench_figure("copy_async_d2d", "gbps", bytes / seconds([&] { CHECK(hipMemcpyAsync(other, device, bytes, hipMemcpyDeviceToDevice, a)); }) * 1e-9);
  // A kernel of about the copy's length: beside it, both take as long as one; without overlap, as long as one after the other.
  auto compute = [&](int rounds) { spin<<<1, 256, 0, b>>>(f, rounds); };
  double thousand = seconds([&] { compute(100000); });
  int rounds = (int)(one / thousand * 100000);
  double kernel = seconds([&] { compute(rounds); });
  double both = seconds([&] { copy_up(), compute(rounds); });
  bench_figure("copy_beside_kernel", "us", both * 1e6);
  bench_figure("copy_then_kernel", "us", (one + kernel) * 1e6);
  CHECK(hipFree(device));
  CHECK(hipFree(other));
  CHECK(hipHostFree(up));
  CHECK(hipHostFree(down));
}

int main(int argc, char **argv) {
  int *p;
  float *f;
  hipStream_t stream, second;
  CHECK(hipMalloc((void **)&p, 1 << 20));
  CHECK(hipMalloc((void **)&f, 4096));
  CHECK(hipMemset(f, 0, 4096));
  CHECK(hipStreamCreate(&stream));
  CHECK(hipStreamCreate(&second));
  for (double warm = bench_seconds(); bench_seconds() - warm < 0.4;) {
    launch_thousand(p, stream);
    CHECK(hipStreamSynchronize(stream));
  }
  {
    Graph chain(p, true), empty(p, true, nothing), wide(p, false);
    graph_launches("chain", chain, p, stream, NODES);
    graph_launches("empty_chain", empty, p, stream, 0);
    graph_launches("wide", wide, p, stream, 1);
  }
  graph_updates(p, stream);
  streams(p, stream);
  pools(stream);
  copies(bench_is_big(argc, argv) ? (size_t)1 << 30 : (size_t)64 << 20, f, stream, second);
  CHECK(hipStreamDestroy(stream));
  CHECK(hipStreamDestroy(second));
  CHECK(hipFree(p));
  CHECK(hipFree(f));
}
