//! Arrays, textures and surfaces.
//!
//! A texture or surface object is a record in device memory (`record.rs`), and its handle is the record's address and a slot
//! in the device's texture table: so it may live in structures, arrays and device memory, and nothing is bound to a launch. The
//! sampling itself is device code, in `include/hip/detail/image.h`, or the texture unit's work where the object has a slot.
//!
//! `format` says what a texel is, `array` owns memory, `area` copies it, `texture` makes and answers for objects,
//! `reference` is HIP's deprecated texture references on top of them. `unit` says which objects the device's texture unit
//! samples, `shadow` keeps the images that it reads.

pub mod area;
pub mod array;
pub mod bound;
pub mod format;
pub mod record;
pub mod reference;
pub mod sampling;
pub mod shadow;
pub mod texture;
mod unit;
