// Memory and semaphores of other APIs: what is refused, and how. That they work is shown by examples/src/bin/vulkan_interop.rs.
#include "check.h"

#include <fcntl.h>
#include <unistd.h>

static void memory() {
  hipExternalMemory_t none = nullptr;
  const int file = open("/proc/self/exe", O_RDONLY);
  hipExternalMemoryHandleDesc desc = {};
  desc.type = hipExternalMemoryHandleTypeOpaqueFd;
  desc.handle.fd = file;
  desc.size = 4096;
  FAILS(hipImportExternalMemory(nullptr, &desc), hipErrorInvalidValue);
  FAILS(hipImportExternalMemory(&none, nullptr), hipErrorInvalidValue);
  // A file of another kind: never memory, and still the program's.
  const hipError_t wrong = hipImportExternalMemory(&none, &desc);
  TRUE(wrong == hipErrorInvalidValue || wrong == hipErrorNotSupported || wrong == hipErrorOutOfMemory);
  TRUE(fcntl(file, F_GETFD) != -1);
  // Nothing of the attempt stays open.
  const int before = dup(file);
  close(before);
  TRUE(hipImportExternalMemory(&none, &desc) == wrong);
  const int behind = dup(file);
  TRUE(behind == before);
  close(behind);
  auto other = desc;
  other.size = 0;
  FAILS(hipImportExternalMemory(&none, &other), hipErrorInvalidValue);
  other = desc;
  other.flags = 2;
  FAILS(hipImportExternalMemory(&none, &other), hipErrorInvalidValue);
  other = desc;
  other.type = static_cast<hipExternalMemoryHandleType>(-1);
  FAILS(hipImportExternalMemory(&none, &other), hipErrorInvalidValue);
  other = desc;
  other.handle.fd = -1;
  FAILS(hipImportExternalMemory(&none, &other), hipErrorInvalidValue);
  for (auto type : {hipExternalMemoryHandleTypeOpaqueWin32, hipExternalMemoryHandleTypeD3D12Heap,
                    hipExternalMemoryHandleTypeNvSciBuf}) {
    other = desc;
    other.type = type;
    FAILS(hipImportExternalMemory(&none, &other), hipErrorNotSupported);
  }
  void *address = nullptr;
  hipExternalMemoryBufferDesc part = {};
  part.size = 16;
  FAILS(hipExternalMemoryGetMappedBuffer(&address, nullptr, &part), hipErrorInvalidValue);
  FAILS(hipDestroyExternalMemory(nullptr), hipErrorInvalidValue);
  close(file);
}

static void semaphores() {
  hipExternalSemaphore_t none = nullptr;
  hipExternalSemaphoreHandleDesc desc = {};
  desc.type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  desc.handle.fd = -1;
  FAILS(hipImportExternalSemaphore(nullptr, &desc), hipErrorInvalidValue);
  FAILS(hipImportExternalSemaphore(&none, nullptr), hipErrorInvalidValue);
  FAILS(hipImportExternalSemaphore(&none, &desc), hipErrorInvalidValue);
  desc.flags = 1;
  FAILS(hipImportExternalSemaphore(&none, &desc), hipErrorInvalidValue);
  desc.flags = 0;
  desc.type = static_cast<hipExternalSemaphoreHandleType>(-1);
  FAILS(hipImportExternalSemaphore(&none, &desc), hipErrorInvalidValue);
  desc.type = hipExternalSemaphoreHandleTypeOpaqueFd;
  FAILS(hipImportExternalSemaphore(&none, &desc), hipErrorNotSupported);
  desc.type = hipExternalSemaphoreHandleTypeD3D12Fence;
  FAILS(hipImportExternalSemaphore(&none, &desc), hipErrorNotSupported);
  hipExternalSemaphoreSignalParams signal = {};
  hipExternalSemaphoreWaitParams wait = {};
  FAILS(hipSignalExternalSemaphoresAsync(&none, &signal, 1, nullptr), hipErrorInvalidValue);
  FAILS(hipSignalExternalSemaphoresAsync(nullptr, &signal, 1, nullptr), hipErrorInvalidValue);
  FAILS(hipSignalExternalSemaphoresAsync(&none, nullptr, 1, nullptr), hipErrorInvalidValue);
  FAILS(hipWaitExternalSemaphoresAsync(&none, &wait, 1, nullptr), hipErrorInvalidValue);
  FAILS(hipWaitExternalSemaphoresAsync(nullptr, &wait, 1, nullptr), hipErrorInvalidValue);
  FAILS(hipWaitExternalSemaphoresAsync(&none, nullptr, 1, nullptr), hipErrorInvalidValue);
  FAILS(hipDestroyExternalSemaphore(nullptr), hipErrorInvalidValue);
}

int main() {
  memory();
  semaphores();
  return report();
}
