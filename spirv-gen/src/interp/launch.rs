//! What is run, and why it may stop. Made by who calls the interpreter, read by all its parts.

use thiserror::Error;

/// Bytes of the hidden parameter block (`bundle::metadata`).
const HIDDEN_SIZE: usize = 64;

/// Why a program stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("{size} bytes at {address:#x} are outside {space} memory")]
    OutOfBounds { space: &'static str, address: u64, size: u64 },
    #[error("the program did not end within its fuel")]
    OutOfFuel,
    #[error("undefined behaviour: {0}")]
    Undefined(String),
    #[error("trap")]
    Trap,
    #[error("the interpreter does not know {0}")]
    Unsupported(String),
    /// A bug of ours: the IR breaks its own rules.
    #[error("malformed IR: {0}")]
    Malformed(String),
}

/// How the lanes of a warp go on between two warp operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Each step together, as AMD's hardware.
    #[default]
    InStep,
    /// As hardware may that schedules lanes by themselves: one runs as far as it can, then the next, from the lowest or from the highest.
    LowestFirst,
    HighestFirst,
}

/// How a kernel is started.
#[derive(Clone, Debug)]
pub struct Launch {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// The user's arguments at HIP's offsets.
    pub args: Vec<u8>,
    pub globals_base: u64,
    pub dynamic_shared: u32,
    pub warp_size: u32,
    pub pace: Pace,
    /// Instructions that all threads together may execute.
    pub fuel: u64,
}

impl Launch {
    /// No arguments, no dynamic shared memory, warps of 32, ten million instructions.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Self {
            grid,
            block,
            args: Vec::new(),
            globals_base: 0,
            dynamic_shared: 0,
            warp_size: 32,
            pace: Pace::InStep,
            fuel: 10_000_000,
        }
    }
    /// The whole parameter block: arguments, then the hidden ones.
    pub(super) fn parameter_block(&self, scratch: u64) -> Vec<u8> {
        let mut bytes = self.args.clone();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        let hidden = bytes.len();
        bytes.extend(self.globals_base.to_le_bytes());
        bytes.extend([0; 16]);
        self.grid.iter().for_each(|d| bytes.extend(d.to_le_bytes()));
        bytes.extend(self.dynamic_shared.to_le_bytes());
        bytes.extend(scratch.to_le_bytes());
        bytes.resize(hidden + HIDDEN_SIZE, 0);
        bytes
    }
}
