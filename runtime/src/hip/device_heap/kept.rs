//! What a device keeps of its heap. The module above makes it; here is all that `device` must know.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::hip::locks::{Mutex, Rank};

/// Bytes of the heap where the program does not say. AMD's starts with 8 MiB and grows; this one cannot grow.
pub const DEFAULT: usize = 64 << 20;

/// A device's heap.
#[derive(Debug)]
pub struct Heap {
    /// Its address once it is made; `memory` has what lies there.
    pub(super) address: Mutex<Option<u64>>,
    pub(super) exists: AtomicBool,
}

impl Heap {
    /// Not made yet.
    pub const fn new() -> Heap {
        Heap { address: Mutex::new(Rank::Heap, None), exists: AtomicBool::new(false) }
    }

    /// Whether a kernel that allocates has been launched: the size is fixed then.
    pub fn exists(&self) -> bool {
        self.exists.load(Ordering::Acquire)
    }
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}
