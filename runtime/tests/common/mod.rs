//! What the device tests share: one open device, and a small kernel made by hand.

#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::{Arc, OnceLock};

use hipvk::vk::{Arguments, Device, Dispatch, Instance, Memory, MemoryUse, Pipeline, PipelineDesc, Stream};
use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, LoopControl,
    MemoryAccess, MemoryModel, StorageClass,
};

/// The device under test: the first usable one. The environment (VK_DRIVER_FILES) chooses which.
pub fn device() -> Arc<Device> {
    static DEVICE: OnceLock<Arc<Device>> = OnceLock::new();
    Arc::clone(DEVICE.get_or_init(own_device))
}

/// The same, with queues that no other test stands in.
pub fn own_device() -> Arc<Device> {
    let instance = Instance::open().expect("a Vulkan loader");
    let info = instance.default_device().expect("a usable device").clone();
    Device::open(&instance, &info).expect("the device opens")
}

/// Where the add kernel finds its arguments `{u64 address; u32 value}`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    Push,
    /// In memory; the push constants hold the address.
    Block,
}

/// A module whose kernels follow device addresses.
fn addressing_builder() -> Builder {
    let mut b = Builder::new();
    b.set_version(1, 6);
    for capability in [
        Capability::Shader,
        Capability::Int64,
        Capability::PhysicalStorageBufferAddresses,
        Capability::VulkanMemoryModel,
        Capability::VulkanMemoryModelDeviceScope,
    ] {
        b.capability(capability);
    }
    b.memory_model(AddressingModel::PhysicalStorageBuffer64, MemoryModel::Vulkan);
    b
}

/// A kernel of blocks of `block` threads: `((u32*)address)[global index] += value`.
pub fn add_kernel(block: u32, passing: Passing) -> Vec<u32> {
    let mut b = addressing_builder();
    let void = b.type_void();
    let u32_type = b.type_int(32, 0);
    let u64_type = b.type_int(64, 0);
    let uvec3 = b.type_vector(u32_type, 3);
    let push_struct = b.type_struct([u64_type, u32_type]);
    b.decorate(push_struct, Decoration::Block, []);
    for (member, offset) in [(0, 0), (1, 8)] {
        b.member_decorate(push_struct, member, Decoration::Offset, [Operand::LiteralBit32(offset)]);
    }
    let push_pointer = b.type_pointer(None, StorageClass::PushConstant, push_struct);
    let push = b.variable(push_pointer, None, StorageClass::PushConstant, None);
    let group_pointer = b.type_pointer(None, StorageClass::Input, uvec3);
    let group = b.variable(group_pointer, None, StorageClass::Input, None);
    b.decorate(group, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::WorkgroupId)]);
    let lane = b.variable(group_pointer, None, StorageClass::Input, None);
    b.decorate(lane, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::LocalInvocationId)]);
    let address_pointer = b.type_pointer(None, StorageClass::PushConstant, u64_type);
    let value_pointer = b.type_pointer(None, StorageClass::PushConstant, u32_type);
    let word_pointer = b.type_pointer(None, StorageClass::PhysicalStorageBuffer, u32_type);
    let long_pointer = b.type_pointer(None, StorageClass::PhysicalStorageBuffer, u64_type);
    let [zero, one, size] = [0, 1, block].map(|v| b.constant_bit32(u32_type, v));
    let four = b.constant_bit64(u64_type, 4);
    let signature = b.type_function(void, []);
    let main = b.begin_function(void, None, FunctionControl::NONE, signature).expect("function");
    b.begin_block(None).expect("block");
    let group_id = b.load(uvec3, None, group, None, []).expect("load");
    let lane_id = b.load(uvec3, None, lane, None, []).expect("load");
    let group_x = b.composite_extract(u32_type, None, group_id, [0]).expect("extract");
    let lane_x = b.composite_extract(u32_type, None, lane_id, [0]).expect("extract");
    let first = b.i_mul(u32_type, None, group_x, size).expect("mul");
    let index = b.i_add(u32_type, None, first, lane_x).expect("add");
    let index = b.u_convert(u64_type, None, index).expect("convert");
    let offset = b.i_mul(u64_type, None, index, four).expect("mul");
    let base = b.access_chain(address_pointer, None, push, [zero]).expect("chain");
    let mut base = b.load(u64_type, None, base, None, []).expect("load");
    let mut value = None;
    if passing == Passing::Block {
        let eight = b.constant_bit64(u64_type, 8);
        let aligned = (Some(MemoryAccess::ALIGNED), [Operand::LiteralBit32(4)]);
        let value_address = b.i_add(u64_type, None, base, eight).expect("add");
        let pointer = b.convert_u_to_ptr(word_pointer, None, value_address).expect("pointer");
        value = Some(b.load(u32_type, None, pointer, aligned.0, aligned.1.clone()).expect("load"));
        let pointer = b.convert_u_to_ptr(long_pointer, None, base).expect("pointer");
        base = b.load(u64_type, None, pointer, Some(MemoryAccess::ALIGNED), [Operand::LiteralBit32(8)]).expect("load");
    }
    let address = b.i_add(u64_type, None, base, offset).expect("add");
    let pointer = b.convert_u_to_ptr(word_pointer, None, address).expect("pointer");
    let aligned = || (Some(MemoryAccess::ALIGNED), [Operand::LiteralBit32(4)]);
    let (access, operands) = aligned();
    let old = b.load(u32_type, None, pointer, access, operands).expect("load");
    let value = value.unwrap_or_else(|| {
        let value = b.access_chain(value_pointer, None, push, [one]).expect("chain");
        b.load(u32_type, None, value, None, []).expect("load")
    });
    let new = b.i_add(u32_type, None, old, value).expect("add");
    let (access, operands) = aligned();
    b.store(pointer, new, access, operands).expect("store");
    b.ret().expect("return");
    b.end_function().expect("end");
    b.entry_point(ExecutionModel::GLCompute, main, "main", [push, group, lane]);
    b.execution_mode(main, ExecutionMode::LocalSize, [block, 1, 1]);
    b.module().assemble()
}

/// The pipeline of [`add_kernel`].
pub fn add_pipeline(device: &Arc<Device>, block: u32) -> Arc<Pipeline> {
    add_pipeline_with(device, block, Passing::Push)
}

/// The same with its arguments passed as said.
pub fn add_pipeline_with(device: &Arc<Device>, block: u32, passing: Passing) -> Arc<Pipeline> {
    pipeline(device, "add", &add_kernel(block, passing), false)
}

/// A kernel of one thread that ends when the word at its argument `{u64 address}` is not 0.
fn spin_kernel() -> Vec<u32> {
    let mut b = addressing_builder();
    let [void, bool_type] = [b.type_void(), b.type_bool()];
    let [u32_type, u64_type] = [b.type_int(32, 0), b.type_int(64, 0)];
    let push_struct = b.type_struct([u64_type]);
    b.decorate(push_struct, Decoration::Block, []);
    b.member_decorate(push_struct, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
    let push_pointer = b.type_pointer(None, StorageClass::PushConstant, push_struct);
    let push = b.variable(push_pointer, None, StorageClass::PushConstant, None);
    let address_pointer = b.type_pointer(None, StorageClass::PushConstant, u64_type);
    let word_pointer = b.type_pointer(None, StorageClass::PhysicalStorageBuffer, u32_type);
    let [zero, device_scope] = [0, 1].map(|v| b.constant_bit32(u32_type, v));
    let signature = b.type_function(void, []);
    let main = b.begin_function(void, None, FunctionControl::NONE, signature).expect("function");
    let [header, next, end] = [b.id(), b.id(), b.id()];
    b.begin_block(None).expect("block");
    let address = b.access_chain(address_pointer, None, push, [zero]).expect("chain");
    let address = b.load(u64_type, None, address, None, []).expect("load");
    let word = b.convert_u_to_ptr(word_pointer, None, address).expect("pointer");
    b.branch(header).expect("branch");
    b.begin_block(Some(header)).expect("block");
    let seen = b.atomic_load(u32_type, None, word, device_scope, zero).expect("load");
    let closed = b.i_equal(bool_type, None, seen, zero).expect("compare");
    b.loop_merge(end, next, LoopControl::NONE, []).expect("merge");
    b.branch_conditional(closed, next, end, []).expect("branch");
    b.begin_block(Some(next)).expect("block");
    b.branch(header).expect("branch");
    b.begin_block(Some(end)).expect("block");
    b.ret().expect("return");
    b.end_function().expect("end");
    b.entry_point(ExecutionModel::GLCompute, main, "main", [push]);
    b.execution_mode(main, ExecutionMode::LocalSize, [1, 1, 1]);
    b.module().assemble()
}

/// The pipeline of [`spin_kernel`].
pub fn spin_pipeline(device: &Arc<Device>) -> Arc<Pipeline> {
    pipeline(device, "spin", &spin_kernel(), true)
}

/// The same, but the runtime does not know that it waits, and may put it into one batch with what is around it.
pub fn secret_spin_pipeline(device: &Arc<Device>) -> Arc<Pipeline> {
    pipeline(device, "secret spin", &spin_kernel(), false)
}

fn pipeline(device: &Arc<Device>, name: &str, spirv: &[u32], waits: bool) -> Arc<Pipeline> {
    let desc = PipelineDesc {
        name,
        spirv,
        entry: "main",
        subgroup_size: None,
        full_subgroups: false,
        bindings: &[],
        textures: false,
        statistics: false,
        waits,
        blocks: 1,
    };
    device.create_pipeline(&desc).expect("the pipeline compiles")
}

/// Records one launch of the add kernel.
pub fn launch_add(stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, address: u64, value: u32, groups: u32) {
    let mut push = [0u8; 16];
    push[..8].copy_from_slice(&address.to_le_bytes());
    push[8..12].copy_from_slice(&value.to_le_bytes());
    let dispatch = Dispatch::new(pipeline, [groups, 1, 1], Arguments::Push(&push));
    stream.dispatch(&dispatch).expect("the launch is recorded");
}

/// Device memory holding `words`.
pub fn memory_of(stream: &Arc<Stream>, words: &[u32]) -> Arc<Memory> {
    let memory = stream.device().allocate(MemoryUse::Device, words.len() as u64 * 4).expect("memory");
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    stream.upload(memory.at(0), &bytes).expect("upload");
    // Other streams will use it too.
    stream.wait().expect("wait");
    memory
}

/// What `memory` holds.
pub fn words_of(stream: &Arc<Stream>, memory: &Arc<Memory>) -> Vec<u32> {
    let mut bytes = vec![0; memory.size() as usize];
    stream.download(&mut bytes, memory.at(0)).expect("download");
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}
