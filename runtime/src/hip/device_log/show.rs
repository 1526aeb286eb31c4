//! Prints a log: printf's output to C's `stdout`, assertions and traps to stderr.
//!
//! `stdout` is C's own stream, so that the program's printf and its kernels' keep their order, redirected or not. What a
//! failed assertion says is HIP's line, and a second one that says where. Called by `mod.rs` for complete logs.

use std::fmt::Write;

use spirv_gen::bundle::metadata::kernel_id;

use super::format;
use super::logs::Log;
use super::record::{self, Fault, FaultKind, HEADER, Message, Record, Stored};
use crate::hip::error::{HipError, HipResult};
use crate::stdio;

/// Longest text read from device memory, in bytes.
const LONGEST: usize = 64 << 10;
/// Ended threads described one by one; the rest are counted.
const DESCRIBED: usize = 32;

/// Prints everything in `log`. `Assert` or `LaunchFailure` if a thread ended itself.
pub(super) fn show(log: &Log) -> HipResult {
    let Some(head) = log.memory.read_host(0, HEADER).and_then(|bytes| record::header(&bytes)) else { return Ok(()) };
    let used = (head.used as usize).min(log.memory.size() as usize - HEADER);
    let Some(bytes) = log.memory.read_host(HEADER as u64, used) else { return Ok(()) };
    let mut printer = Printer { log, out: Vec::new(), faults: 0 };
    for record in record::records(&bytes) {
        printer.record(record);
    }
    printer.flush();
    if head.lost > 0 {
        eprintln!(
            "hipvk: {} messages of {} were lost: the printf buffer was full (hipDeviceSetLimit, hipLimitPrintfFifoSize: {} bytes)",
            head.lost,
            printer.kernels(),
            head.limit
        );
    }
    let fault = FaultKind::from_code(head.fault);
    if let Some(kind) = fault {
        printer.summary(kind);
    }
    match fault {
        None => Ok(()),
        Some(FaultKind::Assert) => Err(HipError::Assert.because(format_args!("{}", printer.kernels()))),
        Some(_) => Err(HipError::LaunchFailure.because(format_args!("{}", printer.kernels()))),
    }
}

struct Printer<'a> {
    log: &'a Log,
    /// Not yet written to stdout.
    out: Vec<u8>,
    faults: usize,
}

/// Why a thread trapped, by the number its record has (`device_log.h`).
fn trap(reason: u64) -> &'static str {
    match reason {
        1 => {
            "a thread's stack overflowed: its recursion or arrays of variable size need more than hipLimitStackSize (hipDeviceSetLimit)"
        }
        2 => "a thread called through a pointer that is not of a function of that type",
        3 => "a grid waited (multi_grid_group::sync) for the grid of another device, which is over",
        _ => "a thread called abort or trapped",
    }
}

/// What is no text.
fn word(stored: Stored<'_>) -> u64 {
    match stored {
        Stored::Word(word) => word,
        Stored::Text(_) => 0,
    }
}

impl Printer<'_> {
    fn record(&mut self, record: Record<'_>) {
        match record {
            Record::Hashed(hash, bytes) => match self.format(hash).map(format::parse) {
                Some(pieces) => format::print(&pieces, &record::stored_arguments(&pieces, bytes), &mut self.out),
                None => eprintln!("hipvk: a kernel printed with an unknown format ({hash:#x})"),
            },
            Record::Inline(record) => {
                let (format, bytes) = record::split_inline(record);
                let pieces = format::parse(format);
                let arguments = record::plain_arguments(&pieces, bytes, |address| self.text_at(address));
                format::print(&pieces, &arguments, &mut self.out);
            }
            Record::Fault(fault) => self.fault(&fault),
            Record::Message(message) => self.message(&message),
        }
    }

    /// The string at a device address; nothing where there is no memory of ours. All kernels of a log are of one device.
    fn text_at(&self, address: u64) -> Option<Vec<u8>> {
        self.log.kernels.first().and_then(|kernel| kernel.text_at(address, LONGEST))
    }

    /// A record's text.
    fn stored(&self, text: Stored<'_>) -> Option<Vec<u8>> {
        match text {
            Stored::Word(address) => self.text_at(address),
            Stored::Text(text) => text.map(<[u8]>::to_vec),
        }
    }

    fn format(&self, hash: u64) -> Option<&[u8]> {
        let mut formats = self.log.kernels.iter().flat_map(|kernel| kernel.formats());
        formats.find(|(known, _)| *known == hash).map(|(_, format)| format.as_slice())
    }

    fn message(&mut self, message: &Message<'_>) {
        let Some((format, arguments)) = message.pieces.split_first() else { return };
        let pieces = format::parse(&self.stored(*format).unwrap_or_default());
        let arguments = record::message_arguments(&pieces, arguments, |address| self.text_at(address));
        if message.to_stderr {
            self.flush();
            let mut text = Vec::new();
            format::print(&pieces, &arguments, &mut text);
            stdio::write_stderr(&text);
        } else {
            format::print(&pieces, &arguments, &mut self.out);
        }
    }

    fn fault(&mut self, fault: &Fault<'_>) {
        self.flush();
        self.faults += 1;
        if self.faults > DESCRIBED {
            return;
        }
        let mut text = String::new();
        let shown = |text| self.stored(text).map_or_else(|| "?".into(), |t| String::from_utf8_lossy(&t).into_owned());
        // Writing to a String cannot fail.
        let _ = match fault.kind {
            FaultKind::Assert => writeln!(
                text,
                "{}:{}: {}: Device-side assertion `{}' failed.",
                shown(fault.file),
                fault.line,
                shown(fault.function),
                shown(fault.text)
            ),
            FaultKind::BadFree => {
                writeln!(text, "hipvk: free({:#x}): not allocated by malloc or new, or freed already", word(fault.text))
            }
            FaultKind::Trap => writeln!(text, "hipvk: {}", trap(word(fault.text))),
        };
        let [(bx, by, bz), (tx, ty, tz)] = [fault.block, fault.thread].map(|[x, y, z]| (x, y, z));
        let _ = writeln!(
            text,
            "hipvk:   in kernel {}, block ({bx}, {by}, {bz}), thread ({tx}, {ty}, {tz})",
            self.kernel(fault.kernel)
        );
        stdio::write_stderr(text.as_bytes());
    }

    fn kernel(&self, id: u64) -> &str {
        let mut names = self.log.kernels.iter().map(|kernel| kernel.name());
        names.find(|name| kernel_id(name) == id).unwrap_or("?")
    }

    fn kernels(&self) -> String {
        let names: Vec<&str> = self.log.kernels.iter().map(|kernel| kernel.name()).collect();
        names.join(", ")
    }

    fn summary(&self, kind: FaultKind) {
        if self.faults > DESCRIBED {
            eprintln!("hipvk: {} more threads ended themselves", self.faults - DESCRIBED);
        } else if self.faults == 0 {
            eprintln!("hipvk: {kind:?} in one of {}; where was lost, as the printf buffer was full", self.kernels());
        }
    }

    fn flush(&mut self) {
        if !self.out.is_empty() {
            stdio::write_stdout(&self.out);
            self.out.clear();
        }
    }
}
