//! Every option of the runtime: environment variables, in one table.
//!
//! README's table of options is printed from [`OPTIONS`] (by `cargo support`), so an option that is not
//! in it does not exist. Values are read once, when first asked for. `hip` and `vk` ask here, never `std::env`.

use std::sync::OnceLock;

/// One environment variable.
#[derive(Clone, Copy, Debug)]
pub struct ConfigOption {
    /// The variable's name.
    pub name: &'static str,
    /// What it takes, in words.
    pub values: &'static str,
    /// What holds when it is unset.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// The table.
pub const OPTIONS: &[ConfigOption] = &[
    ConfigOption {
        name: "HIP_VISIBLE_DEVICES",
        values: "comma-separated device numbers",
        default: "all",
        meaning: "Which devices a program sees, and in which order (HIP's own variable).",
    },
    ConfigOption {
        name: "CUDA_VISIBLE_DEVICES",
        values: "as above",
        default: "all",
        meaning: "The same where HIP_VISIBLE_DEVICES is not set, as ROCm reads it.",
    },
    ConfigOption {
        name: "ROCR_VISIBLE_DEVICES",
        values: "comma-separated device numbers or `GPU-` and a UUID's first digits",
        default: "all",
        meaning: "Which devices there are at all, as ROCm reads it: the two above count these.",
    },
    ConfigOption {
        name: "HIP_HIDDEN_FREE_MEM",
        values: "megabytes",
        default: "0",
        meaning: "Free device memory that hipMemGetInfo does not tell of (HIP's own variable).",
    },
    ConfigOption {
        name: "HIPVK_DEVICE",
        values: "part of a device's name",
        default: "any",
        meaning: "Only devices whose Vulkan name contains this text, ignoring case.",
    },
    ConfigOption {
        name: "HIPVK_DEVICE_COPIES",
        values: "1 to 8",
        default: "1",
        meaning: "How often each device is there, as so many HIP devices that share the hardware: programs for several devices run on one (each reports all of its memory; on a GPU, their grids cannot wait for each other).",
    },
    ConfigOption {
        name: "HIPVK_LOG",
        values: "error, warn, info, debug, trace",
        default: "off",
        meaning: "Writes log lines of this level and above to standard error, with the reason of each error returned.",
    },
    ConfigOption {
        name: "AMD_LOG_LEVEL",
        values: "0 to 4",
        default: "0",
        meaning: "As AMD's runtime reads it, where HIPVK_LOG is not set: 1 errors, 2 and warnings, 3 and information and API calls, 4 and all else.",
    },
    ConfigOption {
        name: "HIPVK_TRACE",
        values: "1, or a file",
        default: "off",
        meaning: "1 writes each API call with its arguments, result and duration to standard error; anything else is the file that a trace goes to (above; `%p` in its name is the process's number).",
    },
    ConfigOption {
        name: "HIPVK_TRACE_START",
        values: "0",
        default: "on",
        meaning: "0 keeps a trace in a file empty until hipProfilerStart or roctxProfilerResume.",
    },
    ConfigOption {
        name: "HIPVK_TRACE_GRAPHS",
        values: "nodes",
        default: "off",
        meaning: "nodes has graphs launched node by node while a trace in a file is written, so that it has each node's times: slower, and one behind the other.",
    },
    ConfigOption {
        name: "HIPVK_NULL_KERNELS",
        values: "1",
        default: "off",
        meaning: "Kernel launches are checked but do nothing: a test that passes like this proves nothing.",
    },
    ConfigOption {
        name: "HIPVK_CACHE_DIR",
        values: "a folder; empty for none",
        default: "`$XDG_CACHE_HOME/hipvk`",
        meaning: "Where compiled kernels are kept between runs, and headers that hipcc and hipRTC have precompiled.",
    },
    ConfigOption {
        name: "HIPVK_DUMP",
        values: "a folder",
        default: "off",
        meaning: "Writes the SPIR-V of each compiled kernel there.",
    },
    ConfigOption {
        name: "HIPVK_DUMP_IR",
        values: "1, or pass names",
        default: "off",
        meaning: "Prints a kernel's IR after each pass (or the named ones) while it is compiled.",
    },
    ConfigOption {
        name: "HIPVK_COPY_QUEUE",
        values: "0 or 1",
        default: "1 on NVIDIA",
        meaning: "Large copies between pinned host memory and the device go to a queue of their own, beside kernels.",
    },
    ConfigOption {
        name: "HIPVK_EXIT_REFUSES",
        values: "1",
        default: "off",
        meaning: "Static destructors and exit handlers registered before the first HIP call get hipErrorDeinitialized on lavapipe too, as on drivers that end before them (NVIDIA's).",
    },
    ConfigOption {
        name: "HIPVK_FAULT_REPORT",
        values: "0",
        default: "on",
        meaning: "0 leaves SIGSEGV and SIGBUS alone; otherwise a kernel that touches memory which is not there, on lavapipe, is named before the signal goes on to the program's own handler or ends the process.",
    },
    ConfigOption {
        name: "HIPVK_BUDGET",
        values: "unlimited, least",
        default: "the driver's",
        meaning: "How much code the compiler may make of a kernel where the driver's own compiler sets limits: unlimited shows whether a driver still needs them, least is for tests.",
    },
    ConfigOption {
        name: "HIPVK_VALIDATION",
        values: "1",
        default: "off",
        meaning: "Enables Vulkan's validation layer where it is installed.",
    },
    ConfigOption {
        name: "HIPVK_COOPERATIVE_BLOCKS",
        values: "1 to 32",
        default: "cores, at least 4",
        meaning: "Blocks of a cooperative launch that lavapipe runs at once; with more than cores, each grid barrier takes milliseconds.",
    },
    ConfigOption {
        name: "HIPVK_GRID_RELAY",
        values: "1",
        default: "off",
        meaning: "Has the host tell grids of several devices how far the others are, and kernels that wait that host memory has changed, also on lavapipe, where they see it (for tests).",
    },
    ConfigOption {
        name: "HIPVK_BARRIERS_FIRST",
        values: "1",
        default: "on for NVIDIA",
        meaning: "Has submissions on lavapipe begin with a barrier, recorded ahead, and end with none, as on NVIDIA, whose signals reach the host without (for tests).",
    },
    ConfigOption {
        name: "HIPVK_SERIAL_LANE",
        values: "0",
        default: "on",
        meaning: "0 keeps long runs of one-block launches on lavapipe's thread pool, 20 times slower. On 26.1 kernels with floats stay there (denormal floats).",
    },
    ConfigOption {
        name: "HIPVK_HARDWARE_TEXTURES",
        values: "0, 1",
        default: "on for GPUs",
        meaning: "0 samples every texture in software, exactly; 1 uses Vulkan's samplers also on CPU devices (for tests).",
    },
    ConfigOption {
        name: "HIPVK_WORKGROUP_BYTES",
        values: "bytes",
        default: "the driver's limit",
        meaning: "Shared memory beyond it lies in device memory, and CPU devices are compiled for as GPUs are (for tests).",
    },
    ConfigOption {
        name: "HIPVK_LARGEST_BUFFER",
        values: "MiB",
        default: "the driver's limit",
        meaning: "Larger allocations are made of several Vulkan buffers with neighbouring addresses (for tests).",
    },
    ConfigOption {
        name: "HIPVK_SPARSE_RANGES",
        values: "1",
        default: "off",
        meaning: "Has mapped memory (`hipMemMap`) on lavapipe be bound behind sparse buffers, as on GPUs, where it offers them (for tests).",
    },
    ConfigOption {
        name: "HIPVK_EXPORTED_MEMORY",
        values: "1",
        default: "off",
        meaning: "Has lavapipe's memory go to other processes by the driver's descriptors, as that of GPUs, not as pages (for tests).",
    },
    ConfigOption {
        name: "HIPVK_LARGE_BAR",
        values: "1",
        default: "off",
        meaning: "Lets the host read and write memory of hipMalloc on NVIDIA GPUs, as AMD's with a large BAR do and RAJA's reducers expect; such memory does not go to other processes.",
    },
    ConfigOption {
        name: "HIPVK_SHARED_PER_BLOCK",
        values: "quick",
        default: "all",
        meaning: "quick has sharedMemPerBlock (and its attribute) be what is as fast as shared memory, 48 KiB on NVIDIA GPUs, for programs that plan by it, as VkFFT; otherwise it is AMD's 64 KiB, which every launch may have, of which the rest lies in device memory there.",
    },
    ConfigOption {
        name: "HIPVK_FULL_CLOCKS",
        values: "0",
        default: "on",
        meaning: "0 lets an NVIDIA GPU clock down between a program's bursts of work, which saves power; otherwise it is asked for its full clocks while a program has it open, as CUDA asks.",
    },
    ConfigOption {
        name: "HIPVK_LOCKSTEP",
        values: "1",
        default: "off",
        meaning: "Has the lanes of a warp meet at every access of memory that another one may make too, for programs that rely on AMD's lockstep in ways that we do not see (above): right, and slow. AMD's own hardware needs it not.",
    },
    ConfigOption {
        name: "HIPVK_SOFT_DOUBLES",
        values: "1",
        default: "where the device has none",
        meaning: "Makes doubles of integers, right to the bit and slow, as on devices without them (Intel's Arc A and older, most phones).",
    },
    ConfigOption {
        name: "HIPVK_HOST_WINDOW",
        values: "1",
        default: "off",
        meaning: "Makes kernels translate host addresses also on devices that need no translation (for tests).",
    },
];

/// The variable's value; `None` when unset or empty.
///
/// `name` must be in [`OPTIONS`]; the test below and a debug assertion hold callers to it.
pub fn value(name: &str) -> Option<String> {
    debug_assert!(OPTIONS.iter().any(|option| option.name == name), "{name} is not in the option table");
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The variable's value, empty too; `None` only when unset.
pub fn even_empty(name: &str) -> Option<String> {
    debug_assert!(OPTIONS.iter().any(|option| option.name == name), "{name} is not in the option table");
    std::env::var(name).ok()
}

/// True when the variable is set to anything but `0`, `off` or nothing.
pub fn enabled(name: &str) -> bool {
    value(name).is_some_and(|value| value != "0" && !value.eq_ignore_ascii_case("off"))
}

/// False when the variable is set to `0` or `off`: for what is on by default.
pub fn not_disabled(name: &str) -> bool {
    value(name).is_none_or(|value| value != "0" && !value.eq_ignore_ascii_case("off"))
}

/// `HIPVK_VALIDATION`: Vulkan's validation layer is to be loaded.
pub fn validation() -> bool {
    enabled("HIPVK_VALIDATION")
}

/// `HIPVK_NULL_KERNELS`, read once: a launch asks for it each time.
pub fn null_kernels() -> bool {
    static NULL_KERNELS: OnceLock<bool> = OnceLock::new();
    *NULL_KERNELS.get_or_init(|| enabled("HIPVK_NULL_KERNELS"))
}

/// README's table of options, as Markdown.
pub fn markdown() -> String {
    let mut text = String::from("| variable | takes | default | meaning |\n|---|---|---|---|\n");
    for option in OPTIONS {
        text += &format!("| `{}` | {} | {} | {} |\n", option.name, option.values, option.default, option.meaning);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn option_names_are_unique_and_appear_in_the_printed_table() {
        let text = super::markdown();
        for option in super::OPTIONS {
            assert_eq!(super::OPTIONS.iter().filter(|other| other.name == option.name).count(), 1);
            assert!(text.contains(&format!("| `{}` |", option.name)));
        }
    }
}
