//! What a pool holds for later: blocks that the program has freed, and which of them an allocation may have.
//!
//! A block lies under its size. Who asks says when a block is safe to use, given the place in a stream at which it was freed; so the rules
//! stand in `pool` and here is only the search. A block is handed out whole: cutting it would tie its parts to each other's ends.

use std::collections::BTreeMap;

/// Sizes of blocks are multiples of this: HIP's alignment of allocations.
pub const GRAIN: u64 = 256;

/// A freed block. `M` is the memory, `P` the place in a stream behind which nobody uses it any more.
#[derive(Debug)]
pub struct Block<M, P> {
    /// The memory.
    pub memory: M,
    /// Its bytes.
    pub size: u64,
    /// Where it was freed; none: nobody has used it since somebody waited.
    pub freed: Option<P>,
}

/// Freed blocks by size.
#[derive(Debug)]
pub struct FreeList<M, P> {
    by_size: BTreeMap<u64, Vec<Block<M, P>>>,
    bytes: u64,
}

impl<M, P> FreeList<M, P> {
    /// No blocks.
    pub const fn new() -> FreeList<M, P> {
        FreeList { by_size: BTreeMap::new(), bytes: 0 }
    }

    /// Bytes of all blocks.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a block.
    pub fn put(&mut self, block: Block<M, P>) {
        self.bytes += block.size;
        self.by_size.entry(block.size).or_default().push(block);
    }

    /// The smallest block of at least `size` bytes, and not much more, that is `safe`; of equal ones that freed last, whose memory is most
    /// likely in some cache.
    pub fn take(&mut self, size: u64, safe: impl FnMut(&P) -> bool) -> Option<Block<M, P>> {
        self.take_of(size, size.saturating_add((size / 8).max(GRAIN)), safe)
    }

    /// The smallest block of `least` to `most` bytes that is `safe`.
    pub fn take_of(&mut self, least: u64, most: u64, mut safe: impl FnMut(&P) -> bool) -> Option<Block<M, P>> {
        let found = self.by_size.range(least..=most).find_map(|(&size, blocks)| {
            let index = blocks.iter().rposition(|block| block.freed.as_ref().is_none_or(&mut safe))?;
            Some((size, index))
        });
        let (size, index) = found?;
        let blocks = self.by_size.get_mut(&size)?;
        let block = blocks.remove(index);
        // An empty list stays: the next free of this size finds its room. `release` takes it away.
        self.bytes -= size;
        Some(block)
    }

    /// Takes out blocks that nobody uses any more, the largest first, until `excess` bytes are out or none is left.
    pub fn release(&mut self, excess: u64, mut done: impl FnMut(&P) -> bool) -> Vec<Block<M, P>> {
        let mut released = Vec::new();
        let mut bytes = 0;
        for (&size, blocks) in self.by_size.iter_mut().rev() {
            let mut index = 0;
            while bytes < excess && index < blocks.len() {
                if blocks[index].freed.as_ref().is_none_or(&mut done) {
                    released.push(blocks.remove(index));
                    bytes += size;
                } else {
                    index += 1;
                }
            }
        }
        self.by_size.retain(|_, blocks| !blocks.is_empty());
        self.bytes -= bytes;
        released
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, FreeList};

    /// Blocks of these sizes, each freed at the place of its number.
    fn list(sizes: &[u64]) -> FreeList<usize, usize> {
        let mut list = FreeList::new();
        sizes.iter().enumerate().for_each(|(n, &size)| list.put(Block { memory: n, size, freed: Some(n) }));
        list
    }

    #[test]
    fn the_smallest_block_that_is_safe_and_fits_is_taken() {
        let mut list = list(&[4096, 1024, 2048, 1024]);
        assert_eq!(list.take(1024, |_| true).map(|block| block.memory), Some(3), "of two the later one");
        assert_eq!(list.take(1024, |&place| place != 1).map(|block| block.memory), None, "2048 is too large for 1024");
        assert_eq!(list.take(1000, |_| true).map(|block| block.memory), Some(1));
        assert_eq!(list.take_of(1024, u64::MAX, |&place| place == 0).map(|block| block.size), Some(4096));
        assert_eq!(list.bytes(), 2048);
    }

    #[test]
    fn a_block_without_a_place_is_safe_for_everybody() {
        let mut list = list(&[512]);
        list.put(Block { memory: 9, size: 512, freed: None });
        assert_eq!(list.take(512, |_| false).map(|block| block.memory), Some(9));
        assert!(list.take(512, |_| false).is_none());
    }

    #[test]
    fn only_what_nobody_uses_is_released_and_no_more_than_asked() {
        let mut list = list(&[100, 200, 300, 400]);
        let sizes = |blocks: Vec<Block<usize, usize>>| blocks.iter().map(|block| block.size).collect::<Vec<_>>();
        assert_eq!(sizes(list.release(350, |&place| place != 3)), [300, 200]);
        assert_eq!(list.bytes(), 500);
        assert_eq!(sizes(list.release(0, |_| true)), []);
        assert_eq!(sizes(list.release(u64::MAX, |_| true)), [400, 100]);
        assert_eq!(list.bytes(), 0);
    }
}
