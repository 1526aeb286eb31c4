//! What one texel is: channel type and channel count, from either API's description.
//!
//! HIP's runtime API gives bits per channel and a kind, the driver API an enum and a count; both come down to [`Format`].
//! Device code reads the same two numbers from a record (`record.rs`).

use crate::hip::error::{HipError, HipResult};

/// A channel's type; the number is what device code sees (`hip/detail/image.h`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Channel {
    /// `unsigned char`.
    U8 = 0,
    /// `signed char`.
    I8 = 1,
    /// `unsigned short`.
    U16 = 2,
    /// `short`.
    I16 = 3,
    /// `unsigned int`.
    U32 = 4,
    /// `int`.
    I32 = 5,
    /// Half precision.
    F16 = 6,
    /// `float`.
    F32 = 7,
}

/// Bits per channel and `hipChannelFormatKind`, as the runtime API describes a texel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelDesc {
    /// Bits of x, y, z, w.
    pub bits: [i32; 4],
    /// 0 signed, 1 unsigned, 2 float.
    pub kind: u32,
}

/// A texel's format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The type of every channel.
    pub channel: Channel,
    /// 1, 2 or 4.
    pub channels: u32,
}

impl Format {
    /// From the runtime API. HIP: hipErrorInvalidValue unless it is 1, 2 or 4 channels of one size of 8, 16 or 32 bits.
    pub fn from_desc(desc: ChannelDesc) -> HipResult<Format> {
        let [bits, ..] = desc.bits;
        let channels = desc.bits.iter().take_while(|&&channel| channel == bits).count();
        let rest_empty = desc.bits[channels..].iter().all(|&channel| channel == 0);
        let channel = match (bits, desc.kind) {
            (8, 0) => Channel::I8,
            (8, 1) => Channel::U8,
            (16, 0) => Channel::I16,
            (16, 1) => Channel::U16,
            (16, 2) => Channel::F16,
            (32, 0) => Channel::I32,
            (32, 1) => Channel::U32,
            (32, 2) => Channel::F32,
            _ => return Err(invalid(&desc)),
        };
        if !rest_empty || channels == 3 {
            return Err(invalid(&desc));
        }
        Ok(Format { channel, channels: channels as u32 })
    }

    /// From the driver API: `hipArray_Format` and a channel count. HIP: hipErrorInvalidValue.
    pub fn from_driver(format: u32, channels: u32) -> HipResult<Format> {
        let channel = match format {
            1 => Channel::U8,
            2 => Channel::U16,
            3 => Channel::U32,
            8 => Channel::I8,
            9 => Channel::I16,
            10 => Channel::I32,
            16 => Channel::F16,
            32 => Channel::F32,
            _ => return Err(invalid(&(format, channels))),
        };
        if !matches!(channels, 1 | 2 | 4) {
            return Err(invalid(&(format, channels)));
        }
        Ok(Format { channel, channels })
    }

    /// From `hipResourceViewFormat`; `None` for "the resource's own". Block-compressed views are hipErrorNotSupported.
    pub fn from_view(view: u32) -> HipResult<Option<Format>> {
        const TYPES: [Channel; 8] = [
            Channel::U8,
            Channel::I8,
            Channel::U16,
            Channel::I16,
            Channel::U32,
            Channel::I32,
            Channel::F16,
            Channel::F32,
        ];
        match view {
            0 => Ok(None),
            1..=24 => {
                let (group, count) = ((view as usize - 1) / 3, (view - 1) % 3);
                Ok(Some(Format { channel: TYPES[group], channels: 1 << count }))
            }
            25..=34 => Err(HipError::NotSupported.because("a view of block-compressed texels")),
            _ => Err(HipError::InvalidValue.because(format_args!("view format {view}"))),
        }
    }

    /// Bits per channel and kind, as the runtime API has them.
    pub fn desc(self) -> ChannelDesc {
        let bits = (self.channel_bytes() * 8) as i32;
        let kind = match self.channel {
            Channel::I8 | Channel::I16 | Channel::I32 => 0,
            Channel::U8 | Channel::U16 | Channel::U32 => 1,
            Channel::F16 | Channel::F32 => 2,
        };
        let used = |index: u32| if index < self.channels { bits } else { 0 };
        ChannelDesc { bits: [used(0), used(1), used(2), used(3)], kind }
    }

    /// `hipArray_Format`.
    pub fn driver(self) -> u32 {
        match self.channel {
            Channel::U8 => 1,
            Channel::U16 => 2,
            Channel::U32 => 3,
            Channel::I8 => 8,
            Channel::I16 => 9,
            Channel::I32 => 10,
            Channel::F16 => 16,
            Channel::F32 => 32,
        }
    }

    fn channel_bytes(self) -> u32 {
        match self.channel {
            Channel::U8 | Channel::I8 => 1,
            Channel::U16 | Channel::I16 | Channel::F16 => 2,
            Channel::U32 | Channel::I32 | Channel::F32 => 4,
        }
    }

    /// Bytes of a texel: 1, 2, 4, 8 or 16.
    pub fn bytes(self) -> u64 {
        u64::from(self.channel_bytes() * self.channels)
    }

    /// Channels are integers (which a read mode may still turn into floats).
    pub fn is_integer(self) -> bool {
        !matches!(self.channel, Channel::F16 | Channel::F32)
    }

    /// Channels are integers of 8 or 16 bits: those that `hipReadModeNormalizedFloat` promotes.
    pub fn is_normalizable(self) -> bool {
        self.is_integer() && self.channel_bytes() < 4
    }
}

fn invalid(what: &dyn std::fmt::Debug) -> HipError {
    HipError::InvalidValue.because(format_args!("no texel format: {what:?}"))
}

#[cfg(test)]
mod tests {
    use super::{Channel, ChannelDesc, Format, HipError};

    #[test]
    fn every_format_survives_both_descriptions() {
        for driver in [1, 2, 3, 8, 9, 10, 16, 32] {
            for channels in [1, 2, 4] {
                let format = Format::from_driver(driver, channels).expect("a format of HIP");
                assert_eq!(Format::from_desc(format.desc()), Ok(format));
                assert_eq!(format.driver(), driver);
            }
        }
    }

    #[test]
    fn descriptions_hip_refuses_are_invalid_values() {
        let bad = [
            ([8, 0, 0, 0], 2),
            ([32, 32, 32, 0], 2),
            ([32, 0, 32, 0], 1),
            ([0, 32, 0, 0], 1),
            ([16, 8, 0, 0], 0),
            ([32, 32, 16, 16], 0),
            ([64, 0, 0, 0], 0),
            ([0; 4], 0),
            ([32, 0, 0, 0], 3),
            ([-1; 4], 1),
        ];
        for (bits, kind) in bad {
            assert_eq!(Format::from_desc(ChannelDesc { bits, kind }), Err(HipError::InvalidValue), "{bits:?} {kind}");
        }
        assert_eq!(Format::from_driver(1, 3), Err(HipError::InvalidValue));
        assert_eq!(Format::from_driver(7, 1), Err(HipError::InvalidValue));
    }

    #[test]
    fn view_formats_count_in_groups_of_one_two_and_four_channels() {
        assert_eq!(Format::from_view(0), Ok(None));
        assert_eq!(Format::from_view(3), Ok(Some(Format { channel: Channel::U8, channels: 4 })));
        assert_eq!(Format::from_view(22), Ok(Some(Format { channel: Channel::F32, channels: 1 })));
        assert_eq!(Format::from_view(25), Err(HipError::NotSupported));
        assert_eq!(Format::from_view(35), Err(HipError::InvalidValue));
    }
}
