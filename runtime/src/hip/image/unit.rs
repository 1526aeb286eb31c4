//! Which texture objects the device's texture unit samples, and their slots in the texture table.
//!
//! An object gets a slot if the unit computes what HIP documents for it: a two-dimensional array without layers and levels,
//! read as floats, in a format and with address modes that Vulkan has exactly. All others, and those that find the table or
//! memory full, are sampled by code (`include/hip/detail/image.h`). Filtered results differ between the two within HIP's
//! weights of 8 fractional bits. sRGB stays with the code, which is exact. Called by `texture`.
//!
//! The objects are counted: while each one that tex2D may read has a slot, kernels need no code to sample. Linear memory is read by
//! `tex1Dfetch` alone (CUDA: "can only be read with tex1Dfetch()"), which never asks the unit, so its objects do not count.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::array::Array;
use super::format::{Channel, Format};
use super::record::{MODE_ADDRESS_SHIFT, MODE_FLOAT, MODE_LINEAR, MODE_NORMALIZED, MODE_SRGB, Record};
use super::shadow::{Shadow, Source};
use super::texture::Resource;
use crate::hip::device::Device;
use crate::vk;

/// Arrays beyond this many are sampled by code: each shadow is a memory object, of which drivers may allow but 4096.
const MOST_SHADOWS: usize = 1024;

/// A live texture object, counted; with its slot if it has one.
#[derive(Debug)]
pub struct Counted {
    device: Arc<Device>,
    /// In the texture table; 0 is none.
    pub slot: u32,
    /// Which of [`Textures::live`] counts it.
    ///
    /// [`Textures::live`]: super::shadow::Textures::live
    among: Option<usize>,
    /// Sampled through the slot.
    _shadow: Option<Arc<Shadow>>,
}

impl Counted {
    /// Counts an object, and finds it a slot if it qualifies.
    pub fn new(device: &Arc<Device>, resource: &Resource, record: &Record) -> Counted {
        let found = find_slot(device, resource, record);
        let (slot, shadow) = found.map_or((0, None), |(slot, shadow)| (slot, Some(shadow)));
        let among = match (slot, resource) {
            (0, Resource::Linear(..)) => None,
            (0, _) => Some(1),
            _ => Some(0),
        };
        if let Some(among) = among {
            device.textures.live[among].fetch_add(1, Ordering::AcqRel);
        }
        Counted { device: Arc::clone(device), slot, among, _shadow: shadow }
    }
}

impl Drop for Counted {
    /// No work may be left that reads the object: `texture::Object` has waited.
    fn drop(&mut self) {
        if let Some(among) = self.among {
            self.device.textures.live[among].fetch_sub(1, Ordering::AcqRel);
        }
        if self.slot != 0 {
            self.device.vk.release_texture(self.slot);
        }
    }
}

fn find_slot(device: &Arc<Device>, resource: &Resource, record: &Record) -> Option<(u32, Arc<Shadow>)> {
    if device.vk.info().target.texture_slots == 0 {
        return None;
    }
    let Resource::Array(array, _) = resource else { return None };
    if !array.is_plain_2d() || record.format != array.desc.format {
        return None;
    }
    let format = texel_format(record.format, record.modes)?;
    let sampler = sampler(record)?;
    if !device.vk.can_sample(format, sampler.linear) {
        return None;
    }
    let shadow = array.shadow(|| make_shadow(device, array, format))?;
    match device.vk.bind_texture(&shadow.image, sampler) {
        Ok(slot) => slot.map(|slot| (slot, shadow)),
        Err(error) => {
            log::warn!("a texture is sampled in software: {error}");
            None
        }
    }
}

fn make_shadow(device: &Arc<Device>, array: &Array, format: vk::TexelFormat) -> Option<Arc<Shadow>> {
    if device.textures.shadow_count() >= MOST_SHADOWS {
        return None;
    }
    let texel = array.desc.format.bytes();
    let size = array.level.size;
    let side = |texels: u64| u32::try_from(texels).ok();
    let bytes = array.level.pitch * (size.height.max(1) - 1) + size.width * texel;
    if !array.memory().at(0).in_one_buffer(bytes) {
        log::info!("a texture is sampled in software: its array lies in several buffers");
        return None;
    }
    let image = device.vk.create_image(format, [side(size.width)?, side(size.height)?]);
    let image = image.map_err(|error| log::info!("a texture is sampled in software: {error}")).ok()?;
    let source = Source {
        memory: Arc::clone(array.memory()),
        // Rows are aligned to 16 bytes, a whole number of texels.
        row: side(array.level.pitch / texel)?,
        texel,
        bytes: size.width * size.height * texel,
    };
    Some(Shadow::new(device, image, source, Arc::clone(array.surfaces())))
}

/// The format in which the unit reads what code would read as floats.
fn texel_format(format: Format, modes: u32) -> Option<vk::TexelFormat> {
    if modes & MODE_SRGB != 0 {
        return None;
    }
    let channel = match (format.channel, modes & MODE_FLOAT != 0) {
        (Channel::F32, _) => vk::Channel::Float32,
        (Channel::F16, _) => vk::Channel::Float16,
        (Channel::U8, true) => vk::Channel::Unorm8,
        (Channel::I8, true) => vk::Channel::Snorm8,
        (Channel::U16, true) => vk::Channel::Unorm16,
        (Channel::I16, true) => vk::Channel::Snorm16,
        _ => return None,
    };
    Some(vk::TexelFormat { channel, channels: format.channels })
}

fn sampler(record: &Record) -> Option<vk::SamplerDesc> {
    let mode = |axis: u32| match record.modes >> (MODE_ADDRESS_SHIFT + 2 * axis) & 3 {
        0 => Some(vk::AddressMode::Repeat),
        1 => Some(vk::AddressMode::Clamp),
        2 => Some(vk::AddressMode::Mirror),
        // Vulkan has zeros for a border, and no other colour on every device.
        _ => record.border.iter().all(|&channel| channel.to_bits() == 0).then_some(vk::AddressMode::Border),
    };
    Some(vk::SamplerDesc {
        linear: record.modes & MODE_LINEAR != 0,
        normalized: record.modes & MODE_NORMALIZED != 0,
        address: [mode(0)?, mode(1)?],
    })
}

#[cfg(test)]
mod tests {
    use super::super::record::{MODE_ADDRESS_SHIFT, MODE_FLOAT, MODE_LINEAR, MODE_NORMALIZED, MODE_SRGB, Record};
    use super::{Channel, Format, sampler, texel_format, vk};

    #[test]
    fn only_what_is_read_as_floats_has_a_format_of_the_unit() {
        let of = |channel, modes| texel_format(Format { channel, channels: 2 }, modes).map(|format| format.channel);
        assert_eq!(of(Channel::F32, 0), Some(vk::Channel::Float32));
        assert_eq!(of(Channel::I16, MODE_FLOAT), Some(vk::Channel::Snorm16));
        assert_eq!(of(Channel::I16, 0), None);
        assert_eq!(of(Channel::U32, MODE_FLOAT), None);
        assert_eq!(of(Channel::U8, MODE_FLOAT | MODE_SRGB), None);
    }

    #[test]
    fn a_coloured_border_is_not_the_units() {
        let record = |border: [f32; 4]| Record {
            format: Format { channel: Channel::F32, channels: 1 },
            modes: MODE_LINEAR | MODE_NORMALIZED | 0b10_11 << MODE_ADDRESS_SHIFT,
            layers: 0,
            border,
            bias: 0.0,
            clamp: [0.0; 2],
            levels: Vec::new(),
        };
        let black = sampler(&record([0.0; 4])).expect("zeros outside");
        assert!(black.linear && black.normalized);
        assert_eq!(black.address, [vk::AddressMode::Border, vk::AddressMode::Mirror]);
        assert_eq!(sampler(&record([0.0, 0.0, 0.0, 1.0])), None);
    }
}
