// A ring of cells that every rank has a piece of, on its own device: each step a cell becomes a mix of itself and its neighbours, so ranks need
// the cells beside their pieces. Ranks of one machine write them into each other's device memory (hipIpc), others send them through the host.
//
//     hipcc $(mpicxx --showme:compile) halo.hip $(mpicxx --showme:link) -o halo && mpirun -n 4 ./halo [steps] [staged]
//
// `staged` sends through the host on one machine, too. Rank 0 computes the whole ring on the host and compares.
#include <hip/hip_runtime.h>
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

static void check(hipError_t error, const char* what) {
  if (error == hipSuccess) return;
  fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
  MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, #call)

// Integers, whose arithmetic is the same wherever it is done.
static __host__ __device__ uint32_t mix(uint32_t left, uint32_t own, uint32_t right) { return left * 3 + own * 5 + (right ^ (own >> 7)); }

// `from` and `to` are pieces with a halo: [0] is the left neighbour's last cell, [count + 1] the right one's first.
__global__ void step(const uint32_t* from, uint32_t* to, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i <= count) to[i] = mix(from[i - 1], from[i], from[i + 1]);
}

// How a rank reaches its neighbours.
struct Ring {
  int rank, ranks, left, right;
  bool ipc;
  uint32_t* own[2];            // two pieces that take turns
  uint32_t *of_left, *of_right;  // both neighbours' two pieces, if they are open here
  uint32_t* staging;           // pinned: {first, last} to send, {right's, left's} received
};

static const int COUNT = 10000;
static const int PIECE = COUNT + 2;

static uint32_t* opened(const hipIpcMemHandle_t& handle) {
  void* memory;
  CHECK(hipIpcOpenMemHandle(&memory, handle, hipIpcMemLazyEnablePeerAccess));
  return static_cast<uint32_t*>(memory);
}

// Whether all ranks are on one machine, whose device shares memory between processes; if so, neighbours' pieces are opened.
static void open_neighbours(Ring& ring, bool staged) {
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  int together;
  MPI_Comm_size(machine, &together);
  hipIpcMemHandle_t handle = {};
  int able = !staged && together == ring.ranks && hipIpcGetMemHandle(&handle, ring.own[0]) == hipSuccess, all;
  MPI_Allreduce(&able, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  ring.ipc = all && ring.ranks > 1;  // a process does not open its own handle
  if (!ring.ipc) return;
  std::vector<hipIpcMemHandle_t> handles(ring.ranks);
  MPI_Allgather(&handle, sizeof handle, MPI_BYTE, handles.data(), sizeof handle, MPI_BYTE, MPI_COMM_WORLD);
  ring.of_left = opened(handles[ring.left]);
  ring.of_right = ring.left == ring.right ? ring.of_left : opened(handles[ring.right]);
}

// Puts the first and the last cell of piece `turn` where the neighbours look for them.
static void exchange(Ring& ring, int turn) {
  uint32_t* own = ring.own[turn];
  if (ring.ipc) {
    CHECK(hipMemcpy(ring.of_left + turn * PIECE + COUNT + 1, own + 1, 4, hipMemcpyDeviceToDevice));
    CHECK(hipMemcpy(ring.of_right + turn * PIECE, own + COUNT, 4, hipMemcpyDeviceToDevice));
    CHECK(hipDeviceSynchronize());
    MPI_Barrier(MPI_COMM_WORLD);
    return;
  }
  CHECK(hipMemcpy(ring.staging, own + 1, 4, hipMemcpyDeviceToHost));
  CHECK(hipMemcpy(ring.staging + 1, own + COUNT, 4, hipMemcpyDeviceToHost));
  MPI_Sendrecv(ring.staging, 1, MPI_UINT32_T, ring.left, 0, ring.staging + 2, 1, MPI_UINT32_T, ring.right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(ring.staging + 1, 1, MPI_UINT32_T, ring.right, 1, ring.staging + 3, 1, MPI_UINT32_T, ring.left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(hipMemcpy(own + COUNT + 1, ring.staging + 2, 4, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(own, ring.staging + 3, 4, hipMemcpyHostToDevice));
}

// The whole ring after so many steps, on the host.
static std::vector<uint32_t> reference(std::vector<uint32_t> cells, int steps) {
  const size_t count = cells.size();
  std::vector<uint32_t> next(count);
  for (int s = 0; s < steps; s++) {
    for (size_t i = 0; i < count; i++) next[i] = mix(cells[(i + count - 1) % count], cells[i], cells[(i + 1) % count]);
    cells.swap(next);
  }
  return cells;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Ring ring = {};
  MPI_Comm_rank(MPI_COMM_WORLD, &ring.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ring.ranks);
  ring.left = (ring.rank + ring.ranks - 1) % ring.ranks;
  ring.right = (ring.rank + 1) % ring.ranks;
  const int steps = argc > 1 ? atoi(argv[1]) : 50;
  int devices;
  CHECK(hipGetDeviceCount(&devices));
  CHECK(hipSetDevice(ring.rank % devices));

  CHECK(hipMalloc(&ring.own[0], 2 * PIECE * sizeof(uint32_t)));
  ring.own[1] = ring.own[0] + PIECE;
  CHECK(hipHostMalloc(&ring.staging, 4 * sizeof(uint32_t), hipHostMallocDefault));
  open_neighbours(ring, argc > 2 && !strcmp(argv[2], "staged"));

  std::vector<uint32_t> cells(size_t(COUNT) * ring.ranks), piece(COUNT);
  std::iota(cells.begin(), cells.end(), 1u);
  CHECK(hipMemcpy(ring.own[0] + 1, &cells[size_t(COUNT) * ring.rank], COUNT * sizeof(uint32_t), hipMemcpyHostToDevice));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int s = 0; s < steps; s++) {
    exchange(ring, s % 2);
    step<<<(COUNT + 255) / 256, 256>>>(ring.own[s % 2], ring.own[(s + 1) % 2], COUNT);
    CHECK(hipGetLastError());
    CHECK(hipDeviceSynchronize());
  }
  CHECK(hipMemcpy(piece.data(), ring.own[steps % 2] + 1, COUNT * sizeof(uint32_t), hipMemcpyDeviceToHost));

  std::vector<uint32_t> all(cells.size());
  MPI_Gather(piece.data(), COUNT, MPI_UINT32_T, all.data(), COUNT, MPI_UINT32_T, 0, MPI_COMM_WORLD);
  int ok = ring.rank != 0 || all == reference(cells, steps);
  MPI_Bcast(&ok, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (ring.rank == 0) printf("RESULT name=halo ok=%d ranks=%d way=%s\n", ok, ring.ranks, ring.ipc ? "ipc" : "staged");
  // Nobody's memory goes while a neighbour has it open.
  if (ring.ipc) {
    CHECK(hipIpcCloseMemHandle(ring.of_left));
    if (ring.of_right != ring.of_left) CHECK(hipIpcCloseMemHandle(ring.of_right));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(hipHostFree(ring.staging));
  CHECK(hipFree(ring.own[0]));
  MPI_Finalize();
  return !ok;
}
