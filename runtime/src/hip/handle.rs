//! Handles that C may hold, lose and pass back wrong: generational ids instead of pointers.
//!
//! ```text
//!   bits 63..56 kind (never 0, so no user-space pointer looks like one)   55..32 epoch of the slot   31..0 slot
//! ```
//! A [`Registry`] owns the objects of one kind. A destroyed handle's epoch no longer matches its slot, a foreign pointer's
//! kind never does: both are errors, and nothing is ever dereferenced.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::error::{HipError, HipResult};
use super::locks::{Rank, RwLock};

/// What a registry holds: gives the kind byte of its handles.
pub trait Registered: Send + Sync + Sized + 'static {
    /// Distinguishes the handles of this kind; unique and not 0.
    const KIND: u8;
    /// What messages call one: "event".
    const NAME: &'static str;
    /// HIP's error for a handle that stands for none: null, no more, or foreign.
    const MISSING: HipError;

    /// Those that are alive; beside the type. Ask `runtime::live`, which starts the runtime first.
    fn registry() -> &'static Registry<Self>;
}

/// The handle of a `T`, as C sees it.
pub struct Id<T> {
    raw: u64,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// Takes what C passed; whether it means anything is for [`Registry::get`] to say.
    pub fn from_raw(raw: u64) -> Id<T> {
        Id { raw, kind: PhantomData }
    }

    /// What C holds.
    pub fn raw(self) -> u64 {
        self.raw
    }
}

impl<T: Registered> Id<T> {
    /// What is said of a handle that stands for nothing; `error` is [`Registered::MISSING`], but where HIP has another for one call.
    #[cold]
    pub fn missing(self, error: HipError) -> HipError {
        error.because(format_args!("{} {self:?} does not exist (any more)", T::NAME))
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Id<T> {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Id<T>) -> bool {
        self.raw == other.raw
    }
}

impl<T> Eq for Id<T> {}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:#x}", self.raw)
    }
}

#[derive(Debug)]
struct Slot<T> {
    epoch: u32,
    object: Option<Arc<T>>,
}

#[derive(Debug)]
struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

/// Every live object of one kind.
#[derive(Debug)]
pub struct Registry<T> {
    inner: RwLock<Slots<T>>,
}

const EPOCH_MASK: u32 = 0x00ff_ffff;

impl<T: Registered> Registry<T> {
    /// An empty registry.
    pub const fn new() -> Registry<T> {
        Registry { inner: RwLock::new(Rank::Registry, Slots { slots: Vec::new(), free: Vec::new() }) }
    }

    /// Adds an object.
    pub fn insert(&self, object: T) -> Id<T> {
        self.insert_arc(Arc::new(object))
    }

    /// Adds an object that others hold already.
    pub fn insert_arc(&self, object: Arc<T>) -> Id<T> {
        let mut inner = self.inner.write();
        let index = inner.free.pop().unwrap_or_else(|| {
            inner.slots.push(Slot { epoch: 1, object: None });
            (inner.slots.len() - 1) as u32
        });
        let slot = &mut inner.slots[index as usize];
        slot.object = Some(object);
        Id::from_raw((u64::from(T::KIND) << 56) | (u64::from(slot.epoch) << 32) | u64::from(index))
    }

    /// The object, if the handle is one of ours and still alive.
    pub fn get(&self, id: Id<T>) -> Option<Arc<T>> {
        let inner = self.inner.read();
        let slot = inner.slots.get(Self::index(id)?)?;
        if slot.epoch != Self::epoch(id) {
            return None;
        }
        slot.object.clone()
    }

    /// Ends the handle and returns the object; `None` if it was not alive. Later uses of the handle find nothing.
    pub fn remove(&self, id: Id<T>) -> Option<Arc<T>> {
        let mut inner = self.inner.write();
        let index = Self::index(id)?;
        let slot = inner.slots.get_mut(index)?;
        if slot.epoch != Self::epoch(id) {
            return None;
        }
        let object = slot.object.take()?;
        slot.epoch = (slot.epoch + 1) & EPOCH_MASK;
        inner.free.push(index as u32);
        Some(object)
    }

    /// [`Registry::get`] for who needs the object.
    pub fn find(&self, id: Id<T>) -> HipResult<Arc<T>> {
        self.get(id).ok_or_else(|| id.missing(T::MISSING))
    }

    /// [`Registry::remove`] for who needs it to have been alive.
    pub fn end(&self, id: Id<T>) -> HipResult<Arc<T>> {
        self.remove(id).ok_or_else(|| id.missing(T::MISSING))
    }

    /// All live objects, at this moment.
    pub fn all(&self) -> Vec<Arc<T>> {
        self.inner.read().slots.iter().filter_map(|slot| slot.object.clone()).collect()
    }

    fn index(id: Id<T>) -> Option<usize> {
        (id.raw >> 56 == u64::from(T::KIND)).then_some((id.raw & 0xffff_ffff) as usize)
    }

    fn epoch(id: Id<T>) -> u32 {
        (id.raw >> 32) as u32 & EPOCH_MASK
    }
}

impl<T: Registered> Default for Registry<T> {
    fn default() -> Registry<T> {
        Registry::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{HipError, Id, Registered, Registry};
    use crate::hip::error::last_detail;

    #[derive(Debug, PartialEq)]
    struct Thing(u32);

    impl Registered for Thing {
        const KIND: u8 = 0x51;
        const NAME: &'static str = "thing";
        const MISSING: HipError = HipError::NotFound;

        fn registry() -> &'static Registry<Thing> {
            static ALL: Registry<Thing> = Registry::new();
            &ALL
        }
    }

    #[test]
    fn a_removed_handle_finds_nothing_even_after_its_slot_is_reused() {
        let things = Registry::new();
        let first = things.insert(Thing(1));
        assert_eq!(things.remove(first).as_deref(), Some(&Thing(1)));
        let second = things.insert(Thing(2));
        assert_eq!(things.get(first), None);
        assert_eq!(things.remove(first), None);
        assert_eq!(things.get(second).as_deref(), Some(&Thing(2)));
    }

    #[test]
    fn null_small_numbers_and_pointers_are_no_handles() {
        let things = Registry::new();
        things.insert(Thing(1));
        let local = 0u64;
        for raw in [0, 1, 2, u64::MAX, &raw const local as u64] {
            assert_eq!(things.get(Id::from_raw(raw)), None);
        }
    }

    #[test]
    fn what_is_missing_is_its_kinds_error_and_the_message_names_kind_and_handle() {
        let things = Registry::new();
        let id = things.insert(Thing(1));
        assert_eq!(things.find(id).as_deref(), Ok(&Thing(1)));
        assert_eq!(things.end(id).as_deref(), Ok(&Thing(1)));
        assert_eq!(things.find(id), Err(HipError::NotFound));
        assert_eq!(last_detail(), format!("thing {id:?} does not exist (any more)"));
        assert_eq!(things.end(Id::from_raw(0)), Err(HipError::NotFound));
        assert_eq!(last_detail(), "thing 0x0 does not exist (any more)");
    }

    #[test]
    fn objects_outlive_their_handle_while_somebody_uses_them() {
        let things = Registry::new();
        let id = things.insert(Thing(7));
        let held = things.get(id).expect("it was just inserted");
        things.remove(id);
        assert_eq!(held.0, 7);
        assert!(things.all().is_empty());
    }
}
