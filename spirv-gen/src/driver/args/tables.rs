//! Options of clang's and ROCm's by name: which have a value, and which of clang's runs each is for. Read by [`super::parse`].

/// Options of clang whose value is the next argument.
pub const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-cxx-isystem",
    "-include-pch",
    "-ivfsoverlay",
    "-Xclang",
    "-mllvm",
    "-Xpreprocessor",
    "-Xassembler",
    "-target",
    "--param",
    "-arch",
    "-B",
    "-F",
    "-working-directory",
    "--sysroot",
    "-serialize-diagnostics",
    "-dumpbase",
    "-dumpdir",
    "-gcc-toolchain",
    "-Xopenmp-target",
    "-fplugin-arg",
];

/// Options with a value that only the host compilation may see: the device side would overwrite the same file.
pub const HOST_WITH_VALUE: &[&str] = &["-MF", "-MT", "-MQ", "-MJ"];

/// Options without a value for the host compilation alone.
pub const HOST_ONLY: &[&str] = &["-MD", "-MMD", "-MP", "-MG", "-MV", "--coverage", "-pg", "-flto", "-fno-lto", "-p"];
pub const HOST_ONLY_PREFIXES: &[&str] = &["-fprofile-", "-fcoverage-", "-flto=", "-Wa,"];

/// Options that only mean something for AMDGPU code.
pub const DEVICE_ONLY: &[&str] = &[
    "-mcumode",
    "-mno-cumode",
    "-munsafe-fp-atomics",
    "-mno-unsafe-fp-atomics",
    "-mtgsplit",
    "-mno-tgsplit",
    "-fgpu-sanitize",
    "-fno-gpu-sanitize",
    "-mprintf-kind=hostcall",
    "-mprintf-kind=buffered",
    // A host compilation would warn of them, which is an error where configure scripts ask (GROMACS).
    "-fgpu-flush-denormals-to-zero",
    "-fcuda-flush-denormals-to-zero",
    "-fno-gpu-flush-denormals-to-zero",
];

pub const LINK_WITH_VALUE: &[&str] = &["-L", "-l", "-Xlinker", "-T", "-u", "-z", "-e", "-rpath"];
pub const LINK_ONLY: &[&str] = &[
    "-shared",
    "-static",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nostdlib++",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-static-libgcc",
    "-static-libstdc++",
    "-shared-libgcc",
    "-s",
    "-r",
];
pub const LINK_PREFIXES: &[&str] = &["-L", "-l", "-Wl,", "-fuse-ld=", "--ld-path=", "-T"];

/// ROCm's options that have no meaning here: there is one device dialect and one bundle format.
pub const IGNORED: &[&str] = &[
    "--hip-link",
    "-nogpulib",
    "-nogpuinc",
    "--offload-new-driver",
    "--no-offload-new-driver",
    "--gpu-bundle-output",
    "--no-gpu-bundle-output",
];
pub const IGNORED_PREFIXES: &[&str] =
    &["--rocm-path=", "--hip-path=", "--hip-version=", "-mcode-object-version=", "--gpu-max-threads-per-block="];
