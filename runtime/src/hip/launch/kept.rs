//! What a device keeps for its cooperative launches. `cooperative` says what it does with it; here is all that `device` must know.

use std::sync::{Arc, OnceLock};

use crate::hip::error::HipResult;
use crate::hip::locks::{Mutex, Rank};
use crate::vk;

/// Made by the first such launch.
#[derive(Debug)]
pub struct Cooperative {
    pub(super) crew: OnceLock<HipResult<Arc<vk::Device>>>,
    /// The grid barrier.
    pub(super) state: OnceLock<HipResult<Arc<vk::Memory>>>,
    /// The end of the last such launch (GPUs).
    pub(super) last: Mutex<Option<vk::Point>>,
    /// Held while a grid runs (lavapipe).
    pub(super) running: Arc<Mutex<Option<Arc<vk::Stream>>>>,
}

impl Cooperative {
    /// Nothing made yet.
    pub fn new() -> Cooperative {
        Cooperative {
            crew: OnceLock::new(),
            state: OnceLock::new(),
            last: Mutex::new(Rank::Cooperative, None),
            running: Arc::new(Mutex::new(Rank::Cooperative, None)),
        }
    }
}

impl Default for Cooperative {
    fn default() -> Cooperative {
        Cooperative::new()
    }
}
