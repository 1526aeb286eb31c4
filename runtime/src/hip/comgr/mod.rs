//! AMD's code object manager (libamd_comgr): data objects, and actions that make one kind of them of another.
//!
//! The compiler is spirv-gen's driver (`driver::comgr`), as for hipRTC; no device is needed. `data.rs` has data objects and sets of them,
//! `action.rs` what an action is to know, `run.rs` does actions, `isa.rs` knows the names of AMD's processors, `node.rs` is metadata, `about.rs`
//! makes it of processors and of code, `symbol.rs` are the symbols of code. Called by `capi::comgr`.

pub(crate) mod about;
pub(crate) mod action;
pub(crate) mod data;
pub(crate) mod isa;
pub(crate) mod node;
pub(crate) mod run;
pub(crate) mod status;
pub(crate) mod symbol;
