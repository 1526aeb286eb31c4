//! What the kernels are called that call a program's function for every element of an array (`passes::calls::elements` makes them): by the function's
//! address and the element's size. The runtime finds them by that.

/// What these names begin with; no name of a program's does.
pub const PREFIX: &str = "hip.element.";

/// The kernel's name for the function at `address`, which loads or stores elements of so many bytes.
pub fn name(store: bool, bytes: u64, address: u64) -> String {
    format!("{PREFIX}{}.{bytes}.{address:x}", if store { "store" } else { "load" })
}
