//! What passes are written with: walks over functions, and builders of arithmetic. No pass stands here, and nothing here knows one.

pub mod addresses;
pub mod build;
pub mod floats;
pub mod rewrite;
pub mod walk;
pub mod words;
