//! What a stream remembers of work that could not be submitted, until somebody is told. Kept by `fifo`; what becomes of the work is `dropping`'s.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::locks::{Mutex, Rank};
use crate::vk::error::VkError;

/// The first failure that nobody was told of yet. Outside a stream's state, because other streams look at it.
#[derive(Debug)]
pub(super) struct Failure {
    /// There is one: a launch looks at no more.
    is: AtomicBool,
    error: Mutex<Option<VkError>>,
}

impl Default for Failure {
    fn default() -> Self {
        Self { is: AtomicBool::new(false), error: Mutex::new(Rank::StreamFailure, None) }
    }
}

impl Failure {
    pub(super) fn get(&self) -> Option<VkError> {
        if self.is.load(Ordering::Acquire) { self.error.lock().clone() } else { None }
    }

    pub(super) fn set(&self, error: VkError) {
        self.error.lock().get_or_insert(error);
        self.is.store(true, Ordering::Release);
    }

    pub(super) fn clear(&self) {
        *self.error.lock() = None;
        self.is.store(false, Ordering::Release);
    }
}
