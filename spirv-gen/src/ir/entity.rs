//! Typed indices and the maps that hand them out.
//!
//! Everything in the IR refers to everything else by a small copyable id, never by reference: passes can then edit one
//! part while they hold ids of another. Used by every file of `ir/`.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A typed index. Implemented by [`entity!`](crate::entity) only.
pub trait Entity: Copy {
    /// The id of the `index`-th item.
    fn new(index: usize) -> Self;
    /// The position this id stands for.
    fn index(self) -> usize;
}

thread_local! {
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// How often this thread has turned ids into positions so far, in builds with debug assertions; always 0 in others. A measure of work that
/// depends on nothing but the input: `tests/growth` holds the compiler to linear growth by it.
pub fn work() -> u64 {
    WORK.get()
}

/// Counts one look at a table. Called by [`entity!`](crate::entity) only.
#[inline]
pub fn count_work() {
    if cfg!(debug_assertions) {
        WORK.set(WORK.get() + 1);
    }
}

/// Declares an id newtype whose `Display` is its spelling in the text form.
#[macro_export]
macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $crate::ir::entity::Entity for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entities"))
            }
            fn index(self) -> usize {
                $crate::ir::entity::count_work();
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A growing table of `V` that hands out ids of type `K`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrimaryMap<K, V> {
    items: Vec<V>,
    #[serde(skip)]
    key: PhantomData<K>,
}

impl<K, V> Default for PrimaryMap<K, V> {
    fn default() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }
}

impl<K: Entity, V> PrimaryMap<K, V> {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds `value` and returns its id.
    pub fn push(&mut self, value: V) -> K {
        self.items.push(value);
        K::new(self.items.len() - 1)
    }
    /// The item of `key`, or nothing if the id is from elsewhere.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The ids, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + use<K, V> {
        (0..self.items.len()).map(K::new)
    }
    /// The items, in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }
    /// The items, in order, to change.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }
    /// Ids and items, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.items.iter().enumerate().map(|(i, v)| (K::new(i), v))
    }
}

impl<K, V> FromIterator<V> for PrimaryMap<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self { items: items.into_iter().collect(), key: PhantomData }
    }
}

impl<K: Entity, V> Index<K> for PrimaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for PrimaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}
