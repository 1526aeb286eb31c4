//! Which private arrays a driver may keep in registers.
//!
//! RADV makes every array of up to 256 bytes that is indexed at run time a value per element (bytes too take a register each) and
//! each access a tree of branches over them. It looks at one array at a time: five of 128 bytes, or 256 `unsigned char`, take most of a thread's
//! registers, and everything else spills. AMD's own compiler gives all of a kernel's arrays one budget, and so do we; those beyond it are
//! moved to the end of a longer array, which RADV leaves in memory. (RADV cuts off an end that is not used, but no beginning.) What is never accessed
//! costs no time.
//! Called by `memory/layout.rs`.

/// Bytes up to which RADV keeps an array in registers.
const LIMIT: u64 = 256;
/// A multiple of every element's size (four doubles) and of every usual alignment.
const ALIGN: u64 = 64;

/// The bytes in front of an array of `bytes` that make it too long for registers.
pub fn shift(bytes: u64) -> u64 {
    (LIMIT + 1).saturating_sub(bytes).next_multiple_of(ALIGN)
}

/// A private array that is indexed at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its class in the layout.
    pub class: usize,
    /// 32-bit registers that it would take.
    pub registers: u64,
    /// Instructions that read or write it.
    pub accesses: u64,
}

/// The classes of the arrays that find no place in `budget` registers; those with the most accesses for their size come first.
pub fn too_many(arrays: &[Array], budget: u32) -> Vec<usize> {
    let mut order = arrays.to_vec();
    order.sort_by_key(|a| std::cmp::Reverse(a.accesses * 1024 / a.registers.max(1)));
    let mut left = u64::from(budget);
    order.retain(|a| match left.checked_sub(a.registers) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    });
    order.iter().map(|a| a.class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_front_makes_an_array_too_long_and_keeps_it_aligned() {
        assert_eq!([256, 128, 200, 257, 4096].map(shift), [64, 192, 64, 0, 0]);
    }

    #[test]
    fn arrays_share_the_registers_and_the_most_used_come_first() {
        let array = |class, registers, accesses| Array { class, registers, accesses };
        assert_eq!(too_many(&[array(0, 32, 10), array(1, 32, 10)], 64), Vec::<usize>::new());
        assert_eq!(too_many(&[array(0, 32, 10), array(1, 32, 30), array(2, 32, 20)], 64), [0]);
        assert_eq!(
            too_many(&[array(0, 256, 1000), array(1, 16, 1)], 64),
            [0],
            "a small one fits beside a great one that does not"
        );
    }
}
