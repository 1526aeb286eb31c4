//! Which copies and fills have happened when the call returns: one table, for every entry point.
//!
//! HIP: hipMemcpy "is synchronous with respect to the host" but says nothing of kinds of memory; AMD's tests (hip-tests,
//! `*_Positive_Synchronization_Behavior`) hold it to CUDA's page "API synchronization behavior", whose sentences stand beside the rows.
//! To wait means that everything in the stream is done, what came before the copy too. Where the page leaves a choice ("might be
//! synchronous"), a call does not wait. Called by `copy`, `pitched` and `fill`.

use std::sync::atomic::Ordering;

use super::copy::Wait;
use super::{Allocation, Kind};
use crate::hip::error::HipResult;
use crate::hip::stream::Stream;

/// What a side of a copy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The program's own memory.
    Pageable,
    /// `hipHostMalloc`, `hipHostRegister`.
    Pinned,
    /// `hipMallocManaged`, `__managed__`.
    Managed,
    /// `hipMalloc`, variables, arrays.
    Device,
    /// The same where `HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS` is on.
    Synchronising,
}

use Place::{Device, Managed, Pageable, Pinned, Synchronising};
use Wait::{Asynchronous, Synchronous};

const ANY: &[Place] = &[Pageable, Pinned, Managed, Device, Synchronising];
const HOST: &[Place] = &[Pageable, Pinned];
const OTHERS: &[Place] = &[Pinned, Managed, Device, Synchronising];
const DEVICES: &[Place] = &[Managed, Device, Synchronising];

struct Row {
    call: Wait,
    from: &'static [Place],
    to: &'static [Place],
    waits: bool,
}

/// The first row that fits counts.
const COPIES: &[Row] = &[
    // "All transfers involving Unified Memory regions are fully synchronous with respect to the host."
    Row { call: Synchronous, from: &[Managed], to: ANY, waits: true },
    Row { call: Synchronous, from: ANY, to: &[Managed], waits: true },
    // SYNC_MEMOPS: "Synchronize every synchronous memory operation initiated on this region".
    Row { call: Synchronous, from: &[Synchronising], to: ANY, waits: true },
    Row { call: Synchronous, from: ANY, to: &[Synchronising], waits: true },
    // "For transfers from pageable host memory to device memory, a stream sync is performed before the copy is initiated."
    Row { call: Synchronous, from: &[Pageable], to: &[Device], waits: true },
    // "For transfers from pinned host memory to device memory, the function is synchronous with respect to the host."
    Row { call: Synchronous, from: &[Pinned], to: &[Device], waits: true },
    // "For transfers from device to either pageable or pinned host memory, the function returns only once the copy has completed."
    Row { call: Synchronous, from: &[Device], to: HOST, waits: true },
    // "For transfers from device memory to device memory, no host-side synchronization is performed."
    Row { call: Synchronous, from: &[Device], to: &[Device], waits: false },
    // "For transfers from any host memory to any host memory, the function is fully synchronous with respect to the host."
    Row { call: Synchronous, from: HOST, to: HOST, waits: true },
    // The same sentence stands among the asynchronous calls.
    Row { call: Asynchronous, from: HOST, to: HOST, waits: true },
    // "For transfers from device memory to pageable host memory, the function will return only once the copy has completed."
    Row { call: Asynchronous, from: DEVICES, to: &[Pageable], waits: true },
    // "If pageable memory must first be staged to pinned memory, the driver may synchronize with the stream": ours need not.
    Row { call: Asynchronous, from: &[Pageable], to: DEVICES, waits: false },
    // "For all other transfers, the function should be fully asynchronous."
    Row { call: Asynchronous, from: OTHERS, to: OTHERS, waits: false },
];

/// "The cudaMemset functions are asynchronous with respect to the host except when the target memory is pinned host memory or a Unified
/// Memory region, in which case they are fully synchronous with respect to the host. The Async versions are always asynchronous".
const FILLS: &[Row] = &[
    Row { call: Synchronous, from: &[], to: &[Pinned, Managed, Synchronising], waits: true },
    Row { call: Synchronous, from: &[], to: &[Device], waits: false },
    Row { call: Asynchronous, from: &[], to: OTHERS, waits: false },
];

impl Place {
    /// What an allocation of ours is.
    pub fn of(allocation: &Allocation) -> Place {
        match allocation.kind {
            Kind::Host | Kind::Registered => Pinned,
            Kind::Managed | Kind::Variable => Managed,
            _ if allocation.sync_memops.load(Ordering::Relaxed) => Synchronising,
            _ => Device,
        }
    }
}

/// Whether a copy has happened when the call returns.
pub fn copy_waits(call: Wait, from: Place, to: Place) -> bool {
    let row = COPIES.iter().find(|row| row.call == call && row.from.contains(&from) && row.to.contains(&to));
    // No row is missing (see the tests); waiting is never wrong.
    row.is_none_or(|row| row.waits)
}

/// Whether a fill has happened when the call returns.
pub fn fill_waits(call: Wait, to: Place) -> bool {
    FILLS.iter().find(|row| row.call == call && row.to.contains(&to)).is_none_or(|row| row.waits)
}

/// The end of a call that waits, or does not. A call that waits also shows what kernels printed, as every synchronisation does.
pub fn finish(stream: &Stream, waits: bool) -> HipResult {
    if waits { stream.finish() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{ANY, Asynchronous, COPIES, Device, FILLS, Managed, OTHERS, Pageable, Pinned};
    use super::{Synchronising, Synchronous, copy_waits, fill_waits};

    #[test]
    fn every_copy_and_every_fill_has_a_row() {
        for call in [Synchronous, Asynchronous] {
            for &to in ANY {
                for from in ANY {
                    let fits = |row: &&super::Row| row.call == call && row.from.contains(from) && row.to.contains(&to);
                    assert!(COPIES.iter().any(|row| fits(&row)), "{call:?} {from:?} -> {to:?}");
                }
            }
            for to in OTHERS {
                assert!(FILLS.iter().any(|row| row.call == call && row.to.contains(to)), "{call:?} {to:?}");
            }
        }
    }

    #[test]
    fn a_copy_from_pageable_memory_waits_unless_it_is_asynchronous() {
        assert!(copy_waits(Synchronous, Pageable, Device));
        assert!(!copy_waits(Asynchronous, Pageable, Device));
        assert!(!copy_waits(Synchronous, Device, Device));
        assert!(copy_waits(Synchronous, Device, Synchronising) && copy_waits(Synchronous, Synchronising, Device));
        assert!(!copy_waits(Asynchronous, Device, Synchronising) && fill_waits(Synchronous, Synchronising));
        assert!(copy_waits(Asynchronous, Pinned, Pinned));
        assert!(fill_waits(Synchronous, Managed) && !fill_waits(Synchronous, Device));
    }
}
