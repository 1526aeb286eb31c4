//! Removes what only AMD's tool chain knows: amdgcn builtins, `__ockl_*` and `__hip_vk_*` functions.
//!
//! `builtins.rs` is the table and the pass, `site.rs` what a call is to an expansion; each other file is one family of expansions.

pub mod assembly;
pub mod assembly_dpp;
pub mod atomics;
pub mod barrier_fences;
pub mod builtins;
pub mod clock_reads;
pub mod clocks;
pub mod float_ops;
pub mod implicit_args;
pub mod int_ops;
pub mod library;
pub mod matrices;
pub mod packed;
pub mod pointer_kinds;
pub mod printf;
pub mod site;
pub mod traps;
pub mod warp;
pub mod warp_dpp;
pub mod warp_lanes;
pub mod warp_moves;
pub mod warp_reduce;
pub mod work_items;
