//! The texture unit: images that mirror arrays, and the table of those that kernels may sample. Called by `hip::image`.

pub(in crate::vk) mod image;
mod refresh;
pub(in crate::vk) mod table;
