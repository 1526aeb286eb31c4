//! hipRTC's options: clang's, but for a few of nvcc's spellings and what makes no sense where nothing is written.
//!
//! Called by [`super::Job`].

use crate::driver::DriverError;
use crate::driver::args::{self, Called, CommandLine, Item};
use crate::driver::clang::RTC_RUNTIME;
use crate::driver::config;
use crate::driver::layout::Installation;

use super::STAGE;

/// "Do not include the default hiprtc header."
const NO_BUILTIN_HEADER: &str = "--hiprtc-no-builtin-header";
/// AMD's portable code, to be finished by the linker: what `-fgpu-rdc` makes is that here.
const PORTABLE: &str = "amdgcnspirv";
/// For launches whose last blocks have fewer threads (`hipExtModuleLaunchKernel`), which Vulkan has not. Who asks whether it is there (MIGraphX) does
/// without; accepted, the launch would fail.
const PARTIAL_BLOCKS: &str = "-fno-offload-uniform-block";

/// The command line that the options make.
pub fn line(given: &[String], warp_size: u32, installation: &Installation) -> Result<CommandLine, DriverError> {
    let mut options = vec![if warp_size == 64 { "-mwavefrontsize64" } else { "-mno-wavefrontsize64" }.to_owned()];
    let mut builtin = true;
    for option in given {
        // HIP: "--gpu-architecture: … equivalent to --offload-arch".
        let named = ["--gpu-architecture=", "--offload-arch=", "-arch="].iter().find_map(|o| option.strip_prefix(o));
        if named == Some(PORTABLE) {
            options.push("-fgpu-rdc".to_owned());
        } else if let Some(name) = named {
            options.push(format!("--offload-arch={name}"));
        } else if option == "--gpu-architecture" || option == "-arch" {
            options.push("--offload-arch".to_owned());
        } else if option == PARTIAL_BLOCKS {
            return Err(DriverError::PartialBlocks(PARTIAL_BLOCKS));
        } else if option == NO_BUILTIN_HEADER {
            builtin = false;
        } else if option.trim_start_matches('-') == "use_fast_math" {
            // Programs that know their device by its name (HIPRT) speak to NVIDIA's as they would to nvrtc.
            options.push("-ffast-math".to_owned());
        } else if option != "-hip-pch" && !option.is_empty() {
            // HIP: -hip-pch is "deprecated", without effect. AMD's runtime passes over empty options too.
            options.push(option.clone());
        }
    }
    let mut line = args::parse(&options, 1, Called::Hipcc)?;
    if let Some(stray) = line.items.iter().find_map(stray) {
        return Err(DriverError::NotForRtc(stray));
    }
    if line.stage != STAGE
        || line.output.is_some()
        || line.dry_run
        || line.version
        || line.static_lib
        || line.save_temps
    {
        return Err(DriverError::NotForRtc(
            "an option that chooses what is written (-c, -E, -S, -M, -o, --save-temps)".into(),
        ));
    }
    if builtin {
        let header = installation.include.join(RTC_RUNTIME).display().to_string();
        let ours = ["-D__HIPCC_RTC__=1".to_owned(), "-include".to_owned(), header];
        line.common.splice(0..0, ours);
        line.common.splice(0..0, version(installation));
    }
    Ok(line)
}

/// HIP's version, which clang's own header asks for before it reads one of ours: without it `malloc` is a trap there.
fn version(installation: &Installation) -> Vec<String> {
    let version = config::hip_version(Some(installation));
    let numbers = version.split(['.', '-']).zip(["MAJOR", "MINOR", "PATCH"]);
    numbers.map(|(number, name)| format!("-DHIP_VERSION_{name}={number}")).collect()
}

/// An input file. Options for the linker are harmless.
pub(in crate::driver) fn stray(item: &Item) -> Option<String> {
    match item {
        Item::Source { path, .. } => Some(format!("'{path}'")),
        Item::Link(text) if !text.starts_with('-') => Some(format!("'{text}'")),
        Item::Link(_) => None,
    }
}

/// Whether the options may name files, which lie where the process stands.
pub fn mention_files(given: &[String]) -> bool {
    let harmless =
        ["-D", "-U", "-O", "-W", "-f", "-m", "-w", "-g", "--offload-arch", "--gpu-architecture", "--std=", "-std="];
    given.iter().any(|option| !harmless.iter().any(|start| option.starts_with(start)) || option.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::{Installation, line, mention_files};
    use crate::driver::args::Wave;

    fn made(text: &str) -> Result<super::CommandLine, super::DriverError> {
        let installation = Installation { include: "/inc".into(), library: "/lib".into(), root: "/".into() };
        line(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), 32, &installation)
    }

    #[test]
    fn the_builtin_header_comes_before_all_options_unless_it_is_declined() {
        let with = made("-DN=3 -O2").expect("good options").common;
        assert_eq!(with[..2], ["-DHIP_VERSION_MAJOR=7", "-DHIP_VERSION_MINOR=0"]);
        let with = &with[3..];
        assert_eq!(with[..3], ["-D__HIPCC_RTC__=1", "-include", "/inc/hip/detail/rtc_runtime.h"]);
        assert_eq!(with[3..], ["-DN=3", "-O2"]);
        assert_eq!(made("--hiprtc-no-builtin-header -O2").expect("good options").common, ["-O2"]);
    }

    #[test]
    fn an_architecture_in_any_spelling_decides_the_warps_width() {
        for text in
            ["--gpu-architecture=gfx906:sramecc+", "--offload-arch=gfx90a", "-arch=gfx942", "--gpu-architecture gfx908"]
        {
            assert_eq!(made(text).expect("good options").wave, Wave::W64, "{text}");
        }
        assert_eq!(made("--gpu-architecture=gfx1100").expect("good options").wave, Wave::W32);
        assert_eq!(made("").expect("good options").wave, Wave::W32);
    }

    #[test]
    fn nvrtcs_fast_math_is_clangs() {
        for text in ["--use_fast_math", "-use_fast_math"] {
            assert_eq!(
                made(&format!("--hiprtc-no-builtin-header {text}")).expect("good options").common,
                ["-ffast-math"]
            );
        }
    }

    #[test]
    fn files_to_read_or_to_write_are_refused() {
        for text in ["a.hip", "foo", "-c", "-S", "-E", "-o x", "-M", "--genco", "-save-temps", "-###"] {
            assert!(made(text).is_err(), "{text}");
        }
        let empty =
            line(&[String::new()], 32, &Installation { include: "/".into(), library: "/".into(), root: "/".into() });
        assert!(empty.is_ok());
        assert!(made("-fgpu-rdc").expect("good options").rdc);
        assert!(made("--offload-arch=amdgcnspirv").expect("good options").rdc);
    }

    #[test]
    fn blocks_of_fewer_threads_are_refused_by_name() {
        let said = made("-O3 -fno-offload-uniform-block").expect_err("there are none").to_string();
        assert!(said.contains("'-fno-offload-uniform-block'") && said.contains("whole blocks"), "{said}");
        assert!(made("-foffload-uniform-block").is_ok());
    }

    #[test]
    fn only_options_that_may_name_files_hang_on_the_folder() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(!mention_files(&words("-DX=1 -O3 -std=c++17 --offload-arch=gfx1030 -ffast-math")));
        assert!(mention_files(&words("-I include")) && mention_files(&words("-include x.h")));
    }
}
