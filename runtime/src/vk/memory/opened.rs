//! Memory of a GPU that another process made (`exported`), opened here: by a number of its `giver`, or from an `envelope`. Linux only.
//!
//! Called by `ipc` and `physical`.

use std::os::fd::{AsRawFd, RawFd};
use std::sync::Arc;

use super::envelope::{self, Label};
use super::exported::Exported;
use super::external::{ExternalKind, ExternalMemory, ImportOrder, import};
use super::giver;
use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_allocate};

fn check(device: &RawDevice, label: &Label) -> Result<(), VkError> {
    let right = label.device == device.info.uuid;
    if right { Ok(()) } else { Err(VkError::Unsupported { feature: "memory of another device".into() }) }
}

impl Device {
    /// What another process offers under a number.
    pub(in crate::vk) fn open_offer(
        self: &Arc<Self>,
        process: u32,
        started: u64,
        number: u32,
    ) -> Result<Arc<ExternalMemory>, VkError> {
        let (label, descriptor) = giver::fetch(process, started, number)?;
        check(self, &label)?;
        self.import_known(ExternalKind::Opaque, descriptor, label.size, (label.alone, label.kind))
    }

    /// The memory in an envelope, which stays the caller's.
    pub(in crate::vk) fn open_envelope(self: &Arc<Self>, envelope: RawFd) -> Result<Exported, VkError> {
        let (label, descriptor) = envelope::open(envelope)?;
        check(self, &label)?;
        let order = ImportOrder { kind: ExternalKind::Opaque, size: label.size, type_index: label.kind, alone: None };
        let made = import(self, &order, descriptor.as_raw_fd())?;
        let memory = made.map_err(map_allocate(label.size))?;
        Ok(Exported { memory, size: label.size, kind: label.kind, alone: false })
    }
}
