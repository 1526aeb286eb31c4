//! `target datalayout`: whether the text's types lie in memory as [`Types`] lays them out.
//!
//! The front end has computed sizes, offsets and padding by this string. A type that we placed elsewhere would make members be read
//! from the wrong place and neighbours be overwritten, so a module that says anything else is refused. Text without the line is
//! our own. Called by `parse::parse_module`.

use crate::hash::HashMap;
use crate::ir::types::{AddressSpace, Type, TypeKind, Types};

/// Alignments in bits, by the letter and size of a specification, and pointers' (size, alignment) by space.
struct DataLayout {
    aligned: HashMap<(u8, u32), u32>,
    pointers: HashMap<u32, (u32, u32)>,
}

/// Compares the layout `text` with ours.
///
/// # Errors
/// The first difference, in words.
pub(super) fn check(text: &str) -> Result<(), String> {
    let layout = DataLayout::read(text)?;
    let mut types = Types::default();
    for space in [0, 1, 3, 4, 5] {
        let Some(bits) = AddressSpace::from_number(space).map(AddressSpace::pointer_bits) else { continue };
        let said = layout.pointers.get(&space).or(layout.pointers.get(&0));
        if said != Some(&(bits, bits)) {
            return Err(format!("pointers into address space {space} that are not {bits} bits wide and aligned"));
        }
    }
    for bits in [1, 8, 16, 32, 64, 128] {
        let ty = types.int(bits);
        same(&types, ty, layout.integer(bits))?;
    }
    for (bits, ty) in [(16, Type::HALF), (32, Type::FLOAT), (64, Type::DOUBLE)] {
        same(&types, ty, layout.aligned[&(b'f', bits)])?;
    }
    for (&(_, bits), &align) in layout.aligned.iter().filter(|((letter, _), _)| *letter == b'v') {
        let ty = types.vector(Type::I8, bits / 8);
        same(&types, ty, align)?;
    }
    Ok(())
}

fn same(types: &Types, ty: Type, bits: u32) -> Result<(), String> {
    let ours = types.align(ty) * 8;
    let what = match types.kind(ty) {
        TypeKind::Vector { .. } => format!("vectors of {} bits", types.value_bits(ty)),
        _ => types.display(ty),
    };
    if ours == u64::from(bits) { Ok(()) } else { Err(format!("{what} aligned to {bits} bits instead of {ours}")) }
}

impl DataLayout {
    /// LLVM's defaults, overridden by what `text` says.
    fn read(text: &str) -> Result<Self, String> {
        let defaults = [(b'i', 1, 8), (b'i', 8, 8), (b'i', 16, 16), (b'i', 32, 32), (b'i', 64, 32), (b'f', 16, 16)];
        let defaults = defaults.into_iter().chain([(b'f', 32, 32), (b'f', 64, 64), (b'v', 64, 64), (b'v', 128, 128)]);
        let mut layout = Self {
            aligned: defaults.map(|(letter, bits, align)| ((letter, bits), align)).collect(),
            pointers: std::iter::once((0, (64, 64))).collect(),
        };
        for part in text.split('-').filter(|part| !part.is_empty()) {
            layout.part(part).ok_or_else(|| format!("'{part}'"))?;
        }
        Ok(layout)
    }

    /// One specification; nothing if we do not obey it.
    fn part(&mut self, part: &str) -> Option<()> {
        // What is no letter of LLVM's may be of several bytes, and is not ours to cut.
        let (letter, rest) = part.split_at_checked(1)?;
        let (letter, mut fields) = (letter.as_bytes()[0], rest.split(':'));
        let first = fields.next()?;
        let mut number = || fields.next().map(str::parse::<u32>)?.ok();
        match letter {
            b'e' => {}
            b'p' => {
                let space = first.trim_start_matches(char::is_alphabetic);
                let space = if space.is_empty() { 0 } else { space.parse().ok()? };
                self.pointers.insert(space, (number()?, number()?));
            }
            b'i' | b'f' | b'v' => {
                self.aligned.insert((letter, first.parse().ok()?), number()?);
            }
            // Aggregates have their members' alignment, at least a byte's.
            b'a' if number()? <= 8 => {}
            // The space of allocas is written at each; native integers, the stack and mangling change no type.
            b'A' | b'G' | b'P' | b'S' | b'n' | b'm' => {}
            _ => return None,
        }
        Some(())
    }

    /// An integer is aligned as the next wider one that is named, or as the widest.
    fn integer(&self, bits: u32) -> u32 {
        let mut named: Vec<u32> = self.aligned.keys().filter(|(l, _)| *l == b'i').map(|&(_, bits)| bits).collect();
        named.sort_unstable();
        let by = named.iter().find(|&&n| n >= bits).or(named.last()).copied().unwrap_or(8);
        self.aligned[&(b'i', by)]
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    const AMDGPU: &str = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-\
        p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-\
        S32-A5-G1-ni:7:8:9";

    #[test]
    fn amdgpus_layout_is_ours() {
        assert_eq!(check(AMDGPU), Ok(()));
    }

    #[test]
    fn a_layout_that_places_anything_elsewhere_is_refused_by_name() {
        let changed = |from: &str, to: &str| check(&AMDGPU.replacen(from, to, 1)).expect_err("refused");
        assert_eq!(changed("i64:64", "i64:64-i128:128"), "i128 aligned to 128 bits instead of 64");
        assert_eq!(changed("-i64:64", ""), "i64 aligned to 32 bits instead of 64");
        assert_eq!(changed("v96:128", "v96:32"), "vectors of 96 bits aligned to 32 bits instead of 128");
        assert_eq!(changed("e-", "E-"), "'E'");
        let pointers = "pointers into address space 3 that are not 32 bits wide and aligned";
        assert_eq!([changed("p3:32:32", "p3:64:64"), changed("-p3:32:32", "")], [pointers; 2]);
        assert_eq!(changed("S32", "f64:32"), "double aligned to 32 bits instead of 64");
        assert_eq!(changed("S32", "a:64"), "'a:64'");
        assert_eq!(changed("S32", "ü32"), "'ü32'");
    }
}
