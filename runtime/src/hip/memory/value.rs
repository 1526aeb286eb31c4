//! Words as signals: `hipStreamWaitValue*`, `hipStreamWriteValue*` and batches of them.
//!
//! A wait is the stream's own (`vk::stream::value`): it holds nobody else up. Called by `capi::stream_value` and graphs, whose nodes such operations are.

use std::any::Any;
use std::sync::Arc;

use super::{Allocation, find, on_device};
use crate::hip::error::{HipError, HipResult};
use crate::hip::stream::Stream;
use crate::vk;
use crate::vk::Condition;

/// A word of memory.
#[derive(Debug)]
pub struct Word {
    allocation: Arc<Allocation>,
    offset: u64,
    wide: bool,
}

/// One operation of a batch, checked.
#[derive(Debug)]
pub enum Operation {
    /// Wait until the word has a value under a mask.
    Wait(Word, u64, Condition, u64),
    /// Give it a value.
    Write(Word, u64),
    /// A barrier, or a flush of what others wrote: operations of one stream see each other, and what was written before them, anyway.
    Order,
}

/// One operation of a batch as a program describes it, to be done again and again.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// `hipStreamBatchMemOpType`.
    pub operation: u32,
    /// The word's.
    pub address: u64,
    /// What is awaited or written.
    pub value: u64,
    /// How it is compared.
    pub flags: u32,
    /// The bits that count.
    pub mask: u64,
}

/// Operations that are done together, again and again: a node of a graph.
#[derive(Clone, Debug)]
pub struct BatchWork {
    /// In order.
    pub operations: Arc<[Described]>,
    /// The program's description; only `capi` reads it.
    pub described: Arc<dyn Any + Send + Sync>,
}

impl BatchWork {
    /// Does them in order, once all are known to be right, or makes them a node of what the stream captures.
    pub fn perform(self, stream: &Arc<Stream>) -> HipResult {
        let operations: Vec<_> = self.operations.iter().map(Described::check).collect::<HipResult<_>>()?;
        match stream.capture() {
            Some(capture) => capture.add(stream.number, self),
            None => operations.into_iter().try_for_each(|operation| operation.record(stream)),
        }
    }
}

impl Described {
    /// The operation. HIP: hipErrorInvalidValue for an unknown one, and as the call that does it alone.
    pub fn check(&self) -> HipResult<Operation> {
        let Described { address, value, flags, mask, .. } = *self;
        let narrow = value & u64::from(u32::MAX);
        Ok(match self.operation {
            1 => Operation::Wait(Word::at(address, false)?, narrow, condition(flags)?, mask & u64::from(u32::MAX)),
            4 => Operation::Wait(Word::at(address, true)?, value, condition(flags)?, mask),
            2 => Operation::Write(Word::at(address, false)?, narrow),
            5 => Operation::Write(Word::at(address, true)?, value),
            3 | 6 => Operation::Order,
            other => return Err(HipError::InvalidValue.because(format_args!("operation {other} of a batch"))),
        })
    }
}

/// The condition of `hipStreamWaitValueGte` (0), `Eq`, `And`, `Nor`. hip-tests: hipErrorInvalidValue for another.
fn condition(flags: u32) -> HipResult<Condition> {
    Ok(match flags {
        0 => Condition::AtLeast,
        1 => Condition::Equal,
        2 => Condition::And,
        3 => Condition::Nor,
        _ => return Err(HipError::InvalidValue.because(format_args!("wait flags {flags:#x}"))),
    })
}

impl Word {
    /// The word of 8 bytes (`wide`) or 4 at an address. hip-tests: hipErrorInvalidValue for null and for memory that is not ours.
    pub fn at(address: u64, wide: bool) -> HipResult<Word> {
        let size = if wide { 8 } else { 4 };
        let (allocation, offset) = find(address)
            .ok_or_else(|| HipError::InvalidValue.because(format_args!("{address:#x} is not memory of a device")))?;
        if !address.is_multiple_of(size) || allocation.size - offset < size {
            return Err(HipError::InvalidValue.because(format_args!("{address:#x} is no place for {size} bytes")));
        }
        allocation.check_access(true)?;
        Ok(Word { allocation, offset, wide })
    }
}

impl Operation {
    /// Records it in a stream.
    pub fn record(self, stream: &Arc<Stream>) -> HipResult {
        match self {
            Operation::Wait(word, value, condition, mask) => {
                let (memory, offset, wide) = (Arc::clone(&word.allocation.memory), word.offset, word.wide);
                let awaited = vk::Awaited { memory, offset, wide, mask, value, condition };
                stream.record(|vk| vk.wait_for_value(awaited))
            }
            Operation::Write(word, value) => {
                let bytes = value.to_le_bytes();
                let bytes = if word.wide { &bytes[..] } else { &bytes[..4] };
                let at = word.allocation.memory.at(word.offset);
                on_device(stream, word.allocation.device, |stream, _| stream.record(|vk| vk.upload(at, bytes)))?;
                word.allocation.written(stream, bytes.len() as u64);
                Ok(())
            }
            Operation::Order => stream.record(|_| Ok(())),
        }
    }
}
