//! What a pass is, and the run of a list of them: prints the module after each where asked to, and verifies it in debug builds.
//!
//! `HIPVK_DUMP_IR=1` prints after every pass, `HIPVK_DUMP_IR=pass,pass` after those; a name may leave its folder out. `HIPVK_VERIFY=1`
//! verifies in release builds too. Called by `run_portable`, `run_device` and `opt`.

use std::time::Instant;

use crate::error::{CompileError, CompileErrorKind};
use crate::ir::entity::work;
use crate::ir::function::Function;
use crate::ir::module::{Context, Module};
use crate::ir::print::print_module;
use crate::ir::verify::verify_module;
use crate::passes::DeviceContext;

/// What the environment asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    dump_all: bool,
    dump: Vec<String>,
    verify: bool,
    /// `HIPVK_TIME_PASSES=1`: one line per pass on stderr, with its work (`ir::entity::work`; 0 in release builds).
    time: bool,
}

impl Watch {
    /// Reads `HIPVK_DUMP_IR`, `HIPVK_VERIFY` and `HIPVK_TIME_PASSES`.
    pub fn from_env() -> Self {
        let set = |name: &str| std::env::var(name).is_ok_and(|v| !v.is_empty() && v != "0");
        let dump = std::env::var("HIPVK_DUMP_IR").unwrap_or_default();
        Self {
            dump_all: dump == "1" || dump == "all",
            dump: dump.split(',').filter(|n| !n.is_empty()).map(str::to_owned).collect(),
            verify: cfg!(debug_assertions) || set("HIPVK_VERIFY"),
            time: set("HIPVK_TIME_PASSES"),
        }
    }
    fn dumps(&self, pass: &str) -> bool {
        self.dump_all || self.dump.iter().any(|name| is_called(pass, name))
    }
}

/// Whether `pass` (`memory/mem2reg`) is what `name` (that, or `mem2reg`) means.
pub fn is_called(pass: &str, name: &str) -> bool {
    pass == name || pass.rsplit('/').next() == Some(name)
}

/// A pass, by what it is given.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// The module.
    OnModule(fn(&mut Module) -> Result<(), CompileError>),
    /// Each function with a body, and the tables that all share. Returns whether it changed anything, and cannot fail.
    OnFunctions(fn(&mut Context, &mut Function) -> bool),
    /// A module that holds one kernel and no other function with a body, the device, and the launch's shape.
    ForDevice(fn(&mut Module, &DeviceContext<'_>) -> Result<(), CompileError>),
}

impl Pass {
    /// Runs it on `module`.
    ///
    /// # Errors
    /// The pass's; `Internal` for one that wants a device and gets none.
    pub fn run(self, module: &mut Module, device: Option<&DeviceContext<'_>>) -> Result<(), CompileError> {
        match (self, device) {
            (Self::OnModule(run), _) => run(module),
            (Self::OnFunctions(run), _) => {
                for func in module.functions.values_mut().filter(|f| !f.is_declaration()) {
                    run(&mut module.ctx, func);
                }
                Ok(())
            }
            (Self::ForDevice(run), Some(device)) => run(module, device),
            (Self::ForDevice(_), None) => {
                Err(CompileError::internal("passes", "a pass of the device half without a device"))
            }
        }
    }
}

/// Whether the passes of `list` can run in hipcc.
pub const fn need_no_device(list: &[(&str, Pass)]) -> bool {
    let mut nth = 0;
    while nth < list.len() {
        if matches!(list[nth].1, Pass::ForDevice(_)) {
            return false;
        }
        nth += 1;
    }
    true
}

/// Runs `list` in order.
///
/// # Errors
/// The first pass's that fails, or `Internal` naming the pass behind which the module is invalid.
pub fn run(list: &[(&str, Pass)], module: &mut Module, device: Option<&DeviceContext<'_>>) -> Result<(), CompileError> {
    let watch = Watch::from_env();
    list.iter().try_for_each(|&(name, pass)| run_one(name, module, &watch, |module| pass.run(module, device)))
}

/// Runs one pass.
///
/// # Errors
/// As [`run`].
pub fn run_one(
    name: &str,
    module: &mut Module,
    watch: &Watch,
    apply: impl FnOnce(&mut Module) -> Result<(), CompileError>,
) -> Result<(), CompileError> {
    let (start, work_before) = (Instant::now(), work());
    apply(module)?;
    if watch.time {
        let (ms, looks) = (start.elapsed().as_secs_f64() * 1e3, work() - work_before);
        eprintln!("{ms:>10.3} ms {looks:>11} looks  {name}");
    }
    if watch.dumps(name) {
        eprintln!("; ---- after {name} ----\n{}", print_module(module));
    }
    if watch.verify {
        verify_module(module).map_err(|error| behind(name, error))?;
    }
    Ok(())
}

fn behind(pass: &str, error: CompileError) -> CompileError {
    let kind = match error.kind {
        CompileErrorKind::Internal(fault) => CompileErrorKind::Internal(format!("after pass {pass}: {fault}")),
        kind => kind,
    };
    CompileError { kind, ..error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::instruction::Op;
    use crate::ir::parse::parse_module;

    #[test]
    fn a_pass_that_breaks_the_module_is_named() {
        let mut module = parse_module("define void @f() {\n  ret void\n}\n").unwrap();
        let watch = Watch { verify: true, ..Watch::default() };
        let broken = run_one("optimize/wrecker", &mut module, &watch, |m| {
            m.functions.values_mut().for_each(|f| f.insts.values_mut().for_each(|i| i.op = Op::Fence(monotonic())));
            Ok(())
        });
        let text = broken.unwrap_err().to_string();
        assert!(text.contains("after pass optimize/wrecker") && text.contains("no terminator"), "{text}");
    }

    fn monotonic() -> crate::ir::instruction::Atomicity {
        use crate::ir::instruction::{Atomicity, Ordering, Scope};
        Atomicity { ordering: Ordering::Monotonic, scope: Scope::System }
    }

    #[test]
    fn a_pass_is_named_with_or_without_its_folder() {
        assert!(is_called("memory/mem2reg", "mem2reg") && is_called("memory/mem2reg", "memory/mem2reg"));
        assert!(!is_called("memory/mem2reg", "reg"));
    }
}
