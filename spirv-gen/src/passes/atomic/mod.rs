//! Atomics: the pass that leaves those of the device, and the compare-exchange loops that stand for all others.

pub mod atomic_loops;
pub mod atomics;
