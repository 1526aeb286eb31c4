//! AMD's portable code to a bundle: what `portable` does for clang's IR, and before it what clang's linker and optimiser would have done.
//!
//! Such code calls the device libraries' functions and lacks them, as AMD's runtime links them when it knows the processor; so they are
//! linked here, what is called and no more. And it is as clang's front end made it, with a variable for each name: these become values first, so
//! that passes in front of inlining see what they know. Called by the runtime (`hip::portable_code`).

use std::collections::BTreeSet;

use crate::amdgcnspirv;
use crate::bundle::Bundle;
use crate::bundle::unit::Unit;
use crate::error::CompileError;
use crate::ir::constant::ConstData;
use crate::ir::function::Function;
use crate::ir::instruction::{Callee, Op, Value};
use crate::ir::module::Module;
use crate::link::Linker;
use crate::passes::calls::inline::drop_body;
use crate::passes::device::builtins;
use crate::passes::memory::mem2reg;
use crate::passes::run_portable_unoptimised;
use crate::portable::{Options, build, compile_unit};

/// What passes call by name, where it is there: records of printf and of traps.
const CALLED_BY_PASSES: &[&str] = &[
    "__hip_vk_record_alloc",
    "__hip_vk_printf_length",
    "__hip_vk_trap",
    "__hip_vk_stack_overflow",
    "__hip_vk_wild_call",
    "__hip_vk_end_thread",
];

/// A SPIR-V module to a bundle. `libraries` gives units with what the module calls and has not: asked for only if there is such a thing.
///
/// # Errors
/// As [`crate::compile_bundle`], of SPIR-V; and what `libraries` says.
pub fn compile(
    spirv: &[u8],
    options: &Options,
    libraries: impl FnOnce() -> Result<Vec<Unit>, CompileError>,
) -> Result<Bundle, CompileError> {
    let Unit { mut module, mut printf_formats, .. } = compile_unit(&amdgcnspirv::ir_text(spirv)?, "", options)?;
    mem2reg::run(&mut module)?;
    let mut wanted = called(&module, |func| !func.is_declaration());
    let has = |module: &Module, name: &str| {
        module.function_named(name).is_some_and(|f| !module.functions[f].is_declaration())
    };
    wanted.retain(|name| !has(&module, name) && (!builtins::is_known(name) || is_printf(name)));
    if !wanted.is_empty() {
        wanted.extend(CALLED_BY_PASSES.iter().map(ToString::to_string));
        let mut linker = Linker::default();
        linker.add("the portable code", &module)?;
        for Unit { source, module: mut library, printf_formats: formats, .. } in libraries()? {
            library.functions.values_mut().filter(|func| has(&module, &func.name)).for_each(drop_body);
            keep(&mut library, &mut wanted);
            linker.add(&source, &library)?;
            printf_formats.extend(formats);
        }
        module = linker.finish()?;
    }
    run_portable_unoptimised(&mut module)?;
    build(module, options.warp_size, printf_formats)
}

fn is_printf(name: &str) -> bool {
    name.starts_with("__ockl_printf") || name.starts_with("__ockl_fprintf")
}

/// The names of all functions that those which `from` chooses call, or take the address of.
fn called(module: &Module, from: impl Fn(&Function) -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (_, inst) in module
        .functions
        .values()
        .filter(|func| from(func))
        .flat_map(|func| func.linked_insts().map(move |(_, inst)| (func, func.op(inst))))
    {
        if let Op::Call { callee: Callee::Func(callee), .. } = inst {
            names.insert(module.functions[*callee].name.clone());
        }
        inst.for_each_operand(|value| {
            if let Value::Const(id) = value
                && let ConstData::Function { func, .. } = module.ctx.consts.data(id)
            {
                names.insert(module.functions[*func].name.clone());
            }
        });
    }
    names
}

/// Drops the bodies of all functions but those that are `wanted`, and what they call, which is then wanted too.
fn keep(library: &mut Module, wanted: &mut BTreeSet<String>) {
    loop {
        let more = called(library, |func| wanted.contains(&func.name));
        let before = wanted.len();
        wanted.extend(more);
        if wanted.len() == before {
            break;
        }
    }
    library.functions.values_mut().filter(|func| !wanted.contains(&func.name)).for_each(drop_body);
}
