//! The cores that this process may use. Called by `vk` (copies by several threads, lavapipe's workers), `hip::scratch` and `precompile`.

use std::sync::OnceLock;

/// How many they are; one where the system does not say. Asked once: the system reads files for the answer, which takes 20 us.
pub(crate) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
