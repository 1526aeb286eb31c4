//! Byte-addressed memory of the interpreted machine: device memory in allocations, shared and private memory as arrays.
//!
//! An access outside every allocation is a fault, so tests find wild pointers. Generic pointers carry their space in the
//! upper bits. Called by `interp`.

use super::launch::Fault;
use crate::ir::fold::Datum;
use crate::ir::types::{AddressSpace, Type, TypeKind, Types};

/// Where a generic pointer to shared memory starts.
pub const SHARED_APERTURE: u64 = 1 << 48;
/// Where a generic pointer to private memory starts.
pub const PRIVATE_APERTURE: u64 = 2 << 48;
/// Distance kept between two allocations.
const GUARD: u64 = 4096;

/// Device memory: allocations that never move.
#[derive(Clone, Debug, Default)]
pub struct DeviceMemory {
    allocations: Vec<(u64, Vec<u8>)>,
}

impl DeviceMemory {
    /// `size` zeroed bytes at a 256-byte boundary.
    pub fn allocate(&mut self, size: u64) -> u64 {
        let end = self.allocations.last().map_or(0x10_0000_0000, |(base, data)| base + data.len() as u64);
        let base = (end + GUARD).next_multiple_of(256);
        self.allocations.push((base, vec![0; size as usize]));
        base
    }
    /// The `size` bytes at `address`.
    pub fn bytes(&mut self, address: u64, size: u64) -> Result<&mut [u8], Fault> {
        let wild = Fault::OutOfBounds { space: "device", address, size };
        let at = self.allocations.partition_point(|(base, _)| *base <= address);
        let Some((base, data)) = at.checked_sub(1).and_then(|i| self.allocations.get_mut(i)) else { return Err(wild) };
        let start = (address - *base) as usize;
        data.get_mut(start..start + size as usize).ok_or(wild)
    }
}

/// The three memories as one thread sees them.
#[derive(Debug)]
pub struct View<'a> {
    pub device: &'a mut DeviceMemory,
    pub shared: &'a mut Vec<u8>,
    pub private: &'a mut Vec<u8>,
    /// [`super::Machine::undefined`].
    pub undefined: u128,
}

/// A resolved address: which memory, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub space: AddressSpace,
    pub address: u64,
}

impl Place {
    /// What the pointer `bits` of type `ty` points at; an integer is a device address.
    pub fn resolve(types: &Types, ty: Type, bits: u64) -> Self {
        let space = types.pointee_space(ty).unwrap_or(AddressSpace::Global);
        match (space, bits >> 48) {
            (AddressSpace::Generic, 1) => Self { space: AddressSpace::Shared, address: bits & 0xffff_ffff },
            (AddressSpace::Generic, 2) => Self { space: AddressSpace::Private, address: bits & 0xffff_ffff },
            (AddressSpace::Shared | AddressSpace::Private, _) => Self { space, address: bits },
            _ => Self { space: AddressSpace::Global, address: bits },
        }
    }
}

/// `addrspacecast`. Null becomes null.
pub fn cast_pointer(from: AddressSpace, to: AddressSpace, bits: u64) -> u64 {
    match (from, to) {
        _ if bits == from.null() => to.null(),
        (AddressSpace::Shared, AddressSpace::Generic) => SHARED_APERTURE | bits,
        (AddressSpace::Private, AddressSpace::Generic) => PRIVATE_APERTURE | bits,
        (_, AddressSpace::Shared | AddressSpace::Private) => bits & 0xffff_ffff,
        _ => bits,
    }
}

impl View<'_> {
    /// The `size` bytes at `place`.
    pub fn bytes(&mut self, place: Place, size: u64) -> Result<&mut [u8], Fault> {
        let (data, space) = match place.space {
            AddressSpace::Shared => (&mut *self.shared, "shared"),
            AddressSpace::Private => (&mut *self.private, "private"),
            _ => return self.device.bytes(place.address, size),
        };
        let start = place.address as usize;
        data.get_mut(start..start + size as usize).ok_or(Fault::OutOfBounds { space, address: place.address, size })
    }
    /// The value of type `ty` at `place`.
    pub fn load(&mut self, types: &Types, ty: Type, place: Place) -> Result<Datum, Fault> {
        Ok(decode(types, ty, self.bytes(place, types.store_size(ty))?))
    }
    /// Writes `value` of type `ty` to `place`.
    pub fn store(&mut self, types: &Types, ty: Type, place: Place, value: &Datum) -> Result<(), Fault> {
        let undefined = self.undefined;
        encode(types, ty, value, undefined, self.bytes(place, types.store_size(ty))?);
        Ok(())
    }
}

fn offsets(types: &Types, ty: Type) -> Option<Vec<(Type, usize)>> {
    match types.kind(ty) {
        TypeKind::Array { elem, len } => Some((0..*len).map(|i| (*elem, (i * types.size(*elem)) as usize)).collect()),
        TypeKind::Vector { elem, len } if types.value_bits(*elem).is_multiple_of(8) => {
            let stride = types.value_bits(*elem) as usize / 8;
            Some((0..*len as usize).map(|i| (*elem, i * stride)).collect())
        }
        TypeKind::Struct { fields, .. } => {
            let (offsets, _) = types.struct_layout(ty);
            Some(fields.iter().copied().zip(offsets.into_iter().map(|o| o as usize)).collect())
        }
        _ => None,
    }
}

/// The value of type `ty` that `bytes` hold.
pub fn decode(types: &Types, ty: Type, bytes: &[u8]) -> Datum {
    if let Some(parts) = offsets(types, ty) {
        return Datum::Many(parts.into_iter().map(|(elem, at)| decode(types, elem, &bytes[at..])).collect());
    }
    let size = types.store_size(ty) as usize;
    let raw = bytes[..size.min(16)].iter().rev().fold(0u128, |v, &b| v << 8 | u128::from(b));
    if let Some((_, len)) = types.vector_parts(ty) {
        let width = types.value_bits(ty) / len; // bit-packed lanes
        let lane = |i: u32| Datum::bits(raw >> (i * width) & crate::ir::fold::int::mask(width));
        return Datum::Many((0..len).map(lane).collect());
    }
    Datum::bits(raw & crate::ir::fold::int::mask(types.value_bits(ty)))
}

/// Writes `value` of type `ty` into `bytes`; poison is written as the low bits of `undefined`.
pub fn encode(types: &Types, ty: Type, value: &Datum, undefined: u128, bytes: &mut [u8]) {
    if let Some(parts) = offsets(types, ty) {
        for ((elem, at), part) in parts.into_iter().zip(value.elements()) {
            encode(types, elem, part, undefined, &mut bytes[at..]);
        }
        return;
    }
    let width = types.value_bits(types.scalar(ty));
    let undefined = undefined & crate::ir::fold::int::mask(width);
    let lanes = value.elements().iter().enumerate();
    let raw = lanes.fold(0u128, |v, (i, d)| v | d.lane().unwrap_or(undefined) << (i as u32 * width));
    let size = types.store_size(ty) as usize;
    bytes[..size.min(16)].copy_from_slice(&raw.to_le_bytes()[..size.min(16)]);
}

#[cfg(test)]
mod tests {
    use super::{DeviceMemory, decode, encode};
    use crate::ir::fold::Datum;
    use crate::ir::types::{Type, Types};

    #[test]
    fn structures_keep_their_padding_and_round_trip() {
        let mut types = Types::default();
        let ty = types.structure(vec![Type::I8, Type::I64], false);
        let value = Datum::Many(vec![Datum::bits(7), Datum::bits(0x0102_0304_0506_0708)]);
        let mut bytes = [0xeeu8; 16];
        encode(&types, ty, &value, 0, &mut bytes);
        assert_eq!(bytes[..2], [7, 0xee]);
        assert_eq!(decode(&types, ty, &bytes), value);
    }

    #[test]
    fn vectors_of_bits_are_packed() {
        let mut types = Types::default();
        let ty = types.vector(Type::I1, 8);
        let decoded = decode(&types, ty, &[0b1010_0001]);
        let mut bytes = [0u8];
        encode(&types, ty, &decoded, 0, &mut bytes);
        assert_eq!((bytes, decoded.elements()[5].lane()), ([0b1010_0001], Some(1)));
    }

    #[test]
    fn an_access_across_the_end_of_an_allocation_faults() {
        let mut memory = DeviceMemory::default();
        let base = memory.allocate(16);
        assert!(memory.bytes(base + 12, 4).is_ok());
        assert!(memory.bytes(base + 13, 4).is_err());
        assert!(memory.bytes(base - 1, 1).is_err());
    }
}
