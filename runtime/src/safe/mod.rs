//! The Rust API: devices, streams, buffers and kernels as Rust values.
//!
//! ```no_run
//! use hipvk::{Device, Module, Shape};
//! # fn main() -> Result<(), hipvk::Error> {
//! let device = Device::first()?;
//! let module = Module::from_bundle(&device, &std::fs::read("saxpy.hsaco").expect("made by hipcc --genco"))?;
//! let saxpy = module.kernel("_Z5saxpyfPKfPfi")?;
//! let (x, y) = (device.upload(&[1.0f32; 1000])?, device.upload(&[2.0f32; 1000])?);
//! let stream = device.stream()?;
//! // SAFETY: the kernel reads and writes 1000 floats behind each pointer.
//! unsafe { saxpy.launch(&stream, Shape::linear(1000, 256), (3.0f32, &x, &y, 1000i32)) }?;
//! assert_eq!(y.read(&stream)?[0], 5.0);
//! # Ok(())
//! # }
//! ```
//! Values own what they name and give it back when dropped; nothing here is a handle that can dangle. Launching is the one
//! `unsafe` step, because a kernel may write anywhere: see [`Kernel::launch`].

mod args;
mod buffer;
mod device;
mod module;
mod stream;

pub use args::{KernelArg, KernelArgs};
pub use buffer::{DeviceBuffer, Plain};
pub use device::Device;
pub use module::{Kernel, Module, Shape, SpirvInterface};
pub use stream::{Event, Stream};

use crate::hip::error::{HipError, last_detail};

/// Why a call failed: HIP's code, and what exactly was wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}{}{detail}", if .detail.is_empty() { "" } else { ": " })]
pub struct Error {
    /// HIP's code.
    pub code: HipError,
    /// A sentence about this case; may be empty.
    pub detail: String,
}

impl From<HipError> for Error {
    fn from(code: HipError) -> Error {
        Error { code, detail: last_detail() }
    }
}

/// What the calls of this API return.
pub type Result<T = ()> = std::result::Result<T, Error>;
