//! The smoke of the fuzz target `parse_bundle`: damaged bundles with a right checksum, for seconds.
//!
//! Whatever the bytes: an error or a module that the verifier accepts; never a panic.

use proptest::prelude::{ProptestConfig, any, proptest};

use super::fatbin::{CHECKED, HEADER_SIZE, decode_module, encode_module};
use super::metadata::KernelMetadata;
use super::packed::Effort;
use super::{Bundle, BundleKernel};
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;

fn sample() -> Bundle {
    let module = parse_module(include_str!("../../tests/ll/everything.ll")).expect("the seed is IR");
    let metadata = KernelMetadata { name: "kernel".into(), params_size: 40, ..KernelMetadata::default() };
    Bundle { kernels: vec![BundleKernel::new(metadata, &module)], warp_size: 32, ..Bundle::default() }
}

/// Reads everything that `bytes` claim to be.
fn survives(mut bytes: Vec<u8>) {
    if bytes.len() >= HEADER_SIZE {
        let crc = crc32fast::hash(&bytes[CHECKED..]);
        bytes[12..16].copy_from_slice(&crc.to_le_bytes());
    }
    let Ok(bundle) = Bundle::from_bytes(&bytes) else { return };
    for kernel in &bundle.kernels {
        if let Ok(module) = kernel.module() {
            print_module(&module);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_bundle_with_changed_bytes_is_read_or_refused(
        changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..6),
        packed in any::<bool>(),
    ) {
        // As it is, or packed, where most changes are damage that unpacking finds.
        let mut bytes = sample().to_packed_bytes(if packed { Effort::Quick } else { Effort::Store });
        for (at, byte) in changes {
            let at = HEADER_SIZE + usize::from(at) % (bytes.len() - HEADER_SIZE);
            bytes[at] = byte;
        }
        survives(bytes);
    }

    #[test]
    fn a_module_with_changed_bytes_decodes_to_valid_ir_or_not_at_all(
        changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..4),
    ) {
        let module = parse_module(include_str!("../../tests/ll/everything.ll")).expect("the seed is IR");
        let mut plain = encode_module(&module);
        for (at, byte) in changes {
            let at = usize::from(at) % plain.len();
            plain[at] = byte;
        }
        if let Ok(module) = decode_module(&plain) {
            print_module(&module);
        }
    }
}
