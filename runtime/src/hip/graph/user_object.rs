//! User objects: what the program wants told when no graph uses it any more.

use std::sync::Arc;

use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime;
use crate::hip::stream::HostWork;

/// `hipUserObjectNoDestructorSync`.
const NO_DESTRUCTOR_SYNC: u32 = 1;
/// `hipGraphUserObjectMove`.
const MOVE: u32 = 1;
/// HIP: counts are ints.
const MOST: u32 = i32::MAX as u32;

/// An object of the program's.
#[derive(Debug)]
pub struct UserObject {
    references: Mutex<u64>,
    destroy: HostWork,
}

impl Registered for UserObject {
    const KIND: u8 = 0x63;
    const NAME: &'static str = "user object";
    /// AMD's runtime: hipErrorInvalidValue for what never was one.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<UserObject> {
        static ALL: Registry<UserObject> = Registry::new();
        &ALL
    }
}

/// References that a graph holds; they go with it.
#[derive(Debug)]
pub struct Held {
    id: Id<UserObject>,
    object: Arc<UserObject>,
    count: u64,
}

fn counted(count: u32) -> HipResult<u64> {
    match count {
        1..=MOST => Ok(u64::from(count)),
        _ => Err(HipError::InvalidValue.because(format_args!("{count} references"))),
    }
}

/// `hipUserObjectCreate`. HIP: flags "currently it is required to pass hipUserObjectNoDestructorSync".
pub fn create(destroy: HostWork, references: u32, flags: u32) -> HipResult<Id<UserObject>> {
    if flags != NO_DESTRUCTOR_SYNC {
        return Err(HipError::InvalidValue.because(format_args!("user object flags {flags:#x}")));
    }
    let references = Mutex::new(Rank::UserObject, counted(references)?);
    Ok(runtime::live::<UserObject>()?.insert(UserObject { references, destroy }))
}

/// The object; nothing if it is destroyed: AMD's runtime lets calls for such a one succeed (hip-tests, Unit_hipGraphRetainUserObject_Functional_1).
/// hipErrorInvalidValue for what never was one.
fn get(id: Id<UserObject>) -> HipResult<Option<Arc<UserObject>>> {
    match runtime::live::<UserObject>()?.get(id) {
        None if id.raw() >> 56 != u64::from(UserObject::KIND) => Err(id.missing(UserObject::MISSING)),
        object => Ok(object),
    }
}

/// `hipUserObjectRetain`.
pub fn retain(id: Id<UserObject>, count: u32) -> HipResult {
    let count = counted(count)?;
    get(id)?.inspect(|object| object.retain(count));
    Ok(())
}

/// `hipUserObjectRelease`: the last reference destroys it. AMD's runtime: more than there are is nothing (hip-tests: "release more than created").
pub fn release(id: Id<UserObject>, count: u32) -> HipResult {
    let count = counted(count)?;
    get(id)?.filter(|object| object.has(count)).inspect(|object| object.release(id, count));
    Ok(())
}

/// `hipGraphRetainUserObject`. HIP: with hipGraphUserObjectMove "transfer references from the caller's", else "new ones are made".
pub fn retain_in(graph: &super::Graph, id: Id<UserObject>, count: u32, flags: u32) -> HipResult {
    let count = counted(count)?;
    if flags & !MOVE != 0 {
        return Err(HipError::InvalidValue.because(format_args!("retain flags {flags:#x}")));
    }
    let Some(object) = get(id)? else { return Ok(()) };
    if flags & MOVE == 0 {
        object.retain(count);
    }
    graph.with_users(|users| match users.iter_mut().find(|held| held.id == id) {
        Some(held) => held.count += count,
        None => users.push(Held { id, object, count }),
    });
    Ok(())
}

/// `hipGraphReleaseUserObject`. AMD's runtime: what the graph does not hold, or more than there is, is nothing.
pub fn release_in(graph: &super::Graph, id: Id<UserObject>, count: u32) -> HipResult {
    let count = counted(count)?;
    let Some(object) = get(id)? else { return Ok(()) };
    let gone = graph.with_users(|users| {
        let index = users.iter().position(|held| held.id == id && object.has(count))?;
        if users[index].count <= count {
            return Some(users.swap_remove(index));
        }
        users[index].count -= count;
        object.release(id, count);
        None
    });
    // What it held last is let go behind the graph's lock: the program's function runs then.
    drop(gone);
    Ok(())
}

impl UserObject {
    fn has(&self, count: u64) -> bool {
        *self.references.lock() >= count
    }

    fn retain(&self, count: u64) {
        *self.references.lock() += count;
    }

    fn release(&self, id: Id<UserObject>, count: u64) {
        let mut references = self.references.lock();
        let before = *references;
        *references = before.saturating_sub(count);
        let over = before > 0 && *references == 0;
        drop(references);
        if over {
            UserObject::registry().remove(id);
            (self.destroy.call)();
        }
    }
}

impl Held {
    /// A reference for a copy of the graph.
    pub fn again(&self) -> Held {
        self.object.retain(1);
        Held { id: self.id, object: Arc::clone(&self.object), count: 1 }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.object.release(self.id, self.count);
    }
}
