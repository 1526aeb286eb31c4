//! The highest rate of a GPU's clock, which `clock64` counts and Vulkan does not tell. Drivers do, elsewhere: AMD's in sysfs, NVIDIA's in
//! NVML, its library for management, which comes with it.
//!
//! HIP: "clockRate: Max clock frequency of the multiProcessors in khz". Programs that wait so many milliseconds by `clock64` divide by it.
//! Called by `hip::device::properties`, when a program asks.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use libloading::Library;

use super::select::PciAddress;

/// PCI numbers of vendors.
const AMD: u32 = 0x1002;
const NVIDIA: u32 = 0x10de;
/// NVML's number for the clock of the multiprocessors.
const NVML_CLOCK_SM: c_int = 1;

/// In kHz; 0 where nobody tells. Asked once for each device.
pub fn highest_khz(vendor: u32, device: PciAddress) -> u32 {
    static KNOWN: LazyLock<Mutex<HashMap<PciAddress, u32>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(device).or_insert_with(|| {
        let mhz = match vendor {
            AMD => of_sysfs(Path::new("/sys/bus/pci/devices"), device),
            NVIDIA => of_nvml(device),
            _ => None,
        };
        mhz.map_or(0, |mhz| mhz.saturating_mul(1000))
    })
}

/// AMD's table of states, `1: 2500Mhz *` a line, in MHz.
fn of_sysfs(devices: &Path, device: PciAddress) -> Option<u32> {
    let PciAddress { domain, bus, device, function } = device;
    let states = devices.join(format!("{domain:04x}:{bus:02x}:{device:02x}.{function}/pp_dpm_sclk"));
    let text = std::fs::read_to_string(states).ok()?;
    let rates = text.lines().filter_map(|line| {
        let (_, rate) = line.split_once(':')?;
        rate.trim().trim_end_matches(['*', ' ']).to_ascii_lowercase().strip_suffix("mhz")?.parse().ok()
    });
    rates.max()
}

/// In MHz.
fn of_nvml(device: PciAddress) -> Option<u32> {
    let name = if cfg!(windows) { "nvml.dll" } else { "libnvidia-ml.so.1" };
    let PciAddress { domain, bus, device, function } = device;
    let address = CString::new(format!("{domain:08x}:{bus:02x}:{device:02x}.{function}")).ok()?;
    // SAFETY: NVML's initialisers start no thread and change nothing of this process; the functions have the types that nvml.h declares,
    // since its version 1 ("_v2" names are older than any driver with Vulkan 1.3). Results are used only where it returns NVML_SUCCESS, 0.
    unsafe {
        let library = Library::new(name).ok()?;
        let start = library.get::<unsafe extern "C" fn() -> c_int>(b"nvmlInit_v2\0").ok()?;
        let stop = library.get::<unsafe extern "C" fn() -> c_int>(b"nvmlShutdown\0").ok()?;
        let find = library
            .get::<unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int>(
                b"nvmlDeviceGetHandleByPciBusId_v2\0",
            )
            .ok()?;
        let most = library
            .get::<unsafe extern "C" fn(*mut c_void, c_int, *mut c_uint) -> c_int>(b"nvmlDeviceGetMaxClockInfo\0")
            .ok()?;
        if start() != 0 {
            return None;
        }
        let (mut handle, mut mhz) = (std::ptr::null_mut(), 0);
        let told = find(address.as_ptr(), &mut handle) == 0 && most(handle, NVML_CLOCK_SM, &mut mhz) == 0;
        stop();
        told.then_some(mhz)
    }
}

#[cfg(test)]
mod tests {
    use super::{PciAddress, highest_khz, of_sysfs};

    const DEVICE: PciAddress = PciAddress { domain: 0, bus: 3, device: 0, function: 0 };

    #[test]
    fn the_highest_state_counts_and_what_is_no_table_says_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(of_sysfs(folder.path(), DEVICE), None);
        let device = folder.path().join("0000:03:00.0");
        std::fs::create_dir(&device).expect("made");
        for (text, rate) in
            [("0: 500Mhz \n1: 2480Mhz *\n2: 0Mhz\n", Some(2480)), ("", None), ("S: 19Mhz *\n1: 9x\n", Some(19))]
        {
            std::fs::write(device.join("pp_dpm_sclk"), text).expect("written");
            assert_eq!(of_sysfs(folder.path(), DEVICE), rate, "{text:?}");
        }
    }

    #[test]
    fn nobody_tells_the_rate_of_other_vendors_devices() {
        assert_eq!(highest_khz(0x10005, PciAddress { bus: 0xfe, ..DEVICE }), 0);
    }
}
