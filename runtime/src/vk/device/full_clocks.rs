//! An NVIDIA GPU at its full clocks for as long as a program has it open, as CUDA has it.
//!
//! With Vulkan alone a GPU that was idle for three seconds falls to its idle clock (an H100: from 1980 to 345 MHz), and takes 0.2 s of uninterrupted
//! work to come back: a program whose kernels run in shorter bursts, with the host's work between them, stays at a fifth of the speed. CUDA asks
//! NVIDIA's kernel driver for a boost with each context, and so does this, which Vulkan has no call for. The requests and their layouts are those
//! of NVIDIA's open-gpu-kernel-modules (`nv-ioctl.h`, `nvos.h`, `ctrl2080perf.h`); they end when the descriptors are closed. Nothing
//! depends on them: where one is refused, that is logged. Called by `logical`.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;

use bytemuck::{Pod, Zeroable, bytes_of_mut};

use super::select::{DeviceInfo, DriverKind, PciAddress};
use crate::config;

/// A request that goes on until it is dropped.
#[derive(Debug)]
pub struct FullClocks {
    _gpu: File,
    _control: File,
}

const CARD_INFO: u32 = 200;
const REGISTER_FD: u32 = 201;
const RM_CONTROL: u32 = 0x2a;
const RM_ALLOC: u32 = 0x2b;

/// Classes of the resource manager's objects: a client, a GPU, and one of its halves.
const ROOT_CLIENT: u32 = 0x41;
const DEVICE: u32 = 0x80;
const SUBDEVICE: u32 = 0x2080;

const GET_ID_INFO: u32 = 0x205;
const PERF_BOOST: u32 = 0x2080_200a;
/// To the highest clocks, as for CUDA, with its high priority.
const BOOST_FLAGS: u32 = 2 | 1 << 4 | 1 << 6;
const FOR_EVER: u32 = u32::MAX;

/// `nv_ioctl_card_info_t`.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct Card {
    valid: u32,
    domain: u32,
    bus: u8,
    slot: u8,
    function: u8,
    pad: u8,
    vendor_and_device: [u16; 2],
    gpu: u32,
    interrupt: u32,
    memory: [u64; 4],
    minor: u32,
    name: [u8; 12],
}

/// `NVOS21_PARAMETERS`.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct Alloc {
    root: u32,
    parent: u32,
    object: u32,
    class: u32,
    parameters: u64,
    size: u32,
    status: u32,
}

/// `NVOS54_PARAMETERS`.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct Control {
    client: u32,
    object: u32,
    command: u32,
    flags: u32,
    parameters: u64,
    size: u32,
    status: u32,
}

/// `NV0080_ALLOC_PARAMETERS`.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct DeviceParameters {
    device: u32,
    client_share: u32,
    others: [u32; 4],
    addresses: [u64; 3],
    mode: [u32; 2],
}

/// `NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS`.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct IdInfo {
    gpu: u32,
    flags: u32,
    device: u32,
    subdevice: u32,
    others: [u32; 4],
}

/// The resource manager, as one client of it.
struct Client {
    control: File,
    root: u32,
}

impl FullClocks {
    /// Asks for them, if the device is an NVIDIA GPU with NVIDIA's driver and nobody said `HIPVK_FULL_CLOCKS=0`.
    pub fn ask(info: &DeviceInfo) -> Option<Self> {
        let wanted = info.driver.kind == DriverKind::Nvidia && config::not_disabled("HIPVK_FULL_CLOCKS");
        let pci = info.pci.filter(|_| wanted)?;
        match Self::of(pci) {
            Ok(clocks) => Some(clocks),
            Err(error) => {
                log::info!("'{}' may clock down between bursts of work: {error}", info.name);
                None
            }
        }
    }

    fn of(pci: PciAddress) -> io::Result<Self> {
        let mut client = Client { control: open("/dev/nvidiactl")?, root: 0 };
        client.root = client.allocate(0, ROOT_CLIENT, &mut [])?;
        let card = client.card(pci)?;
        // Objects of a GPU are for those who have it open.
        let gpu = open(&format!("/dev/nvidia{}", card.minor))?;
        request(&gpu, REGISTER_FD, &mut client.control.as_raw_fd())?;
        let mut ids = IdInfo { gpu: card.gpu, ..IdInfo::default() };
        client.control(client.root, GET_ID_INFO, bytes_of_mut(&mut ids))?;
        let mut parameters =
            DeviceParameters { device: ids.device, client_share: client.root, ..DeviceParameters::default() };
        let device = client.allocate(client.root, DEVICE, bytes_of_mut(&mut parameters))?;
        let subdevice = client.allocate(device, SUBDEVICE, bytes_of_mut(&mut ids.subdevice))?;
        client.control(subdevice, PERF_BOOST, bytes_of_mut(&mut [BOOST_FLAGS, FOR_EVER]))?;
        Ok(Self { _gpu: gpu, _control: client.control })
    }
}

impl Client {
    /// The GPU at an address, as the kernel driver counts it.
    fn card(&self, pci: PciAddress) -> io::Result<Card> {
        let mut cards = [Card::default(); 32];
        request(&self.control, CARD_INFO, &mut cards)?;
        let place = |card: &Card| [card.domain, card.bus.into(), card.slot.into()];
        let found =
            cards.into_iter().find(|card| card.valid & 0xff != 0 && place(card) == [pci.domain, pci.bus, pci.device]);
        found.ok_or_else(|| io::Error::other("NVIDIA's kernel driver has no GPU at that address"))
    }

    fn allocate(&self, parent: u32, class: u32, parameters: &mut [u8]) -> io::Result<u32> {
        let address = if parameters.is_empty() { 0 } else { parameters.as_mut_ptr() as u64 };
        let mut call = Alloc {
            root: self.root,
            parent,
            class,
            parameters: address,
            size: parameters.len() as u32,
            ..Alloc::default()
        };
        request(&self.control, RM_ALLOC, &mut call)?;
        granted(call.status)?;
        Ok(call.object)
    }

    fn control(&self, object: u32, command: u32, parameters: &mut [u8]) -> io::Result<()> {
        let mut call = Control {
            client: self.root,
            object,
            command,
            parameters: parameters.as_mut_ptr() as u64,
            size: parameters.len() as u32,
            ..Control::default()
        };
        request(&self.control, RM_CONTROL, &mut call)?;
        granted(call.status)
    }
}

fn open(path: &str) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// The resource manager's answer.
fn granted(status: u32) -> io::Result<()> {
    if status == 0 { Ok(()) } else { Err(io::Error::other(format!("NVIDIA's kernel driver answers {status:#x}"))) }
}

/// Linux' `_IOWR('F', number, T)`.
fn request<T: Pod>(file: &File, number: u32, argument: &mut T) -> io::Result<()> {
    let code = 3 << 30 | (size_of::<T>() as u32) << 16 | u32::from(b'F') << 8 | number;
    // SAFETY: the kernel reads and writes as many bytes of `argument` as the code says, which is its size. Where it holds an address, that is of a
    // slice of the stated size, which the caller borrows until this returns.
    match unsafe { libc::ioctl(file.as_raw_fd(), code.into(), std::ptr::from_mut(argument)) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Alloc, Card, Control, DeviceParameters, IdInfo, open, request};

    #[test]
    fn structures_have_the_sizes_that_the_kernel_driver_checks() {
        assert_eq!([size_of::<Card>(), size_of::<Alloc>(), size_of::<Control>()], [72, 32, 32]);
        assert_eq!([size_of::<DeviceParameters>(), size_of::<IdInfo>()], [56, 32]);
    }

    #[test]
    fn what_is_no_device_of_nvidias_refuses() {
        let file = open("/dev/null").expect("it can be opened");
        assert!(request(&file, super::CARD_INFO, &mut [Card::default(); 32]).is_err());
    }
}
