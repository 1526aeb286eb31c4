//! A launch on its way: HIP's checks, then what it needs, then the stream.
//!
//! None of it may cost more than a comparison where nothing is missing: a launch is to take a microsecond. Called by `capi`'s and the safe
//! API's launches; several at once are `multi_device`'s.

use std::sync::Arc;

use super::args::{self, Arguments};
use super::cooperative::{self, Grids};
use super::shape::{Caller, LaunchShape, check};
use crate::clock::monotonic_ns;
use crate::config;
use crate::hip::error::{HipError, HipResult, last_detail};
use crate::hip::kernel::{Kernel, Variant};
use crate::hip::shared_layout::Hidden;
use crate::hip::stream::Stream;
use crate::vk;

/// A launch: what its caller says of it.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// Where.
    pub stream: &'a Arc<Stream>,
    /// What.
    pub kernel: &'a Arc<Kernel>,
    /// How large.
    pub shape: LaunchShape,
    /// With what.
    pub arguments: Arguments<'a>,
    /// By which API.
    pub caller: Caller,
    /// Its blocks may wait for each other. HIP: hipErrorCooperativeLaunchTooLarge.
    pub cooperative: bool,
}

impl Launch<'_> {
    /// Launches. Returns as soon as the work is recorded.
    pub fn run(&self) -> HipResult {
        Prepared::new(self)?.record(self.cooperative.then_some(Grids::Single))
    }
}

/// A launch that can be made again: with a copy of its arguments, in any stream of its kernel's device.
#[derive(Clone, Debug)]
pub struct KernelWork {
    /// What.
    pub kernel: Arc<Kernel>,
    /// How large.
    pub shape: LaunchShape,
    /// By which API.
    pub caller: Caller,
    /// Its blocks may wait for each other.
    pub cooperative: bool,
    /// Its stream's priority.
    pub priority: i32,
    /// The kernel's parameters, laid out as it has them.
    pub parameters: Arc<[u8]>,
}

impl KernelWork {
    /// Checks a launch and copies its arguments. HIP: "kernelParams … are copied" when the node is made.
    pub fn new(launch: &Launch<'_>) -> HipResult<KernelWork> {
        Prepared::new(launch)?.work(launch.cooperative)
    }

    /// Launches it.
    pub fn run(&self, stream: &Arc<Stream>) -> HipResult {
        self.launch(stream).run()
    }

    /// The same as `other`: what one was recorded as, the other is.
    pub fn is_as(&self, other: &KernelWork) -> bool {
        Arc::ptr_eq(&self.kernel, &other.kernel)
            && (self.shape, self.caller, self.cooperative) == (other.shape, other.caller, other.cooperative)
            && self.parameters == other.parameters
    }

    /// Ready for streams of `stream`'s device, if every launch of it is the same: nothing if a launch needs something of its moment (a log, a
    /// clock, textures) or of its neighbours (cooperative ones, those that wait).
    pub fn repeatable<'a>(&'a self, stream: &'a Arc<Stream>) -> HipResult<Option<Prepared<'a>>> {
        let metadata = self.kernel.metadata();
        if self.cooperative || metadata.log || metadata.heap || metadata.surfaces || config::null_kernels() {
            return Ok(None);
        }
        let prepared = Prepared::new(&self.launch(stream))?;
        let repeatable = prepared.variant.pipeline.is_repeatable();
        Ok(repeatable.then_some(prepared))
    }

    fn launch<'a>(&'a self, stream: &'a Arc<Stream>) -> Launch<'a> {
        let KernelWork { kernel, shape, caller, cooperative, .. } = self;
        let arguments = Arguments::Packed(&self.parameters);
        Launch { stream, kernel, shape: *shape, arguments, caller: *caller, cooperative: *cooperative }
    }
}

/// A launch that has passed HIP's checks, with its kernel compiled: what is left is to record it.
#[derive(Debug)]
pub struct Prepared<'a> {
    stream: &'a Arc<Stream>,
    kernel: &'a Arc<Kernel>,
    shape: LaunchShape,
    caller: Caller,
    arguments: Arguments<'a>,
    variant: Arc<Variant>,
    hidden: Hidden,
    /// Blocks that may run at a time, if not as many as the device can.
    at_once: Option<u32>,
}

impl<'a> Prepared<'a> {
    /// Checks a launch and makes what it needs.
    pub fn new(launch: &Launch<'a>) -> HipResult<Prepared<'a>> {
        let Launch { stream, kernel, ref shape, arguments, caller, cooperative } = *launch;
        let device = kernel.device();
        if stream.device_index() != device.index {
            // hip-tests "Stream not on the same device": hipErrorInvalidResourceHandle.
            return Err(HipError::InvalidHandle.because(format_args!(
                "the stream belongs to device {}, the kernel {} to device {}",
                stream.device_index(),
                kernel.metadata().name,
                device.index
            )));
        }
        check(shape, &device.properties, kernel.metadata(), caller, cooperative)?;
        kernel.settings.check(&kernel.metadata().name, shape.shared_bytes)?;
        if cooperative {
            cooperative::check(kernel, shape)?;
        }
        device.check()?;
        let variant = kernel.variant(shape, cooperative)?;
        let (hidden, at_once) = hidden(launch, &variant).map_err(|error| told(error, kernel, shape))?;
        Ok(Prepared { stream, kernel, shape: *shape, caller, arguments, variant, hidden, at_once })
    }

    /// Finds out before anything is recorded whether the arguments are what the kernel takes.
    pub fn check_arguments(&self) -> HipResult {
        pack(self.kernel, self.arguments, &self.hidden, |_| Ok(()))
    }

    /// The same to be made again.
    fn work(&self, cooperative: bool) -> HipResult<KernelWork> {
        let mut parameters = Vec::new();
        let size = self.kernel.metadata().params_size as usize;
        pack(self.kernel, self.arguments, &Hidden::default(), |block| {
            parameters.extend_from_slice(&block[..size]);
            Ok(())
        })?;
        let (kernel, shape, caller) = (Arc::clone(self.kernel), self.shape, self.caller);
        let priority = self.stream.attributes.priority;
        Ok(KernelWork { kernel, shape, caller, cooperative, priority, parameters: parameters.into() })
    }

    /// Records it on a tape; it must be repeatable.
    pub fn record_on(&self, tape: &Arc<vk::Stream>) -> HipResult {
        pack(self.kernel, self.arguments, &self.hidden, |block| {
            Ok(tape.dispatch(&self.variant.dispatch(block, self.shape.grid))?)
        })
    }

    /// Records it; `grids` if it was prepared to be cooperative.
    pub fn record(self, grids: Option<Grids>) -> HipResult {
        if let Some(capture) = self.stream.capture() {
            if matches!(grids, Some(Grids::Multi(_))) {
                return Err(capture.refuse(HipError::StreamCaptureUnsupported, "a launch on several devices"));
            }
            return capture.add(self.stream.number, self.work(grids.is_some())?);
        }
        let Prepared { stream, kernel, shape: LaunchShape { grid, .. }, arguments, variant, hidden, at_once, .. } =
            self;
        let device = kernel.device();
        let submit = |hidden: &Hidden| {
            pack(kernel, arguments, hidden, |block| match grids {
                _ if config::null_kernels() => Ok(()),
                None => stream.record(|vk| vk.dispatch(&vk::Dispatch { at_once, ..variant.dispatch(block, grid) })),
                Some(grids) => device.cooperative.launch(device, stream, &variant, block, grid, grids),
            })
        };
        if variant.textures {
            device.textures.before_sampling(stream)?;
        }
        let result = match kernel.metadata().log {
            false => submit(&hidden),
            true => device.logs.with_open(device, stream, kernel, |address| submit(&Hidden { log: address, ..hidden })),
        };
        if variant.textures {
            device.textures.after_sampling(stream);
        }
        if kernel.metadata().surfaces {
            device.textures.after_surfaces(stream);
        }
        result
    }
}

/// What a kernel is told besides its arguments, and the memory that it wants for itself; and how many of its blocks may run at a time, if not all.
fn hidden(launch: &Launch<'_>, variant: &Variant) -> HipResult<(Hidden, Option<u32>)> {
    let Launch { kernel, shape, cooperative, .. } = launch;
    let device = kernel.device();
    let mut hidden = Hidden {
        globals_base: kernel.globals_base()?,
        grid: shape.grid,
        dynamic_shared: shape.shared_bytes,
        heap: if kernel.metadata().heap { device.heap.address(device)? } else { 0 },
        clock: if device.properties.narrow_clock { monotonic_ns() } else { 0 },
        ..Hidden::default()
    };
    let mut at_once = None;
    if variant.scratch_bytes > 0 {
        let lent = device.scratch.lend(&device.vk, variant.scratch_bytes)?;
        hidden.scratch = lent.address;
        if *cooperative {
            cooperative::check_scratch(kernel, shape, &lent)?;
        } else if variant.pipeline.waits_for_others() && !lent.enough {
            at_once = Some(lent.count);
        }
    }
    if *cooperative {
        hidden.grid_state = device.cooperative.state(device)?;
    }
    Ok((hidden, at_once))
}

/// Says, whatever the log level, which launch found no memory for what the kernel needs besides its arguments: who ignores launch errors computes
/// nothing, and the memory is none that the program asked for.
#[cold]
fn told(error: HipError, kernel: &Kernel, shape: &LaunchShape) -> HipError {
    if error != HipError::OutOfMemory {
        return error;
    }
    let (why, [x, y, z], [w, h, d]) = (last_detail(), shape.grid, shape.block);
    let place = kernel.metadata().location.as_deref().map_or(String::new(), |location| format!(", {location}"));
    let text = format!(
        "no memory for the heap, scratch memory or variables of kernel '{}' ({x}x{y}x{z} blocks of {w}x{h}x{d}{place}): {why}",
        kernel.metadata().name
    );
    eprintln!("hipvk: {text}");
    error.because(text)
}

/// Packs the parameters and hands them to `submit`.
fn pack(
    kernel: &Kernel,
    arguments: Arguments<'_>,
    hidden: &Hidden,
    submit: impl FnOnce(&[u8]) -> HipResult,
) -> HipResult {
    // Most kernels take few arguments: no allocation for them.
    const SMALL: usize = 256;
    let size = kernel.metadata().block_size() as usize;
    if size <= SMALL {
        let mut block = [0; SMALL];
        return submit(args::pack(kernel.metadata(), arguments, hidden, &mut block)?);
    }
    let mut block = vec![0; size];
    submit(args::pack(kernel.metadata(), arguments, hidden, &mut block)?)
}
