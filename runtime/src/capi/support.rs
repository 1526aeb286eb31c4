//! README's tables of what of HIP is there, and why the rest is not. `cargo support` writes it, a test compares.

use super::table::{FUNCTIONS, Function};

/// Checked, accepted and then without effect: Vulkan has nothing like it, or there is nothing to do. (Of a stream's mask of compute units
/// and priority and of advice, what was said can be asked for again.)
const WITHOUT_EFFECT: &[&str] = &[
    "hipCtxSetCacheConfig",
    "hipCtxSetSharedMemConfig",
    "hipDeviceSetCacheConfig",
    "hipDeviceSetSharedMemConfig",
    "hipExtStreamCreateWithCUMask",
    "hipFuncSetCacheConfig",
    "hipFuncSetSharedMemConfig",
    "hipMemAdvise",
    "hipMemAdvise_v2",
    "hipMemPrefetchAsync",
    "hipMemPrefetchAsync_v2",
    "hipStreamAttachMemAsync",
    "hipStreamCreateWithPriority",
];

/// There, but not for everything that HIP says.
const PARTLY: &[(&[&str], &str)] = &[
    (
        &["hipDevSmResourceSplit", "hipDevSmResourceSplitByCount", "hipGreenCtxCreate"],
        "one group, with the whole device: Vulkan gives no part of a device's multiprocessors to a stream",
    ),
    (
        &[
            "hipIpcGetEventHandle",
            "hipIpcGetMemHandle",
            "hipMemExportToShareableHandle",
            "hipMemPoolExportToShareableHandle",
        ],
        "on Linux, where memory is the host's (lavapipe) or the driver exports it (VK_KHR_external_memory_fd: NVIDIA, Mesa's); not of an \
         allocation that the driver cannot make in one piece",
    ),
];

/// README's tables: per group how many functions are there and which of them have no effect; what is not there, and why.
pub fn markdown() -> String {
    let mut text = String::from("| group | implemented | of these accepted, without effect |\n|---|---|---|\n");
    let mut groups: Vec<&str> = FUNCTIONS.iter().map(|function| function.group).collect();
    groups.dedup();
    for group in groups {
        let of_group = |implemented: bool| {
            FUNCTIONS.iter().filter(move |function| function.group == group && function.implemented == implemented)
        };
        let (done, left) = (of_group(true).count(), of_group(false).count());
        let quoted = |function: &Function| format!("`{}`", function.name);
        let idle = of_group(true).filter(|function| WITHOUT_EFFECT.contains(&function.name));
        let idle = idle.map(quoted).collect::<Vec<_>>().join(", ");
        text += &format!("| {} | {done} of {} | {idle} |\n", group.replace('_', " "), done + left);
    }
    let done = FUNCTIONS.iter().filter(|function| function.implemented).count();
    text += &format!("| **all** | **{done} of {}** | |\n", FUNCTIONS.len());
    text + "\n" + &parts() + "\n" + &reasons()
}

/// What is there in part, and which part is not.
fn parts() -> String {
    let rows = PARTLY.iter().map(|(names, what)| {
        let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        format!("| {names} | {what} |\n")
    });
    "| partly | what of it |\n|---|---|\n".to_owned() + &rows.collect::<String>()
}

/// Why each of what is missing is: a row for a reason.
fn reasons() -> String {
    let missing = || FUNCTIONS.iter().filter(|function| !function.implemented);
    let mut text = String::from("| missing | why |\n|---|---|\n");
    let mut whys: Vec<&str> = missing().map(|function| function.why).collect();
    whys.dedup();
    for why in whys {
        let names: Vec<_> =
            missing().filter(|function| function.why == why).map(|it| format!("`{}`", it.name)).collect();
        text += &format!("| {} | {why} |\n", names.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::table::address;
    use super::{FUNCTIONS, WITHOUT_EFFECT, markdown};

    #[test]
    fn what_has_no_effect_is_there() {
        for name in WITHOUT_EFFECT {
            assert!(address(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_printed_table_counts_every_function() {
        assert!(markdown().contains(&format!("of {}**", FUNCTIONS.len())));
    }
}
