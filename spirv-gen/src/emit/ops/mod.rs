//! Instruction writers, one family per file. Each is a method of the emitter that takes the instruction's id.

mod arith;
mod atomic;
mod builtin;
mod compare;
mod control_flow;
mod convert;
pub(super) mod image;
mod math;
pub(super) mod matrix;
mod memory;
mod subgroup;
