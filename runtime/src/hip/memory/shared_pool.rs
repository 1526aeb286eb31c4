//! Pools of several processes: `hipMemPoolExportToShareableHandle`, `hipMemPoolImportFromShareableHandle` and the same for pointers.
//!
//! ```text
//! the process that allocates                    another one
//! ExportToShareableHandle   a descriptor   ──>  ImportFromShareableHandle   a pool that nothing is allocated from
//! ExportPointer             64 bytes       ──>  ImportPointer               an allocation of that pool
//! ```
//! How the bytes get there is the program's affair: a socket for the descriptor, anything for the pointer. An imported pool keeps what was
//! opened of it until that is freed here, which frees nothing there. HIP's documentation says little; CUDA's is quoted. Called by `capi::pool`.

use std::sync::Arc;

use super::pool::{Pool, Sharing};
use super::{Kind, enter, find};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::runtime;
use crate::vk::{Giver, PoolPart, SharedPool, VkError};

/// `hipMemHandleTypePosixFileDescriptor`.
const DESCRIPTOR: u32 = 1;
/// `sizeof(hipMemPoolPtrExportData)`.
pub const DATA_BYTES: usize = 64;

const MAGIC: u64 = u64::from_le_bytes(*b"HIPVKPTR");

/// What `hipMemPoolCreate` makes for `hipMemAllocationHandleType`. HIP: "hipErrorInvalidValue, hipErrorNotSupported".
pub fn sharing(device: &Device, handles: u32, managed: bool) -> HipResult<Sharing> {
    match handles {
        0 => Ok(Sharing::Own),
        DESCRIPTOR if managed => Err(HipError::NotSupported.because("a managed pool is its process' own")),
        DESCRIPTOR => Ok(Sharing::Exported(Arc::new(SharedPool::new(&device.vk, device.index)?))),
        2 | 4 => Err(HipError::NotSupported.because("handles of Windows")),
        other => Err(HipError::InvalidValue.because(format_args!("handles of type {other}"))),
    }
}

/// `hipMemPoolExportToShareableHandle`: a file descriptor, which the caller owns. HIP: "flags Must be 0"; CUDA: "To create a shareable handle
/// … the memory pool must have been created with the requested handleType".
pub fn export(pool: &Pool, handle_type: u32, flags: u32) -> HipResult<i32> {
    match &pool.sharing {
        Sharing::Exported(shared) if handle_type == DESCRIPTOR && flags == 0 => Ok(shared.descriptor()?),
        _ => Err(HipError::InvalidValue.because(format_args!(
            "a handle of type {handle_type} with flags {flags:#x}, of a pool that was not made for it or is another process's"
        ))),
    }
}

/// `hipMemPoolImportFromShareableHandle`. The descriptor stays the caller's. The pool is on the device that it was made on, and is refused
/// where that is not visible.
pub fn import(handle: u64, handle_type: u32, flags: u32) -> HipResult<Arc<Pool>> {
    match handle_type {
        DESCRIPTOR if flags == 0 => {}
        2 | 4 if flags == 0 => return Err(HipError::NotSupported.because("handles of Windows")),
        other => return Err(HipError::InvalidValue.because(format_args!("a handle of type {other}, flags {flags:#x}"))),
    }
    // hip-tests: null is no handle, though standard input has this number; and a program that keeps it in 64 bits has anything in the upper ones,
    // since an int is what HIP writes.
    let number = handle as i32;
    if number <= 0 {
        return Err(HipError::InvalidValue.because(format_args!("{handle:#x} is no descriptor")));
    }
    let shared = Arc::new(SharedPool::open(number)?);
    let origin = shared.origin();
    let same = |device: &&Arc<Device>| device.vk.info().uuid == origin.uuid;
    let mut devices = runtime::get()?.devices.iter().filter(same);
    let first = devices.clone().next();
    let device = devices.find(|device| device.index as u64 == origin.number).or(first);
    let device = device.ok_or_else(|| HipError::InvalidValue.because("this process does not see the pool's device"))?;
    Ok(device.pools.create(false, 0, Sharing::Imported(shared)))
}

/// `hipMemPoolExportPointer`. CUDA: "Export data to share a memory pool allocation between processes."
pub fn export_pointer(address: u64) -> HipResult<[u8; DATA_BYTES]> {
    let part = find(address).and_then(|(allocation, offset)| {
        let pool = allocation.pool.as_ref().filter(|_| offset == 0)?;
        let Sharing::Exported(shared) = &pool.sharing else { return None };
        Some(PoolPart { size: allocation.size, ..shared.part_of(&allocation.memory)? })
    });
    let part = part.ok_or_else(|| {
        HipError::InvalidValue
            .because(format_args!("{address:#x} is not the start of an allocation of a pool for others"))
    })?;
    let mut bytes = [0; DATA_BYTES];
    bytes[..8].copy_from_slice(&MAGIC.to_le_bytes());
    bytes[8..24].copy_from_slice(&part.identity);
    bytes[24..32].copy_from_slice(&part.from.to_le_bytes());
    bytes[32..40].copy_from_slice(&part.size.to_le_bytes());
    if let Some(Giver { process, started, number }) = part.giver {
        bytes[40..44].copy_from_slice(&process.to_le_bytes());
        bytes[44..48].copy_from_slice(&number.to_le_bytes());
        bytes[48..56].copy_from_slice(&started.to_le_bytes());
    }
    Ok(bytes)
}

/// What [`export_pointer`] has written.
fn decode(bytes: &[u8; DATA_BYTES]) -> Option<PoolPart> {
    let (magic, rest) = bytes.split_first_chunk()?;
    let (identity, rest) = rest.split_first_chunk()?;
    let (from, rest) = rest.split_first_chunk()?;
    let (size, rest) = rest.split_first_chunk()?;
    let (process, rest) = rest.split_first_chunk()?;
    let (number, rest) = rest.split_first_chunk()?;
    let (started, rest) = rest.split_first_chunk()?;
    let right = u64::from_le_bytes(*magic) == MAGIC && rest.iter().all(|&byte| byte == 0);
    let (from, size) = (u64::from_le_bytes(*from), u64::from_le_bytes(*size));
    let giver = match (u32::from_le_bytes(*process), u64::from_le_bytes(*started), u32::from_le_bytes(*number)) {
        (0, 0, 0) => None,
        (process, started, number) => Some(Giver { process, started, number }),
    };
    right.then_some(PoolPart { identity: *identity, giver, from, size })
}

/// `hipMemPoolImportPointer`. CUDA: "The imported memory must be freed from all importing processes before being freed in the exporting process."
/// Where it is not, it reads as zeros, or as what was allocated next. hipErrorInvalidValue for data of another pool.
pub fn import_pointer(pool: &Arc<Pool>, data: &[u8; DATA_BYTES]) -> HipResult<u64> {
    let Sharing::Imported(shared) = &pool.sharing else {
        return Err(HipError::InvalidValue.because("the pool was not imported"));
    };
    let part = decode(data).ok_or_else(|| HipError::InvalidValue.because("these bytes are no exported pointer"))?;
    let device = runtime::get()?.devices.get(pool.device).ok_or(HipError::InvalidDevice)?;
    device.check()?;
    let memory = shared.import_part(&device.vk, &part).map_err(|error| match error {
        VkError::System { .. } => HipError::MapFailed.because(error),
        other => other.into(),
    })?;
    pool.adopt(&memory, part.size);
    let entered = enter(device, Arc::clone(&memory), part.size, Kind::Device, 0, Some(Arc::clone(pool)));
    if entered.is_err() {
        pool.give_back(&memory, part.size, None);
    }
    Ok(entered?.base)
}

#[cfg(test)]
mod tests {
    use super::{Giver, MAGIC, decode};

    #[test]
    fn only_bytes_of_an_exported_pointer_are_one() {
        let mut bytes = [0; 64];
        assert_eq!(decode(&bytes), None);
        bytes[..8].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[24] = 9;
        bytes[33] = 1;
        assert_eq!(decode(&bytes).map(|part| (part.from, part.size, part.giver)), Some((9, 256, None)));
        bytes[44] = 3;
        let giver = Giver { process: 0, started: 0, number: 3 };
        assert_eq!(decode(&bytes).and_then(|part| part.giver), Some(giver));
        bytes[63] = 1;
        assert_eq!(decode(&bytes), None);
    }
}
