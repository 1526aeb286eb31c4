//! What a kernel reads of a texture or surface object: a record in device memory.
//!
//! [`ImageRecord`] has its layout; only levels that there are lie in memory, and the sRGB table with [`MODE_SRGB`] only.
//! A handle is the record's address, of which 48 bits are kept, and above them the slot in the texture table (`unit.rs`): a
//! kernel that samples by the texture unit reads no record. The reader is `include/hip/detail/image.h`.

use std::mem::offset_of;

use bytemuck::Zeroable;

use super::array::{Level, MAX_LEVELS};
use super::format::{Channel, Format};
use crate::hip::shared_layout::{ImageLevel, ImageRecord};

/// Coordinates are 0 to 1.
pub const MODE_NORMALIZED: u32 = 1;
/// Linear filter inside a level.
pub const MODE_LINEAR: u32 = 2;
/// Linear filter between levels.
pub const MODE_MIP_LINEAR: u32 = 4;
/// Integer channels of 8 and 16 bits are read as floats of 0 to 1 or -1 to 1.
pub const MODE_FLOAT: u32 = 8;
/// The first three channels are sRGB.
pub const MODE_SRGB: u32 = 16;
/// A linear filter of 32-bit floats in one level: device code has a quick path.
const MODE_PLAIN: u32 = 32;
/// x and y clamp.
const MODE_CLAMPED: u32 = 64;
/// Address modes: two bits for each of x, y, z from here.
pub const MODE_ADDRESS_SHIFT: u32 = 8;

const LEVELS_AT: usize = offset_of!(ImageRecord, level);
const SRGB_AT: usize = offset_of!(ImageRecord, srgb);
// The header has room for as many levels as arrays have.
const _: () = assert!(SRGB_AT - LEVELS_AT == MAX_LEVELS * size_of::<ImageLevel>());

/// Everything in a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Texels.
    pub format: Format,
    /// `MODE_*`.
    pub modes: u32,
    /// Layers (faces count), 0 if the resource has none.
    pub layers: u32,
    /// What border mode reads outside.
    pub border: [f32; 4],
    /// Added to every level of detail.
    pub bias: f32,
    /// Least and greatest level of detail.
    pub clamp: [f32; 2],
    /// Where texels are; at most [`MAX_LEVELS`].
    pub levels: Vec<Level>,
}

/// The handle of the object whose record is at `address`. None for an address that 48 bits, extended by sign, are not
/// enough for: no device's so far.
pub fn handle(address: u64, slot: u32) -> Option<u64> {
    const BITS: u32 = 48;
    let kept = address & ((1 << BITS) - 1);
    let read_back = (kept << (64 - BITS)) as i64 >> (64 - BITS);
    (read_back as u64 == address && slot < 1 << (64 - BITS)).then_some(kept | u64::from(slot) << BITS)
}

impl Record {
    fn derived_modes(&self) -> u32 {
        let flag = |on: bool, flag: u32| if on { flag } else { 0 };
        let plain = self.format.channel == Channel::F32 && self.levels.len() == 1 && self.modes & MODE_LINEAR != 0;
        flag(plain, MODE_PLAIN) | flag(self.modes >> MODE_ADDRESS_SHIFT & 0b1111 == 0b0101, MODE_CLAMPED)
    }

    /// The record's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let [least, greatest] = self.clamp;
        let mut record = ImageRecord {
            head: [
                self.format.channel as u32 | self.format.channels << 4 | (self.format.bytes() as u32) << 8,
                self.modes | self.derived_modes(),
                self.levels.len() as u32,
                self.layers,
            ],
            border: self.border,
            bias: self.bias,
            least,
            greatest,
            ..ImageRecord::zeroed()
        };
        for (place, level) in record.level.iter_mut().zip(&self.levels) {
            // Array extents and pitches are checked to be below 2^31.
            let shape = [level.pitch, level.size.width, level.rows(), level.slices()].map(|word| word as u32);
            *place = ImageLevel { place: [level.address, level.slice], shape };
        }
        let used = if self.modes & MODE_SRGB == 0 {
            LEVELS_AT + self.levels.len() * size_of::<ImageLevel>()
        } else {
            record.srgb = std::array::from_fn(|value| srgb_to_linear(value as u8));
            size_of::<ImageRecord>()
        };
        bytemuck::bytes_of(&record)[..used].to_vec()
    }
}

/// IEC 61966-2-1, rounded once.
fn srgb_to_linear(value: u8) -> f32 {
    let value = f64::from(value) / 255.0;
    let linear = if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
    linear as f32
}

#[cfg(test)]
mod tests {
    use super::super::array::{Level, Size};
    use super::super::format::{Channel, Format};
    use super::{
        LEVELS_AT, MODE_ADDRESS_SHIFT, MODE_CLAMPED, MODE_LINEAR, MODE_PLAIN, MODE_SRGB, Record, SRGB_AT, handle,
        srgb_to_linear,
    };

    fn record(modes: u32) -> Record {
        let size = Size { width: 7, height: 0, depth: 0 };
        Record {
            format: Format { channel: Channel::U8, channels: 4 },
            modes,
            layers: 0,
            border: [0.0, 0.25, 0.5, 1.0],
            bias: 0.0,
            clamp: [0.0, 3.0],
            levels: vec![Level { address: 0x1122_3344_5566_7700, pitch: 28, slice: 28, size }],
        }
    }

    #[test]
    fn a_record_has_the_layout_the_device_header_reads() {
        let bytes = record(MODE_LINEAR).bytes();
        assert_eq!(bytes.len(), LEVELS_AT + 32);
        let word = |at: usize| u32::from_ne_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        assert_eq!([word(0), word(4), word(8), word(12)], [0x440, 2, 1, 0]);
        assert_eq!((word(24), word(40)), (0.5f32.to_bits(), 3.0f32.to_bits()));
        assert_eq!(bytes[64..72], 0x1122_3344_5566_7700u64.to_ne_bytes());
        assert_eq!([word(80), word(84), word(88), word(92)], [28, 7, 1, 1]);
    }

    #[test]
    fn a_handle_keeps_a_slot_above_an_address_of_either_half() {
        assert_eq!(handle(0x7f12_3456_7800, 9), Some(0x0009_7f12_3456_7800));
        assert_eq!(handle(0xffff_8000_1234_5600, 0), Some(0x0000_8000_1234_5600));
        assert_eq!(handle(0x0001_0000_0000_0000, 1), None);
        assert_eq!(handle(0x8000_0000_0000, 1), None);
        assert_eq!(handle(0x1000, 1 << 16), None);
    }

    #[test]
    fn the_quick_path_is_for_filtered_floats_of_one_level() {
        let float = Format { channel: Channel::F32, channels: 1 };
        let quick = |format: Format, modes: u32| Record { format, ..record(modes) }.derived_modes();
        assert_eq!(quick(float, MODE_LINEAR), MODE_PLAIN);
        assert_eq!(quick(float, MODE_LINEAR | 0b0101 << MODE_ADDRESS_SHIFT), MODE_PLAIN | MODE_CLAMPED);
        assert_eq!(quick(float, 0b1101 << MODE_ADDRESS_SHIFT), 0);
        assert_eq!(quick(Format { channel: Channel::U8, channels: 4 }, MODE_LINEAR), 0);
        let mut levels = record(MODE_LINEAR);
        levels.format = float;
        levels.levels.push(levels.levels[0]);
        assert_eq!(levels.derived_modes(), 0);
    }

    #[test]
    fn the_srgb_table_is_there_on_request_and_rises_from_0_to_1() {
        assert_eq!(record(MODE_SRGB).bytes().len(), SRGB_AT + 1024);
        assert_eq!((srgb_to_linear(0), srgb_to_linear(255)), (0.0, 1.0));
        assert!((0..255).all(|value| srgb_to_linear(value) < srgb_to_linear(value + 1)));
    }
}
