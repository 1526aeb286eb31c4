// segment.hip: the memory that one rank shows the others.
#include "segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "said.h"

namespace rccl {
namespace {

constexpr size_t DEFAULT_BUFFER = 4 << 20, PIECES_BYTES = 8 << 20;
constexpr unsigned PORTABLE = 1 | 2;  // hipHostMallocPortable | Mapped, and hipHostRegister's have the same values

struct Numbered {
    std::mutex lock;
    std::map<uint64_t, std::weak_ptr<Segment>> segments;
    uint64_t next = 1;
};
Numbered &numbers() {
    static Numbered *all = new Numbered;
    return *all;
}

// For tests: devices reach no memory that ranks share.
bool is_unpinned() {
    const char *unpinned = getenv("HIPVK_RCCL_UNPINNED");
    return unpinned && !strcmp(unpinned, "1");
}

uint64_t keep(const std::shared_ptr<Segment> &segment) {
    Numbered &all = numbers();
    const std::lock_guard<std::mutex> guard(all.lock);
    all.segments[all.next] = segment;
    return all.next++;
}

}  // namespace

// NCCL_BUFFSIZE is what NCCL lets one connection of two ranks have: here, two rounds' memory.
Layout Layout::of(unsigned ranks) {
    const char *asked = getenv("NCCL_BUFFSIZE");
    const size_t buffer = asked ? strtoull(asked, nullptr, 10) : DEFAULT_BUFFER;
    const size_t slot = (std::clamp<size_t>(buffer / 2, ranks * 16, 1 << 30) + 4095) / 4096 * 4096;
    const size_t piece = std::clamp<size_t>(std::min(PIECES_BYTES / (CHUNKS * ranks), slot / 4), 1024, 1 << 20) / 1024 * 1024;
    return {ranks, slot, piece};
}

Segment::~Segment() {
    close_descriptor();
    if (mapped_) {
        if (pinned_) (void)hipHostUnregister(data_);
        munmap(control_, mapped_);
    } else {
        free(control_);
        if (data_) (void)hipHostFree(data_);
    }
    if (number_) {
        const std::lock_guard<std::mutex> guard(numbers().lock);
        numbers().segments.erase(number_);
    }
}

void Segment::close_descriptor() {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
}

ncclResult_t Segment::make(const Layout &layout, std::shared_ptr<Segment> &segment) {
    segment = std::shared_ptr<Segment>(new Segment);
    segment->control_ = static_cast<Control *>(aligned_alloc(4096, layout.control_bytes()));
    if (!segment->control_) return failed(ncclSystemError, "no memory for a communicator");
    memset(static_cast<void *>(segment->control_), 0, layout.control_bytes());
    RCCL_HIP(hipHostMalloc(reinterpret_cast<void **>(&segment->data_), layout.data_bytes(), PORTABLE));
    segment->pinned_ = !is_unpinned();
    segment->number_ = keep(segment);
    return ncclSuccess;
}

ncclResult_t Segment::make_shared(const Layout &layout, std::shared_ptr<Segment> &segment) {
    segment = std::shared_ptr<Segment>(new Segment);
    segment->descriptor_ = memfd_create("rccl", MFD_CLOEXEC);
    if (segment->descriptor_ < 0 || ftruncate(segment->descriptor_, off_t(layout.control_bytes() + layout.data_bytes())) != 0) return system_failed("memfd_create");
    RCCL_TRY(segment->map(layout));
    segment->number_ = keep(segment);
    return ncclSuccess;
}

ncclResult_t Segment::open(const Layout &layout, int process, int descriptor, std::shared_ptr<Segment> &segment) {
    segment = std::shared_ptr<Segment>(new Segment);
    segment->descriptor_ = ::open(text("/proc/%d/fd/%d", process, descriptor).c_str(), O_RDWR | O_CLOEXEC);
    struct stat found;
    if (segment->descriptor_ < 0 || fstat(segment->descriptor_, &found) != 0 || size_t(found.st_size) != layout.control_bytes() + layout.data_bytes()) {
        segment.reset();
        return ncclSystemError;
    }
    RCCL_TRY(segment->map(layout));
    segment->close_descriptor();
    return ncclSuccess;
}

ncclResult_t Segment::map(const Layout &layout) {
    const size_t size = layout.control_bytes() + layout.data_bytes();
    void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (mapped == MAP_FAILED) return system_failed("mmap");
    mapped_ = size;
    control_ = static_cast<Control *>(mapped);
    data_ = static_cast<char *>(mapped) + layout.control_bytes();
    if (is_unpinned()) return ncclSuccess;
    pinned_ = hipHostRegister(data_, layout.data_bytes(), PORTABLE) == hipSuccess;
    if (!pinned_) (void)hipGetLastError();
    return ncclSuccess;
}

std::shared_ptr<Segment> Segment::numbered(uint64_t number) {
    Numbered &all = numbers();
    const std::lock_guard<std::mutex> guard(all.lock);
    const auto found = all.segments.find(number);
    return found == all.segments.end() ? nullptr : found->second.lock();
}

}  // namespace rccl
