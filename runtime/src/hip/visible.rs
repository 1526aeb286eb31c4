//! Which devices a program sees, and in which order: those that `HIPVK_DEVICE` names, of them `ROCR_VISIBLE_DEVICES`', then `HIP_VISIBLE_DEVICES`'.
//!
//! ROCm's documentation (GPU isolation techniques): ROCR_VISIBLE_DEVICES is "a list of device indices or UUIDs that will be exposed
//! to applications", HIP_VISIBLE_DEVICES "device indices exposed to HIP applications", which number what the first list leaves;
//! CUDA_VISIBLE_DEVICES "has the same effect as HIP_VISIBLE_DEVICES". `hip::runtime` asks once, when it starts.

use crate::config;

/// A part of the name of the devices that are offered.
pub const DEVICE_VARIABLE: &str = "HIPVK_DEVICE";

/// A device's UUID as `hipDeviceGetUuid` gives it.
pub type Uuid = [u8; 16];

/// What the environment says.
#[derive(Clone, Copy, Debug, Default)]
struct Lists<'a> {
    /// Set to nothing means no device.
    rocr: Option<&'a str>,
    hip: Option<&'a str>,
    cuda: Option<&'a str>,
}

/// Whether a device of this name is among those that `HIPVK_DEVICE` names, if it names any.
pub fn is_wanted(device: &str, wanted: Option<&str>) -> bool {
    wanted.is_none_or(|text| device.to_lowercase().contains(&text.to_lowercase()))
}

/// The numbers, among the devices with these UUIDs, of those that the environment selects, in its order.
pub fn from_environment(uuids: &[Uuid]) -> Vec<usize> {
    let [hip, cuda] = ["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"].map(config::value);
    let rocr = config::even_empty("ROCR_VISIBLE_DEVICES");
    select(uuids, Lists { rocr: rocr.as_deref(), hip: hip.as_deref(), cuda: cuda.as_deref() })
}

fn select(uuids: &[Uuid], lists: Lists<'_>) -> Vec<usize> {
    let names: Vec<String> = uuids.iter().map(name).collect();
    let exposed = match lists.rocr {
        None => (0..names.len()).collect(),
        Some(list) => exposed(list, &names),
    };
    // HIP's own list comes before CUDA's name for it.
    let Some(list) = lists.hip.or(lists.cuda) else { return exposed };
    let left: Vec<&str> = exposed.iter().map(|&number| names[number].as_str()).collect();
    listed(list, &left).into_iter().map(|number| exposed[number]).collect()
}

/// `GPU-` and the UUID's hexadecimal digits.
fn name(uuid: &Uuid) -> String {
    uuid.iter().fold(String::from("GPU-"), |name, byte| name + &format!("{byte:02X}"))
}

/// An item as it is compared: capitals, and a UUID without the dashes it may be written with.
fn normal(item: &str) -> String {
    let item = item.trim().to_uppercase();
    match item.strip_prefix("GPU-") {
        Some(digits) => format!("GPU-{}", digits.replace('-', "")),
        None => item,
    }
}

/// ROCr's rules: numbers, or beginnings of UUIDs that are one device's only; the list ends at what is neither, and at a device that was
/// named before.
fn exposed(list: &str, names: &[String]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for item in list.split(',').map(normal) {
        let number = if item.starts_with('G') {
            let mut same = names.iter().enumerate().filter(|(_, name)| item.len() > 4 && name.starts_with(&item));
            same.next().filter(|_| same.next().is_none()).map(|(number, _)| number)
        } else {
            item.parse().ok().filter(|&number| number < names.len())
        };
        match number {
            Some(number) if !numbers.contains(&number) => numbers.push(number),
            _ => break,
        }
    }
    numbers
}

/// HIP's rules: "Only devices whose index is present in the sequence are visible", up to the first item that is no device; one that was
/// named before is passed over.
fn listed(list: &str, names: &[&str]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for item in list.split(',').map(normal) {
        let by_name = names.iter().position(|name| item.len() > 4 && name.starts_with(&item));
        let by_number = || item.parse().ok().filter(|&number| number < names.len());
        let Some(number) = by_name.or_else(by_number) else { break };
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::{Lists, Uuid, select};

    fn uuids() -> [Uuid; 3] {
        [0xa0, 0xa1, 0xb0].map(|first| {
            let mut uuid = [0x11; 16];
            uuid[0] = first;
            uuid
        })
    }

    fn hip(list: &str) -> Vec<usize> {
        select(&uuids(), Lists { hip: Some(list), ..Lists::default() })
    }

    fn rocr(list: &str) -> Vec<usize> {
        select(&uuids(), Lists { rocr: Some(list), ..Lists::default() })
    }

    #[test]
    fn unset_means_all_devices_in_their_order() {
        assert_eq!(select(&uuids(), Lists::default()), [0, 1, 2]);
    }

    #[test]
    fn hips_list_selects_and_orders_and_ends_at_the_first_wrong_item() {
        assert_eq!(hip("2, 0"), [2, 0]);
        assert_eq!(hip("1,7,0"), [1]);
        assert_eq!(hip("1,1,0"), [1, 0]);
        assert_eq!(hip("gpu-b0,0"), [2, 0]);
        assert_eq!(hip("-1"), [0usize; 0]);
        assert_eq!(hip("none"), [0usize; 0]);
    }

    #[test]
    fn cudas_list_counts_where_hip_has_none() {
        let lists = Lists { cuda: Some("1"), ..Lists::default() };
        assert_eq!(select(&uuids(), lists), [1]);
        assert_eq!(select(&uuids(), Lists { hip: Some("2"), ..lists }), [2]);
    }

    #[test]
    fn rocrs_list_takes_unique_beginnings_of_uuids_and_ends_at_a_repeated_device() {
        assert_eq!(rocr("1,0"), [1, 0]);
        assert_eq!(rocr("GPU-B011,GPU-a1-11"), [2, 1]);
        assert_eq!(rocr("2,GPU-A,1"), [2], "GPU-A is two devices");
        assert_eq!(rocr("0,0,1"), [0]);
        assert_eq!(rocr("1,x,0"), [1]);
        assert_eq!(rocr(""), [0usize; 0]);
    }

    #[test]
    fn hips_numbers_count_what_rocrs_list_leaves() {
        let lists = Lists { rocr: Some("2,0"), hip: Some("1"), ..Lists::default() };
        assert_eq!(select(&uuids(), lists), [0]);
        assert_eq!(select(&uuids(), Lists { hip: Some("2"), ..lists }), [0usize; 0]);
    }
}
