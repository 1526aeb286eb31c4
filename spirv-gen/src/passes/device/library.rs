//! What our own device library (`runtime/include/hip/detail/device_library.h`) asks of the compiler.

use crate::bundle::metadata::kernel_id;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

use super::site::{Expanded, Site, Table};

/// The family's names.
pub const TABLE: Table = &[
    ("__hip_vk_log", |s| address(s, Intrinsic::PrintfBuffer)),
    ("__hip_vk_heap", |s| address(s, Intrinsic::HeapBase)),
    ("__hip_vk_grid_state", |s| address(s, Intrinsic::GridState)),
    ("__hip_vk_kernel_id", id_of_kernel),
    ("__hip_vk_image_sample_2d", sample),
    ("__hip_vk_texture_path", |s| Ok(Some(s.cur.intrinsic(Intrinsic::TexturePath, Vec::new(), Type::I32)))),
    ("__hip_vk_surface_address", |s| Ok(Some(s.same(Intrinsic::SurfaceAddress)))),
];

fn address(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    Ok(Some(site.cur.intrinsic(id, Vec::new(), Type::PTR_GLOBAL)))
}

/// (slot, x, y, component): the component is a literal in `image.h`.
fn sample(site: &mut Site<'_, '_>) -> Expanded {
    site.const_arg(3)?;
    Ok(Some(site.same(Intrinsic::ImageSample2d)))
}

fn id_of_kernel(site: &mut Site<'_, '_>) -> Expanded {
    let id = kernel_id(&site.cur.func.name);
    Ok(Some(site.cur.ctx.i64(id)))
}
