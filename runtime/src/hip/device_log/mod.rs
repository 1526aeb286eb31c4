//! What kernels tell the host: printf, failed assertions, traps.
//!
//! A kernel that may say something (`KernelMetadata::log`) gets the address of a *log*: memory it shares with the host, into
//! which threads put records. One stream's kernels run in order, so a log belongs to a stream; whoever is about to wait
//! *seals* the logs, which gives later launches new ones, and *shows* the sealed ones whose last kernel is complete.
//!
//! ```text
//!   launch ──> open log of the stream ──seal──> sealed ──complete──> shown: stdout, stderr, sticky error ──> spare
//! ```
//! So a log is read when no kernel writes it, however many threads launch and wait. HIP shows output at synchronisation;
//! here that is: waiting for a device, stream or event, a query that finds work complete, synchronous copies, host functions
//! in a stream, and the end of the process. `record.rs` and `format.rs` read what is there, `show.rs` prints it.

pub mod floats;
pub mod format;
pub mod logs;
pub mod record;
mod show;

use std::sync::atomic::Ordering;
use std::sync::{Arc, Once};

use bytemuck::Zeroable;

use super::device::Device;
use super::error::{HipError, HipResult};
use super::runtime;
use super::shared_layout::LogHeader;
use super::stream::Stream;
use crate::vk;
use logs::{Log, Logs, Speaker, State};
use record::HEADER;

/// Smallest and largest limit, in bytes. The device counts in 32 bits.
const LIMIT: std::ops::RangeInclusive<usize> = 1 << 10..=1 << 30;

impl Logs {
    /// Calls `launch` with the address of the stream's log, for a launch of `kernel` on `device`, whose logs these are.
    pub fn with_open<K: Speaker + 'static>(
        &self,
        device: &Device,
        stream: &Stream,
        kernel: &Arc<K>,
        launch: impl FnOnce(u64) -> HipResult,
    ) -> HipResult {
        // Held until the launch is recorded: nobody may seal and show a log between.
        let mut state = self.state.lock();
        let index = match state.open.iter().position(|(number, _)| *number == stream.number) {
            Some(index) => index,
            None => {
                let memory = state.memory(device)?;
                state.open.push((stream.number, Log { memory, kernels: Vec::new(), end: None }));
                self.any.store(true, Ordering::Release);
                at_exit();
                state.open.len() - 1
            }
        };
        let log = &mut state.open[index].1;
        let result = launch(log.memory.address());
        log.end = Some(stream.vk.rough_point());
        if !log.kernels.iter().any(|known| std::ptr::addr_eq(Arc::as_ptr(known), Arc::as_ptr(kernel))) {
            log.kernels.push(Arc::<K>::clone(kernel));
        }
        result
    }

    /// Shows every sealed log that is complete. The error is that of the first thread that ended itself.
    fn show(&self) -> HipResult {
        if !self.any() {
            return Ok(());
        }
        let mut shown = Vec::new();
        let showing = self.showing.lock();
        let complete: Vec<Log> = {
            let mut state = self.state.lock();
            let (complete, waiting) = state.sealed.drain(..).partition(Log::is_complete);
            state.sealed = waiting;
            complete.into()
        };
        let mut result = Ok(());
        for log in complete {
            result = result.and(show::show(&log));
            shown.push(log);
        }
        drop(showing);
        let mut state = self.state.lock();
        state.spare.extend(shown.iter().filter(|log| clear(&log.memory)).map(|log| Arc::clone(&log.memory)));
        self.any.store(!state.open.is_empty() || !state.sealed.is_empty(), Ordering::Release);
        drop(state);
        // Last, without locks: a kernel may be its module's last owner, and a module waits for its device.
        drop(shown);
        result
    }
}

impl State {
    /// An empty log for as much output as `hipLimitPrintfFifoSize` says now. A record's bytes, filled up, are at most three times
    /// those that count.
    fn memory(&mut self, device: &Device) -> HipResult<Arc<vk::Memory>> {
        let limit = device.with_limits(|limits| limits.printf).clamp(*LIMIT.start(), *LIMIT.end());
        let size = (HEADER + 3 * limit) as u64;
        self.spare.retain(|memory| memory.size() == size);
        if let Some(spare) = self.spare.pop() {
            return Ok(spare);
        }
        let memory = device.vk.allocate(vk::MemoryUse::Host, size)?;
        if clear(&memory) {
            Ok(memory)
        } else {
            Err(HipError::NotSupported.because("device output needs mapped memory"))
        }
    }
}

/// Makes a log empty. False if the host does not see the memory.
fn clear(memory: &vk::Memory) -> bool {
    let Some(old) = memory.read_host(0, HEADER).and_then(|bytes| record::header(&bytes)) else { return false };
    // Zeros: what clang leaves between a string's end and the next argument tells nothing then.
    let room = memory.size() as usize - HEADER;
    let used = if old.limit as usize == room / 3 { (old.used as usize).min(room) } else { room };
    let mut empty = vec![0; HEADER + used];
    let header = LogHeader { limit: (room / 3) as u32, ..LogHeader::zeroed() };
    empty[..HEADER].copy_from_slice(bytemuck::bytes_of(&header));
    memory.write_host(0, &empty)
}

/// After waiting: shows what is complete, and remembers a kernel that ended itself as the device's error.
pub fn show(device: &Device) -> HipResult {
    device.note(device.logs.show()).and_then(|()| device.missed())
}

/// [`show`] for a device known by its number.
pub fn show_of(device: usize) -> HipResult {
    match runtime::get()?.devices.get(device) {
        Some(device) => show(device),
        None => Ok(()),
    }
}

/// [`show_of`] where nobody takes an error: one that stays is kept by the device, one that is told once waits for who will.
pub fn print_of(device: usize) {
    if let Ok(runtime) = runtime::get()
        && let Some(device) = runtime.devices.get(device)
    {
        let _ = device.note(device.logs.show());
    }
}

/// Seals the logs of a device known by its number.
pub fn seal_of(device: usize) {
    if let Some(device) = runtime::get().ok().and_then(|runtime| runtime.devices.get(device)) {
        device.logs.seal();
    }
}

/// A program that ends without waiting still gets its output; one that ends in a host function, behind which its stream stands still,
/// what is complete by then.
fn at_exit() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        vk::before_exit(|| {
            let Ok(runtime) = runtime::get() else { return };
            for device in runtime.devices.iter().filter(|device| device.logs.any()) {
                // Nobody is left to be told.
                let _ = if vk::in_host_function() {
                    device.logs.seal();
                    show(device)
                } else {
                    device.synchronize()
                };
            }
        });
    });
}
