/* rccl/rccl.h: RCCL's functions, which are NCCL's, as ROCm 7.0 has them (2.26.6): collective calls and messages between the devices of one process, of
 * several, and of several machines. librccl.so.1 has them all, each by its name and by `p` and its name, for tools that stand in front of them.
 *
 * Counts are elements, not bytes. Every call is asynchronous on its stream: it returns when it is enqueued. Every rank of a communicator makes the same
 * collective calls in the same order. Functions return ncclSuccess, or
 *   ncclInvalidArgument  an argument is wrong by itself: null, out of range, no communicator, memory of another device
 *   ncclInvalidUsage     a call that does not fit others: two ranks on one device, an end without a start, ranks that call different things
 *   ncclUnhandledCudaError, ncclSystemError  what HIP or the system said is in ncclGetLastError
 *   ncclRemoteError      another rank has ended, failed or aborted. What happens while a call runs is told by ncclCommGetAsyncError and on stderr. */
#ifndef NCCL_H_
#define NCCL_H_

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <limits.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 26
#define NCCL_PATCH 6
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22606
#define NCCL_VERSION(X, Y, Z) (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))

#define RCCL_BFLOAT16 1
#define RCCL_FLOAT8 1
#define RCCL_GATHER_SCATTER 1
#define RCCL_ALLTOALLV 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ncclComm *ncclComm_t;
#define NCCL_COMM_NULL NULL

#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
} ncclResult_t;

#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL
#define NCCL_SPLIT_NOCOLOR (-1)
#define NCCL_UNDEF_FLOAT (-1.0f)

/* How a communicator is made. `blocking` 0: functions return ncclInProgress and ncclCommGetAsyncError says when they are done. The rest is
 * about RCCL's own kernels and networks, is checked as RCCL does, and changes nothing here. */
typedef struct ncclConfig_v21700 {
    size_t size;          /* the first three are NCCL_CONFIG_INITIALIZER's */
    unsigned int magic;
    unsigned int version;
    int blocking;
    int cgaClusterSize;
    int minCTAs;
    int maxCTAs;
    const char *netName;
    int splitShare;
    int trafficClass;
} ncclConfig_t;

#define NCCL_CONFIG_INITIALIZER                                                                                                    \
    {                                                                                                                              \
        sizeof(ncclConfig_t), 0xcafebeef, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH), NCCL_CONFIG_UNDEF_INT,                 \
            NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_PTR, NCCL_CONFIG_UNDEF_INT,     \
            NCCL_CONFIG_UNDEF_INT                                                                                                  \
    }

typedef struct ncclSimInfo_v22200 {
    size_t size;
    unsigned int magic;
    unsigned int version;
    float estimatedTime;
} ncclSimInfo_t;

#define NCCL_SIM_INFO_INITIALIZER \
    { sizeof(ncclSimInfo_t), 0x74685283, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH), NCCL_UNDEF_FLOAT }

typedef enum { ncclNumOps_dummy = 5 } ncclRedOp_dummy_t;
typedef enum {
    ncclSum = 0,
    ncclProd = 1,
    ncclMax = 2,
    ncclMin = 3,
    ncclAvg = 4,
    ncclNumOps = 5,
    ncclMaxRedOp = 0x7fffffff >> (32 - 8 * sizeof(ncclRedOp_dummy_t))
} ncclRedOp_t;

/* Eight-bit floats are OCP's. */
typedef enum {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclFloat8e4m3 = 10,
    ncclFp8E4M3 = 10,
    ncclFloat8e5m2 = 11,
    ncclFp8E5M2 = 11,
    ncclNumTypes = 12
} ncclDataType_t;

typedef enum {
    ncclScalarDevice = 0,       /* read on the device while the call runs */
    ncclScalarHostImmediate = 1 /* read before the call returns */
} ncclScalarResidence_t;

/* A function and the same one with a `p` in front. */
#define RCCL_DECLARED(result, name, parameters)                        \
    __attribute__((visibility("default"))) result name parameters; \
    __attribute__((visibility("default"))) result p##name parameters;

/* Version, memory and errors. ncclGetLastError: what the last failure in this process was about, for a person. */
RCCL_DECLARED(ncclResult_t, ncclGetVersion, (int *version))
RCCL_DECLARED(const char *, ncclGetErrorString, (ncclResult_t result))
RCCL_DECLARED(const char *, ncclGetLastError, (ncclComm_t comm))
RCCL_DECLARED(void, ncclResetDebugInit, (void))
RCCL_DECLARED(ncclResult_t, ncclMemAlloc, (void **ptr, size_t size))
RCCL_DECLARED(ncclResult_t, ncclMemFree, (void *ptr))

/* Communicators. A rank's device is the current one. ncclCommInitRank returns when all ranks have come; one thread that makes several does so between
 * ncclGroupStart and ncclGroupEnd. ncclCommDestroy waits for what was enqueued, ncclCommAbort gives it up. */
RCCL_DECLARED(ncclResult_t, ncclGetUniqueId, (ncclUniqueId * uniqueId))
RCCL_DECLARED(ncclResult_t, ncclCommInitRank, (ncclComm_t * comm, int nranks, ncclUniqueId commId, int rank))
RCCL_DECLARED(ncclResult_t, ncclCommInitRankConfig, (ncclComm_t * comm, int nranks, ncclUniqueId commId, int rank, ncclConfig_t *config))
RCCL_DECLARED(ncclResult_t, ncclCommInitRankScalable, (ncclComm_t * newcomm, int nranks, int myrank, int nId, ncclUniqueId *commIds, ncclConfig_t *config))
RCCL_DECLARED(ncclResult_t, ncclCommInitAll, (ncclComm_t * comm, int ndev, const int *devlist))
RCCL_DECLARED(ncclResult_t, ncclCommSplit, (ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config))
RCCL_DECLARED(ncclResult_t, ncclCommFinalize, (ncclComm_t comm))
RCCL_DECLARED(ncclResult_t, ncclCommDestroy, (ncclComm_t comm))
RCCL_DECLARED(ncclResult_t, ncclCommAbort, (ncclComm_t comm))
RCCL_DECLARED(ncclResult_t, ncclCommGetAsyncError, (ncclComm_t comm, ncclResult_t *asyncError))
RCCL_DECLARED(ncclResult_t, ncclCommCount, (const ncclComm_t comm, int *count))
RCCL_DECLARED(ncclResult_t, ncclCommCuDevice, (const ncclComm_t comm, int *device))
RCCL_DECLARED(ncclResult_t, ncclCommUserRank, (const ncclComm_t comm, int *rank))
RCCL_DECLARED(ncclResult_t, ncclCommRegister, (const ncclComm_t comm, void *buff, size_t size, void **handle))
RCCL_DECLARED(ncclResult_t, ncclCommDeregister, (const ncclComm_t comm, void *handle))

/* Operations of one's own: a sum whose inputs are multiplied by a rank's own scalar first. */
RCCL_DECLARED(ncclResult_t, ncclRedOpCreatePreMulSum, (ncclRedOp_t * op, void *scalar, ncclDataType_t datatype, ncclScalarResidence_t residence, ncclComm_t comm))
RCCL_DECLARED(ncclResult_t, ncclRedOpDestroy, (ncclRedOp_t op, ncclComm_t comm))

/* Collective calls. Elements are reduced in the order of ranks, 16- and 8-bit floats in f32 and rounded once; every rank gets the same bits. In place: the result
 * lies where the input does (reduce, broadcast, allreduce, alltoallv), or the small buffer is this rank's part of the large one. */
RCCL_DECLARED(ncclResult_t, ncclReduce, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, int root, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclBcast, (void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclBroadcast, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclAllReduce, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclReduceScatter, (const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclAllGather, (const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclGather, (const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclScatter, (const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclAllToAll, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclAllToAllv, (const void *sendbuff, const size_t sendcounts[], const size_t sdispls[], void *recvbuff, const size_t recvcounts[], const size_t rdispls[], ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream))

/* Messages: a send needs its receive, of the same count. Those of one group go at the same time, in any order. */
RCCL_DECLARED(ncclResult_t, ncclSend, (const void *sendbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm, hipStream_t stream))
RCCL_DECLARED(ncclResult_t, ncclRecv, (void *recvbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm, hipStream_t stream))

/* Groups: what is called between start and end begins at the outermost end, which returns the first error of any. */
RCCL_DECLARED(ncclResult_t, ncclGroupStart, (void))
RCCL_DECLARED(ncclResult_t, ncclGroupEnd, (void))
RCCL_DECLARED(ncclResult_t, ncclGroupSimulateEnd, (ncclSimInfo_t * simInfo))

#undef RCCL_DECLARED

#ifdef __cplusplus
}
#endif

#endif
