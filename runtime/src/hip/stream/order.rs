//! The order that HIP's default stream imposes on a device's other streams.
//!
//! HIP: "the null stream … synchronizes with all other blocking streams", the *legacy default stream*.
//!
//! ```text
//!   blocking stream:  if the legacy stream got work since we last looked: wait for it;  record;  mark ourselves dirty
//!   legacy stream:    wait for every dirty stream, which is clean then;                 record;  count up
//!   non-blocking:                                                                       record
//! ```
//! Only dirty streams are visited, so idle streams cost a launch nothing. Marks are set after recording: a legacy
//! operation that another thread issues in between need not wait for ours, and the next one will find the mark.
//! A stream has a [`Place`] in it, and calls `before` and `after` around each operation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::hip::locks::{Mutex, Rank};
use crate::vk;

/// How a stream relates to the legacy stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is the legacy stream.
    Legacy,
    /// Ordered with the legacy stream.
    Blocking,
    /// Independent of it.
    NonBlocking,
}

/// What the streams of a device share to keep the legacy order.
#[derive(Debug)]
pub struct Order {
    legacy_operations: AtomicU64,
    any_dirty: AtomicBool,
    /// Streams with work that the legacy stream has not waited for.
    dirty: Mutex<Vec<Arc<Place>>>,
    legacy: OnceLock<Arc<vk::Stream>>,
}

/// A stream's place in the order.
#[derive(Debug)]
pub struct Place {
    role: Role,
    vk: Arc<vk::Stream>,
    order: Arc<Order>,
    /// Legacy operations this stream has been ordered after.
    seen: AtomicU64,
    /// In the order's list.
    dirty: AtomicBool,
}

impl Order {
    /// A new device's, without streams.
    pub fn new() -> Arc<Order> {
        Arc::new(Order {
            legacy_operations: AtomicU64::new(0),
            any_dirty: AtomicBool::new(false),
            dirty: Mutex::new(Rank::StreamOrder, Vec::new()),
            legacy: OnceLock::new(),
        })
    }
}

impl Place {
    /// A new stream's. The legacy stream comes first.
    pub fn new(role: Role, vk: &Arc<vk::Stream>, order: &Arc<Order>) -> Arc<Place> {
        if role == Role::Legacy {
            order.legacy.get_or_init(|| Arc::clone(vk));
        }
        Arc::new(Place {
            role,
            vk: Arc::clone(vk),
            order: Arc::clone(order),
            seen: AtomicU64::new(0),
            dirty: AtomicBool::new(false),
        })
    }

    /// How the stream relates to the legacy stream.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The order it is a place in.
    pub fn order(&self) -> &Arc<Order> {
        &self.order
    }

    /// Before an operation of the stream is recorded.
    pub fn before(&self) -> Result<(), vk::VkError> {
        match self.role {
            Role::NonBlocking => Ok(()),
            Role::Legacy => self.wait_for_dirty(),
            Role::Blocking => {
                let operations = self.order.legacy_operations.load(Ordering::Acquire);
                if self.seen.load(Ordering::Relaxed) == operations {
                    return Ok(());
                }
                if let Some(legacy) = self.order.legacy.get() {
                    self.vk.wait_for(&legacy.point())?;
                }
                self.seen.store(operations, Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// For the legacy stream: what others have recorded comes before what it records next.
    pub fn wait_for_dirty(&self) -> Result<(), vk::VkError> {
        if !self.order.any_dirty.load(Ordering::Acquire) {
            return Ok(());
        }
        // Until the waits are recorded: another thread's operation of the legacy stream must come behind them too, and finds the list empty.
        let mut dirty = self.order.dirty.lock();
        let places = std::mem::take(&mut *dirty);
        // Before the points are taken: a stream that records from here on puts itself back.
        places.iter().for_each(|place| place.dirty.store(false, Ordering::Release));
        let waited = places.iter().try_for_each(|place| self.vk.wait_for(&place.vk.point()));
        match waited {
            Ok(()) => self.order.any_dirty.store(false, Ordering::Release),
            // They are to be waited for still.
            Err(_) => places.iter().for_each(|place| place.enter(&mut dirty)),
        }
        // Behind the lock: the last owner of a stream waits for its work.
        drop(dirty);
        drop(places);
        waited
    }

    /// The legacy stream has it to wait for.
    fn soil(self: &Arc<Self>) {
        self.enter(&mut self.order.dirty.lock());
    }

    /// Puts it into the order's list, which is locked.
    fn enter(self: &Arc<Self>, dirty: &mut Vec<Arc<Place>>) {
        if !self.dirty.swap(true, Ordering::AcqRel) {
            dirty.push(Arc::clone(self));
            self.order.any_dirty.store(true, Ordering::Release);
        }
    }

    /// Behind an operation that was recorded.
    pub fn after(self: &Arc<Self>) {
        match self.role {
            Role::NonBlocking => {}
            Role::Legacy => {
                self.order.legacy_operations.fetch_add(1, Ordering::Release);
            }
            Role::Blocking => {
                if !self.dirty.load(Ordering::Acquire) {
                    self.soil();
                }
            }
        }
    }

    /// The stream was destroyed: the legacy stream is ordered behind it now, and it leaves the list.
    pub fn leave(&self) {
        let mut dirty = self.order.dirty.lock();
        let Some(index) = dirty.iter().position(|other| std::ptr::eq(Arc::as_ptr(other), self)) else { return };
        if let Some(legacy) = self.order.legacy.get() {
            // A failure is the stream's own; whoever waits for it learns of it.
            let _ = legacy.wait_for(&self.vk.point());
        }
        let place = dirty.swap_remove(index);
        drop(dirty);
        drop(place);
    }
}
