//! The driver of a device: who wrote it, and its names and versions.

use ash::vk;

use spirv_gen::budget::Compiler;

use super::properties::{Properties, text};

/// Who wrote the driver; some behave differently where the specification leaves room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DriverKind {
    /// Mesa's CPU driver.
    Lavapipe,
    /// Mesa's AMD driver.
    Radv,
    /// NVIDIA's own driver.
    Nvidia,
    /// Mesa's NVIDIA driver.
    Nvk,
    /// Mesa's Intel driver.
    Anv,
    /// AMD's own drivers.
    Amd,
    /// Any other.
    Other,
}

impl DriverKind {
    pub(super) fn from_raw(id: vk::DriverId) -> Self {
        match id {
            vk::DriverId::MESA_LLVMPIPE => Self::Lavapipe,
            vk::DriverId::MESA_RADV => Self::Radv,
            vk::DriverId::NVIDIA_PROPRIETARY => Self::Nvidia,
            vk::DriverId::MESA_NVK => Self::Nvk,
            vk::DriverId::INTEL_OPEN_SOURCE_MESA => Self::Anv,
            vk::DriverId::AMD_PROPRIETARY | vk::DriverId::AMD_OPEN_SOURCE => Self::Amd,
            _ => Self::Other,
        }
    }
}

/// The driver, as it names itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverInfo {
    /// Which driver.
    pub kind: DriverKind,
    /// Its name: "llvmpipe", "radv", "NVIDIA".
    pub name: String,
    /// Its version in words: "Mesa 25.0.7 (LLVM 15.0.6)".
    pub info: String,
    /// `driverVersion`, in the driver's own encoding.
    pub version: u32,
    /// The driver's build, from `VkPhysicalDeviceIDProperties::driverUUID`: a key for caches.
    pub uuid: [u8; 16],
}

impl DriverInfo {
    /// As the driver names itself.
    pub(super) fn new(p: &Properties) -> Self {
        Self {
            kind: DriverKind::from_raw(p.v12.driver_id),
            name: text(&p.v12.driver_name),
            info: text(&p.v12.driver_info),
            version: p.core.driver_version,
            uuid: p.v11.driver_uuid,
        }
    }

    /// Who compiles the driver's kernels.
    pub(super) fn compiler(&self) -> Compiler {
        // lavapipe names its LLVM in brackets; one that does not is taken for the oldest.
        match self.kind {
            DriverKind::Lavapipe => Compiler::Llvm(llvm_major(&self.info).unwrap_or(0)),
            _ => Compiler::Gpu,
        }
    }
}

/// The major version in a text such as "Mesa 26.1.6 (LLVM 19.1.7)".
fn llvm_major(info: &str) -> Option<u32> {
    info.split("LLVM ").nth(1)?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::llvm_major;

    #[test]
    fn lavapipe_says_which_llvm_compiles() {
        assert_eq!(llvm_major("Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6)"), Some(15));
        assert_eq!(llvm_major("Mesa 26.1.6-1~bpo13+1 (LLVM 19.1.7)"), Some(19));
        assert_eq!(llvm_major("Mesa 27.0.0"), None);
    }
}
