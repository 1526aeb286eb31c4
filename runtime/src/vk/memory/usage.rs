//! What buffers over memory with addresses are made for, and by which descriptors other processes get such memory. Constants: below everything.

use ash::vk;

/// How every buffer over memory with addresses may be used.
pub(in crate::vk) const BUFFER_USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw()
        | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS.as_raw(),
);

/// How buffers are made that memory comes and goes behind.
pub(in crate::vk) const SPARSE: vk::BufferCreateFlags = vk::BufferCreateFlags::from_raw(
    vk::BufferCreateFlags::SPARSE_BINDING.as_raw() | vk::BufferCreateFlags::SPARSE_RESIDENCY.as_raw(),
);

/// The descriptors that memory is given away by.
pub(in crate::vk) const EXPORT_HANDLE: vk::ExternalMemoryHandleTypeFlags = vk::ExternalMemoryHandleTypeFlags::OPAQUE_FD;
