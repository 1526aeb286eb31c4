// api_occupancy.h: how many blocks fit, and which block size fills the device, for a kernel
// given by name. Included by api_templates.h.
#ifndef HIPVK_HIP_DETAIL_API_OCCUPANCY_H
#define HIPVK_HIP_DETAIL_API_OCCUPANCY_H

template <class T>
static inline hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T func,
                                                                  int numBlocks, int blockSize) {
    return ::hipOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func,
                                                      numBlocks, blockSize);
}
template <class T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func,
                                                                      int blockSize,
                                                                      size_t dynSharedMemPerBlk) {
    return ::hipOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func, blockSize,
                                                          dynSharedMemPerBlk);
}
template <class T>
static inline hipError_t
hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func, int blockSize,
                                                      size_t dynSharedMemPerBlk,
                                                      unsigned int flags) {
    return ::hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, (const void *)func, blockSize, dynSharedMemPerBlk, flags);
}
template <class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, T func,
                                                           size_t dynSharedMemPerBlk = 0,
                                                           int blockSizeLimit = 0) {
    return ::hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, (const void *)func,
                                               dynSharedMemPerBlk, blockSizeLimit);
}
template <class T>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize, T func,
                                           size_t dynSharedMemPerBlk = 0, int blockSizeLimit = 0,
                                           unsigned int = 0) {
    return ::hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, (const void *)func,
                                               dynSharedMemPerBlk, blockSizeLimit);
}

// The shared memory depends on the block size: try each multiple of the warp, largest product
// of block size and resident blocks wins, larger blocks at a tie.
// HIP names the function of the block size first among the template's parameters.
template <class F, class T>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *gridSize, int *blockSize, T func,
                                                       F blockSizeToSharedBytes,
                                                       int blockSizeLimit = 0,
                                                       unsigned int flags = 0) {
    if (gridSize == nullptr || blockSize == nullptr || func == nullptr || flags != 0)
        return hipErrorInvalidValue;
    hipFuncAttributes attributes;
    hipError_t error = ::hipFuncGetAttributes(&attributes, (const void *)func);
    if (error != hipSuccess) return error;
    int device = 0, warp = 0, processors = 0;
    if ((error = ::hipGetDevice(&device)) != hipSuccess) return error;
    error = ::hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, device);
    if (error != hipSuccess) return error;
    error = ::hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
    if (error != hipSuccess) return error;
    int limit = attributes.maxThreadsPerBlock;
    if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;
    int best = 0;
    for (int size = warp < limit ? limit - limit % warp : limit; size > 0; size -= warp) {
        int blocks = 0;
        error = ::hipOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, (const void *)func, size, (size_t)blockSizeToSharedBytes(size));
        if (error != hipSuccess) return error;
        if (blocks * size > best) {
            best = blocks * size;
            *blockSize = size;
            *gridSize = blocks * processors;
        }
    }
    return best > 0 ? hipSuccess : hipErrorInvalidConfiguration;
}
template <class F, class T>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeVariableSMem(int *gridSize, int *blockSize, T func,
                                              F blockSizeToSharedBytes, int blockSizeLimit = 0) {
    return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        gridSize, blockSize, func, blockSizeToSharedBytes, blockSizeLimit, 0);
}

#endif // HIPVK_HIP_DETAIL_API_OCCUPANCY_H
