//! A buffer and a timeline shared with a plain Vulkan program: Vulkan fills the buffer, a HIP kernel adds to it, Vulkan copies the result, and
//! nobody waits on the host in between.
//!
//! A driver that exports no semaphores (lavapipe 25.0) shares the buffer alone, and the host keeps the order; the last line says which it was.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "all of plain Vulkan is unsafe; `main` says once who guarantees what"
)]

use std::error::Error;
use std::ffi::{CStr, c_void};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::ptr::null_mut;

use ash::vk;
use hipvk::capi::{external, launch, memory, module, stream, types};

const COUNT: u32 = 1 << 16;
const SIZE: u64 = COUNT as u64 * 4;
const KERNEL: &str = r#"
#include <hip/hip_runtime.h>
extern "C" __global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }
"#;
const OPAQUE: vk::ExternalMemoryHandleTypeFlags = vk::ExternalMemoryHandleTypeFlags::OPAQUE_FD;
/// `hipExternalMemoryHandleTypeOpaqueFd`.
const OPAQUE_FD: u32 = 1;
/// `hipExternalSemaphoreHandleTypeTimelineSemaphoreFd`.
const TIMELINE: u32 = 9;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The Vulkan side: a device, a queue and a command buffer.
struct Vulkan {
    // Keeps the loader.
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    shares_semaphores: bool,
}

fn main() -> Outcome<ExitCode> {
    let begun = std::time::Instant::now();
    // SAFETY: every handle below is used as Vulkan and HIP document, by this one thread.
    let (ok, shares) = unsafe { run() }?;
    let how = if shares { "timeline" } else { "host" };
    Ok(hipvk_examples::report("vulkan_interop", how, ok, begun.elapsed(), SIZE as f64))
}

unsafe fn run() -> Outcome<(bool, bool)> {
    let vulkan = unsafe { Vulkan::open() }?;
    let (buffer, shared) = unsafe { vulkan.buffer(true) }?;
    let (result, seen) = unsafe { vulkan.buffer(false) }?;
    let timeline = unsafe { vulkan.timeline() }?;

    // What HIP gets: descriptors, which are its own from then on.
    let mut hip_memory = types::hipExternalMemory_t(null_mut());
    let description = types::hipExternalMemoryHandleDesc {
        type_: OPAQUE_FD,
        fd: unsafe { vulkan.memory_descriptor(shared) }?,
        size: unsafe { vulkan.device.get_buffer_memory_requirements(buffer) }.size,
        ..Default::default()
    };
    hip(unsafe { external::hipImportExternalMemory(&mut hip_memory, &description) }, "hipImportExternalMemory")?;
    let mut data: *mut c_void = null_mut();
    let part = types::hipExternalMemoryBufferDesc { size: SIZE, ..Default::default() };
    hip(unsafe { external::hipExternalMemoryGetMappedBuffer(&mut data, hip_memory, &part) }, "GetMappedBuffer")?;
    let mut semaphore = types::hipExternalSemaphore_t(null_mut());
    if vulkan.shares_semaphores {
        let descriptor = unsafe { vulkan.semaphore_descriptor(timeline) }?;
        let description =
            types::hipExternalSemaphoreHandleDesc { type_: TIMELINE, fd: descriptor, ..Default::default() };
        hip(unsafe { external::hipImportExternalSemaphore(&mut semaphore, &description) }, "ImportExternalSemaphore")?;
    }

    // 1: Vulkan has filled it.  2: HIP has added to it.  3: Vulkan has copied it.
    let add = unsafe { kernel() }?;
    let queue = unsafe { hip_stream() }?;
    let fill = unsafe { vulkan.record(|c| vulkan.device.cmd_fill_buffer(c, buffer, 0, SIZE, 1000)) }?;
    let region = [vk::BufferCopy::default().size(SIZE)];
    let copy = unsafe { vulkan.record(|c| vulkan.device.cmd_copy_buffer(c, buffer, result, &region)) }?;
    let shares = vulkan.shares_semaphores;
    if shares {
        // HIP's part first: it waits for what is not even submitted yet.
        let params = [1, 2].map(|fence_value| types::hipExternalSemaphoreParams { fence_value, ..Default::default() });
        hip(unsafe { external::hipWaitExternalSemaphoresAsync(&semaphore, &params[0], 1, queue) }, "Wait")?;
        unsafe { launch_add(add, queue, data, 7) }?;
        hip(unsafe { external::hipSignalExternalSemaphoresAsync(&semaphore, &params[1], 1, queue) }, "Signal")?;
        unsafe { vulkan.submit(fill, timeline, None, 1) }?;
        unsafe { vulkan.submit(copy, timeline, Some(2), 3) }?;
    } else {
        unsafe { vulkan.submit(fill, timeline, None, 1) }?;
        unsafe { vulkan.wait(timeline, 1) }?;
        unsafe { launch_add(add, queue, data, 7) }?;
        hip(unsafe { stream::hipStreamSynchronize(queue) }, "hipStreamSynchronize")?;
        unsafe { vulkan.submit(copy, timeline, None, 3) }?;
    }
    unsafe { vulkan.wait(timeline, 3) }?;
    let words = unsafe { vulkan.device.map_memory(seen, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()) }?;
    let words = unsafe { std::slice::from_raw_parts(words.cast::<u32>(), COUNT as usize) };
    let ok = words.iter().all(|&word| word == 1007);

    hip(unsafe { stream::hipStreamSynchronize(queue) }, "hipStreamSynchronize")?;
    hip(unsafe { memory::hipFree(data) }, "hipFree")?;
    hip(unsafe { external::hipDestroyExternalMemory(hip_memory) }, "hipDestroyExternalMemory")?;
    if shares {
        hip(unsafe { external::hipDestroyExternalSemaphore(semaphore) }, "hipDestroyExternalSemaphore")?;
    }
    unsafe { vulkan.close(&[(buffer, shared), (result, seen)], timeline) };
    Ok((ok, shares))
}

fn hip(code: u32, call: &str) -> Outcome {
    if code == 0 { Ok(()) } else { Err(format!("{call}: HIP error {code}").into()) }
}

unsafe fn hip_stream() -> Outcome<types::hipStream_t> {
    let mut queue = types::hipStream_t(null_mut());
    hip(unsafe { stream::hipStreamCreateWithFlags(&mut queue, 1) }, "hipStreamCreateWithFlags")?;
    Ok(queue)
}

/// In the file that the command line names, as hipcc --genco makes it; else compiled by the hipcc beside this program, or on the path.
unsafe fn kernel() -> Outcome<types::hipFunction_t> {
    let code = match std::env::args_os().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => compile(tempfile::tempdir()?.path())?,
    };
    let (mut loaded, mut add) = (types::hipModule_t(null_mut()), types::hipFunction_t(null_mut()));
    hip(unsafe { module::hipModuleLoadData(&mut loaded, code.as_ptr().cast()) }, "hipModuleLoadData")?;
    hip(unsafe { module::hipModuleGetFunction(&mut add, loaded, c"add".as_ptr()) }, "hipModuleGetFunction")?;
    Ok(add)
}

fn compile(folder: &Path) -> Outcome<Vec<u8>> {
    let (input, output) = (folder.join("kernel.hip"), folder.join("kernel.hsaco"));
    std::fs::write(&input, KERNEL)?;
    let beside = std::env::current_exe()?.with_file_name("hipcc");
    let hipcc = if beside.exists() { beside } else { PathBuf::from("hipcc") };
    let done = Command::new(hipcc).args(["-O3", "--genco"]).arg(&input).arg("-o").arg(&output).output()?;
    if done.status.success() { Ok(std::fs::read(output)?) } else { Err(String::from_utf8_lossy(&done.stderr).into()) }
}

unsafe fn launch_add(add: types::hipFunction_t, queue: types::hipStream_t, data: *mut c_void, value: i32) -> Outcome {
    let (mut data, mut value) = (data, value);
    let mut arguments: [*mut c_void; 2] = [(&raw mut data).cast(), (&raw mut value).cast()];
    let (grid, block) = (COUNT / 256, 256);
    let code = unsafe {
        launch::hipModuleLaunchKernel(add, grid, 1, 1, block, 1, 1, 0, queue, arguments.as_mut_ptr(), null_mut())
    };
    hip(code, "hipModuleLaunchKernel")
}

/// Timeline semaphores can be given to others by descriptor. Who has the extension may offer it for binary ones alone (lavapipe 26.1).
unsafe fn exports_timelines(instance: &ash::Instance, physical: vk::PhysicalDevice) -> bool {
    let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
    let info = vk::PhysicalDeviceExternalSemaphoreInfo::default()
        .handle_type(vk::ExternalSemaphoreHandleTypeFlags::OPAQUE_FD)
        .push_next(&mut kind);
    let mut found = vk::ExternalSemaphoreProperties::default();
    unsafe { instance.get_physical_device_external_semaphore_properties(physical, &info, &mut found) };
    found.external_semaphore_features.contains(vk::ExternalSemaphoreFeatureFlags::EXPORTABLE)
}

impl Vulkan {
    /// The first device that exports memory, with its semaphores if it exports those too.
    unsafe fn open() -> Outcome<Vulkan> {
        let entry = unsafe { ash::Entry::load() }?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        let instance = unsafe { entry.create_instance(&info, None) }?;
        let offers = |device: vk::PhysicalDevice, name: &CStr| {
            let offered = unsafe { instance.enumerate_device_extension_properties(device) }.unwrap_or_default();
            offered.iter().any(|one| one.extension_name_as_c_str() == Ok(name))
        };
        let devices = unsafe { instance.enumerate_physical_devices() }?;
        let physical = devices.into_iter().find(|&device| offers(device, ash::khr::external_memory_fd::NAME));
        let physical = physical.ok_or("no device exports memory")?;
        let shares_semaphores = offers(physical, ash::khr::external_semaphore_fd::NAME)
            && unsafe { exports_timelines(&instance, physical) };
        let mut names = vec![ash::khr::external_memory_fd::NAME.as_ptr()];
        if shares_semaphores {
            names.push(ash::khr::external_semaphore_fd::NAME.as_ptr());
        }
        let priorities = [1.0];
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&priorities)];
        let mut timelines = vk::PhysicalDeviceTimelineSemaphoreFeatures::default().timeline_semaphore(true);
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&names)
            .push_next(&mut timelines);
        let device = unsafe { instance.create_device(physical, &info, None) }?;
        let queue = unsafe { device.get_device_queue(0, 0) };
        let pool = unsafe { device.create_command_pool(&vk::CommandPoolCreateInfo::default(), None) }?;
        Ok(Vulkan { _entry: entry, instance, physical, device, queue, pool, shares_semaphores })
    }

    /// A buffer and its memory: for others, or for the host to see.
    unsafe fn buffer(&self, exported: bool) -> Outcome<(vk::Buffer, vk::DeviceMemory)> {
        let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(OPAQUE);
        let usage = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let mut info = vk::BufferCreateInfo::default().size(SIZE).usage(usage);
        if exported {
            info = info.push_next(&mut external);
        }
        let buffer = unsafe { self.device.create_buffer(&info, None) }?;
        let needs = unsafe { self.device.get_buffer_memory_requirements(buffer) };
        let types = unsafe { self.instance.get_physical_device_memory_properties(self.physical) };
        let wanted = match exported {
            true => vk::MemoryPropertyFlags::DEVICE_LOCAL,
            false => vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT,
        };
        let fits = |index: &u32| {
            needs.memory_type_bits & (1 << index) != 0
                && types.memory_types[*index as usize].property_flags.contains(wanted)
        };
        let kind = (0..types.memory_type_count).find(fits).ok_or("no such memory")?;
        let mut export = vk::ExportMemoryAllocateInfo::default().handle_types(OPAQUE);
        let mut info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
        if exported {
            info = info.push_next(&mut export);
        }
        let memory = unsafe { self.device.allocate_memory(&info, None) }?;
        unsafe { self.device.bind_buffer_memory(buffer, memory, 0) }?;
        Ok((buffer, memory))
    }

    unsafe fn timeline(&self) -> Outcome<vk::Semaphore> {
        let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
        let mut export =
            vk::ExportSemaphoreCreateInfo::default().handle_types(vk::ExternalSemaphoreHandleTypeFlags::OPAQUE_FD);
        let mut info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
        if self.shares_semaphores {
            info = info.push_next(&mut export);
        }
        Ok(unsafe { self.device.create_semaphore(&info, None) }?)
    }

    unsafe fn memory_descriptor(&self, memory: vk::DeviceMemory) -> Outcome<i32> {
        let functions = ash::khr::external_memory_fd::Device::new(&self.instance, &self.device);
        let info = vk::MemoryGetFdInfoKHR::default().memory(memory).handle_type(OPAQUE);
        Ok(unsafe { functions.get_memory_fd(&info) }?)
    }

    unsafe fn semaphore_descriptor(&self, semaphore: vk::Semaphore) -> Outcome<i32> {
        let functions = ash::khr::external_semaphore_fd::Device::new(&self.instance, &self.device);
        let kind = vk::ExternalSemaphoreHandleTypeFlags::OPAQUE_FD;
        let info = vk::SemaphoreGetFdInfoKHR::default().semaphore(semaphore).handle_type(kind);
        Ok(unsafe { functions.get_semaphore_fd(&info) }?)
    }

    /// A command buffer with one command, between barriers that order it with everything.
    unsafe fn record(&self, command: impl Fn(vk::CommandBuffer)) -> Outcome<vk::CommandBuffer> {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        let commands = unsafe { self.device.allocate_command_buffers(&info) }?[0];
        let all = vk::PipelineStageFlags::ALL_COMMANDS;
        let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
        let barrier = [vk::MemoryBarrier::default().src_access_mask(access).dst_access_mask(access)];
        let order = || unsafe {
            self.device.cmd_pipeline_barrier(commands, all, all, vk::DependencyFlags::empty(), &barrier, &[], &[]);
        };
        unsafe { self.device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default()) }?;
        order();
        command(commands);
        order();
        unsafe { self.device.end_command_buffer(commands) }?;
        Ok(commands)
    }

    unsafe fn submit(
        &self,
        commands: vk::CommandBuffer,
        timeline: vk::Semaphore,
        wait: Option<u64>,
        signal: u64,
    ) -> Outcome {
        let (commands, semaphores, signals) = ([commands], [timeline], [signal]);
        let (waits, waited) =
            (wait.into_iter().collect::<Vec<_>>(), if wait.is_some() { &semaphores[..] } else { &[] });
        let mut values =
            vk::TimelineSemaphoreSubmitInfo::default().wait_semaphore_values(&waits).signal_semaphore_values(&signals);
        let stages = [vk::PipelineStageFlags::ALL_COMMANDS];
        let info = vk::SubmitInfo::default()
            .wait_semaphores(waited)
            .wait_dst_stage_mask(&stages[..waited.len()])
            .command_buffers(&commands)
            .signal_semaphores(&semaphores)
            .push_next(&mut values);
        Ok(unsafe { self.device.queue_submit(self.queue, &[info], vk::Fence::null()) }?)
    }

    unsafe fn wait(&self, timeline: vk::Semaphore, value: u64) -> Outcome {
        let (semaphores, values) = ([timeline], [value]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        Ok(unsafe { self.device.wait_semaphores(&info, 30_000_000_000) }?)
    }

    unsafe fn close(&self, buffers: &[(vk::Buffer, vk::DeviceMemory)], timeline: vk::Semaphore) {
        unsafe {
            let _ = self.device.device_wait_idle();
            for &(buffer, memory) in buffers {
                self.device.destroy_buffer(buffer, None);
                self.device.free_memory(memory, None);
            }
            self.device.destroy_semaphore(timeline, None);
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
