//! Removes calls: pointers become switches, recursion a loop over a stack, everything else is inlined; what cannot be is an error.

pub mod externals;
pub mod indirect;
pub mod inline;
pub mod local_stack;
pub mod recursion;
pub mod stack;
