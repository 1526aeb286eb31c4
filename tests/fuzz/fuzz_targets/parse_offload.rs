//! Any bytes are clang's offload bundle, compressed or not, or refused, without panic, in memory that hangs on how many they are.
//!
//! Seeds: tests/portable_code/*.ccob.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spirv_gen::bundle::offload::{entries, of_slice, portable_code, uncompressed};

fuzz_target!(|bytes: &[u8]| {
    let _ = entries(&of_slice(bytes));
    let _ = portable_code(&of_slice(bytes));
    let _ = uncompressed(bytes);
});
