//! Lowering keeps the meaning: each kernel runs in the interpreter as written and as lowered, and must leave the same bytes.
//!
//! Kernels take one pointer to a buffer as their first argument. The lowered form is also checked for what emit relies on.

mod atomics;
pub(crate) mod bodies;
pub(crate) mod case;
mod floats;
mod integers;
mod kernels;
mod memory;
mod vectors;
mod warps;
