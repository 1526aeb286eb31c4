//! The calling thread's current device. Apart from what else belongs to a thread (`thread`), as `runtime` asks for it in every call.
//!
//! HIP: "hipSetDevice: set default device to be used for subsequent hip API calls from this thread".

use std::cell::Cell;

thread_local! {
    static DEVICE: Cell<usize> = const { Cell::new(0) };
}

/// The number of this thread's current device; 0 until it chooses.
pub fn device_index() -> usize {
    DEVICE.get()
}

/// Makes a device current. The caller has checked that it exists.
pub fn set_device_index(index: usize) {
    DEVICE.set(index);
}
