//! What a device keeps for its cooperative launches. `cooperative` says what it does with it; here is all that `device` must know.

use std::sync::{Arc, OnceLock};

use crate::hip::error::HipResult;
use crate::hip::locks::{Mutex, Rank};
use crate::vk;

/// Made by the first such launch.
#[derive(Debug)]
pub struct Cooperative {
    pub(super) crew: OnceLock<Arc<vk::Device>>,
    /// The grid barrier.
    pub(super) state: OnceLock<Arc<vk::Memory>>,
    /// Held while one of these is made.
    making: Mutex<()>,
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
            making: Mutex::new(Rank::Cooperative, ()),
            last: Mutex::new(Rank::Cooperative, None),
            running: Arc::new(Mutex::new(Rank::Cooperative, None)),
        }
    }

    /// What is in one of its places, made if it is not there. A failure is not kept: what there was no memory for may do another time.
    pub(super) fn made<'a, T>(&self, place: &'a OnceLock<T>, make: impl FnOnce() -> HipResult<T>) -> HipResult<&'a T> {
        if let Some(made) = place.get() {
            return Ok(made);
        }
        let _only_one = self.making.lock();
        if let Some(made) = place.get() {
            return Ok(made);
        }
        let made = make()?;
        Ok(place.get_or_init(|| made))
    }
}

impl Default for Cooperative {
    fn default() -> Cooperative {
        Cooperative::new()
    }
}
