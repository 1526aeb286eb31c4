//! Compute pipelines: made from SPIR-V, kept on disk, and what the driver's compiler says of them.

pub(in crate::vk) mod cache;
pub(in crate::vk) mod compute;
pub(in crate::vk) mod statistics;
