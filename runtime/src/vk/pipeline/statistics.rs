//! What the driver's compiler says of a pipeline: registers, spills, instructions, and the machine code itself.
//!
//! RADV answers all of it, also on null hardware, so CI can look at AMD code without an AMD card. Called by the report in
//! `tests/src/bin/null_device.rs`.

use std::ffi::CStr;

use ash::vk;

use super::compute::Pipeline;
use crate::vk::error::{VkError, driver};

/// One figure, as the driver names it ("VGPRs", "Spilled VGPRs", "Instructions", ...).
#[derive(Debug, Clone, PartialEq)]
pub struct Statistic {
    pub name: String,
    /// Floats and booleans come as the nearest number.
    pub value: f64,
}

/// One executable of a pipeline; a compute pipeline has one.
#[derive(Debug, Clone, PartialEq)]
pub struct ExecutableReport {
    pub name: String,
    pub subgroup_size: u32,
    pub statistics: Vec<Statistic>,
    /// Name and text of each intermediate form, the machine code last.
    pub representations: Vec<(String, String)>,
}

impl Pipeline {
    /// What the driver's compiler says, for pipelines made with `statistics`.
    /// [`VkError::Unsupported`] without VK_KHR_pipeline_executable_properties.
    pub fn statistics(&self) -> Result<Vec<ExecutableReport>, VkError> {
        let Some(functions) = &self.device.functions.executable else {
            return Err(VkError::Unsupported { feature: "VK_KHR_pipeline_executable_properties".into() });
        };
        if !self.has_statistics {
            return Err(VkError::Invalid("the pipeline was made without PipelineDesc::statistics"));
        }
        let info = vk::PipelineInfoKHR::default().pipeline(self.raw);
        // SAFETY: the pipeline is live and was made with the capture flags.
        let executables = unsafe { functions.get_pipeline_executable_properties(&info) }
            .map_err(|r| driver("vkGetPipelineExecutablePropertiesKHR", r))?;
        (0..).zip(&executables).map(|(index, executable)| self.executable(functions, index, executable)).collect()
    }

    fn executable(
        &self,
        functions: &ash::khr::pipeline_executable_properties::Device,
        index: u32,
        executable: &vk::PipelineExecutablePropertiesKHR<'_>,
    ) -> Result<ExecutableReport, VkError> {
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(self.raw).executable_index(index);
        // SAFETY: the pipeline is live, was made with CAPTURE_STATISTICS, and has an executable of this index.
        let statistics = unsafe { functions.get_pipeline_executable_statistics(&info) }
            .map_err(|r| driver("vkGetPipelineExecutableStatisticsKHR", r))?;
        Ok(ExecutableReport {
            name: text(&executable.name),
            subgroup_size: executable.subgroup_size,
            statistics: statistics.iter().map(statistic).collect(),
            representations: self.representations(functions, &info)?,
        })
    }

    fn representations(
        &self,
        functions: &ash::khr::pipeline_executable_properties::Device,
        info: &vk::PipelineExecutableInfoKHR<'_>,
    ) -> Result<Vec<(String, String)>, VkError> {
        let failed = |r| driver("vkGetPipelineExecutableInternalRepresentationsKHR", r);
        // SAFETY: as in `executable`; the pipeline was made with CAPTURE_INTERNAL_REPRESENTATIONS.
        let sizes = unsafe { functions.get_pipeline_executable_internal_representations(info) }.map_err(failed)?;
        let mut texts: Vec<Vec<u8>> = sizes.iter().map(|s| vec![0; s.data_size]).collect();
        let mut forms: Vec<_> = sizes
            .iter()
            .zip(&mut texts)
            .map(|(size, text)| {
                let mut form = *size;
                form.p_data = text.as_mut_ptr().cast();
                form
            })
            .collect();
        let mut count = forms.len() as u32;
        // SAFETY: as above; `forms` has `count` elements, each pointing at a buffer of its own `data_size` bytes in
        // `texts`, which outlives the call.
        let result = unsafe {
            (functions.fp().get_pipeline_executable_internal_representations_khr)(
                self.device.raw.handle(),
                info,
                &mut count,
                forms.as_mut_ptr(),
            )
        };
        if result != vk::Result::SUCCESS {
            return Err(failed(result));
        }
        let names: Vec<String> = forms.iter().map(|f| text(&f.name)).collect();
        let plain = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        Ok(names.into_iter().zip(texts.iter().map(plain)).collect())
    }
}

fn statistic(raw: &vk::PipelineExecutableStatisticKHR<'_>) -> Statistic {
    // SAFETY: `format` says which member of the union the driver wrote.
    let value = unsafe {
        match raw.format {
            vk::PipelineExecutableStatisticFormatKHR::BOOL32 => f64::from(raw.value.b32),
            vk::PipelineExecutableStatisticFormatKHR::INT64 => raw.value.i64 as f64,
            vk::PipelineExecutableStatisticFormatKHR::UINT64 => raw.value.u64 as f64,
            _ => raw.value.f64,
        }
    };
    Statistic { name: text(&raw.name), value }
}

/// A fixed-size C string of the driver's.
fn text(chars: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|&c| c as u8).collect();
    CStr::from_bytes_until_nul(&bytes).map_or_else(|_| String::new(), |s| s.to_string_lossy().into_owned())
}
