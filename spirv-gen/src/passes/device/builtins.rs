//! Replaces calls of device builtins by intrinsics and plain IR.
//!
//! A table maps names to expansion functions, one file per family. A name stands for all its type suffixes
//! (`llvm.amdgcn.rcp` for `llvm.amdgcn.rcp.f32`). What has no expansion stays a call and is reported by
//! `calls::externals`, unless [`REFUSED`] knows a better reason.
//!
//!   before  %t = call i32 @llvm.amdgcn.workitem.id.x()
//!   after   %t = call i32 @hip.thread.id.x()
//!
//! Needs: `calls::inline`, so that errors name the kernel.   Also used by it: [`claims`] (bodies that must not be inlined).

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::instruction::{Callee, Op};
use crate::ir::module::Module;
use crate::passes::calls::inline::drop_body;
use crate::passes::util::rewrite::{Rewrite, locate, rewrite_function, take_function};

use super::site::{Expand, PASS, Site, Table};
use super::{
    assembly, atomics, barrier_fences, clocks, float_ops, int_ops, library, matrices, packed, pointer_kinds, warp,
    warp_dpp, warp_moves, warp_reduce, work_items,
};

const FAMILIES: &[Table] = &[
    work_items::TABLE,
    clocks::TABLE,
    library::TABLE,
    float_ops::TABLE,
    int_ops::TABLE,
    packed::TABLE,
    warp::TABLE,
    warp_dpp::TABLE,
    warp_moves::TABLE,
    warp_reduce::TABLE,
    atomics::TABLE,
    pointer_kinds::TABLE,
    matrices::TABLE,
];

/// Names (and prefixes, ending in `*`) that we know but cannot run, and why.
const REFUSED: &[(&str, &str)] = &[
    ("__ockl_printf_*", "printf in device code"),
    ("__ockl_fprintf_*", "printf in device code"),
    ("printf", "printf in device code"),
    ("__ockl_hostcall_*", "host calls from device code"),
    ("__ockl_call_host_function", "host calls from device code"),
    ("malloc", "malloc in device code"),
    ("free", "free in device code"),
    ("__ockl_image_*", "ROCm's own texture functions: include hipvk's headers"),
    ("asm *", "inline assembly"),
    ("llvm.amdgcn.image.*", "AMD image instructions: use texture objects"),
    ("llvm.amdgcn.mfma.*", "matrix instructions"),
    ("llvm.amdgcn.wmma.*", "matrix instructions"),
    ("llvm.amdgcn.raw.buffer.*", "buffer resources"),
    ("llvm.amdgcn.struct.buffer.*", "buffer resources"),
    ("llvm.amdgcn.ds.gws.*", "grid-wide synchronisation"),
    ("__ockl_gws_*", "grid-wide synchronisation"),
    ("__cxa_*", "C++ runtime support in device code (exceptions, static destructors)"),
];

/// Why `name` cannot run, if it is one that we know.
pub fn refusal(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(known, _)| matches(known, name)).map(|(_, why)| *why)
}

/// Whether a function of this name needs no body: we expand it, or refuse it with a reason.
pub fn is_known(name: &str) -> bool {
    lookup(&table(), name).is_some() || name.starts_with("llvm.") || refusal(name).is_some()
}

/// Whether `name` is `pattern`, or starts with it up to its final `*`.
fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |prefix| name.starts_with(prefix))
}

/// The expansion of `name`: of the longest table entry that is `name` or a prefix of it up to a dot.
fn lookup(table: &HashMap<&'static str, Expand>, name: &str) -> Option<Expand> {
    let mut stem = name;
    loop {
        if let Some(&expand) = table.get(stem) {
            return Some(expand);
        }
        // Only LLVM's intrinsics carry type suffixes; `f.isra.0` is another function than `f`.
        stem = stem.rsplit_once('.').filter(|_| name.starts_with("llvm."))?.0;
    }
}

fn table() -> HashMap<&'static str, Expand> {
    FAMILIES.iter().flat_map(|family| family.iter().copied()).collect()
}

/// Makes declarations of the functions that we expand ourselves although the device libraries bring a body (or that we
/// refuse by name): run before inlining.
///
/// # Errors
/// None.
pub fn claim(module: &mut Module) -> Result<(), CompileError> {
    let table = table();
    for func in module.functions.values_mut().filter(|f| !f.is_kernel && f.name.starts_with("__")) {
        if table.contains_key(func.name.as_str()) || refusal(&func.name).is_some() {
            drop_body(func);
        }
    }
    Ok(())
}

/// See the module's description.
///
/// # Errors
/// A builtin used in a way that we cannot express.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let table = table();
    let names: Vec<String> = module.functions.values().map(|f| f.name.clone()).collect();
    let statement = |n: &str| assembly::known(n).then_some(assembly::expand as Expand);
    let expansions: Vec<Option<Expand>> = names.iter().map(|n| statement(n).or_else(|| lookup(&table, n))).collect();
    let refusals: Vec<Option<&str>> = names.iter().map(|n| refusal(n)).collect();
    for id in module.functions.keys().filter(|&f| module.functions[f].is_kernel).collect::<Vec<_>>() {
        let mut func = take_function(module, id);
        let Module { ctx, globals, .. } = module;
        let result = rewrite_function(ctx, &mut func, |cur, inst| {
            let data = &cur.func.insts[inst];
            let Op::Call { callee: Callee::Func(callee), args, flags } = &data.op else { return Ok(Rewrite::Keep) };
            let index = callee.0 as usize;
            if let (Some(why), None) = (refusals[index], expansions[index]) {
                return Err(CompileError::unsupported(PASS, format!("{why} ({})", names[index])));
            }
            let Some(expand) = expansions[index] else { return Ok(Rewrite::Keep) };
            let (args, ty, flags) = (args.clone(), data.ty, *flags);
            let mut site = Site { cur, name: &names[index], args: &args, ty, flags, globals };
            Ok(expand(&mut site)?.map_or(Rewrite::Drop, Rewrite::Replace))
        });
        barrier_fences::run(&mut func);
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(())
}
