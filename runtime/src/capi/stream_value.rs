//! Streams that wait for values in memory and write them. Semantics: `hip::memory::value`.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, FromC, pointer};
use super::guard::hip_api;
use super::types::{hipBatchMemOpNodeParams, hipCtx_t, hipStream_t, hipStreamBatchMemOpParams};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::value::{BatchWork, Described};
use crate::hip::stream::Stream;

/// CUDA's limit, which HIP took over.
const MOST_OPERATIONS: u32 = 256;

/// `hipStreamBatchMemOpType`.
const WAIT_32: u32 = 1;
const WRITE_32: u32 = 2;
const WAIT_64: u32 = 4;
const WRITE_64: u32 = 5;

/// What `hipGraphBatchMemOpNodeGetParams` tells; the list is ours.
#[derive(Debug)]
pub(super) struct Batch(pub(super) hipBatchMemOpNodeParams, pub(super) Box<[hipStreamBatchMemOpParams]>);

// SAFETY: its pointers are numbers here, given back to the program as it gave them.
unsafe impl Send for Batch {}
// SAFETY: as above.
unsafe impl Sync for Batch {}

/// One operation of a batch.
fn described(params: &hipStreamBatchMemOpParams) -> Described {
    let hipStreamBatchMemOpParams { operation, address, value, flags, .. } = *params;
    Described { operation, address: address as u64, value, flags, mask: u64::MAX }
}

/// A list of operations, each checked. HIP: hipErrorInvalidValue for none or too many, null, flags, or one that is wrong.
///
/// # Safety
/// HIP's contract for `paramArray`: null or as many entries as `count` says.
pub(super) unsafe fn batch(params: &hipBatchMemOpNodeParams) -> HipResult<BatchWork> {
    let (count, list, flags) = (params.count, params.paramArray, params.flags);
    if count == 0 || count > MOST_OPERATIONS || list.is_null() || flags != 0 {
        return Err(HipError::InvalidValue.because(format_args!("{count} operations at {list:?}, flags {flags}")));
    }
    // SAFETY: by the caller's promise; not null.
    let list: Box<[_]> = (0..count as usize).map(|index| unsafe { list.add(index).read_unaligned() }).collect();
    let operations: Arc<[Described]> = list.iter().map(described).collect();
    operations.iter().try_for_each(|operation| operation.check().map(drop))?;
    Ok(BatchWork { operations, described: Arc::new(Batch(*params, list)) })
}

/// One operation. Captured, it is a batch of one, whose description has no place for the mask.
fn alone(operation: Described) -> BatchWork {
    let Described { operation: kind, address, value, flags, .. } = operation;
    let none = pointer(0);
    let it =
        hipStreamBatchMemOpParams { operation: kind, address: pointer(address), value, flags, alias: none, pad: 0 };
    let params = hipBatchMemOpNodeParams { ctx: hipCtx_t(none), count: 1, paramArray: std::ptr::null_mut(), flags: 0 };
    BatchWork { operations: Arc::new([operation]), described: Arc::new(Batch(params, Box::new([it]))) }
}

fn wait(stream: &Arc<Stream>, address: Address, wide: bool, (value, flags, mask): (u64, u32, u64)) -> HipResult {
    let operation = if wide { WAIT_64 } else { WAIT_32 };
    alone(Described { operation, address: address.0, value, flags, mask }).perform(stream)
}

fn write(stream: &Arc<Stream>, address: Address, wide: bool, value: u64) -> HipResult {
    let operation = if wide { WRITE_64 } else { WRITE_32 };
    alone(Described { operation, address: address.0, value, flags: 0, mask: u64::MAX }).perform(stream)
}

hip_api! {
    /// The stream goes on when the word has its value. hipErrorInvalidValue: null, foreign or misaligned memory, unknown flags;
    /// hipErrorContextIsDestroyed: no such stream.
    fn hipStreamWaitValue32(stream: hipStream_t, address: *mut c_void, value: u32, flags: c_uint, mask: u32) =>
        |stream: Arc<Stream>, address: Address, value: u32, flags: u32, mask: u32|
            wait(&stream, address, false, (value.into(), flags, mask.into()));

    /// The same of 64 bits.
    fn hipStreamWaitValue64(stream: hipStream_t, address: *mut c_void, value: u64, flags: c_uint, mask: u64) =>
        |stream: Arc<Stream>, address: Address, value: u64, flags: u32, mask: u64|
            wait(&stream, address, true, (value, flags, mask));

    /// Writes a word in stream order. hipErrorInvalidValue: null, foreign or misaligned memory; the flags mean nothing yet.
    fn hipStreamWriteValue32(stream: hipStream_t, address: *mut c_void, value: u32, flags: c_uint) =>
        |stream: Arc<Stream>, address: Address, value: u32, _flags: u32| write(&stream, address, false, value.into());

    /// The same of 64 bits.
    fn hipStreamWriteValue64(stream: hipStream_t, address: *mut c_void, value: u64, flags: c_uint) =>
        |stream: Arc<Stream>, address: Address, value: u64, _flags: u32| write(&stream, address, true, value);

    /// Several of these, in order. hipErrorInvalidValue: none or more than 256, null (the stream too), flags, or one that is wrong: then
    /// nothing happens.
    fn hipStreamBatchMemOp(stream: hipStream_t, count: c_uint, list: *mut hipStreamBatchMemOpParams, flags: c_uint) =>
        |stream: hipStream_t, count: u32, list: *mut hipStreamBatchMemOpParams, flags: u32| {
            // hip-tests: "Stream as a nullptr".
            if stream.0.is_null() {
                return Err(HipError::InvalidValue.because("a batch needs a stream of its own"));
            }
            // SAFETY: a handle is a number.
            let stream: Arc<Stream> = unsafe { FromC::from_c(stream) }?;
            let params = hipBatchMemOpNodeParams { ctx: hipCtx_t(pointer(0)), count, paramArray: list, flags };
            // SAFETY: HIP's contract: `count` entries.
            unsafe { batch(&params) }?.perform(&stream)
        };
}
