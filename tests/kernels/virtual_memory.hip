// Virtual memory management: kernels and copies through ranges made of several handles, remapping, access, sharing with another process,
// and every documented error.
// also with: HIPVK_DEVICE_COPIES=2
// also with: HIPVK_LARGEST_BUFFER=8
// also with: HIPVK_SPARSE_RANGES=1
// also with: HIPVK_EXPORTED_MEMORY=1 HIPVK_SPARSE_RANGES=1
#include "graph_checks.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }
__global__ void sum(const int *data, int count, int *into) {
    int total = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x) total += data[i];
    atomicAdd(into, total);
}

static size_t grain = 0;

static hipMemAllocationProp properties(hipMemAllocationHandleType shared = hipMemHandleTypeNone) {
    hipMemAllocationProp prop = {};
    prop.type = hipMemAllocationTypePinned;
    prop.location = {hipMemLocationTypeDevice, 0};
    prop.requestedHandleType = shared;
    return prop;
}

static hipMemGenericAllocationHandle_t memory(size_t size, hipMemAllocationHandleType shared = hipMemHandleTypeNone) {
    hipMemGenericAllocationHandle_t handle = nullptr;
    const auto prop = properties(shared);
    OK(hipMemCreate(&handle, size, &prop, 0));
    return handle;
}

static int *reserve(size_t size, size_t alignment = 0) {
    void *address = nullptr;
    OK(hipMemAddressReserve(&address, size, alignment, nullptr, 0));
    return static_cast<int *>(address);
}

static hipMemAccessDesc access(hipMemAccessFlags flags = hipMemAccessFlagsProtReadWrite, int device = 0) {
    return {{hipMemLocationTypeDevice, device}, flags};
}

static void allow(void *address, size_t size, hipMemAccessFlags flags = hipMemAccessFlagsProtReadWrite) {
    const auto desc = access(flags);
    OK(hipMemSetAccess(address, size, &desc, 1));
}

static void several_handles() {
    // Three handles of one, two and three grains side by side, and a gap behind.
    const size_t total = 6 * grain;
    const int count = total / sizeof(int), block = 256;
    int *data = reserve(8 * grain);
    char *place = reinterpret_cast<char *>(data);
    hipMemGenericAllocationHandle_t handles[3];
    for (int i = 0; i < 3; ++i) {
        const size_t size = (i + 1) * grain;
        handles[i] = memory(size);
        OK(hipMemMap(place, size, 0, handles[i], 0));
        place += size;
    }
    allow(data, total);
    std::vector<int> values(count), got(count);
    for (int i = 0; i < count; ++i) values[i] = i;
    OK(hipMemcpy(data, values.data(), total, hipMemcpyHostToDevice));
    add<<<count / block, block>>>(data, 7);
    OK(hipMemcpy(got.data(), data, total, hipMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < count; ++i) right = right && got[i] == i + 7;
    TRUE(right);
    // A fill over the border of two handles, and a copy from one to the other.
    OK(hipMemset(reinterpret_cast<char *>(data) + grain - 64, 0, 128));
    OK(hipMemcpy(data + count / 2, data, grain, hipMemcpyDeviceToDevice));
    OK(hipMemcpy(got.data(), data, total, hipMemcpyDeviceToHost));
    const int border = grain / sizeof(int);
    TRUE(got[border - 17] == border - 17 + 7 && got[border - 16] == 0 && got[border + 15] == 0 && got[border + 16] == border + 23);
    TRUE(std::memcmp(&got[0], &got[count / 2], grain) == 0);
    hipPointerAttribute_t about = {};
    OK(hipPointerGetAttributes(&about, data + border));
    TRUE(about.type == hipMemoryTypeDevice && about.device == 0);
    // The gap behind.
    FAILS(hipMemcpy(data + count, values.data(), 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipMemcpy(values.data(), data, total + 4, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    FAILS(hipMemset(data + count, 0, 4), hipErrorInvalidValue);
    OK(hipPointerGetAttributes(&about, data + count));
    TRUE(about.type == hipMemoryTypeUnregistered);
    FAILS(hipFree(data), hipErrorInvalidValue);
    // Two of three go at once; what is left works on.
    OK(hipMemUnmap(data, 3 * grain));
    FAILS(hipMemcpy(got.data(), data, 4, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    int *last = data + 3 * border;
    add<<<1, 256>>>(last, 1);
    OK(hipMemcpy(got.data(), last, 4, hipMemcpyDeviceToHost));
    TRUE(got[0] == 8);
    FAILS(hipMemAddressFree(data, 8 * grain), hipErrorInvalidValue);
    OK(hipMemUnmap(last, 3 * grain));
    OK(hipMemAddressFree(data, 8 * grain));
    for (auto handle : handles) OK(hipMemRelease(handle));
    section_ends("virtual_memory", "several_handles");
}

static void remapping() {
    const int count = grain / sizeof(int);
    int *a = reserve(2 * grain), *b = a + count;
    auto one = memory(grain), two = memory(grain);
    OK(hipMemMap(a, grain, 0, one, 0));
    OK(hipMemMap(b, grain, 0, two, 0));
    allow(a, 2 * grain);
    add<<<1, 1>>>(a, 0);
    OK(hipMemset(a, 0, grain));
    OK(hipMemset(b, 0, grain));
    add<<<count / 256, 256>>>(a, 1);
    add<<<count / 256, 256>>>(b, 2);
    // Without waiting: unmapping does.
    OK(hipMemUnmap(a, 2 * grain));
    OK(hipMemMap(a, grain, 0, two, 0));
    OK(hipMemMap(b, grain, 0, one, 0));
    allow(a, 2 * grain);
    int got[2];
    OK(hipMemcpy(&got[0], a + 5, 4, hipMemcpyDeviceToHost));
    OK(hipMemcpy(&got[1], b + 5, 4, hipMemcpyDeviceToHost));
    TRUE(got[0] == 2 && got[1] == 1);
    // One memory at two places.
    int *c = reserve(grain, 4 << 20);
    TRUE(reinterpret_cast<size_t>(c) % (4 << 20) == 0);
    OK(hipMemMap(c, grain, 0, one, 0));
    allow(c, grain);
    add<<<count / 256, 256>>>(c, 40);
    OK(hipDeviceSynchronize());
    OK(hipMemcpy(&got[1], b + 9, 4, hipMemcpyDeviceToHost));
    TRUE(got[1] == 41);
    // Handles go before the memory does.
    OK(hipMemRelease(one));
    OK(hipMemRelease(two));
    hipMemGenericAllocationHandle_t again = nullptr, same = nullptr;
    OK(hipMemRetainAllocationHandle(&again, c + 3));
    OK(hipMemRetainAllocationHandle(&same, b));
    TRUE(again == same && again != nullptr);
    OK(hipMemRelease(again));
    OK(hipMemRelease(same));
    FAILS(hipMemRelease(same), hipErrorInvalidValue);
    add<<<count / 256, 256>>>(c, 1);
    OK(hipMemcpy(&got[1], c, 4, hipMemcpyDeviceToHost));
    TRUE(got[1] == 42);
    int *total = nullptr, whole = 0;
    OK(hipMalloc(reinterpret_cast<void **>(&total), sizeof(int)));
    OK(hipMemset(total, 0, sizeof(int)));
    sum<<<1, 64>>>(a, 2 * count, total);
    OK(hipMemcpy(&whole, total, 4, hipMemcpyDeviceToHost));
    TRUE(whole == (2 + 42) * count);
    OK(hipFree(total));
    OK(hipMemUnmap(a, 2 * grain));
    OK(hipMemUnmap(c, grain));
    OK(hipMemAddressFree(a, 2 * grain));
    OK(hipMemAddressFree(c, grain));
    section_ends("virtual_memory", "remapping");
}

static void who_may() {
    int *data = reserve(2 * grain);
    auto handle = memory(2 * grain);
    OK(hipMemMap(data, 2 * grain, 0, handle, 0));
    hipMemLocation here = {hipMemLocationTypeDevice, 0};
    unsigned long long flags = 77;
    OK(hipMemGetAccess(&flags, &here, data));
    TRUE(flags == hipMemAccessFlagsProtNone);
    int value = 3;
    FAILS(hipMemcpy(data, &value, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipMemcpy(&value, data, 4, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    allow(data, 2 * grain);
    add<<<1, 64>>>(data, 1);
    OK(hipMemcpy(data, &value, 4, hipMemcpyHostToDevice));
    allow(data, 2 * grain, hipMemAccessFlagsProtRead);
    OK(hipMemGetAccess(&flags, &here, reinterpret_cast<char *>(data) + grain + 1));
    TRUE(flags == hipMemAccessFlagsProtRead);
    FAILS(hipMemcpy(data, &value, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipMemset(data, 0, 4), hipErrorInvalidValue);
    value = 0;
    OK(hipMemcpy(&value, data, 4, hipMemcpyDeviceToHost));
    TRUE(value == 3);
    const auto desc = access();
    FAILS(hipMemSetAccess(data, grain, &desc, 1), hipErrorInvalidValue);
    FAILS(hipMemSetAccess(data + 1, 2 * grain, &desc, 1), hipErrorInvalidValue);
    FAILS(hipMemSetAccess(data, 3 * grain, &desc, 1), hipErrorInvalidValue);
    FAILS(hipMemSetAccess(nullptr, 2 * grain, &desc, 1), hipErrorInvalidValue);
    FAILS(hipMemSetAccess(data, 0, &desc, 1), hipErrorInvalidValue);
    FAILS(hipMemSetAccess(data, 2 * grain, nullptr, 1), hipErrorInvalidValue);
    FAILS(hipMemSetAccess(data, 2 * grain, &desc, 0), hipErrorInvalidValue);
    for (auto wrong : {access(static_cast<hipMemAccessFlags>(2)), access(hipMemAccessFlagsProtRead, -1),
                       access(hipMemAccessFlagsProtRead, 999)}) {
        FAILS(hipMemSetAccess(data, 2 * grain, &wrong, 1), hipErrorInvalidValue);
    }
    FAILS(hipMemGetAccess(nullptr, &here, data), hipErrorInvalidValue);
    FAILS(hipMemGetAccess(&flags, nullptr, data), hipErrorInvalidValue);
    FAILS(hipMemGetAccess(&flags, &here, nullptr), hipErrorInvalidValue);
    FAILS(hipMemGetAccess(&flags, &here, data + grain), hipErrorInvalidValue);
    OK(hipMemUnmap(data, 2 * grain));
    FAILS(hipMemGetAccess(&flags, &here, data), hipErrorInvalidValue);
    OK(hipMemAddressFree(data, 2 * grain));
    OK(hipMemRelease(handle));
    section_ends("virtual_memory", "who_may");
}

static void errors() {
    const auto prop = properties();
    size_t size = 0;
    FAILS(hipMemGetAllocationGranularity(nullptr, &prop, hipMemAllocationGranularityMinimum), hipErrorInvalidValue);
    FAILS(hipMemGetAllocationGranularity(&size, nullptr, hipMemAllocationGranularityMinimum), hipErrorInvalidValue);
    FAILS(hipMemGetAllocationGranularity(&size, &prop, static_cast<hipMemAllocationGranularity_flags>(2)), hipErrorInvalidValue);
    OK(hipMemGetAllocationGranularity(&size, &prop, hipMemAllocationGranularityRecommended));
    TRUE(size >= grain && size % grain == 0);

    void *address = nullptr;
    FAILS(hipMemAddressReserve(nullptr, grain, 0, nullptr, 0), hipErrorInvalidValue);
    FAILS(hipMemAddressReserve(&address, grain, 0, nullptr, 1), hipErrorInvalidValue);
    FAILS(hipMemAddressReserve(&address, 0, 0, nullptr, 0), hipErrorOutOfMemory);
    FAILS(hipMemAddressReserve(&address, grain - 1, 0, nullptr, 0), hipErrorOutOfMemory);
    FAILS(hipMemAddressReserve(&address, grain, 3, nullptr, 0), hipErrorOutOfMemory);

    hipMemGenericAllocationHandle_t handle = nullptr, none = nullptr;
    FAILS(hipMemCreate(nullptr, grain, &prop, 0), hipErrorInvalidValue);
    FAILS(hipMemCreate(&none, grain, nullptr, 0), hipErrorInvalidValue);
    FAILS(hipMemCreate(&none, 0, &prop, 0), hipErrorInvalidValue);
    FAILS(hipMemCreate(&none, grain + 1, &prop, 0), hipErrorInvalidValue);
    FAILS(hipMemCreate(&none, grain, &prop, 1), hipErrorInvalidValue);
    FAILS(hipMemCreate(&none, grain << 32, &prop, 0), hipErrorOutOfMemory);
    auto wrong = prop;
    wrong.type = hipMemAllocationTypeInvalid;
    FAILS(hipMemCreate(&none, grain, &wrong, 0), hipErrorInvalidValue);
    wrong = prop;
    wrong.location = {hipMemLocationTypeDevice, 999};
    FAILS(hipMemCreate(&none, grain, &wrong, 0), hipErrorInvalidValue);
    wrong.location = {hipMemLocationTypeInvalid, 0};
    FAILS(hipMemCreate(&none, grain, &wrong, 0), hipErrorInvalidValue);
    wrong = properties(hipMemHandleTypeWin32);
    FAILS(hipMemCreate(&none, grain, &wrong, 0), hipErrorNotSupported);

    handle = memory(2 * grain);
    hipMemAllocationProp told = {};
    OK(hipMemGetAllocationPropertiesFromHandle(&told, handle));
    TRUE(told.type == prop.type && told.location.type == prop.location.type && told.location.id == 0);
    FAILS(hipMemGetAllocationPropertiesFromHandle(nullptr, handle), hipErrorInvalidValue);
    FAILS(hipMemGetAllocationPropertiesFromHandle(&told, nullptr), hipErrorInvalidValue);

    int *data = reserve(3 * grain);
    char *bytes = reinterpret_cast<char *>(data);
    FAILS(hipMemMap(nullptr, grain, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(data, 0, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(data, grain / 2, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(data, 3 * grain, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(data, grain, grain, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(data, grain, 0, handle, 1), hipErrorInvalidValue);
    FAILS(hipMemMap(data, grain, 0, nullptr, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(bytes + 256, grain, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(bytes + 2 * grain, 2 * grain, 0, handle, 0), hipErrorInvalidValue);
    OK(hipMemMap(bytes + grain, grain, 0, handle, 0));
    FAILS(hipMemMap(data, 2 * grain, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemMap(bytes + grain, grain, 0, handle, 0), hipErrorInvalidValue);
    FAILS(hipMemRetainAllocationHandle(&none, data), hipErrorInvalidValue);
    FAILS(hipMemRetainAllocationHandle(&none, nullptr), hipErrorInvalidValue);
    FAILS(hipMemRetainAllocationHandle(nullptr, bytes + grain), hipErrorInvalidValue);
    FAILS(hipMemUnmap(nullptr, grain), hipErrorInvalidValue);
    FAILS(hipMemUnmap(bytes + grain, 0), hipErrorInvalidValue);
    FAILS(hipMemUnmap(bytes + grain, grain / 2), hipErrorInvalidValue);
    FAILS(hipMemUnmap(data, 2 * grain), hipErrorInvalidValue);
    OK(hipMemUnmap(bytes + grain, grain));
    FAILS(hipMemUnmap(bytes + grain, grain), hipErrorInvalidValue);
    FAILS(hipMemAddressFree(nullptr, 3 * grain), hipErrorInvalidValue);
    FAILS(hipMemAddressFree(data, 0), hipErrorInvalidValue);
    FAILS(hipMemAddressFree(data, grain), hipErrorInvalidValue);
    FAILS(hipMemAddressFree(bytes + grain, 2 * grain), hipErrorInvalidValue);
    OK(hipMemAddressFree(data, 3 * grain));
    FAILS(hipMemAddressFree(data, 3 * grain), hipErrorInvalidValue);
    FAILS(hipMemMap(data, grain, 0, handle, 0), hipErrorInvalidValue);

    int shared = -1;
    FAILS(hipMemExportToShareableHandle(&shared, handle, hipMemHandleTypePosixFileDescriptor, 0), hipErrorInvalidValue);
    FAILS(hipMemImportFromShareableHandle(&none, nullptr, hipMemHandleTypePosixFileDescriptor), hipErrorInvalidValue);
    FAILS(hipMemImportFromShareableHandle(&none, &shared, hipMemHandleTypeWin32), hipErrorNotSupported);
    OK(hipMemRelease(handle));
    FAILS(hipMemRelease(handle), hipErrorInvalidValue);
    FAILS(hipMemRelease(nullptr), hipErrorInvalidValue);
    section_ends("virtual_memory", "errors");
}

static void growing() {
    // As allocators grow a segment: addresses for much more than there is memory for now.
    const size_t most = size_t(64) << 30;
    void *address = nullptr;
    const hipError_t reserved = hipMemAddressReserve(&address, most, 0, nullptr, 0);
    if (reserved != hipSuccess) {
        // A device whose buffers end before.
        FAILS(reserved, hipErrorOutOfMemory);
        section_ends("virtual_memory", "growing");
        return;
    }
    size_t before = 0, between = 0, behind = 0, all = 0;
    OK(hipMemGetInfo(&before, &all));
    std::vector<hipMemGenericAllocationHandle_t> handles;
    int *data = static_cast<int *>(address);
    const size_t piece = 16 * grain;
    const int count = piece / sizeof(int);
    for (int i = 0; i < 20; ++i) {
        handles.push_back(memory(piece));
        OK(hipMemMap(data + i * count, piece, 0, handles.back(), 0));
        allow(data + i * count, piece);
        OK(hipMemset(data + i * count, 0, piece));
        add<<<(i + 1) * (count / 256), 256>>>(data, 1);
    }
    OK(hipMemGetInfo(&between, &all));
    TRUE(before - between >= 20 * piece);
    for (int i = 0; i < 20; ++i) {
        int got = 0;
        OK(hipMemcpy(&got, data + (i + 1) * count - 1, 4, hipMemcpyDeviceToHost));
        TRUE(got == 20 - i);
    }
    OK(hipMemUnmap(data, 20 * piece));
    for (auto handle : handles) OK(hipMemRelease(handle));
    OK(hipMemGetInfo(&behind, &all));
    TRUE(behind >= between + 20 * piece);
    OK(hipMemAddressFree(address, most));
    section_ends("virtual_memory", "growing");
}

static void send(int socket, int descriptor) {
    char byte = 0, room[CMSG_SPACE(sizeof(int))] = {};
    iovec data = {&byte, 1};
    msghdr message = {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof(room);
    cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), &descriptor, sizeof(int));
    TRUE(sendmsg(socket, &message, 0) == 1);
}

static int receive(int socket) {
    char byte = 0, room[CMSG_SPACE(sizeof(int))] = {};
    iovec data = {&byte, 1};
    msghdr message = {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof(room);
    int descriptor = -1;
    if (recvmsg(socket, &message, 0) == 1 && CMSG_FIRSTHDR(&message)) std::memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
    return descriptor;
}

static size_t least() {
    const auto prop = properties();
    size_t size = 0;
    OK(hipMemGetAllocationGranularity(&size, &prop, hipMemAllocationGranularityMinimum));
    return size;
}

// The other process: maps what it is sent, adds to it, ends.
static int child(int socket) {
    int descriptor = receive(socket);
    grain = least();
    hipMemGenericAllocationHandle_t handle = nullptr;
    if (descriptor < 0) return 2;
    OK(hipMemImportFromShareableHandle(&handle, &descriptor, hipMemHandleTypePosixFileDescriptor));
    // As ROCm 7.1 takes it.
    hipMemGenericAllocationHandle_t other = nullptr;
    OK(hipMemImportFromShareableHandle(&other, reinterpret_cast<void *>(static_cast<size_t>(descriptor)), hipMemHandleTypePosixFileDescriptor));
    OK(hipMemRelease(other));
    int *data = reserve(grain);
    OK(hipMemMap(data, grain, 0, handle, 0));
    allow(data, grain);
    add<<<grain / sizeof(int) / 256, 256>>>(data, 1000);
    OK(hipDeviceSynchronize());
    OK(hipMemUnmap(data, grain));
    OK(hipMemAddressFree(data, grain));
    OK(hipMemRelease(handle));
    return section_ok ? 0 : 1;
}

static void shared(int socket, pid_t other) {
    const auto prop = properties(hipMemHandleTypePosixFileDescriptor);
    hipMemGenericAllocationHandle_t handle = nullptr;
    const hipError_t made = hipMemCreate(&handle, grain, &prop, 0);
    if (made != hipSuccess) {
        // A device that says so by name.
        FAILS(made, hipErrorNotSupported);
        close(socket);
        waitpid(other, nullptr, 0);
        section_ends("virtual_memory", "shared");
        return;
    }
    int *data = reserve(grain);
    OK(hipMemMap(data, grain, 0, handle, 0));
    allow(data, grain);
    OK(hipMemset(data, 0, grain));
    add<<<grain / sizeof(int) / 256, 256>>>(data, 1);
    OK(hipDeviceSynchronize());
    int descriptor = -1;
    FAILS(hipMemExportToShareableHandle(nullptr, handle, hipMemHandleTypePosixFileDescriptor, 0), hipErrorInvalidValue);
    FAILS(hipMemExportToShareableHandle(&descriptor, nullptr, hipMemHandleTypePosixFileDescriptor, 0), hipErrorInvalidValue);
    FAILS(hipMemExportToShareableHandle(&descriptor, handle, hipMemHandleTypeWin32, 0), hipErrorInvalidValue);
    FAILS(hipMemExportToShareableHandle(&descriptor, handle, hipMemHandleTypePosixFileDescriptor, 1), hipErrorInvalidValue);
    OK(hipMemExportToShareableHandle(&descriptor, handle, hipMemHandleTypePosixFileDescriptor, 0));
    send(socket, descriptor);
    close(descriptor);
    int status = -1;
    TRUE(waitpid(other, &status, 0) == other && status == 0);
    int got[2] = {};
    OK(hipMemcpy(got, data + grain / sizeof(int) - 2, sizeof(got), hipMemcpyDeviceToHost));
    TRUE(got[0] == 1001 && got[1] == 1001);
    int other_file = socket;
    hipMemGenericAllocationHandle_t none = nullptr;
    FAILS(hipMemImportFromShareableHandle(&none, &other_file, hipMemHandleTypePosixFileDescriptor), hipErrorInvalidValue);
    OK(hipMemUnmap(data, grain));
    OK(hipMemAddressFree(data, grain));
    OK(hipMemRelease(handle));
    close(socket);
    section_ends("virtual_memory", "shared");
}

int main() {
    // Before HIP is used: the other process uses it too.
    int sockets[2];
    TRUE(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    const pid_t other = fork();
    if (other == 0) {
        close(sockets[0]);
        _exit(child(sockets[1]));
    }
    close(sockets[1]);
    int able = 0;
    OK(hipDeviceGetAttribute(&able, hipDeviceAttributeVirtualMemoryManagementSupported, 0));
    if (!able) {
        hipMemGenericAllocationHandle_t handle = nullptr;
        const auto prop = properties();
        FAILS(hipMemCreate(&handle, 2 << 20, &prop, 0), hipErrorNotSupported);
        section_ends("virtual_memory", "not_supported");
        return all_ok ? 0 : 1;
    }
    grain = least();
    TRUE(grain > 0);
    several_handles();
    remapping();
    who_may();
    errors();
    growing();
    shared(sockets[0], other);
    return all_ok ? 0 : 1;
}
