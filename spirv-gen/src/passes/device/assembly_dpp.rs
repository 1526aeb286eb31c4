//! What stands behind the operands of an assembly instruction that takes its first one from other lanes: `row_shr:1 row_mask:0xa`.
//!
//! Read by `assembly`; `warp_dpp` has what the patterns mean.

use super::warp_dpp::Control;

/// An instruction's modifiers of that kind, as they are read; nothing if it has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Modifiers {
    pattern: Option<u32>,
    rows: Option<u32>,
    banks: Option<u32>,
    zeroes: bool,
}

impl Modifiers {
    /// Takes a word; false if it is none of them.
    pub fn take(&mut self, word: &str) -> bool {
        let (name, value) = word.split_once(':').unwrap_or((word, ""));
        let number =
            value.strip_prefix("0x").map_or_else(|| value.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
        let within = |base: u32| number.filter(|&n| (1..16).contains(&n)).map(|n| base + n);
        let pattern = match (name, number) {
            ("row_shl", _) => within(0x100),
            ("row_shr", _) => within(0x110),
            ("row_ror", _) => within(0x120),
            ("row_share" | "row_newbcast", Some(n @ 0..16)) => Some(0x150 + n),
            ("row_xmask", Some(n @ 0..16)) => Some(0x160 + n),
            ("wave_shl", Some(1)) => Some(0x130),
            ("wave_rol", Some(1)) => Some(0x134),
            ("wave_shr", Some(1)) => Some(0x138),
            ("wave_ror", Some(1)) => Some(0x13c),
            ("row_mirror", None) => Some(0x140),
            ("row_half_mirror", None) => Some(0x141),
            ("row_bcast", Some(15)) => Some(0x142),
            ("row_bcast", Some(31)) => Some(0x143),
            _ => None,
        };
        match (pattern, name, number) {
            (Some(_), _, _) if self.pattern.is_none() => self.pattern = pattern,
            (_, "row_mask", Some(n @ 0..16)) => self.rows = Some(n),
            (_, "bank_mask", Some(n @ 0..16)) => self.banks = Some(n),
            // Assemblers take either for the bit.
            (_, "bound_ctrl", Some(0 | 1)) => self.zeroes = true,
            _ => return false,
        }
        true
    }

    /// What they say together.
    pub fn control(self) -> Option<Control> {
        let (rows, banks) = (self.rows.unwrap_or(15), self.banks.unwrap_or(15));
        self.pattern.map(|pattern| Control { pattern, rows, banks, zeroes: self.zeroes })
    }

    /// Whether a mask stands there without a pattern.
    pub fn is_incomplete(self) -> bool {
        self.pattern.is_none() && (self.rows.is_some() || self.banks.is_some() || self.zeroes)
    }
}

#[cfg(test)]
mod tests {
    use super::{Control, Modifiers};

    fn read(text: &str) -> Option<Control> {
        let mut modifiers = Modifiers::default();
        text.split_whitespace().all(|word| modifiers.take(word)).then(|| modifiers.control())?
    }

    #[test]
    fn patterns_and_masks_are_the_builtins_numbers() {
        let plain = Control { pattern: 0x111, rows: 15, banks: 15, zeroes: false };
        assert_eq!(read("row_shr:1"), Some(plain));
        assert_eq!(read("row_shr:8 bank_mask:0xc"), Some(Control { pattern: 0x118, banks: 12, ..plain }));
        assert_eq!(
            read("row_bcast:15 row_mask:0xa bound_ctrl:0"),
            Some(Control { pattern: 0x142, rows: 10, banks: 15, zeroes: true })
        );
        assert_eq!(read("row_mirror"), Some(Control { pattern: 0x140, ..plain }));
        for wrong in ["row_shr:0", "row_shr:16", "row_bcast:7", "row_shr:1 row_shr:2", "bank_mask:16", "quad_perm:[0"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let mut alone = Modifiers::default();
        assert!(alone.take("row_mask:3") && alone.is_incomplete());
    }
}
