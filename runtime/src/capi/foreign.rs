//! Device code that is not ours, told by its first bytes: what it is, for which processors, and what to do.
//!
//! A program built by ROCm's hipcc runs on this library until it launches a kernel; then its user is to know why that fails.
//! Called by `capi::{register, module, library}`.

use std::collections::BTreeSet;
use std::fmt::Write;

use spirv_gen::bundle::offload::{self, Bytes};
use spirv_gen::{Bundle, amdgcnspirv};

use super::rtc::own_folder;
use crate::hip::error::{HipError, HipResult};
use crate::hip::portable_code;

/// What clang's wrapper has instead of `HIPF` where the code lies in files beside the program.
pub(super) const KPACK_MAGIC: u32 = 0x4B50_4948;

const ELF: &[u8] = b"\x7fELF";
const SPIRV: &[u8] = &[0x03, 0x02, 0x23, 0x07];
/// LLVM bitcode, plain or wrapped.
const BITCODE: [&[u8]; 2] = [b"BC\xC0\xDE", b"\xDE\xC0\x17\x0B"];

/// `e_machine` of AMD's GPUs.
const AMDGPU: u16 = 224;

/// Where an ELF file has its machine, and AMD's its processor: `e_machine`, `e_flags`.
const ELF_MACHINE: usize = 18;
const ELF_FLAGS: usize = 48;
/// The processors of LLVM's `EF_AMDGPU_MACH` that ROCm's packages are built for.
const PROCESSORS: &[(u8, &str)] = &[
    (0x2c, "gfx900"),
    (0x2f, "gfx906"),
    (0x30, "gfx908"),
    (0x33, "gfx1010"),
    (0x36, "gfx1030"),
    (0x37, "gfx1031"),
    (0x38, "gfx1032"),
    (0x3d, "gfx1035"),
    (0x3f, "gfx90a"),
    (0x41, "gfx1100"),
    (0x44, "gfx1103"),
    (0x46, "gfx1101"),
    (0x47, "gfx1102"),
    (0x48, "gfx1200"),
    (0x4a, "gfx1151"),
    (0x4c, "gfx942"),
    (0x4e, "gfx1201"),
    (0x4f, "gfx950"),
];

/// HIP: hipErrorNoBinaryForGpu for code of another architecture, hipErrorInvalidImage for no code at all.
fn error(bytes: Bytes<'_>) -> HipError {
    match describe(bytes) {
        Some(what) => HipError::NoBinaryForGpu.because(format_args!("{what}: compile its source with hipvk's hipcc")),
        None => HipError::InvalidImage.because("not a hipvk bundle"),
    }
}

/// The same for code that lies elsewhere (`KPACK_MAGIC`).
pub(super) fn kpack() -> HipError {
    HipError::NoBinaryForGpu.because(
        "AMD's machine code in .kpack files, taken out of the program when it was packed: compile its source with hipvk's hipcc",
    )
}

/// The bundle of code that is not ours: AMD's portable code is compiled, all other is an error.
pub(super) fn bundle(bytes: Bytes<'_>) -> HipResult<Bundle> {
    match offload::portable_code(bytes)? {
        Some(code) => portable_code::compile(&code, own_folder()),
        None => Err(error(bytes)),
    }
}

/// The same of a whole file, which may also be the bare SPIR-V (in memory nothing says how long that is).
pub(super) fn bundle_of_file(bytes: &[u8]) -> HipResult<Bundle> {
    if amdgcnspirv::is_spirv(bytes) {
        return portable_code::compile(bytes, own_folder());
    }
    bundle(&offload::of_slice(bytes))
}

fn describe(bytes: Bytes<'_>) -> Option<String> {
    let begins = |magic: &[u8]| bytes(0, magic.len()).is_some_and(|first| first == magic);
    if begins(ELF) {
        return Some(elf(bytes));
    }
    if begins(SPIRV) {
        return Some("SPIR-V outside a bundle, of which nothing says how long it is".to_owned());
    }
    if BITCODE.into_iter().any(begins) {
        return Some("LLVM bitcode, which only hipRTC's linker takes".to_owned());
    }
    // In two steps: of what is no image at all no more than the beginning is read.
    let compressed = begins(offload::COMPRESSED);
    if !compressed && (!begins(&offload::MAGIC[..8]) || !begins(offload::MAGIC)) {
        return None;
    }
    let entries = offload::entries(bytes);
    let targets: BTreeSet<&str> = entries.iter().filter(|entry| !entry.is_host()).map(offload::Entry::target).collect();
    let targets: Vec<&str> = targets.into_iter().filter(|target| !target.is_empty()).collect();
    Some(match targets.is_empty() {
        true => "AMD's machine code".to_owned(),
        false => format!("AMD's machine code for {}", targets.join(", ")),
    })
}

fn number<const N: usize>(bytes: Bytes<'_>, at: usize) -> Option<[u8; N]> {
    bytes(at, N)?.try_into().ok()
}

fn elf(bytes: Bytes<'_>) -> String {
    let machine = number(bytes, ELF_MACHINE).map(u16::from_le_bytes);
    if machine != Some(AMDGPU) {
        return "an ELF file that is no GPU's".to_owned();
    }
    let mut text = "AMD's machine code".to_owned();
    let flags = number::<4>(bytes, ELF_FLAGS).map(|flags| flags[0]);
    if let Some((_, name)) = PROCESSORS.iter().find(|(flag, _)| Some(*flag) == flags) {
        let _ = write!(text, " for {name}"); // writing to a String
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{bundle_of_file, describe, offload};
    use crate::hip::error::{HipError, last_detail};

    fn told(bytes: &[u8]) -> Option<String> {
        describe(&|from, count| bytes.get(from..from + count).map(<[u8]>::to_vec))
    }

    fn bundle(names: &[&str]) -> Vec<u8> {
        let mut bytes = offload::MAGIC.to_vec();
        bytes.extend((names.len() as u64).to_le_bytes());
        for name in names {
            bytes.extend([4096u64, 100, name.len() as u64].map(u64::to_le_bytes).concat());
            bytes.extend(name.as_bytes());
        }
        bytes
    }

    #[test]
    fn a_bundle_names_its_processors() {
        let names = [
            "host-x86_64-unknown-linux-gnu--",
            "hipv4-amdgcn-amd-amdhsa--gfx1100",
            "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-",
        ];
        assert_eq!(told(&bundle(&names)).as_deref(), Some("AMD's machine code for gfx1100, gfx90a:xnack-"));
    }

    #[test]
    fn damaged_and_short_images_are_told_as_far_as_they_go() {
        let whole = bundle(&["hipv4-amdgcn-amd-amdhsa--gfx1100", "hipv4-amdgcn-amd-amdhsa--gfx1030"]);
        for length in 24..whole.len() {
            assert!(told(&whole[..length]).expect("a bundle's magic").starts_with("AMD's machine code"), "{length}");
        }
        let mut long = bundle(&["x"]);
        long[24 + 8 + 16..24 + 8 + 24].fill(0xff);
        assert_eq!(told(&long).as_deref(), Some("AMD's machine code"));
        assert_eq!(told(b"\x7fEL"), None);
    }

    #[test]
    fn elf_files_name_their_processor() {
        let mut file = [0u8; 64];
        file[..4].copy_from_slice(super::ELF);
        assert_eq!(told(&file).as_deref(), Some("an ELF file that is no GPU's"));
        file[18] = 224;
        file[48] = 0x41;
        assert_eq!(told(&file).as_deref(), Some("AMD's machine code for gfx1100"));
    }

    #[test]
    fn the_error_says_what_to_do() {
        let elf = [super::ELF, &[0; 60]].concat();
        assert_eq!(bundle_of_file(&elf).err(), Some(HipError::NoBinaryForGpu));
        assert!(last_detail().ends_with("compile its source with hipvk's hipcc"), "{}", last_detail());
        assert_eq!(bundle_of_file(b"nothing at all").err(), Some(HipError::InvalidImage));
        assert_eq!(bundle_of_file(b"CCOB\x02\0").err(), Some(HipError::InvalidImage));
    }
}
