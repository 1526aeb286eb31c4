//! What a device lends to execution contexts: its multiprocessors, all of them or none.
//!
//! Vulkan gives a queue the whole device. So that is what the resource says: its smallest part, and the number that is scheduled together, are
//! the whole. A split has one group, what remains is nothing, and who asks for a part by its size is refused. Called by `capi::execution_context`.

use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::runtime;

/// `hipDevResourceTypeSm`.
pub const MULTIPROCESSORS: u32 = 1;
/// `hipDevSmResourceGroupBackfill`.
const BACKFILL: u32 = 1;
/// `hipDevSmResourceSplitIgnoreSmCoscheduling`.
const IGNORE_COSCHEDULING: u32 = 1;
/// `hipDevSmResourceSplitMaxPotentialClusterSize`.
const LARGE_CLUSTERS: u32 = 2;

/// A device's multiprocessors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole {
    /// The device's number.
    pub device: usize,
    /// How many it has.
    pub count: u32,
}

/// What a split is asked for of one group, and tells of it: `hipDevSmResourceGroupParams`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Multiprocessors; 0 for as many as there are.
    pub count: u32,
    /// Of these scheduled together; 0 for the device's number.
    pub together: u32,
    /// The same, if it can be; 0 for `together`.
    pub preferred: u32,
    /// `hipDevSmResourceGroup_flags`.
    pub flags: u32,
}

/// What the resource says of itself is hipErrorInvalidResourceConfiguration to ask for: less than its smallest part. hip-tests:
/// "smCount < minSmPartitionSize", "Total smCount across groups exceeds available SMs".
fn part() -> HipError {
    HipError::InvalidResourceConfiguration
        .because("Vulkan gives no part of a device's multiprocessors to a stream: only the whole device is a group")
}

/// HIP: hipErrorInvalidResourceType for what no device here has.
pub fn check_type(kind: u32) -> HipResult {
    match kind {
        MULTIPROCESSORS => Ok(()),
        other => Err(HipError::InvalidResourceType.because(format_args!("resources of type {other}"))),
    }
}

impl Whole {
    /// A device's. `hipDeviceGetDevResource`.
    pub fn of(device: &Device) -> Whole {
        Whole { device: device.index, count: device.properties.multiprocessors }
    }

    /// What a program says it has: the number of the device and of the multiprocessors. HIP: hipErrorInvalidResourceConfiguration for what this
    /// library has not made.
    pub fn told(device: u32, count: u32) -> HipResult<Whole> {
        let told = Whole { device: device as usize, count };
        let found = i32::try_from(device).ok().and_then(|device| runtime::device(device).ok());
        match found.map(|device| Whole::of(device)) {
            Some(whole) if whole == told => Ok(told),
            Some(whole) if count > 0 && count < whole.count => Err(part()),
            _ => Err(HipError::InvalidResourceConfiguration.because("this is no resource that a device has given")),
        }
    }

    /// `hipDevSmResourceSplitByCount`: how many groups of at least `least` multiprocessors there can be. HIP: the number of groups is "reduced to
    /// what fits", groups that do not match the device's granularity are "rounded up to a valid size".
    pub fn groups_of(self, least: u32, flags: u32) -> HipResult<u32> {
        match flags {
            // "Defined but not yet supported by the runtime. Passing it returns hipErrorNotSupported."
            _ if flags & !(IGNORE_COSCHEDULING | LARGE_CLUSTERS) != 0 => {
                Err(HipError::InvalidValue.because(format_args!("flags {flags:#x}")))
            }
            _ if flags & IGNORE_COSCHEDULING != 0 => {
                Err(HipError::NotSupported.because("Vulkan does not tell which multiprocessors are scheduled together"))
            }
            _ => Ok(u32::from(least <= self.count)),
        }
    }

    /// `hipDevSmResourceSplit` into one group. HIP: hipErrorInvalidResourceConfiguration for more than there are; "a group is never empty".
    pub fn group(self, asked: Group) -> HipResult<Group> {
        let together = if asked.together == 0 { self.count } else { asked.together };
        let preferred = if asked.preferred == 0 { together } else { asked.preferred };
        if asked.flags & !BACKFILL != 0 {
            return Err(HipError::InvalidValue.because(format_args!("flags {:#x} of a group", asked.flags)));
        }
        if asked.count > self.count || together > self.count {
            return Err(HipError::InvalidResourceConfiguration.because(format_args!(
                "a group of {} multiprocessors, {together} together, of {}",
                asked.count, self.count
            )));
        }
        let fills = self.count.is_multiple_of(together) || asked.flags & BACKFILL != 0;
        if (asked.count != 0 && asked.count != self.count) || !fills {
            return Err(part());
        }
        Ok(Group { count: self.count, together, preferred, flags: asked.flags })
    }

    /// `hipDevSmResourceSplit` into several: each would be a part.
    pub fn several() -> HipError {
        part()
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, HipError, Whole};

    const WHOLE: Whole = Whole { device: 0, count: 12 };

    #[test]
    fn there_is_one_group_or_none() {
        assert_eq!(WHOLE.groups_of(0, 0), Ok(1));
        assert_eq!(WHOLE.groups_of(5, 2), Ok(1));
        assert_eq!(WHOLE.groups_of(13, 0), Ok(0));
        assert_eq!(WHOLE.groups_of(1, 1), Err(HipError::NotSupported));
        assert_eq!(WHOLE.groups_of(1, 4), Err(HipError::InvalidValue));
    }

    #[test]
    fn a_group_is_the_whole_device_and_a_part_of_it_is_refused() {
        let asked = |count, together, flags| Group { count, together, preferred: 0, flags };
        let got = |together| Ok(Group { count: 12, together, preferred: together, flags: 0 });
        assert_eq!(WHOLE.group(asked(0, 0, 0)), got(12));
        assert_eq!(WHOLE.group(asked(12, 4, 0)), got(4));
        assert_eq!(WHOLE.group(asked(6, 0, 0)), Err(HipError::InvalidResourceConfiguration));
        assert_eq!(WHOLE.group(asked(0, 5, 0)), Err(HipError::InvalidResourceConfiguration), "10 of 12");
        assert_eq!(WHOLE.group(asked(0, 5, 1)).map(|group| group.count), Ok(12), "the rest fills it");
        assert_eq!(WHOLE.group(asked(13, 0, 0)), Err(HipError::InvalidResourceConfiguration));
        assert_eq!(WHOLE.group(asked(0, 13, 0)), Err(HipError::InvalidResourceConfiguration));
        assert_eq!(WHOLE.group(asked(0, 0, 2)), Err(HipError::InvalidValue));
    }
}
