//! AMD's portable device code (`amdgcnspirv`) in programs that another compiler might have built, and the reader's text.
//!
//! tests/portable_code has HIP programs and, as assembly, what clang 22 and llvm-spirv made of their kernels (`make.sh`). Host code is compiled
//! here, with that embedded as clang embeds it: in an offload bundle. Needs hipcc and the library beside this test.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::assemble::assemble;
use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels;
use proptest::prelude::{ProptestConfig, any, proptest};
use spirv_gen::amdgcnspirv;
use spirv_gen::bundle::offload;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::ir::verify::verify_module;

/// A fresh folder for one test's files.
fn folder(name: &str) -> PathBuf {
    let folder = target().join("portable_code").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn source(name: &str) -> PathBuf {
    root().join("tests/portable_code").join(name)
}

/// The words of an assembly file.
fn code(name: &str) -> Vec<u8> {
    let text = std::fs::read_to_string(source(name)).expect("the assembly is there");
    let words = assemble(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// As clang embeds it, beside another target's.
fn offload_bundle(code: &[u8]) -> Vec<u8> {
    let entries: [(&str, &[u8]); 3] = [
        ("host-x86_64-unknown-linux-gnu--", b""),
        ("hipv4-amdgcn-amd-amdhsa--gfx942", b"machine code"),
        ("hip-spirv64-amd-amdhsa--amdgcnspirv", code),
    ];
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bytes.extend((entries.len() as u64).to_le_bytes());
    let mut offset = 4096;
    for (name, contents) in entries {
        for word in [offset, contents.len(), name.len()] {
            bytes.extend((word as u64).to_le_bytes());
        }
        bytes.extend(name.bytes());
        offset += contents.len();
    }
    bytes.resize(4096, 0);
    entries.into_iter().for_each(|(_, contents)| bytes.extend(contents));
    bytes
}

/// Host code of `source` with `image` embedded, linked.
fn program(folder: &Path, source: &Path, image: &[u8]) -> PathBuf {
    let (embedded, program) = (folder.join("image"), folder.join("program"));
    std::fs::write(&embedded, image).expect("a file for the image");
    let mut hipcc = Command::new(target().join("hipcc"));
    hipcc.args(["--cuda-host-only", "-std=c++17", "-Xclang", "-fcuda-include-gpubinary", "-Xclang"]).arg(&embedded);
    let status = hipcc.arg(source).arg("-o").arg(&program).status().expect("hipcc starts");
    assert!(status.success(), "{hipcc:?}");
    program
}

/// Checks a program; its folder, and where it is.
fn runs(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let image = offload_bundle(&code(&format!("{name}.spvasm")));
    let program = program(&folder, &source(&format!("{name}.hip")), &image);
    right_only_with_kernels(&folder, &program, &folder);
    (folder, program)
}

#[test]
fn a_program_with_portable_code_runs() {
    runs("vector_add");
}

#[test]
fn what_portable_code_calls_and_has_not_is_the_device_librarys() {
    let (folder, program) = runs("device_library");
    let output = Command::new(program).env("HIPVK_CACHE_DIR", folder.join("cache")).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("thread 3 has 0.300, of 64\n"), "{said}");
}

/// What clang-offload-bundler 18, 19 and 21 made of the example by `-compress`, which are the header's three versions, and Python's zlib of the
/// second's contents, whose bundler reads it (`-type=o -targets=host-x86_64-unknown-linux-gnu-,hipv4-amdgcn-amd-amdhsa--gfx942,hip-spirv64-amd-amdhsa--amdgcnspirv`).
const COMPRESSED: [&str; 4] = ["v1", "v2", "v3", "zlib"];

fn compressed(name: &str) -> Vec<u8> {
    std::fs::read(source(&format!("vector_add.{name}.ccob"))).expect("the bundle is there")
}

#[test]
fn compressed_bundles_of_every_version_have_one_code_and_name_their_targets() {
    let found = COMPRESSED.map(|name| {
        let bytes = compressed(name);
        let targets: Vec<String> =
            offload::entries(&offload::of_slice(&bytes)).iter().map(|entry| entry.target().to_owned()).collect();
        assert!(targets[1] == "gfx942" && targets[2].starts_with("amdgcnspirv"), "{name}: {targets:?}");
        let code = offload::portable_code(&offload::of_slice(&bytes)).unwrap_or_else(|why| panic!("{name}: {why}"));
        code.unwrap_or_else(|| panic!("{name} has none"))
    });
    assert!(amdgcnspirv::ir_text(&found[0]).expect("it is read").contains("@_Z3add"));
    assert!(found.iter().all(|code| *code == found[0]));
}

#[test]
fn a_program_with_a_compressed_bundle_runs_and_a_damaged_one_says_so() {
    let folder = folder("compressed");
    let mut image = compressed("v2");
    let whole = program(&folder, &source("vector_add.hip"), &image);
    right_only_with_kernels(&folder, &whole, &folder);
    image[16] ^= 1; // the hash
    let damaged = program(&folder, &source("vector_add.hip"), &image);
    let output = Command::new(damaged).env("LD_LIBRARY_PATH", target()).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("another hash than it says"), "{said}");
}

/// The error of what is no module that is read.
fn refused(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    amdgcnspirv::ir_text(&bytes).expect_err("it is refused").to_string()
}

#[test]
fn what_is_not_known_is_named_with_its_function() {
    let text = std::fs::read_to_string(source("reader.spvasm")).expect("the assembly is there");
    let with = |line: &str| assemble(&text.replace("%bits = OpBitCount %int %deep", line)).expect("it assembles");
    let error = refused(&with("%bits = OpGroupNonUniformElect %bool %group"));
    assert!(error.contains("in 'kernel'") && error.contains("OpGroupNonUniformElect"), "{error}");
    let error = refused(&with("%bits = OpExtInst %int %cl printf %deep"));
    assert!(error.contains("in 'kernel'") && error.contains("OpenCL's printf"), "{error}");
    let error = refused(&with("%bits = OpCopyObject %int %nowhere"));
    assert!(error.contains("is used and never defined"), "{error}");
    let mut words = with("%bits = OpBitCount %int %deep");
    words.push(1 << 16 | 0xffff);
    let error = refused(&words);
    assert!(error.contains("unknown opcode 65535"), "{error}");
    words.pop();
    words.pop();
    assert!(refused(&words).contains("malformed SPIR-V"), "{}", refused(&words));
}

/// Reads what the words claim to be.
fn survives(words: &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if let Ok(text) = amdgcnspirv::ir_text(&bytes) {
        let _ = parse_module(&text).map(|module| verify_module(&module));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_words_are_read_or_refused(changes in proptest::collection::vec((any::<u16>(), any::<u32>(), 0..4), 1..5)) {
        let mut words = assemble(&std::fs::read_to_string(source("reader.spvasm")).expect("the assembly is there")).expect("it assembles");
        for (at, value, kind) in changes {
            let at = 5 + usize::from(at) % (words.len() - 5);
            match kind {
                // Another id or small number, most often one that means something.
                0 => words[at] = value % 128,
                1 => words[at] = words[value as usize % words.len()],
                2 => words[at] = value,
                _ => drop(words.remove(at)),
            }
        }
        survives(&words);
    }
}

/// `BLESS=1` writes what is expected.
#[test]
fn the_reader_writes_the_ir_that_the_instructions_mean() {
    let text = amdgcnspirv::ir_text(&code("reader.spvasm")).expect("it is read");
    let expected = source("reader.ll");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected, &text).expect("it is written");
    }
    assert_eq!(text, std::fs::read_to_string(&expected).expect("reader.ll is there"));
    parse_module(&text).and_then(|module| verify_module(&module)).expect("it is IR");
}
