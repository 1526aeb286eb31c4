//! Kernels on both sides of each limit of a target's budget: whichever way a program goes, it means the same.

use spirv_gen::budget::{Budget, Compiler};
use spirv_gen::ir::parse::parse_module;
use spirv_gen::passes::{DeviceContext, LaunchShape, run_device};
use spirv_gen::{Options, Target, compile_bundle};

use crate::{WARP, compare, generate, run, seeds, size};

#[test]
fn programs_beyond_any_limit_of_the_budget_mean_what_they_meant() {
    seeds::try_seeds(3, one);
}

/// The usual limits; each of them passed by every kernel, and by none; all of them so.
fn budgets() -> Vec<(String, Budget)> {
    let usual = Budget::of(Compiler::Llvm(15));
    let mut found = vec![("usual".to_owned(), usual)];
    for (side, from) in [("beyond", Budget::least()), ("within", Budget::unlimited())] {
        let alone = [
            ("cut", Budget { cut: from.cut, ..usual }),
            ("packed", Budget { packed: from.packed, ..usual }),
            ("packed_region", Budget { packed_region: from.packed_region, ..usual }),
            ("own_work", Budget { own_work: from.own_work, ..usual }),
            ("loops_of_a_place", Budget { loops_of_a_place: from.loops_of_a_place, ..usual }),
            ("linearised", Budget { linearised: from.linearised, ..usual }),
            ("places", Budget { places: from.places, ..usual }),
            ("copies", Budget { copies: from.copies, copies_free: from.copies_free, ..usual }),
            ("all", from),
        ];
        found.extend(alone.map(|(name, budget)| (format!("{side} {name}"), budget)));
    }
    found
}

fn one(seed: u64) -> Result<(), String> {
    let text = generate::kernel(seed, false);
    let expected = run(&parse_module(&text).map_err(|e| e.to_string())?, size(seed)).map_err(|f| f.to_string())?;
    let bundle = compile_bundle(&text, &Options { warp_size: WARP }).map_err(|e| e.to_string())?;
    let kernel = bundle.kernel("test").ok_or("the bundle lacks the kernel")?;
    let portable = kernel.module().map_err(|e| e.to_string())?;
    let shape = LaunchShape { block: [generate::threads(seed), 1, 1], dynamic_shared: 0 };
    for (name, budget) in budgets() {
        let target = Target { budget, ..Target::lavapipe() };
        let mut lowered = portable.clone();
        let cx = DeviceContext { target: &target, shape, metadata: &kernel.metadata };
        run_device(&mut lowered, &cx).map_err(|e| format!("budget {name}: {e}"))?;
        compare(&expected, &run(&lowered, size(seed)), &format!("a budget ({name})"), &text, &lowered)?;
    }
    Ok(())
}
