//! What textures need that needs no texture.

use std::ffi::c_int;

use super::types::{hipChannelFormatDesc, hipChannelFormatKind};

/// A channel description: bits per channel and their kind.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipCreateChannelDesc(
    x: c_int,
    y: c_int,
    z: c_int,
    w: c_int,
    kind: hipChannelFormatKind,
) -> hipChannelFormatDesc {
    hipChannelFormatDesc { x, y, z, w, f: kind }
}
