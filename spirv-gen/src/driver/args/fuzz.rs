//! Any words are a command line or an error that says something: hipcc is called by build systems that know other compilers.

use proptest::prelude::{ProptestConfig, Strategy, prop_oneof, proptest};

use super::{Called, parse};

/// Options with and without values, their values, files, and what looks like one of them.
const WORDS: &[&str] = &[
    "-",
    "--",
    "-c",
    "-S",
    "-E",
    "-M",
    "-fsyntax-only",
    "-o",
    "-o=",
    "-x",
    "-xhip",
    "-x",
    "hip",
    "c++",
    "none",
    "ir",
    "--genco",
    "--emit=ir",
    "--emit=",
    "--emit=spirv-asm",
    "--target=lavapipe",
    "--target=",
    "--target=x86_64-linux-gnu",
    "--block=",
    "--block=1,2,3",
    "--block=0",
    "--block=99999999999",
    "--block=1,,2",
    "-j",
    "-j0",
    "-j3",
    "-j99999999999999999999",
    "--offload-arch=gfx90a",
    "--offload-arch=",
    "--offload-arch=native,gfx1030:xnack+",
    "--amdgpu-target=gfx906",
    "-fgpu-rdc",
    "-fno-gpu-rdc",
    "-dc",
    "--emit-static-lib",
    "--save-temps",
    "-save-temps=obj",
    "--cuda-device-only",
    "--offload-host-only",
    "-v",
    "-###",
    "--version",
    "-Xarch_device",
    "-Xarch_host",
    "-Xclang",
    "-Xlinker",
    "-Wl,",
    "-Wl,-rpath,.",
    "-L",
    "-L.",
    "-l",
    "-lm",
    "-I",
    "-D",
    "-DX=1",
    "-isystem",
    "-include",
    "-MF",
    "-MD",
    "-O3",
    "-shared",
    "a.hip",
    "b.cu",
    "c.cc",
    "d.o",
    "e.a",
    "f.so",
    "g.bc",
    "h.s",
    "@file",
    "",
    "--hip-device-lib-path=",
    "--hip-device-lib-path=/x",
    "-mllvm",
    "-std=c++17",
    "-mwavefrontsize64",
    "-mno-wavefrontsize64",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_words_are_a_command_line_or_an_error_that_says_something(
        words in proptest::collection::vec(prop_oneof![
            8 => proptest::sample::select(WORDS).prop_map(str::to_owned),
            1 => "-{0,2}[a-zA-Z=,]{0,6}",
            1 => ".{0,8}",
        ], 0..10),
    ) {
        match parse(&words, 2, Called::Hipcc) {
            Ok(line) => assert!(line.jobs > 0, "{words:?}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{words:?}"),
        }
    }
}
