//! Clang's offload bundle as `--offload-compress` makes it: one stream of zstd or zlib behind a header.
//!
//! ```text
//! 0  4  "CCOB"                        version  1      2      3
//! 4  2  version                 bytes in all   -      8  4   8  8
//! 6  2  0 zlib, 1 zstd      unpacked, bytes    8  4   12 4   16 8
//!                       a half of their MD5    12 8   16 8   24 8
//! ```
//! Read from memory whose length version 1 does not say: no further than the stream leads, which ends by itself. What it is for is told by its
//! first block; the rest is unpacked for who wants what lies there, and then the hash is compared, which clang leaves out. Called by
//! [`super::offload`].

use std::io::{self, Read};
use std::ops::Range;

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};
use ruzstd::decoding::StreamingDecoder;

use super::fatbin::BundleError;
use super::offload::{Bytes, COMPRESSED, MOST_BYTES, number, of_slice};

const ZLIB: u16 = 0;
const ZSTD: u16 = 1;
/// Bytes of zstd's blocks at most, and the fewest that one takes: a larger claim is a lie that would make us allocate.
const BLOCK: usize = 128 << 10;
const LEAST_BLOCK: u64 = 4;
/// zstd's window, which is all that clang packs. No more memory is taken, twice, whatever a bundle says.
const MOST_WINDOW: u64 = 1 << 30;
const SMALL_WINDOW: u64 = 8 << 20;
/// zlib's input at a time.
const PART: usize = 64 << 10;

/// A header, and where its stream begins.
struct Header {
    method: u16,
    start: usize,
    /// Bytes of the stream, where the header says so.
    length: Option<usize>,
    plain: u64,
    hash: u64,
}

/// Whether that is how `bytes` begin.
pub fn is_compressed(bytes: Bytes<'_>) -> bool {
    bytes(0, COMPRESSED.len()).is_some_and(|first| first == COMPRESSED)
}

fn corrupt(what: &dyn std::fmt::Display) -> BundleError {
    BundleError::Corrupt(format!("compressed offload bundle: {what}"))
}

impl Header {
    fn read(bytes: Bytes<'_>) -> Result<Self, BundleError> {
        let cut = || corrupt(&"cut short");
        let half = |at| number(bytes, at).map(u16::from_le_bytes).ok_or_else(cut);
        let word = |at| number(bytes, at).map(u32::from_le_bytes).map(u64::from).ok_or_else(cut);
        let wide = |at| number(bytes, at).map(u64::from_le_bytes).ok_or_else(cut);
        let (version, method) = (half(4)?, half(6)?);
        let (total, plain, hash, start) = match version {
            1 => (None, word(8)?, wide(12)?, 20),
            2 => (Some(word(8)?), word(12)?, wide(16)?, 24),
            3 => (Some(wide(8)?), wide(16)?, wide(24)?, 32),
            _ => return Err(corrupt(&format_args!("version {version}, of which nothing is known"))),
        };
        if method != ZLIB && method != ZSTD {
            return Err(corrupt(&format_args!("method {method}, which is neither zlib nor zstd")));
        }
        let length = total.map(|total| total.checked_sub(start as u64).ok_or_else(|| corrupt(&"impossible size")));
        let length = length.transpose()?;
        let most = length.map_or(MOST_BYTES, |length| (length / LEAST_BLOCK + 1).saturating_mul(BLOCK as u64));
        if plain > most.min(MOST_BYTES) || length.is_some_and(|length| length > MOST_BYTES) {
            return Err(corrupt(&"impossible size"));
        }
        Ok(Self { method, start, length: length.map(|length| length as usize), plain, hash })
    }

    fn source<'a>(&self, bytes: Bytes<'a>) -> Source<'a> {
        Source { bytes, at: self.start, left: self.length }
    }

    fn unpacked<'a>(&self, source: Source<'a>) -> Result<Box<dyn Read + 'a>, BundleError> {
        if self.method == ZLIB {
            return Ok(Box::new(Inflated {
                source,
                state: InflateState::new_boxed(DataFormat::Zlib),
                part: Vec::new(),
            }));
        }
        let window = self.plain.clamp(SMALL_WINDOW, MOST_WINDOW);
        let decoder = StreamingDecoder::new_with_max_window_size(source, window);
        Ok(Box::new(decoder.map_err(|error| corrupt(&error))?))
    }
}

/// The stream, taken as it is asked for.
struct Source<'a> {
    bytes: Bytes<'a>,
    at: usize,
    left: Option<usize>,
}

impl Read for Source<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.left.map_or(to.len(), |left| left.min(to.len()));
        let found = (self.bytes)(self.at, count).ok_or_else(|| io::Error::other("cut short"))?;
        to[..count].copy_from_slice(&found);
        self.at += count;
        self.left = self.left.map(|left| left - count);
        Ok(count)
    }
}

/// zlib's stream, unpacked.
struct Inflated<'a> {
    source: Source<'a>,
    state: Box<InflateState>,
    /// Input that waits.
    part: Vec<u8>,
}

impl Read for Inflated<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        loop {
            let done = inflate(&mut self.state, &self.part, to, MZFlush::None);
            self.part.drain(..done.bytes_consumed);
            match done.status {
                _ if done.bytes_written > 0 => return Ok(done.bytes_written),
                Ok(MZStatus::StreamEnd) => return Ok(0),
                Ok(_) | Err(MZError::Buf) if self.part.is_empty() => {
                    // Byte by byte where nobody says how far we may go.
                    self.part.resize(if self.source.left.is_some() { PART } else { 1 }, 0);
                    let count = self.source.read(&mut self.part)?;
                    self.part.truncate(count);
                    if count == 0 {
                        return Err(io::Error::other("cut short"));
                    }
                }
                Ok(_) => {}
                Err(error) => return Err(io::Error::other(format!("zlib's {error:?} error"))),
            }
        }
    }
}

/// The first bytes of the bundle that is packed, at most a block: its header, unless that is absurd.
///
/// # Errors
/// Damage.
pub fn beginning(bytes: Bytes<'_>) -> Result<Vec<u8>, BundleError> {
    let header = Header::read(bytes)?;
    let mut source = header.source(bytes);
    let mut first = Vec::new();
    let read = match header.method {
        ZLIB => header.unpacked(source)?.take(BLOCK as u64).read_to_end(&mut first),
        _ => first_block(&mut source).and_then(|frame| {
            let bytes = of_slice(&frame);
            let frame = Source { bytes: &bytes, at: 0, left: Some(frame.len()) };
            let decoder = StreamingDecoder::new(frame).map_err(io::Error::other)?;
            decoder.take(BLOCK as u64).read_to_end(&mut first)
        }),
    };
    read.map(|_| first).map_err(|error| corrupt(&error))
}

/// zstd's frame of the first block of a stream: a decoder gives nothing of a window that is still open, and clang's is all of the stream.
fn first_block(source: &mut Source<'_>) -> io::Result<Vec<u8>> {
    let mut start = [0; 5];
    source.read_exact(&mut start)?;
    let [.., descriptor] = start;
    // A window's byte unless all is one segment; a dictionary's number; the content's size.
    let single = descriptor & 0x20 != 0;
    let size = [usize::from(single), 2, 4, 8][usize::from(descriptor >> 6)];
    let skipped = usize::from(!single) + [0, 1, 2, 4][usize::from(descriptor & 3)] + size;
    source.read_exact(&mut [0; 14][..skipped])?;
    let mut header = [0; 3];
    source.read_exact(&mut header)?;
    let bits = u32::from_le_bytes([header[0], header[1], header[2], 0]);
    let repeated = bits >> 1 & 3 == 1;
    let mut block = vec![0; if repeated { 1 } else { (bits >> 3) as usize }];
    if block.len() > BLOCK {
        return Err(io::Error::other("a block larger than zstd's"));
    }
    source.read_exact(&mut block)?;
    // Without any of that, with a window of one block, and as the last one.
    let mut frame = start[..4].to_vec();
    frame.extend([0, 7 << 3, header[0] | 1, header[1], header[2]]);
    frame.extend(block);
    Ok(frame)
}

/// Some bytes of the bundle that is packed, once all of it is known to be whole.
///
/// # Errors
/// Damage, another hash than the header's, or they lie outside.
pub fn part(bytes: Bytes<'_>, range: Range<u64>) -> Result<Vec<u8>, BundleError> {
    let header = Header::read(bytes)?;
    let count = range.end.checked_sub(range.start).filter(|_| range.end <= header.plain);
    let count = count.ok_or_else(|| corrupt(&"code lies outside"))?;
    let read = |to: &mut Summed<Box<dyn Read + '_>>| -> io::Result<Vec<u8>> {
        io::copy(&mut to.take(range.start), &mut io::sink())?;
        let mut found = Vec::new();
        to.take(count).read_to_end(&mut found)?;
        // And no more than one byte too many: what goes on for ever is not read for ever.
        let rest = header.plain + 1 - to.count.min(header.plain + 1);
        io::copy(&mut to.take(rest), &mut io::sink())?;
        Ok(found)
    };
    let mut unpacked = Summed { inner: header.unpacked(header.source(bytes))?, count: 0, sum: md5::Context::new() };
    let found = read(&mut unpacked).map_err(|error| corrupt(&error))?;
    if unpacked.count != header.plain {
        return Err(corrupt(&"another size than it says"));
    }
    let sum = unpacked.sum.finalize().0;
    if sum[..8] != header.hash.to_le_bytes() {
        return Err(corrupt(&"another hash than it says"));
    }
    Ok(found)
}

/// All bytes of the bundle that is packed.
///
/// # Errors
/// As for [`part`].
pub fn whole(bytes: Bytes<'_>) -> Result<Vec<u8>, BundleError> {
    part(bytes, 0..Header::read(bytes)?.plain)
}

/// What is read, counted and hashed.
struct Summed<R> {
    inner: R,
    count: u64,
    sum: md5::Context,
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(to)?;
        self.count += count as u64;
        self.sum.consume(&to[..count]);
        Ok(count)
    }
}
