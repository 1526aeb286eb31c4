//! What a program may ask of a pool and set: `hipMemPoolGetAttribute`, `hipMemPoolSetAttribute`, and who may use its memory.

use super::Pool;
use crate::hip::error::{HipError, HipResult};

/// `hipMemPoolAttr`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// 32 bits wide: a switch.
    Switch(Switch),
    /// 64 bits: `hipMemPoolAttrReleaseThreshold`.
    ReleaseThreshold,
    /// 64 bits: what the pool holds now.
    ReservedCurrent,
    /// The most it held.
    ReservedHigh,
    /// What the program has of it now.
    UsedCurrent,
    /// The most it had.
    UsedHigh,
}

/// The switches of reuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// `hipMemPoolReuseFollowEventDependencies`.
    Follow,
    /// `hipMemPoolReuseAllowOpportunistic`.
    Opportunistic,
    /// `hipMemPoolReuseAllowInternalDependencies`.
    Internal,
}

impl Attribute {
    /// The attribute of this number. hip-tests: hipErrorInvalidValue for another.
    pub fn from_code(code: u32) -> HipResult<Attribute> {
        Ok(match code {
            1 => Attribute::Switch(Switch::Follow),
            2 => Attribute::Switch(Switch::Opportunistic),
            3 => Attribute::Switch(Switch::Internal),
            4 => Attribute::ReleaseThreshold,
            5 => Attribute::ReservedCurrent,
            6 => Attribute::ReservedHigh,
            7 => Attribute::UsedCurrent,
            8 => Attribute::UsedHigh,
            _ => return Err(HipError::InvalidValue.because(format_args!("pool attribute {code}"))),
        })
    }
}

/// Which blocks of other streams may be used again. HIP: all by default.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    pub(super) follow: bool,
    pub(super) opportunistic: bool,
    pub(super) internal: bool,
}

impl Default for Flags {
    fn default() -> Flags {
        Flags { follow: true, opportunistic: true, internal: true }
    }
}

impl Flags {
    fn of(&mut self, switch: Switch) -> &mut bool {
        match switch {
            Switch::Follow => &mut self.follow,
            Switch::Opportunistic => &mut self.opportunistic,
            Switch::Internal => &mut self.internal,
        }
    }
}

/// Bytes held and in use, now and at most.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counters {
    used: u64,
    used_high: u64,
    reserved: u64,
    reserved_high: u64,
}

impl Counters {
    pub(super) fn reserved(&self) -> u64 {
        self.reserved
    }

    pub(super) fn used(&mut self, bytes: u64) {
        self.used += bytes;
        self.used_high = self.used_high.max(self.used);
    }

    pub(super) fn unused(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    pub(super) fn reserve(&mut self, bytes: u64) {
        self.reserved += bytes;
        self.reserved_high = self.reserved_high.max(self.reserved);
    }

    pub(super) fn unreserve(&mut self, bytes: u64) {
        self.reserved -= bytes;
    }
}

/// What other devices were told they may do, by their number.
#[derive(Default, Debug)]
pub(super) struct Access(Vec<(usize, u32)>);

/// `hipMemAccessFlagsProtReadWrite`.
const READ_WRITE: u32 = 3;

impl Pool {
    /// `hipMemPoolGetAttribute`.
    pub fn attribute(&self, attribute: Attribute) -> u64 {
        let mut state = self.state.lock();
        match attribute {
            Attribute::Switch(switch) => u64::from(*state.flags.of(switch)),
            Attribute::ReleaseThreshold => state.threshold,
            Attribute::ReservedCurrent => state.counters.reserved,
            Attribute::ReservedHigh => state.counters.reserved_high,
            Attribute::UsedCurrent => state.counters.used,
            Attribute::UsedHigh => state.counters.used_high,
        }
    }

    /// `hipMemPoolSetAttribute`. HIP of both high marks: "While setting this attribute the only valid value is zero";
    /// hip-tests: hipErrorInvalidValue for others. What is current cannot be set.
    pub fn set_attribute(&self, attribute: Attribute, value: u64) -> HipResult {
        let refused = |why| Err(HipError::InvalidValue.because(format_args!("{attribute:?} cannot be {value}: {why}")));
        let mut state = self.state.lock();
        match attribute {
            Attribute::Switch(switch) => *state.flags.of(switch) = value != 0,
            Attribute::ReleaseThreshold => {
                state.threshold = value;
                self.note_over(&state);
            }
            Attribute::ReservedHigh if value == 0 => state.counters.reserved_high = state.counters.reserved,
            Attribute::UsedHigh if value == 0 => state.counters.used_high = state.counters.used,
            Attribute::ReservedHigh | Attribute::UsedHigh => return refused("it can only be set back to 0"),
            Attribute::ReservedCurrent | Attribute::UsedCurrent => return refused("it is measured"),
        }
        Ok(())
    }

    /// `hipMemPoolSetAccess` for one device: 0 none, 1 read, 3 read and write. hip-tests: hipErrorInvalidDevice for taking its own access
    /// from the pool's device, hipErrorInvalidValue for other flags.
    pub fn set_access(&self, device: usize, flags: u32) -> HipResult {
        if !matches!(flags, 0 | 1 | READ_WRITE) {
            return Err(HipError::InvalidValue.because(format_args!("access {flags}")));
        }
        if device == self.device && flags == 0 {
            return Err(HipError::InvalidDevice.because("a pool's own device keeps its access"));
        }
        if device != self.device && flags != 0 {
            return Err(HipError::PeerAccessUnsupported.because("Vulkan devices do not share pointers"));
        }
        let mut state = self.state.lock();
        state.access.0.retain(|(other, _)| *other != device);
        state.access.0.push((device, flags));
        Ok(())
    }

    /// `hipMemPoolGetAccess`.
    pub fn access(&self, device: usize) -> u32 {
        let told = self.state.lock().access.0.iter().find(|(other, _)| *other == device).map(|&(_, flags)| flags);
        told.unwrap_or(if device == self.device { READ_WRITE } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::{Attribute, Counters, HipError};

    #[test]
    fn the_highest_marks_stay_when_memory_goes() {
        let mut counters = Counters::default();
        counters.reserve(512);
        counters.used(300);
        counters.used(200);
        counters.unused(300);
        counters.unreserve(256);
        assert_eq!((counters.used, counters.used_high), (200, 500));
        assert_eq!((counters.reserved, counters.reserved_high), (256, 512));
    }

    #[test]
    fn numbers_hip_does_not_have_are_refused() {
        assert!((1..=8).all(|code| Attribute::from_code(code).is_ok()));
        for code in [0, 9, u32::MAX] {
            assert_eq!(Attribute::from_code(code).err(), Some(HipError::InvalidValue));
        }
    }
}
