//! The one IR. Its text form is a subset of LLVM's syntax plus `@hip.*` intrinsics, so clang's output, our dumps and our
//! test files are one language.
//!
//! Start with `module.rs`, then `function.rs` and `instruction.rs`. Ids are typed indices (`entity.rs`).

pub mod constant;
pub mod cursor;
pub mod entity;
pub mod float_format;
pub mod fold;
pub mod function;
pub mod instruction;
pub mod intrinsic;
pub mod module;
pub mod parse;
pub mod print;
pub mod types;
pub mod verify;
