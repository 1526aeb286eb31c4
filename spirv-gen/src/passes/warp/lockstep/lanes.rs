//! Between which two accesses the lanes of a warp must have come together, by who runs them. Called by `lockstep`.

use super::accesses::{Access, Order};
use super::elements::{Element, Whose};

/// Who runs the lanes of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Hardware that runs them in step, whose compiler may keep back plain stores only.
    InStep,
    /// Hardware that lets them drift apart.
    Apart,
    /// Fission: one after the other, from the lowest.
    InTurn,
}

impl Lanes {
    /// Whether lanes must have come together for `now` to see, or not to see, what `before` did.
    pub fn clash(self, before: Access, now: Access) -> bool {
        if before.memory != now.memory || !before.writes && !now.writes {
            return false;
        }
        let forward = !before.earlier_round;
        let [updates, later] = [before, now].map(|access| access.order == Order::Update);
        // In one block: whichever lane stores last, each stored the first value before the second.
        if before.writes && now.writes && !updates && !later && before.place.is_some() && before.place == now.place {
            return false;
        }
        let elements = before.element.zip(now.element).filter(|(a, b)| a.comparable(*b));
        let others = elements.is_none_or(|(a, b)| a.meets(b));
        match (before.order, now.order) {
            (Order::Plain, Order::Plain) => {
                let runs = if before.elsewhere { Self::Apart } else { self };
                elements.is_some_and(|(a, b)| runs.races((before.writes, a), (now.writes, b)))
            }
            _ if self == Self::InStep => false,
            (Order::Update, Order::Update) => false,
            (Order::Update, _) => forward && others,
            (Order::Plain, Order::Update) if !before.writes => false,
            (_, Order::Update) => forward && others,
            _ => others,
        }
    }

    /// Whether plain accesses of the elements with these constants could be seen to differ from lockstep's.
    ///
    /// In turn, a load of a higher thread's element is fine in front of a store: that thread has yet to run. So the steps of a guarded
    /// reduction (`if (t < n) s[t] += s[t + n]`), which are no race, need no meeting.
    ///
    /// That a loop says how far away the other thread is tells no step by itself (so a reduction goes on from barrier to barrier), but that it
    /// is read behind the own one's store does.
    fn races(self, (stored, before): (bool, Element), (stores, now): (bool, Element)) -> bool {
        if (before.whose, now.whose) != (Whose::Near, Whose::Near) {
            return stored && !stores && before.whose == Whose::Near;
        }
        before.other_lane(now).is_some_and(|up| match (stored, stores) {
            (true, _) => true,
            (false, true) => self == Self::Apart || up < 0,
            (false, false) => false,
        })
    }
}
