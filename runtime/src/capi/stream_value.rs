//! Streams that wait for values in memory and write them. Semantics: `hip::memory::value`.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::convert::Address;
use super::guard::hip_api;
use super::types::{hipStream_t, hipStreamBatchMemOpParams};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::value::{Described, Operation, Word, condition};
use crate::hip::stream::Stream;

/// CUDA's limit, which HIP took over.
const MOST_OPERATIONS: u32 = 256;

/// One operation of a batch.
fn described(params: &hipStreamBatchMemOpParams) -> Described {
    let hipStreamBatchMemOpParams { operation, address, value, flags, .. } = *params;
    Described { operation, address: address as u64, value, flags }
}

/// A list of operations, each checked. HIP: hipErrorInvalidValue for none or too many, null, flags, or one that is wrong.
///
/// # Safety
/// Null or as many entries as `count` says.
pub(super) unsafe fn operations(
    count: u32,
    list: *const hipStreamBatchMemOpParams,
    flags: u32,
) -> HipResult<(Vec<hipStreamBatchMemOpParams>, Vec<Described>)> {
    if count == 0 || count > MOST_OPERATIONS || list.is_null() || flags != 0 {
        return Err(HipError::InvalidValue.because(format_args!("{count} operations at {list:?}, flags {flags}")));
    }
    // SAFETY: by the caller's promise; not null.
    let params: Vec<_> = (0..count as usize).map(|index| unsafe { list.add(index).read_unaligned() }).collect();
    let operations: Vec<Described> = params.iter().map(described).collect();
    operations.iter().try_for_each(|operation| operation.check().map(drop))?;
    Ok((params, operations))
}

hip_api! {
    /// The stream goes on when the word has its value. hipErrorInvalidValue: null, foreign or misaligned memory, unknown flags;
    /// hipErrorContextIsDestroyed: no such stream; hipErrorNotSupported: device memory that the host does not see.
    fn hipStreamWaitValue32(stream: hipStream_t, address: *mut c_void, value: u32, flags: c_uint, mask: u32) =>
        |stream: Arc<Stream>, address: Address, value: u32, flags: u32, mask: u32|
            Operation::Wait(Word::at(address.0, false)?, value.into(), condition(flags)?, mask.into()).record(&stream);

    /// The same of 64 bits.
    fn hipStreamWaitValue64(stream: hipStream_t, address: *mut c_void, value: u64, flags: c_uint, mask: u64) =>
        |stream: Arc<Stream>, address: Address, value: u64, flags: u32, mask: u64|
            Operation::Wait(Word::at(address.0, true)?, value, condition(flags)?, mask).record(&stream);

    /// Writes a word in stream order. hipErrorInvalidValue: null, foreign or misaligned memory; the flags mean nothing yet.
    fn hipStreamWriteValue32(stream: hipStream_t, address: *mut c_void, value: u32, flags: c_uint) =>
        |stream: Arc<Stream>, address: Address, value: u32, _flags: u32|
            Operation::Write(Word::at(address.0, false)?, value.into()).record(&stream);

    /// The same of 64 bits.
    fn hipStreamWriteValue64(stream: hipStream_t, address: *mut c_void, value: u64, flags: c_uint) =>
        |stream: Arc<Stream>, address: Address, value: u64, _flags: u32|
            Operation::Write(Word::at(address.0, true)?, value).record(&stream);

    /// Several of these, in order. hipErrorInvalidValue: none or more than 256, null, flags, or one that is wrong: then nothing happens.
    fn hipStreamBatchMemOp(stream: hipStream_t, count: c_uint, list: *mut hipStreamBatchMemOpParams, flags: c_uint) =>
        |stream: Arc<Stream>, count: u32, list: *mut hipStreamBatchMemOpParams, flags: u32| {
            // SAFETY: HIP's contract: `count` entries.
            let (_, operations) = unsafe { operations(count, list, flags) }?;
            let operations: Vec<_> = operations.iter().map(Described::check).collect::<HipResult<_>>()?;
            operations.into_iter().try_for_each(|operation| operation.record(&stream))
        };
}
