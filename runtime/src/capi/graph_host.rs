//! Host functions as graphs keep them. Used by `stream` and `graph_nodes`.

use std::ffi::c_void;
use std::sync::Arc;

use super::types::hipHostFn_t;
use crate::hip::stream::HostWork;

/// What C gave us to hand back to C: not touched here.
#[derive(Clone, Copy)]
struct Opaque(*mut c_void);

// SAFETY: the pointer is only passed on to the function it came with, which HIP calls on a thread of the runtime's; that its target may be
// used there is the program's duty.
unsafe impl Send for Opaque {}
// SAFETY: as above.
unsafe impl Sync for Opaque {}

impl Opaque {
    fn get(self) -> *mut c_void {
        self.0
    }
}

/// A function by its address, none for 0.
///
/// # Safety
/// The address is 0 or that of a function of this type.
pub(super) unsafe fn function_at(address: u64) -> hipHostFn_t {
    // SAFETY: by the caller's promise; an option of a function pointer is as large, and none is 0.
    unsafe { std::mem::transmute::<usize, hipHostFn_t>(address as usize) }
}

/// A function and its argument, to be called any number of times.
pub(super) fn host_work(function: unsafe extern "C" fn(*mut c_void), data: *mut c_void) -> HostWork {
    let opaque = Opaque(data);
    let call = move || {
        // SAFETY: the program guarantees that its function may be called with its data (hipLaunchHostFunc, hipHostNodeParams), each time
        // that the graph is launched.
        unsafe { function(opaque.get()) }
    };
    HostWork { function: function as usize as u64, data: data as u64, call: Arc::new(call) }
}
