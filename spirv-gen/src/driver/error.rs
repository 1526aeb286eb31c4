//! What can go wrong in hipcc itself. What is wrong in the user's program is clang's to say.

use std::path::PathBuf;

use thiserror::Error;

/// An error hipcc reports in its own name, as `hipcc: error: …`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriverError {
    #[error("argument to '{0}' is missing")]
    MissingValue(String),
    #[error("invalid value '{value}' in '{option}': expected {allowed}")]
    BadValue { option: &'static str, value: String, allowed: &'static str },
    #[error("argument {0:?} is not valid UTF-8")]
    NotUnicode(std::ffi::OsString),
    #[error("cannot read the response file '{path}': {cause}")]
    ResponseFile { path: String, cause: std::io::Error },
    #[error("cannot specify -o when generating multiple output files")]
    OneOutputManySources,
    #[error("the device code in '{path}' cannot be linked: {cause}")]
    DeviceCode { path: PathBuf, cause: String },
    #[error("no input files")]
    NoInput,
    #[error("{0} takes one HIP source or --emit with none of -c, -S, -E")]
    NotForThisInput(&'static str),
    #[error(
        "no clang found (17 or newer is needed; looked for {looked_for})\n\
         hipcc: note: install one with `sudo apt-get install clang-19`, or name it in HIPVK_CLANG"
    )]
    NoClang { looked_for: String },
    #[error(
        "'{path}' is clang {major}; 17 or newer is needed\n\
         hipcc: note: install one with `sudo apt-get install clang-19`, or name it in HIPVK_CLANG"
    )]
    OldClang { path: PathBuf, major: u32 },
    #[error(
        "the ROCm device libraries (ocml.bc) were not found (looked in {looked_in})\n\
         hipcc: note: install them with `sudo apt-get install rocm-device-libs` (Debian 13, Ubuntu 24.04: rocm-device-libs-17), or name their folder in HIP_DEVICE_LIB_PATH"
    )]
    NoDeviceLibraries { looked_in: String },
    #[error(
        "the HIP headers (hip/hip_runtime.h) were not found beside hipcc (looked in {looked_in})\nhipcc: note: name the installation in HIP_PATH"
    )]
    NoHeaders { looked_in: String },
    #[error(
        "libamdhip64.so was not found beside hipcc (looked in {looked_in})\nhipcc: note: name the installation in HIP_PATH"
    )]
    NoLibrary { looked_in: String },
    #[error("{0} makes no sense to hipRTC")]
    NotForRtc(String),
    #[error("{0} makes no sense to libamd_comgr")]
    NotForComgr(String),
    #[error("-roc is not offered: leave it out for hipBLAS, hipSPARSE and so on, which are here")]
    HipifyRoc,
    #[error(
        "clang {major}'s LLVM has no {name} on this system\nhipcc: note: install it with `sudo apt-get install {package}`"
    )]
    NoTool { name: String, major: u32, package: String },
    #[error("'{0}': blocks of fewer threads than the others are not there; Vulkan launches whole blocks")]
    PartialBlocks(&'static str),
    #[error("cannot run '{program}': {cause}")]
    Spawn { program: String, cause: std::io::Error },
    #[error("{what} '{path}': {cause}")]
    File { what: &'static str, path: PathBuf, cause: std::io::Error },
}

/// What helps when `-fopenmp` fails for want of a library.
pub fn no_openmp(clang: u32) -> String {
    format!(
        "clang finds no libomp.so for -fopenmp; install LLVM's OpenMP library with `sudo apt-get install libomp-{clang}-dev`"
    )
}
