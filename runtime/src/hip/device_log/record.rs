//! The records that kernels write into a log, read back. `runtime/include/hip/detail/device_log.h` is the other side; what both lay out alike is in `shared_layout`.
//!
//! Our hipcc makes one kind of printf record; what clang makes by itself under `-mprintf-kind=buffered` is read too.
//! Everything here comes from device memory, where a kernel may have written anything: each length is checked, and what makes
//! no sense ends the log.

use std::collections::HashSet;

use super::format::{Argument, Conversion, Count, Piece};
use crate::hip::shared_layout::{FaultRecord, LogHeader};

/// Bytes in front of the records.
pub const HEADER: usize = size_of::<LogHeader>();
const STRING_ALIGN: usize = 8;
const CONSTANT_FORMAT: u32 = 2;
const OURS: u32 = 1;

/// What one record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// printf with a constant format: clang's hash of it, and the arguments.
    Hashed(u64, &'a [u8]),
    /// printf with a format computed at run time, which starts these bytes.
    Inline(&'a [u8]),
    /// A thread ended.
    Fault(Fault<'a>),
    /// printf, as `passes::device::printf` writes it: the first piece is the format.
    Message(Message<'a>),
}

/// Why a thread ended; the values are the device's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// `__builtin_trap`, `abort`, `__trap`.
    Trap = 1,
    /// `free` of something that `malloc` did not return, or that was freed already.
    BadFree = 2,
    /// `assert`.
    Assert = 3,
}

/// A thread that ended itself. The texts are device addresses, but for an assertion's in memory that the host cannot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    pub kind: FaultKind,
    pub line: u32,
    /// `spirv_gen::bundle::metadata::kernel_id`.
    pub kernel: u64,
    pub block: [u32; 3],
    pub thread: [u32; 3],
    /// The assertion, the address that was to be freed, or the kind of trap.
    pub text: Stored<'a>,
    pub file: Stored<'a>,
    pub function: Stored<'a>,
}

/// A message, in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    pub to_stderr: bool,
    pub pieces: Vec<Stored<'a>>,
}

/// A piece of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored<'a> {
    /// 64 bits; for text its address.
    Word(u64),
    /// Text; nothing for a null pointer.
    Text(Option<&'a [u8]>),
}

impl FaultKind {
    /// The kind of this number.
    pub fn from_code(code: u32) -> Option<FaultKind> {
        [FaultKind::Trap, FaultKind::BadFree, FaultKind::Assert].into_iter().find(|&kind| kind as u32 == code)
    }
}

/// Every record of `bytes`, a log's contents behind its header up to what was used.
pub fn records(bytes: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let control = u32_at(rest, 0)?;
        let size = (control >> 2) as usize;
        let record = rest.get(4..size)?;
        rest = rest.get(size.next_multiple_of(8)..).unwrap_or_default();
        match control & 3 {
            CONSTANT_FORMAT => Some(Record::Hashed(u64_at(record, 0)?, &record[8..])),
            OURS => ours(record),
            0 => Some(Record::Inline(record)),
            _ => None,
        }
    })
}

fn ours(record: &[u8]) -> Option<Record<'_>> {
    const MESSAGE: u32 = 5;
    let kind = u32_at(record, 0)?;
    if kind == MESSAGE {
        return message(record).map(Record::Message);
    }
    fault(record).map(Record::Fault)
}

fn fault(record: &[u8]) -> Option<Fault<'_>> {
    /// `HIPVK_TEXT_FOLLOWS`.
    const FOLLOWS: u64 = 1 << 63;
    let (head, mut rest) = record.split_at_checked(size_of::<FaultRecord>())?;
    let FaultRecord { kind, line, kernel, block, thread, text } = bytemuck::pod_read_unaligned(head);
    let kind = FaultKind::from_code(kind)?;
    let mut texts = text.map(Stored::Word);
    if kind == FaultKind::Assert {
        for (text, word) in texts.iter_mut().zip(text).filter(|(_, word)| word & FOLLOWS != 0) {
            let (own, behind) = rest.split_at_checked(usize::try_from(word & !FOLLOWS).ok()?)?;
            *text = Stored::Text(own.split_last().map(|(_, own)| own));
            rest = behind;
        }
    }
    let [text, file, function] = texts;
    Some(Fault { kind, line, kernel, block, thread, text, file, function })
}

fn message(record: &[u8]) -> Option<Message<'_>> {
    let head = u32_at(record, 4)?;
    let count = (head >> 1) as usize;
    let mut at = 8 + 8 * count.div_ceil(64);
    let mut pieces = Vec::new();
    for i in 0..count {
        let word = u64_at(record, at)?;
        at += 8;
        if u64_at(record, 8 + 8 * (i / 64))? >> (i % 64) & 1 == 0 {
            pieces.push(Stored::Word(word));
            continue;
        }
        let length = usize::try_from(word).ok()?;
        let text = record.get(at..at.checked_add(length)?)?;
        pieces.push(Stored::Text(text.split_last().map(|(_, text)| text)));
        at = at.checked_add(length.checked_next_multiple_of(STRING_ALIGN)?)?;
    }
    Some(Message { to_stderr: head & 1 != 0, pieces })
}

/// The arguments of a message, for a format of `pieces`: `read` reads text given by its address.
pub fn message_arguments(
    pieces: &[Piece],
    stored: &[Stored<'_>],
    read: impl Fn(u64) -> Option<Vec<u8>>,
) -> Vec<Argument> {
    let slots = slots(pieces).zip(stored);
    slots
        .map(|(is_text, stored)| match *stored {
            Stored::Word(word) if is_text => Argument::Text(read(word)),
            Stored::Word(word) => Argument::Word(word),
            Stored::Text(text) => Argument::Text(text.map(<[u8]>::to_vec)),
        })
        .collect()
}

/// The arguments that `pieces` take from `bytes`, as clang's buffered printf stores them: 8 bytes each; for `%s` the text itself with its zero,
/// filled up to 8 bytes, and nothing at all for a null pointer. So the reading is sought that uses the record up.
pub fn stored_arguments(pieces: &[Piece], bytes: &[u8]) -> Vec<Argument> {
    let slots: Vec<bool> = slots(pieces).collect();
    let mut search = Search { slots: &slots, bytes, dead: HashSet::new() };
    let mut found = Vec::new();
    if search.fits(0, 0, &mut found) {
        found.reverse();
        return found;
    }
    in_order(&slots, bytes)
}

/// The arguments behind a format that was computed: 8 bytes each, strings as addresses, which `read` reads.
pub fn plain_arguments(pieces: &[Piece], bytes: &[u8], read: impl Fn(u64) -> Option<Vec<u8>>) -> Vec<Argument> {
    let words = bytes.as_chunks::<8>().0.iter().filter_map(|word| u64_at(word, 0));
    let slots = slots(pieces).zip(words);
    slots.map(|(is_text, word)| if is_text { Argument::Text(read(word)) } else { Argument::Word(word) }).collect()
}

/// Splits a record with its format inside into the format and the arguments' bytes.
pub fn split_inline(record: &[u8]) -> (&[u8], &[u8]) {
    match record.iter().position(|&b| b == 0) {
        Some(end) => (&record[..end], record.get((end + 1).next_multiple_of(STRING_ALIGN)..).unwrap_or_default()),
        // A null format: no bytes at all stand for it.
        None => (b"", record),
    }
}

/// For each argument in order: whether it is a string.
fn slots(pieces: &[Piece]) -> impl Iterator<Item = bool> {
    pieces.iter().flat_map(|piece| match piece {
        Piece::Text(_) => Vec::new(),
        Piece::Conversion(Conversion { width, precision, letter, .. }) => {
            let stars = [width, precision].into_iter().filter(|count| **count == Some(Count::Argument)).count();
            let mut slots = vec![false; stars];
            slots.push(*letter == b's');
            slots
        }
    })
}

struct Search<'a> {
    slots: &'a [bool],
    bytes: &'a [u8],
    /// Places from which no reading fits: keeps the search linear in slots and bytes.
    dead: HashSet<(usize, usize)>,
}

impl Search<'_> {
    /// Whether slots from `slot` on use up the bytes from `at` on; their arguments, last first.
    fn fits(&mut self, slot: usize, at: usize, found: &mut Vec<Argument>) -> bool {
        // Deeper than any printf that clang accepts; the reading in order will do.
        const DEEPEST: usize = 1000;
        let Some(&is_text) = self.slots.get(slot) else { return at == self.bytes.len() };
        if slot > DEEPEST || self.dead.contains(&(slot, at)) {
            return false;
        }
        for (argument, next) in candidates(is_text, self.bytes, at) {
            if self.fits(slot + 1, next, found) {
                found.push(argument);
                return true;
            }
        }
        self.dead.insert((slot, at));
        false
    }
}

/// What may stand at `at`, and where it ends; the likelier first.
fn candidates(is_text: bool, bytes: &[u8], at: usize) -> Vec<(Argument, usize)> {
    if !is_text {
        return u64_at(bytes, at).map(|word| (Argument::Word(word), at + 8)).into_iter().collect();
    }
    let null = (Argument::Text(None), at);
    let Some((text, next)) = string_at(bytes, at) else { return vec![null] };
    let printable = text.iter().all(|&b| b >= b' ' || b.is_ascii_whitespace() || b == 0x1b);
    let filled_up = bytes[at + text.len()..next].iter().all(|&b| b == 0);
    let text = (Argument::Text(Some(text)), next);
    if printable && filled_up { vec![text, null] } else { vec![null, text] }
}

fn string_at(bytes: &[u8], at: usize) -> Option<(Vec<u8>, usize)> {
    let rest = bytes.get(at..)?;
    let end = rest.iter().position(|&b| b == 0)?;
    let next = at + (end + 1).next_multiple_of(STRING_ALIGN);
    (next <= bytes.len()).then(|| (rest[..end].to_vec(), next))
}

/// Arguments one after the other, as far as they go: for calls with fewer or more arguments than their format takes.
fn in_order(slots: &[bool], bytes: &[u8]) -> Vec<Argument> {
    let mut at = 0;
    let mut found = Vec::new();
    for &is_text in slots {
        let Some((argument, next)) = candidates(is_text, bytes, at).into_iter().max_by_key(|(_, next)| *next) else {
            break;
        };
        found.push(argument);
        at = next;
    }
    found
}

/// A log's header.
pub fn header(bytes: &[u8]) -> Option<LogHeader> {
    bytemuck::try_pod_read_unaligned(bytes).ok()
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_ne_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record of an assertion with these words for its texts and these bytes behind it.
    fn assertion(words: [u64; 3], behind: &[u8]) -> Vec<u8> {
        let head = FaultRecord { kind: 3, line: 7, kernel: 1, block: [0; 3], thread: [0; 3], text: words };
        let size = 4 + size_of::<FaultRecord>() + behind.len();
        let control = (size as u32) << 2 | OURS;
        let mut bytes = [&control.to_ne_bytes(), bytemuck::bytes_of(&head), behind].concat();
        bytes.resize(size.next_multiple_of(8), 0);
        bytes
    }

    #[test]
    fn texts_behind_an_assertion_are_read_in_order_and_the_next_record_too() {
        let follows = |length: u64| 1 << 63 | length;
        let mut log = assertion([follows(3), 0x1000, follows(1)], b"ab\0\0");
        log.extend(assertion([1, 2, 3], b""));
        let read: Vec<_> = records(&log).collect();
        let texts = |record: &Record<'_>| match record {
            Record::Fault(fault) => format!("{:?} {:?} {:?}", fault.text, fault.file, fault.function),
            _ => String::new(),
        };
        assert_eq!(texts(&read[0]), "Text(Some([97, 98])) Word(4096) Text(Some([]))");
        assert_eq!(texts(&read[1]), "Word(1) Word(2) Word(3)");
    }

    #[test]
    fn a_text_longer_than_its_record_ends_the_log() {
        for length in [5, 1 << 62, u64::MAX >> 1] {
            let log = assertion([1 << 63 | length, 0, 0], b"ab\0\0");
            assert_eq!(records(&log).count(), 0, "{length}");
        }
    }
}
