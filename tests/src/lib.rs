//! Shared harness of the device tests.

pub mod assemble;
mod blas_table;
pub mod catch2;
pub mod clang;
pub mod cores;
pub mod device;
pub mod expected;
pub mod hip_library;
pub mod installation;
pub mod made;
pub mod places;
pub mod programs;
pub mod proof;
pub mod results;
pub mod side_by_side;
pub mod suite;
pub mod support;
pub mod vulkan_layer;
