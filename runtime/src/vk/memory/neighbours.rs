//! Memory side by side: several allocations whose addresses follow each other, by asking for addresses.
//!
//! Where a driver's buffers end at 4 GiB (RADV: `maxBufferSize`, and its sparse address space with it), an allocation beyond is
//! several, each a buffer of its own. The first lies where the driver likes it, the others are asked for above or below it, as
//! `bufferDeviceAddressCaptureReplay` allows. Called by `large`, which knows Vulkan; here is where to ask.

use std::collections::VecDeque;

/// First pieces to try; each lies elsewhere, since the ones before it are still there.
const ATTEMPTS: usize = 4;

/// `count` pieces of `piece` bytes in rising order of address; nothing if the driver does not put them side by side. `allocate` makes
/// one, at an address if one is given (or elsewhere, if the driver does not listen), `free` takes one back.
pub(in crate::vk) fn find<T, E>(
    count: usize,
    piece: u64,
    mut allocate: impl FnMut(Option<u64>) -> Result<(u64, T), E>,
    mut free: impl FnMut(T),
) -> Result<Option<Vec<(u64, T)>>, E> {
    let mut in_the_way = Vec::new();
    let row = loop {
        if in_the_way.len() == ATTEMPTS {
            break Ok(None);
        }
        let mut row = match allocate(None) {
            Ok(first) => VecDeque::from([first]),
            Err(error) => break Err(error),
        };
        while row.len() < count && grow(&mut row, piece, &mut allocate, &mut free) {}
        if row.len() == count {
            break Ok(Some(row.into()));
        }
        in_the_way.extend(row.pop_front());
        row.into_iter().for_each(|(_, other)| free(other));
    };
    in_the_way.into_iter().for_each(|(_, first)| free(first));
    row
}

/// Adds a piece above the row, or else below it; false if neither place is free.
fn grow<T, E>(
    row: &mut VecDeque<(u64, T)>,
    piece: u64,
    allocate: &mut impl FnMut(Option<u64>) -> Result<(u64, T), E>,
    free: &mut impl FnMut(T),
) -> bool {
    let above = row.back().and_then(|last| last.0.checked_add(piece));
    let below = row.front().and_then(|first| first.0.checked_sub(piece));
    for wanted in [above, below].into_iter().flatten() {
        match allocate(Some(wanted)) {
            Ok((address, made)) if address == wanted => {
                if Some(wanted) == above {
                    row.push_back((address, made));
                } else {
                    row.push_front((address, made));
                }
                return true;
            }
            Ok((_, elsewhere)) => free(elsewhere),
            Err(_) => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::find;

    /// An address space of 32 places of 10, from 100 on.
    struct Space {
        taken: RefCell<[bool; 32]>,
        top_down: bool,
        listens: bool,
    }

    impl Space {
        fn new(taken: &[usize], top_down: bool, listens: bool) -> Space {
            let mut places = [false; 32];
            taken.iter().for_each(|&place| places[place] = true);
            Space { taken: RefCell::new(places), top_down, listens }
        }

        fn allocate(&self, wanted: Option<u64>) -> Result<(u64, usize), &'static str> {
            let mut taken = self.taken.borrow_mut();
            let free = |place: &usize| !taken[*place];
            let place = match wanted.filter(|_| self.listens) {
                Some(address) => (address.checked_sub(100).map(|a| a as usize / 10)).filter(|p| *p < 32).filter(free),
                None if self.top_down => (0..32).rev().find(free),
                None => (0..32).find(free),
            };
            let place = place.ok_or("full")?;
            taken[place] = true;
            Ok((100 + place as u64 * 10, place))
        }

        fn find(&self, count: usize) -> Result<Option<Vec<u64>>, &'static str> {
            let row = find(count, 10, |wanted| self.allocate(wanted), |place| self.taken.borrow_mut()[place] = false)?;
            Ok(row.map(|row| row.into_iter().map(|(address, _)| address).collect()))
        }

        fn used(&self) -> usize {
            self.taken.borrow().iter().filter(|&&taken| taken).count()
        }
    }

    #[test]
    fn a_row_grows_in_the_direction_the_driver_has_room_in() {
        assert_eq!(Space::new(&[], false, true).find(3), Ok(Some(vec![100, 110, 120])));
        assert_eq!(Space::new(&[], true, true).find(3), Ok(Some(vec![390, 400, 410])));
        assert_eq!(Space::new(&[0, 3], false, true).find(2), Ok(Some(vec![110, 120])));
    }

    #[test]
    fn holes_that_are_too_small_are_passed_over_and_nothing_is_left_in_them() {
        let space = Space::new(&[1, 3], false, true);
        assert_eq!(space.find(5), Ok(Some(vec![140, 150, 160, 170, 180])));
        assert_eq!(space.used(), 2 + 5);
    }

    #[test]
    fn a_driver_that_does_not_listen_or_has_no_room_gets_everything_back() {
        let evens: Vec<usize> = (0..32).step_by(2).collect();
        let deaf = Space::new(&evens, true, false);
        assert_eq!((deaf.find(2), deaf.used()), (Ok(None), 16));
        // What it puts side by side by itself is as good.
        assert_eq!(Space::new(&[], true, false).find(2), Ok(Some(vec![400, 410])));
        let full: Vec<usize> = (0..32).collect();
        let full = Space::new(&full, true, true);
        assert_eq!((full.find(2), full.used()), (Err("full"), 32));
        let comb = Space::new(&evens, false, true);
        assert_eq!((comb.find(2), comb.used()), (Ok(None), 16));
    }
}
