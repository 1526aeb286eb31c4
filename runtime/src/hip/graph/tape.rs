//! Which steps of an executable graph are the same at every launch, so that they are recorded once, and recording one of them.
//!
//! Kernels that need nothing of the moment, copies and fills of a device's plain memory are. All else (host functions, events, pageable
//! memory, other devices, arrays, kernels that print, sample or wait) is done anew each time. Called by `plan`.

use std::sync::Arc;

use super::copy::{Copied, CopyNode};
use super::node::Work;
use super::step::Step;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::pitched::RowsCopy;
use crate::hip::memory::{self, Allocation};
use crate::hip::stream::Stream;
use crate::trace;
use crate::vk;

/// What a launch does with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nothing.
    Nothing,
    /// What the step says, each time anew.
    Each,
    /// A recorded kernel of one block.
    OneBlock,
    /// A recorded kernel.
    Grid,
    /// A recorded copy or fill.
    Transfer,
}

impl Class {
    /// It is recorded.
    pub fn is_recorded(self) -> bool {
        matches!(self, Class::OneBlock | Class::Grid | Class::Transfer)
    }

    /// The operations it is made of: small kernels may copy and fill.
    pub fn kind(self) -> vk::OperationKind {
        if self == Class::Transfer { vk::OperationKind::Both } else { vk::OperationKind::Compute }
    }
}

/// What launches in `stream`, or another one of its device, do with a step.
pub fn classify(step: &Step, stream: &Arc<Stream>) -> Class {
    if !step.enabled {
        return Class::Nothing;
    }
    if trace::times_nodes() {
        return Class::Each;
    }
    let device = stream.device_index();
    match &*step.work {
        // A child graph's nodes come behind it; whose memory is, a launch says at its beginning.
        Work::Empty | Work::Child(_) | Work::Alloc(_) | Work::Free(_) => Class::Nothing,
        // Whatever is wrong with it is told when its turn comes.
        Work::Kernel(kernel) => match kernel.work.repeatable(stream) {
            Ok(Some(_)) if kernel.work.shape.grid == [1; 3] => Class::OneBlock,
            Ok(Some(_)) => Class::Grid,
            _ => Class::Each,
        },
        Work::Copy(copy) if parts(copy, device).is_some() => Class::Transfer,
        Work::Fill(fill, _) if fill.repeatable(device).is_some() => Class::Transfer,
        _ => Class::Each,
    }
}

/// The parts of a copy that is recorded.
fn parts(copy: &CopyNode, device: usize) -> Option<Vec<RowsCopy>> {
    match copy.copied {
        Copied::Line(line) => {
            let [to, from] = line.repeatable(device)?;
            let (width, rows) = (line.size, 1);
            Some(vec![RowsCopy { to, from, shape: vk::Rows { width, rows, to_pitch: width, from_pitch: width } }])
        }
        Copied::Area(area) => area.repeatable(device),
    }
}

/// The memory that a recorded copy or fill names.
pub fn memory_of(work: &Work, device: usize) -> Vec<Arc<Allocation>> {
    match work {
        Work::Copy(copy) => {
            let parts = parts(copy, device).unwrap_or_default();
            parts.into_iter().flat_map(|part| [part.to.0, part.from.0]).collect()
        }
        Work::Fill(fill, _) => fill.repeatable(device).into_iter().map(|(to, _)| to).collect(),
        _ => Vec::new(),
    }
}

/// Records a step, which is still what it was when it was [`classify`]'d, on a tape; adds the memory it names.
pub fn record(
    work: &Work,
    stream: &Arc<Stream>,
    device: &Device,
    tape: &Arc<vk::Stream>,
    named: &mut Vec<Arc<vk::Memory>>,
) -> HipResult {
    let changed = || HipError::InvalidValue.because("memory of a graph was freed meanwhile");
    match work {
        Work::Kernel(kernel) => match kernel.work.repeatable(stream)? {
            Some(prepared) => prepared.record_on(tape),
            None => Err(changed()),
        },
        Work::Copy(copy) => {
            for RowsCopy { to, from, shape } in parts(copy, device.index).ok_or_else(changed)? {
                named.extend([Arc::clone(&to.0.memory), Arc::clone(&from.0.memory)]);
                let (to, from) = (to.0.memory.at(to.1), from.0.memory.at(from.1));
                match shape.rows {
                    1 => device.builtins.copy(tape, to, from, shape.width)?,
                    _ => device.builtins.copy_rows(tape, to, from, &shape)?,
                }
            }
            Ok(())
        }
        Work::Fill(fill, _) => {
            let (to, offset) = fill.repeatable(device.index).ok_or_else(changed)?;
            named.push(Arc::clone(&to.memory));
            fill.record_on(tape, &device.builtins, to.memory.at(offset))
        }
        _ => Ok(()),
    }
}

/// An allocation that recordings name, to be known again.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    base: u64,
    id: u32,
}

impl Named {
    /// This one.
    pub fn of(allocation: &Allocation) -> Named {
        Named { base: allocation.base, id: allocation.id }
    }

    /// It is still the program's.
    pub fn is_there(&self) -> bool {
        memory::find(self.base).is_some_and(|(found, _)| found.id == self.id)
    }
}
