//! Any bytes are a bundle or refused, without panic; so is each kernel in it, and what is decoded can be verified and printed.
//!
//! The checksum is put right first, as the fuzzer would not find it. Seeds: what `hipcc --genco` makes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spirv_gen::Bundle;
use spirv_gen::bundle::fatbin::{CHECKED, HEADER_SIZE};
use spirv_gen::ir::print::print_module;

fuzz_target!(|bytes: &[u8]| {
    let _ = Bundle::from_bytes(bytes);
    let Ok(bundle) = Bundle::from_bytes(&with_checksum(bytes)) else { return };
    for kernel in &bundle.kernels {
        let Ok(module) = kernel.module() else { continue };
        print_module(&module);
    }
});

fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() >= HEADER_SIZE {
        let crc = crc32fast::hash(&bytes[CHECKED..]);
        bytes[12..16].copy_from_slice(&crc.to_le_bytes());
    }
    bytes
}
