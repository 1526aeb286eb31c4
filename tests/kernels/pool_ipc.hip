// A pool that another process opens: what one allocates the other's kernels change, before and behind the pool's export, and only the one that
// allocates frees. Then the same within one process, and what is refused.
//
// also with: HIPVK_EXPORTED_MEMORY=1
#include "graph_checks.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }

static const int count = 4096;
static const size_t bytes = count * sizeof(int);
static const auto kind = hipMemHandleTypePosixFileDescriptor;

static void *shared(int descriptor) { return reinterpret_cast<void *>(static_cast<intptr_t>(descriptor)); }

static hipMemPoolProps properties(hipMemAllocationHandleType handles) {
    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.handleTypes = handles;
    props.location = {hipMemLocationTypeDevice, 0};
    return props;
}

static hipError_t make(hipMemPool_t *pool, hipMemAllocationHandleType handles = kind) {
    const auto props = properties(handles);
    return hipMemPoolCreate(pool, &props);
}

static int *from(hipMemPool_t pool, size_t size = bytes) {
    int *data = nullptr;
    OK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&data), size, pool, nullptr));
    return data;
}

static int at(const int *data, int index) {
    int value = -1;
    OK(hipMemcpy(&value, data + index, sizeof(value), hipMemcpyDeviceToHost));
    return value;
}

static uint64_t value(hipMemPool_t pool, hipMemPoolAttr attribute) {
    uint64_t value = ~uint64_t{0};
    OK(hipMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

static void send_descriptor(int socket, int descriptor) {
    char byte = 1, room[CMSG_SPACE(sizeof(int))] = {};
    iovec part = {&byte, 1};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof(room);
    cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof(int));
    TRUE(sendmsg(socket, &message, 0) == 1);
}

// -1 if the other process has ended.
static int receive_descriptor(int socket) {
    char byte = 0, room[CMSG_SPACE(sizeof(int))] = {};
    iovec part = {&byte, 1};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof(room);
    if (recvmsg(socket, &message, 0) != 1) return -1;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
    return descriptor;
}

struct Pointers {
    hipMemPoolPtrExportData large, small, foreign;
};

static void say(int socket, char word) { TRUE(write(socket, &word, 1) == 1); }
static void hear(int socket, char word) {
    char got = 0;
    TRUE(read(socket, &got, 1) == 1 && got == word);
}

static int child(int socket) {
    const int descriptor = receive_descriptor(socket);
    if (descriptor < 0) return 0;
    hipMemPool_t pool = nullptr;
    OK(hipMemPoolImportFromShareableHandle(&pool, shared(descriptor), kind, 0));
    close(descriptor);
    Pointers pointers;
    TRUE(read(socket, &pointers, sizeof(pointers)) == ssize_t(sizeof(pointers)));
    int *large = nullptr, *small = nullptr, *again = nullptr, *none = nullptr;
    OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&large), pool, &pointers.large));
    OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&small), pool, &pointers.small));
    TRUE(value(pool, hipMemPoolAttrUsedMemCurrent) == bytes + sizeof(int));
    FAILS(hipMemPoolImportPointer(reinterpret_cast<void **>(&none), pool, &pointers.foreign), hipErrorInvalidValue);
    // Nothing is allocated from it, and it is given to nobody else.
    FAILS(hipMallocFromPoolAsync(reinterpret_cast<void **>(&none), bytes, pool, nullptr), hipErrorInvalidValue);
    FAILS(hipDeviceSetMemPool(0, pool), hipErrorInvalidValue);
    int number = -1;
    FAILS(hipMemPoolExportToShareableHandle(&number, pool, kind, 0), hipErrorInvalidValue);
    hipMemPoolPtrExportData data;
    FAILS(hipMemPoolExportPointer(&data, large), hipErrorInvalidValue);
    hipMemAccessFlags flags = hipMemAccessFlagsProtNone;
    hipMemLocation here = {hipMemLocationTypeDevice, 0};
    OK(hipMemPoolGetAccess(&flags, pool, &here));
    TRUE(flags == hipMemAccessFlagsProtReadWrite);
    hipPointerAttribute_t about = {};
    OK(hipPointerGetAttributes(&about, large));
    TRUE(about.type == hipMemoryTypeDevice && about.device == 0);
    TRUE(at(small, 0) == 7);
    add<<<count / 256, 256>>>(large, 1000);
    add<<<1, 1>>>(small, 70);
    // Freed here in the stream's order, which frees nothing there; and opened again.
    OK(hipFreeAsync(large, nullptr));
    OK(hipFree(small));
    FAILS(hipFree(small), hipErrorInvalidValue);
    TRUE(value(pool, hipMemPoolAttrUsedMemCurrent) == 0 && value(pool, hipMemPoolAttrReservedMemCurrent) == 0);
    OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&again), pool, &pointers.large));
    TRUE(at(again, 5) == 1005);
    say(socket, 'a');
    // The other process frees it too early: what is here faults nowhere.
    hear(socket, 'b');
    add<<<count / 256, 256>>>(again, 1);
    OK(hipDeviceSynchronize());
    // Without a handle the pool lives on in what is open.
    OK(hipMemPoolDestroy(pool));
    FAILS(hipMemPoolImportPointer(reinterpret_cast<void **>(&none), pool, &pointers.large), hipErrorInvalidValue);
    OK(hipFree(again));
    return section_ok ? 0 : 1;
}

static void two_processes(pid_t other, int socket, hipMemPool_t pool) {
    int *large = from(pool), *foreign = nullptr;
    int descriptor = -1;
    OK(hipMemPoolExportToShareableHandle(&descriptor, pool, kind, 0));
    send_descriptor(socket, descriptor);
    close(descriptor);
    // Allocated behind the export.
    int *small = from(pool, sizeof(int));
    hipMemPool_t second = nullptr;
    OK(make(&second));
    foreign = from(second);
    Pointers pointers;
    OK(hipMemPoolExportPointer(&pointers.large, large));
    OK(hipMemPoolExportPointer(&pointers.small, small));
    OK(hipMemPoolExportPointer(&pointers.foreign, foreign));
    std::vector<int> numbers(count);
    for (int n = 0; n < count; ++n) numbers[n] = n;
    const int seven = 7;
    OK(hipMemcpy(large, numbers.data(), bytes, hipMemcpyHostToDevice));
    OK(hipMemcpy(small, &seven, sizeof(seven), hipMemcpyHostToDevice));
    TRUE(write(socket, &pointers, sizeof(pointers)) == ssize_t(sizeof(pointers)));
    hear(socket, 'a');
    TRUE(at(small, 0) == 77);
    OK(hipMemcpy(numbers.data(), large, bytes, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int n = 0; n < count; ++n) wrong += numbers[n] != n + 1000;
    TRUE(wrong == 0);
    OK(hipFree(large));
    OK(hipMemPoolTrimTo(pool, 0));
    say(socket, 'b');
    int status = -1;
    TRUE(waitpid(other, &status, 0) == other && status == 0);
    OK(hipFreeAsync(small, nullptr));
    OK(hipFreeAsync(foreign, nullptr));
    OK(hipDeviceSynchronize());
    TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) == 0);
    OK(hipMemPoolDestroy(second));
    section_ends("pool_ipc", "two_processes");
}

static void one_process(hipMemPool_t pool) {
    int descriptor = -1;
    hipMemPool_t same = nullptr;
    OK(hipMemPoolExportToShareableHandle(&descriptor, pool, kind, 0));
    // A program may keep the number in 64 bits, of which HIP writes the lower ones.
    void *const wide = reinterpret_cast<void *>(uintptr_t(0x7f0000000000) + unsigned(descriptor));
    OK(hipMemPoolImportFromShareableHandle(&same, wide, kind, 0));
    close(descriptor);
    TRUE(same != pool);
    int *data = from(pool), *seen = nullptr;
    hipMemPoolPtrExportData pointer;
    OK(hipMemPoolExportPointer(&pointer, data));
    OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&seen), same, &pointer));
    OK(hipMemset(data, 0, bytes));
    add<<<count / 256, 256>>>(seen, 3);
    OK(hipDeviceSynchronize());
    TRUE(seen != data && at(data, count - 1) == 3);
    OK(hipFree(seen));
    add<<<count / 256, 256>>>(data, 4);
    TRUE(at(data, 0) == 7);
    OK(hipFreeAsync(data, nullptr));
    OK(hipMemPoolDestroy(same));
    // Freed memory comes again from the same place, and what was between it is a hole that is found.
    OK(hipDeviceSynchronize());
    std::vector<int *> all;
    for (int round = 0; round < 3; ++round) {
        for (int n = 0; n < 8; ++n) all.push_back(from(pool, bytes * (1 + n % 3)));
        for (size_t n = 0; n < all.size(); ++n) add<<<count / 256, 256>>>(all[n], int(n));
        for (int *memory : all) OK(hipFreeAsync(memory, nullptr));
        OK(hipStreamSynchronize(nullptr));
        all.clear();
    }
    TRUE(value(pool, hipMemPoolAttrReservedMemCurrent) == 0);
    section_ends("pool_ipc", "one_process");
}

static void errors(hipMemPool_t pool) {
    hipMemPool_t plain = nullptr, made = nullptr;
    OK(make(&plain, hipMemHandleTypeNone));
    int descriptor = -1, other = -1;
    FAILS(hipMemPoolExportToShareableHandle(nullptr, pool, kind, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolExportToShareableHandle(&other, nullptr, kind, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolExportToShareableHandle(&other, plain, kind, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolExportToShareableHandle(&other, pool, hipMemHandleTypeNone, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolExportToShareableHandle(&other, pool, kind, 1), hipErrorInvalidValue);
    OK(hipMemPoolExportToShareableHandle(&descriptor, pool, kind, 0));
    FAILS(hipMemPoolImportFromShareableHandle(nullptr, shared(descriptor), kind, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolImportFromShareableHandle(&made, nullptr, kind, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolImportFromShareableHandle(&made, shared(descriptor), hipMemHandleTypeNone, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolImportFromShareableHandle(&made, shared(descriptor), kind, 1), hipErrorInvalidValue);
    FAILS(hipMemPoolImportFromShareableHandle(&made, shared(descriptor), hipMemHandleTypeWin32, 0), hipErrorNotSupported);
    FAILS(hipMemPoolImportFromShareableHandle(&made, shared(9999), kind, 0), hipErrorInvalidValue);
    const int file = open("/dev/null", O_RDWR);
    FAILS(hipMemPoolImportFromShareableHandle(&made, shared(file), kind, 0), hipErrorInvalidValue);
    close(file);
    // Memory without an address goes by a descriptor too, which is of no pool.
    hipMemAllocationProp props = {};
    props.type = hipMemAllocationTypePinned;
    props.requestedHandleType = kind;
    props.location = {hipMemLocationTypeDevice, 0};
    hipMemGenericAllocationHandle_t memory = nullptr;
    if (hipMemCreate(&memory, 2 << 20, &props, 0) == hipSuccess) {
        OK(hipMemExportToShareableHandle(&other, memory, kind, 0));
        FAILS(hipMemPoolImportFromShareableHandle(&made, shared(other), kind, 0), hipErrorInvalidValue);
        close(other);
        OK(hipMemRelease(memory));
    }
    OK(hipMemPoolImportFromShareableHandle(&made, shared(descriptor), kind, 0));
    close(descriptor);
    int *data = from(pool), *common = from(plain);
    hipMemPoolPtrExportData pointer = {};
    void *got = nullptr;
    FAILS(hipMemPoolImportPointer(&got, made, &pointer), hipErrorInvalidValue);
    FAILS(hipMemPoolExportPointer(nullptr, data), hipErrorInvalidValue);
    FAILS(hipMemPoolExportPointer(&pointer, nullptr), hipErrorInvalidValue);
    FAILS(hipMemPoolExportPointer(&pointer, data + 1), hipErrorInvalidValue);
    FAILS(hipMemPoolExportPointer(&pointer, common), hipErrorInvalidValue);
    OK(hipMemPoolExportPointer(&pointer, data));
    FAILS(hipMemPoolImportPointer(nullptr, made, &pointer), hipErrorInvalidValue);
    FAILS(hipMemPoolImportPointer(&got, nullptr, &pointer), hipErrorInvalidValue);
    FAILS(hipMemPoolImportPointer(&got, pool, &pointer), hipErrorInvalidValue);
    FAILS(hipMemPoolImportPointer(&got, plain, &pointer), hipErrorInvalidValue);
    FAILS(hipMemPoolImportPointer(&got, made, nullptr), hipErrorInvalidValue);
    OK(hipFree(data));
    OK(hipFree(common));
    FAILS(hipMemPoolExportPointer(&pointer, data), hipErrorInvalidValue);
    // Managed memory, and handles of Windows.
    auto odd = properties(kind);
    odd.allocType = hipMemAllocationTypeManaged;
    FAILS(hipMemPoolCreate(&plain, &odd), hipErrorNotSupported);
    FAILS(make(&plain, hipMemHandleTypeWin32), hipErrorNotSupported);
    FAILS(make(&plain, static_cast<hipMemAllocationHandleType>(3)), hipErrorInvalidValue);
    OK(hipMemPoolDestroy(plain));
    OK(hipMemPoolDestroy(made));
    section_ends("pool_ipc", "errors");
}

int main() {
    int sockets[2];
    TRUE(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    // Before HIP is used: the other process uses it too.
    const pid_t other = fork();
    if (other == 0) {
        close(sockets[0]);
        _exit(child(sockets[1]));
    }
    close(sockets[1]);
    int able = -1;
    OK(hipDeviceGetAttribute(&able, hipDeviceAttributeMemoryPoolSupportedHandleTypes, 0));
    hipMemPool_t pool = nullptr;
    if (able == 0) {
        // A device that says so by name.
        FAILS(make(&pool), hipErrorNotSupported);
        close(sockets[0]);
        waitpid(other, nullptr, 0);
        OK(make(&pool, hipMemHandleTypeNone));
        int *data = from(pool);
        OK(hipMemset(data, 0, bytes));
        add<<<1, 64>>>(data, 1);
        TRUE(at(data, 63) == 1);
        section_ends("pool_ipc", "not_supported");
        return all_ok ? 0 : 1;
    }
    TRUE(able == kind);
    OK(make(&pool));
    two_processes(other, sockets[0], pool);
    one_process(pool);
    errors(pool);
    OK(hipMemPoolDestroy(pool));
    return all_ok ? 0 : 1;
}
