//! What the runtime must know of a kernel: its parameters' places, its shared memory, its limits.
//!
//! Parameters lie as clang lays them out for AMD's kernel argument segment: each at its own alignment, structures passed `byref`
//! at theirs. The host side packs `void*` arguments by this.

use crate::bundle::metadata::{KernelMetadata, ParamInfo, ParamKind};
use crate::error::CompileError;
use crate::ir::constant::ConstData;
use crate::ir::function::Function;
use crate::ir::instruction::{Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::AddressSpace;

const PASS: &str = "abi/kernel_metadata";
/// Most bytes of a kernel's arguments. HIP names no limit, and its own tests pass 4104 (hip-tests, kernelLaunch); CUDA's is 32,764.
pub const MAX_PARAMS: u32 = 65536;
/// HIP's default for kernels without `__launch_bounds__`.
const DEFAULT_MAX_BLOCK: u32 = 1024;

/// Describes `func`, a kernel of `module` from which everything has been inlined, compiled for warps of `warp_size` lanes.
///
/// # Errors
/// The arguments are too large.
pub fn describe(module: &Module, func: &Function, warp_size: u32) -> Result<KernelMetadata, CompileError> {
    let types = &module.ctx.types;
    let mut end = 0u64;
    let mut params = Vec::with_capacity(func.params.len());
    for (index, param) in func.params.iter().enumerate() {
        let ty = param.by_ref.unwrap_or(param.ty);
        let align = if param.by_ref.is_some() { types.align(ty).max(param.align.into()) } else { types.align(ty) };
        let offset = end.next_multiple_of(align);
        let size = types.size(ty);
        end = offset + size;
        let kind = match (param.by_ref, types.pointee_space(param.ty)) {
            (Some(_), _) => ParamKind::Structure,
            (None, Some(_)) => ParamKind::Pointer,
            _ if types.is_aggregate(param.ty) => ParamKind::Structure,
            _ => ParamKind::Value,
        };
        let name = if param.name.is_empty() { index.to_string() } else { param.name.clone() };
        params.push(ParamInfo { name, offset: offset as u32, size: size as u32, align: align as u32, kind });
    }
    if end > MAX_PARAMS.into() {
        let what = format!("{end} bytes of kernel arguments (at most {MAX_PARAMS})");
        return Err(CompileError::unsupported(PASS, what).in_function(&func.name));
    }
    let (static_shared, dynamic_shared) = shared_memory(module, func);
    Ok(KernelMetadata {
        name: func.name.clone(),
        params,
        params_size: end as u32,
        static_shared,
        dynamic_shared,
        log: uses(func, Intrinsic::PrintfBuffer),
        heap: uses(func, Intrinsic::HeapBase),
        grid: uses(func, Intrinsic::GridState),
        textures: uses(func, Intrinsic::ImageSample2d),
        surfaces: uses(func, Intrinsic::SurfaceAddress),
        max_block: if func.attrs.max_block == 0 { DEFAULT_MAX_BLOCK } else { func.attrs.max_block },
        warp_size,
        location: func.loc.map(|loc| {
            let file = module.files.get(loc.file as usize).map_or("<unknown>", String::as_str);
            format!("{file}:{}", loc.line)
        }),
    })
}

fn uses(func: &Function, wanted: Intrinsic) -> bool {
    func.linked_insts().any(|(_, inst)| matches!(func.op(inst), Op::Intrinsic { id, .. } if *id == wanted))
}

/// (bytes of the statically sized shared variables that `func` uses, whether it uses a dynamically sized one).
fn shared_memory(module: &Module, func: &Function) -> (u32, bool) {
    let mut used = vec![false; module.globals.len()];
    for (_, inst) in func.linked_insts() {
        func.op(inst).for_each_operand(|v| {
            if let Value::Const(id) = v
                && let ConstData::GlobalAddr { global, .. } = module.ctx.consts.data(id)
            {
                used[global.0 as usize] = true;
            }
        });
    }
    let types = &module.ctx.types;
    let (mut bytes, mut dynamic) = (0u64, false);
    for (id, global) in module.globals.iter() {
        if !used[id.0 as usize] || global.space != AddressSpace::Shared {
            continue;
        }
        if global.init.is_none() {
            dynamic = true;
            continue;
        }
        let align = u64::from(global.align).max(types.align(global.ty));
        bytes = bytes.next_multiple_of(align) + types.size(global.ty);
    }
    (bytes as u32, dynamic)
}
