//! Compute pipelines: made from SPIR-V (`compute`), with what they share (`store`), kept on disk (`cache`), and what the driver's compiler says of them.

pub(in crate::vk) mod cache;
pub(in crate::vk) mod compute;
pub(in crate::vk) mod statistics;
pub(in crate::vk) mod store;
