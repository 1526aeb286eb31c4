//! Precompiled headers: what comes of them is what comes without, whatever is changed in between.

use std::path::PathBuf;

use super::project::{Project, Run};

const PROGRAM: &str = "#include <hip/hip_runtime.h>\n#ifndef __HIP_DEVICE_COMPILE__\n#define front\n#endif\n\
    __global__ void k(float *p) { *p = front(*p); }\nint main() { k<<<1, 1>>>(nullptr); }\n";
const FRONT: &str = "#pragma once\n__attribute__((device)) inline float front(float size) { return size + 1.0f; }\n";

/// A project whose installation has a header in front of every program, with `front` in it.
fn project(name: &str) -> Project {
    let project = Project::new(name);
    std::fs::create_dir_all(project.path("hip/include/hip/detail")).expect("a folder");
    project.write("hip/include/hip/detail/precompiled.h", "");
    project.write("hip/include/hip/detail/device_library.h", FRONT);
    project.write("k.hip", PROGRAM);
    // Files younger than a compilation may change while it runs: nothing is kept of them.
    for path in ["detail/precompiled.h", "detail/device_library.h", "hip_runtime.h", "hip_version.h"] {
        age(project.path("hip/include/hip").join(path), 60);
    }
    project
}

fn age(path: PathBuf, seconds: u64) {
    let file = std::fs::File::options().write(true).open(path).expect("it is there");
    file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(seconds))
        .expect("its time can be set");
}

/// The device code that hipcc makes of k.hip with `options`, with headers kept in `cache`.
fn code(project: &Project, options: &str, cache: &str) -> Run {
    project.hipcc(&format!("--emit=ir {options} k.hip -o -")).env("HIPVK_CACHE_DIR", cache)
}

fn headers(project: &Project) -> usize {
    let Ok(folder) = std::fs::read_dir(project.path("cache/headers")) else { return 0 };
    folder.filter(|entry| entry.as_ref().is_ok_and(|e| e.path().extension().is_some_and(|e| e == "pch"))).count()
}

#[test]
fn programs_are_what_they_are_without() {
    let project = project("precompiled");
    let without = code(&project, "", "").succeeds();
    assert!(without.contains("fadd"), "{without}");
    assert_eq!(code(&project, "", "cache").succeeds(), without, "the header is made");
    assert_eq!(headers(&project), 1);
    assert_eq!(code(&project, "", "cache").succeeds(), without, "it is used");
    assert_eq!(code(&project, "-DNOBODY_MENTIONS_IT=3 -I. -Icache", "cache").succeeds(), without);
    assert_eq!(headers(&project), 1, "what does not matter needs no other");
    project.hipcc("k.hip -o with").env("HIPVK_CACHE_DIR", "cache").succeeds();
    assert_eq!(headers(&project), 2, "the host side has its own");
    assert_eq!(project.run("with").matches("kernel _Z1kPf").count(), 1);
}

/// What clang cannot read is removed when it was tried: with each, clang 19 crashed from C++20 on.
#[test]
fn every_standard_has_its_header() {
    let project = project("precompiled-standards");
    for (before, standard) in ["c++14", "c++17", "c++20", "gnu++20", "c++23"].into_iter().enumerate() {
        let option = format!("-std={standard}");
        let without = code(&project, &option, "").succeeds();
        for _ in 0..2 {
            assert_eq!(code(&project, &option, "cache").succeeds(), without, "{standard}");
            assert_eq!(headers(&project), before + 1, "{standard}");
        }
    }
}

#[test]
fn macros_that_headers_mention_are_heeded() {
    let project = project("precompiled-macros");
    code(&project, "", "cache").succeeds();
    let without = code(&project, "-Dsize=2.0f*value", "").fails();
    for _ in 0..3 {
        assert_eq!(code(&project, "-Dsize=2.0f*value", "cache").fails(), without);
    }
    let without = code(&project, "-Dsize=value", "").succeeds();
    for _ in 0..3 {
        assert_eq!(code(&project, "-Dsize=value", "cache").succeeds(), without);
    }
    assert_eq!(headers(&project), 2, "the second time, one is made for such a macro");
}

#[test]
fn folders_that_hide_a_header_are_heeded() {
    let project = project("precompiled-folders");
    code(&project, "", "cache").succeeds();
    std::fs::create_dir_all(project.path("mine")).expect("a folder");
    project.write("mine/stdlib.h", "#error mine\n");
    for option in ["-Imine", "-isystem mine"] {
        let said = code(&project, option, "cache").fails();
        assert!(said.contains("error: mine"), "{said}");
    }
}

/// CuPy names every folder that `hipcc -v` lists, and rocThrust's by `CPATH`.
#[test]
fn folders_that_hide_nothing_cost_nothing() {
    let project = project("precompiled-harmless");
    let without = code(&project, "", "cache").succeeds();
    std::fs::create_dir_all(project.path("mine")).expect("a folder");
    project.write("mine/mine.h", "#error mine\n");
    // What clang cannot read is removed when it was tried: so we know that it was.
    let damage = || {
        code(&project, "", "cache").succeeds();
        for entry in std::fs::read_dir(project.path("cache/headers")).expect("it is there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|e| e == "pch") {
                std::fs::write(path, "").expect("writable");
            }
        }
        assert_eq!(headers(&project), 1);
    };
    for option in ["-I/usr/include", "-I/usr/../usr/include", "-Imine"] {
        damage();
        assert_eq!(code(&project, option, "cache").succeeds(), without);
        assert_eq!(headers(&project), 0, "{option}");
    }
    for (name, folders) in [("CPATH", "mine:/usr/include"), ("CPLUS_INCLUDE_PATH", "mine")] {
        damage();
        assert_eq!(code(&project, "", "cache").env(name, folders).succeeds(), without);
        assert_eq!(headers(&project), 0, "{name}");
    }
    // It does look there.
    project.write("mine/stdlib.h", "#error mine\n");
    let said = code(&project, "", "cache").env("CPATH", "mine").fails();
    assert!(said.contains("error: mine"), "{said}");
}

#[test]
fn a_changed_header_is_read_anew_and_a_damaged_file_does_no_harm() {
    let project = project("precompiled-changes");
    code(&project, "", "cache").succeeds();
    project.write("hip/include/hip/detail/device_library.h", &FRONT.replace("1.0f", "4.0f"));
    age(project.path("hip/include/hip/detail/device_library.h"), 30);
    let changed = code(&project, "", "").succeeds();
    assert!(changed.contains("4.0"), "{changed}");
    assert_eq!(code(&project, "", "cache").succeeds(), changed);
    let path = std::fs::read_dir(project.path("cache/headers")).expect("it is there").find_map(|entry| {
        let path = entry.ok()?.path();
        path.extension().is_some_and(|e| e == "pch").then_some(path)
    });
    let path = path.expect("the header is there");
    let whole = std::fs::read(&path).expect("readable");
    for damaged in [&b""[..], &whole[..whole.len() / 2], &[0; 5000], b"CPCH"] {
        std::fs::write(&path, damaged).expect("writable");
        assert_eq!(code(&project, "", "cache").succeeds(), changed, "{} bytes", damaged.len());
    }
    project.write("k.hip", "__global__ void k() { nonsense; }\n");
    let said = code(&project, "", "cache").fails();
    assert_eq!(said, code(&project, "", "").fails());
}

#[test]
fn build_systems_are_told_of_every_file() {
    let project = project("precompiled-dependencies");
    project.hipcc("-MD -MF without.d -c k.hip -o k.o").env("HIPVK_CACHE_DIR", "").succeeds();
    let words = |path| {
        let text = String::from_utf8(project.read(path)).expect("UTF-8");
        let mut words: Vec<String> = text.split_whitespace().filter(|word| *word != "\\").map(str::to_owned).collect();
        words.sort();
        words
    };
    let expected = words("without.d");
    for _ in 0..2 {
        project.hipcc("-MD -MF with.d -c k.hip -o k.o").env("HIPVK_CACHE_DIR", "cache").succeeds();
        let mut found = words("with.d");
        found.retain(|word| !word.ends_with("hip/detail/precompiled.h"));
        assert_eq!(found, expected);
    }
}
