//! The crate's hash tables. Their keys are mostly ids, small numbers that nobody outside chooses, so they are hashed by a multiplication
//! (`rustc-hash`): the standard library's keyed hash took a seventh of all compile time. Used by every part that works on the IR.
//!
//! No output may depend on their order; tables of names that a host or a user chooses (`driver`) stay the standard library's.

pub use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
