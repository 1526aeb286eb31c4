//! Hand-written Vulkan: what an empty kernel costs without any runtime. The yardstick of `main.rs`.

use ash::vk;

/// One of the two kernels everything is measured with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// Does nothing.
    Empty,
    /// Adds one to a number in memory, so that each launch needs the result of the one before.
    Increment,
}

/// A kernel's SPIR-V and its entry point.
pub type Code<'a> = (&'a [u32], &'a str);

/// Everything the yardstick needs. Never torn down: the process ends.
pub struct Bare {
    _entry: ash::Entry,
    families: Vec<vk::QueueFamilyProperties>,
    memory: vk::PhysicalDeviceMemoryProperties,
    device: ash::Device,
    queue: vk::Queue,
    /// One dispatch, recorded once.
    single: vk::CommandBuffer,
    many: vk::CommandBuffer,
    empty: vk::Pipeline,
    increment: vk::Pipeline,
    /// The number that `increment` adds one to: the kernels' first argument.
    counter: vk::DeviceAddress,
    layout: vk::PipelineLayout,
    semaphore: vk::Semaphore,
    value: std::cell::Cell<u64>,
}

impl Bare {
    /// Opens the device called `name`.
    pub fn open(name: &str, empty: Code<'_>, increment: Code<'_>) -> Self {
        // SAFETY: plain Vulkan start-up in the order the specification asks for; every handle stays alive until exit.
        unsafe {
            let entry = ash::Entry::load().expect("loader");
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
            let info = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&info, None).expect("instance");
            let physical = instance.enumerate_physical_devices().expect("devices");
            let physical = physical
                .into_iter()
                .find(|&p| instance.get_physical_device_properties(p).device_name_as_c_str() == Ok(&cstring(name)))
                .expect("the same device");
            let families = instance.get_physical_device_queue_family_properties(physical);
            let compute = |graphics| {
                families.iter().position(|f| {
                    f.queue_flags.contains(vk::QueueFlags::COMPUTE)
                        && (graphics || !f.queue_flags.contains(vk::QueueFlags::GRAPHICS))
                })
            };
            let family = compute(false).or_else(|| compute(true)).expect("a compute queue") as u32;
            let priorities = [1.0];
            let queues: Vec<_> = (0..families.len() as u32)
                .map(|f| vk::DeviceQueueCreateInfo::default().queue_family_index(f).queue_priorities(&priorities))
                .collect();
            let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
                .timeline_semaphore(true)
                .buffer_device_address(true)
                .vulkan_memory_model(true)
                .vulkan_memory_model_device_scope(true);
            let mut v13 = vk::PhysicalDeviceVulkan13Features::default().synchronization2(true);
            let core = vk::PhysicalDeviceFeatures::default().shader_int64(true);
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_features(&core)
                .push_next(&mut v12)
                .push_next(&mut v13);
            let device = instance.create_device(physical, &info, None).expect("device");
            let queue = device.get_device_queue(family, 0);
            let memory = instance.get_physical_device_memory_properties(physical);
            let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
            let semaphore = device
                .create_semaphore(&vk::SemaphoreCreateInfo::default().push_next(&mut kind), None)
                .expect("semaphore");
            let layout = layout(&device);
            let (empty, increment) = (pipeline(&device, layout, empty), pipeline(&device, layout, increment));
            let info = vk::CommandPoolCreateInfo::default()
                .queue_family_index(family)
                .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
            let pool = device.create_command_pool(&info, None).expect("pool");
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(2);
            let buffers = device.allocate_command_buffers(&info).expect("command buffers");
            let mut this = Self {
                _entry: entry,
                families,
                memory,
                device,
                queue,
                single: buffers[0],
                many: buffers[1],
                empty,
                increment,
                counter: 0,
                layout,
                semaphore,
                value: std::cell::Cell::new(0),
            };
            let counter = this.buffer(4096, vk::MemoryPropertyFlags::DEVICE_LOCAL);
            let info = vk::BufferDeviceAddressInfo::default().buffer(counter);
            this.counter = this.device.get_buffer_device_address(&info);
            this.record(this.single, Kernel::Empty, 1, false);
            this
        }
    }

    /// Copy rates in GB/s of `size` bytes on each kind of queue: (queue flags, [host to device, device to host,
    /// device to device]).
    pub fn copy_rates(&self, size: u64) -> Vec<(String, [f64; 3])> {
        use vk::MemoryPropertyFlags as F;
        let host = self.buffer(size, F::HOST_VISIBLE | F::HOST_COHERENT | F::HOST_CACHED);
        let local = self.buffer(size, F::DEVICE_LOCAL);
        let other = self.buffer(size, F::DEVICE_LOCAL);
        let transfers = vk::QueueFlags::TRANSFER | vk::QueueFlags::COMPUTE;
        let usable = self.families.iter().enumerate().filter(|(_, f)| f.queue_flags.intersects(transfers));
        usable
            .map(|(family, f)| {
                let rate = |to, from| size as f64 / self.copy_on(family as u32, to, from, size) / 1e3;
                (queue_name(f.queue_flags), [rate(local, host), rate(host, local), rate(local, other)])
            })
            .collect()
    }

    fn buffer(&self, size: u64, wanted: vk::MemoryPropertyFlags) -> vk::Buffer {
        let usage = vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST
            | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
        // SAFETY: the structures are complete and the memory type is one the buffer allows; nothing is freed.
        unsafe {
            let info = vk::BufferCreateInfo::default().size(size).usage(usage);
            let buffer = self.device.create_buffer(&info, None).expect("buffer");
            let needs = self.device.get_buffer_memory_requirements(buffer);
            let kind = (0..self.memory.memory_type_count)
                .find(|&i| {
                    needs.memory_type_bits & (1 << i) != 0
                        && self.memory.memory_types[i as usize].property_flags.contains(wanted)
                })
                .expect("a memory type");
            let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(kind)
                .push_next(&mut flags);
            let memory = self.device.allocate_memory(&info, None).expect("memory");
            self.device.bind_buffer_memory(buffer, memory, 0).expect("bind");
            buffer
        }
    }

    /// Microseconds of one copy, best of five.
    fn copy_on(&self, family: u32, to: vk::Buffer, from: vk::Buffer, size: u64) -> f64 {
        // SAFETY: the objects are live, the queue is used by this thread alone and waited for before the pool goes.
        unsafe {
            let queue = self.device.get_device_queue(family, 0);
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            let pool = self.device.create_command_pool(&info, None).expect("pool");
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = self.device.allocate_command_buffers(&info).expect("commands")[0];
            self.device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default()).expect("begin");
            self.device.cmd_copy_buffer(commands, from, to, &[vk::BufferCopy::default().size(size)]);
            self.device.end_command_buffer(commands).expect("end");
            let commands = [commands];
            let submit = [vk::SubmitInfo::default().command_buffers(&commands)];
            let mut best = f64::INFINITY;
            for _ in 0..5 {
                let start = std::time::Instant::now();
                self.device.queue_submit(queue, &submit, vk::Fence::null()).expect("submit");
                self.device.queue_wait_idle(queue).expect("idle");
                best = best.min(start.elapsed().as_secs_f64() * 1e6);
            }
            self.device.destroy_command_pool(pool, None);
            best
        }
    }

    fn record(&self, commands: vk::CommandBuffer, kernel: Kernel, launches: u32, barriers: bool) {
        let access = vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE;
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .src_access_mask(access)
            .dst_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER)
            .dst_access_mask(access)];
        let dependency = vk::DependencyInfo::default().memory_barriers(&barrier);
        let pipeline = if kernel == Kernel::Empty { self.empty } else { self.increment };
        let mut push = [0; 96];
        push[..8].copy_from_slice(&self.counter.to_le_bytes());
        // SAFETY: `commands` is not pending (every use is waited for) and belongs to the pool, used by one thread.
        unsafe {
            let device = &self.device;
            device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default()).expect("begin");
            device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline);
            for launch in 0..launches {
                if barriers && launch > 0 {
                    device.cmd_pipeline_barrier2(commands, &dependency);
                }
                device.cmd_push_constants(commands, self.layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
                device.cmd_dispatch(commands, 1, 1, 1);
            }
            device.end_command_buffer(commands).expect("end");
        }
    }

    fn submit(&self, commands: vk::CommandBuffer) -> u64 {
        let value = self.value.get() + 1;
        self.value.set(value);
        let commands = [vk::CommandBufferSubmitInfo::default().command_buffer(commands)];
        let signal = [vk::SemaphoreSubmitInfo::default()
            .semaphore(self.semaphore)
            .value(value)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)];
        let info = [vk::SubmitInfo2::default().command_buffer_infos(&commands).signal_semaphore_infos(&signal)];
        // SAFETY: one thread uses the queue; the command buffer is recorded and not pending.
        unsafe { self.device.queue_submit2(self.queue, &info, vk::Fence::null()) }.expect("submit");
        value
    }

    fn wait(&self, value: u64) {
        let (semaphores, values) = ([self.semaphore], [value]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        // SAFETY: the semaphore lives until exit.
        unsafe { self.device.wait_semaphores(&info, u64::MAX) }.expect("wait");
    }

    fn poll(&self, value: u64) {
        // SAFETY: the semaphore lives until exit.
        while unsafe { self.device.get_semaphore_counter_value(self.semaphore) }.expect("counter") < value {
            std::hint::spin_loop();
        }
    }

    /// A recorded dispatch, submitted and waited for in the driver.
    pub fn submit_and_wait(&self) {
        self.wait(self.submit(self.single));
    }

    /// The same, polling the counter.
    pub fn submit_and_poll(&self) {
        self.poll(self.submit(self.single));
    }

    /// The same, recorded anew each time: what a runtime cannot avoid.
    pub fn record_submit_and_poll(&self) {
        self.record(self.single, Kernel::Empty, 1, false);
        self.poll(self.submit(self.single));
    }

    /// `launches` dispatches in one command buffer, recorded, submitted and waited for: microseconds each of recording
    /// and submitting, and in all.
    pub fn many(&self, kernel: Kernel, launches: u32, barriers: bool) -> (f64, f64) {
        let start = std::time::Instant::now();
        self.record(self.many, kernel, launches, barriers);
        let value = self.submit(self.many);
        let host = start.elapsed();
        self.wait(value);
        let each = |d: std::time::Duration| d.as_secs_f64() * 1e6 / f64::from(launches);
        (each(host), each(start.elapsed()))
    }

    /// A chain of `launches` that was recorded before: what the device itself takes, microseconds each.
    pub fn device_time(&self, kernel: Kernel, launches: u32) -> f64 {
        self.record(self.many, kernel, launches, true);
        let start = std::time::Instant::now();
        self.poll(self.submit(self.many));
        start.elapsed().as_secs_f64() * 1e6 / f64::from(launches)
    }
}

fn cstring(name: &str) -> std::ffi::CString {
    std::ffi::CString::new(name).expect("a name without NUL")
}

fn layout(device: &ash::Device) -> vk::PipelineLayout {
    let range = [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(128)];
    let info = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&range);
    // SAFETY: the structure is complete.
    unsafe { device.create_pipeline_layout(&info, None) }.expect("layout")
}

/// # Safety
/// The code is a valid module with that compute entry point, for a device with these features.
unsafe fn pipeline(device: &ash::Device, layout: vk::PipelineLayout, (spirv, entry): Code<'_>) -> vk::Pipeline {
    let name = cstring(entry);
    let info = vk::ShaderModuleCreateInfo::default().code(spirv);
    // SAFETY: the structures are complete; the module is valid (caller).
    unsafe {
        let module = device.create_shader_module(&info, None).expect("module");
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(&name);
        let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
        device.create_compute_pipelines(vk::PipelineCache::null(), &info, None).expect("pipeline")[0]
    }
}

fn queue_name(flags: vk::QueueFlags) -> String {
    let names = [
        (vk::QueueFlags::GRAPHICS, "graphics"),
        (vk::QueueFlags::COMPUTE, "compute"),
        (vk::QueueFlags::TRANSFER, "transfer"),
    ];
    let present: Vec<_> = names.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, name)| *name).collect();
    present.join("+")
}
