//! hipcc's command lines as build systems write them.

use super::{Called, CommandLine, EmitKind, Item, Language, Sides, Stage, Wave, parse};
use crate::bundle::packed::Effort;
use crate::driver::DriverError;

fn line(text: &str) -> CommandLine {
    try_line(text).expect("a valid command line")
}

fn try_line(text: &str) -> Result<CommandLine, DriverError> {
    let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    parse(&args, 1, Called::Hipcc)
}

fn hip(path: &str) -> Item {
    Item::Source { path: path.to_owned(), language: Language::Hip }
}

fn link(text: &str) -> Item {
    Item::Link(text.to_owned())
}

#[test]
fn sources_objects_archives_and_libraries_keep_their_order() {
    let line = line("a.hip b.o -L/x libc.a d.cpp -lfoo -Wl,--as-needed -Xlinker -z -Xlinker now -o prog");
    let expected = [
        hip("a.hip"),
        link("b.o"),
        link("-L/x"),
        link("libc.a"),
        hip("d.cpp"),
        link("-lfoo"),
        link("-Wl,--as-needed"),
        link("-Xlinker"),
        link("-z"),
        link("-Xlinker"),
        link("now"),
    ];
    assert_eq!(line.items, expected);
    assert_eq!(line.output.as_deref(), Some("prog"));
    assert_eq!(line.stage, Stage::Link);
}

#[test]
fn the_file_name_decides_the_language() {
    let line = line("a.hip b.cu c.cpp d.cc e.cxx f.C g.c h.s");
    let plain = |path: &str, name: &str| Item::Source { path: path.into(), language: Language::Plain(name.into()) };
    let hips = ["a.hip", "b.cu", "c.cpp", "d.cc", "e.cxx", "f.C"].map(hip);
    let expected: Vec<Item> = hips.into_iter().chain([plain("g.c", "c"), plain("h.s", "")]).collect();
    assert_eq!(line.items, expected);
}

#[test]
fn device_code_is_packed_better_for_who_asks() {
    for (text, packing) in [
        ("a.hip", Effort::Quick),
        ("--offload-compress a.hip", Effort::Small),
        ("--offload-compress --no-offload-compress a.hip", Effort::Quick),
        ("--no-offload-compress --offload-compress --offload-compression-level=19 a.hip", Effort::Small),
        ("--offload-compression-level=3 a.hip --offload-compress", Effort::Quick),
        ("--offload-compression-level=19 a.hip", Effort::Quick),
    ] {
        let line = line(text);
        assert_eq!((line.packing, &line.common[..]), (packing, &[][..]), "{text}");
    }
    for level in ["", "0", "23", "-1", "high"] {
        assert!(try_line(&format!("--offload-compression-level={level} a.hip")).is_err(), "{level}");
    }
}

#[test]
fn x_overrules_the_file_name_until_x_none() {
    let line = line("-x hip a.c -x c++ b.hip -x none c.c");
    let languages: Vec<_> = line.sources().map(|(_, language)| language.clone()).collect();
    assert_eq!(languages, [Language::Hip, Language::Plain("c++".into()), Language::Plain("c".into())]);
}

#[test]
fn stages_are_told_apart() {
    for (text, stage) in [
        ("-c a.hip", Stage::Object),
        ("-S a.hip", Stage::Assembly),
        ("-E a.hip", Stage::Preprocess),
        ("-fsyntax-only a.hip", Stage::SyntaxOnly),
        ("-MM a.hip", Stage::Dependencies),
        ("--genco a.hip", Stage::CodeObject),
        ("-c --genco a.hip", Stage::CodeObject),
        ("--genco -c a.hip", Stage::CodeObject),
        ("--emit=ir a.hip", Stage::Emit(EmitKind::Ir)),
        ("--emit=spirv a.hip", Stage::Emit(EmitKind::Spirv)),
        ("--emit=spirv-asm a.hip", Stage::Emit(EmitKind::SpirvAsm)),
    ] {
        assert_eq!(line(text).stage, stage, "{text}");
    }
    assert_eq!(line("--cuda-device-only -S a.hip").sides, Sides::DeviceOnly);
    assert_eq!(line("--offload-host-only -c a.hip").sides, Sides::HostOnly);
}

#[test]
fn unknown_options_reach_every_clang_run_and_their_values_with_them() {
    let text = "-O2 -std=c++20 -I inc -Dx=1 -D y -isystem sys -fPIC -Wall -ffoo -Xclang -fbar";
    let line = line(&format!("{text} a.hip"));
    assert_eq!(line.common.join(" "), text);
    assert_eq!(line.items, [hip("a.hip")]);
}

#[test]
fn dependency_files_are_written_by_the_host_side_only() {
    let line = line("-c -MD -MF a.d -MT a.o -MQb a.hip");
    assert_eq!(line.host, ["-MD", "-MF", "a.d", "-MT", "a.o", "-MQb"]);
    assert!(line.common.is_empty() && line.device.is_empty());
}

#[test]
fn the_host_side_does_not_see_how_devices_flush_denormals() {
    let line = line("-fcuda-flush-denormals-to-zero -O2 a.hip");
    assert_eq!(
        (&line.common[..], &line.device[..]),
        (&["-O2".into()][..], &["-fcuda-flush-denormals-to-zero".into()][..])
    );
    assert!(line.is_on(&["-fcuda-flush-denormals-to-zero"], &[]));
}

#[test]
fn shared_libraries_are_linked_not_compiled_as_such() {
    let line = line("-shared -fPIC a.hip -o liba.so");
    assert_eq!(line.common, ["-fPIC"]);
    assert_eq!(line.items, [link("-shared"), hip("a.hip")]);
}

#[test]
fn the_architecture_only_chooses_the_wave_width() {
    for (text, wave) in [
        ("a.hip", Wave::W32),
        ("--offload-arch=gfx1030 a.hip", Wave::W32),
        ("--offload-arch=gfx90a:xnack+ a.hip", Wave::W64),
        ("--offload-arch=gfx906,gfx1100 a.hip", Wave::W32),
        ("--offload-arch gfx942 a.hip", Wave::W64),
        ("--offload-arch=gfx11-generic a.hip", Wave::W32),
        ("--offload-arch=native a.hip", Wave::W32),
        ("--amdgpu-target=gfx908 a.hip", Wave::W64),
    ] {
        let line = line(text);
        assert_eq!(line.wave, wave, "{text}");
        assert!(line.common.is_empty(), "{text}: {:?}", line.common);
    }
}

#[test]
fn target_is_ours_only_under_emit() {
    let emitting = line("--emit=spirv --target=radv --block=16,16 a.hip");
    assert_eq!(emitting.emit_target.as_deref(), Some("radv"));
    assert_eq!(emitting.emit_block, Some([16, 16, 1]));
    assert!(emitting.common.is_empty());
    assert_eq!(line("-c --target=x86_64-linux-gnu a.hip").common, ["--target=x86_64-linux-gnu"]);
}

#[test]
fn windows_is_known_by_the_hosts_target() {
    assert!(line("-c --target=x86_64-w64-windows-gnu a.hip").is_for_windows());
    assert!(line("-c -target x86_64-w64-mingw32 a.hip").is_for_windows());
    assert!(!line("-c --target=x86_64-linux-gnu a.hip").is_for_windows());
    assert_eq!(line("-c a.hip").is_for_windows(), cfg!(windows));
}

#[test]
fn jobs_are_counted_from_one() {
    assert_eq!(line("a.hip").jobs, 1);
    assert_eq!(line("-j4 a.hip").jobs, 4);
    assert_eq!(line("-j 3 a.hip").jobs, 3);
    assert_eq!(line("-parallel-jobs=2 a.hip").jobs, 2);
    assert!(matches!(try_line("-j0 a.hip"), Err(DriverError::BadValue { option: "-j", .. })));
}

#[test]
fn mistakes_are_named() {
    assert!(matches!(try_line("a.hip -o"), Err(DriverError::MissingValue(option)) if option == "-o"));
    assert!(matches!(try_line("-c a.hip b.hip -o c.o"), Err(DriverError::OneOutputManySources)));
    assert!(matches!(try_line("--emit=ptx a.hip"), Err(DriverError::BadValue { option: "--emit", .. })));
    assert!(matches!(try_line("--emit=ir --block=0 a.hip"), Err(DriverError::BadValue { option: "--block", .. })));
}

#[test]
fn later_options_take_earlier_ones_back() {
    let fast = |text: &str| line(text).is_on(&["-ffast-math"], &["-fno-fast-math"]);
    assert!(fast("-ffast-math a.hip"));
    assert!(!fast("-ffast-math -fno-fast-math a.hip"));
    assert!(!fast("a.hip"));
}
