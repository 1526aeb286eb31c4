//! What our FFT libraries ask of the runtime, and no header declares. Semantics: `hip::element_kernel`.

use std::ffi::{c_int, c_void};

use super::convert::{Address, Out};
use super::guard::hip_api;
use super::module::kernel_handle;
use super::types::hipFunction_t;
use crate::hip::element_kernel;

hip_api! {
    /// The kernel that calls the device function at `function` for every element of an array. hipErrorNotFound: no module has it.
    fn hipvk_element_kernel(kernel: *mut hipFunction_t, function: *const c_void, store: c_int, bytes: usize) =>
        |out: Out<hipFunction_t>, function: Address, store: c_int, bytes: usize|
        out.set(kernel_handle(&element_kernel::find(function.0, store != 0, bytes as u64)?)?);
}
