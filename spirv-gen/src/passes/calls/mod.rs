//! Removes calls: pointers become switches, recursion a loop over a stack, everything else is inlined, in kernels too large for that at one
//! place; what cannot be is an error. Before that, callbacks of FFT libraries get kernels that call them.

pub mod elements;
pub mod externals;
pub mod indirect;
pub mod inline;
pub mod local_stack;
pub mod one_body;
pub mod recursion;
pub mod stack;
pub mod states;
#[cfg(test)]
mod test_programs;
