//! Compiling takes time in proportion to the kernel: four times the instructions are four times the work, in both halves.
//!
//! Work is counted, not timed (`ir::entity::work`), so that no other program's load changes the result. `./hipvk bench` has the seconds.

mod kernels;

use kernels::{BLOCK, Shape, kernel};
use spirv_gen::ir::entity::work;
use spirv_gen::{LaunchShape, Options, Target, compile_bundle, compile_kernel};

const SMALL: usize = 2_000;
/// The same where threads meet, on a CPU: short kernels are packed there, which is other work.
const SMALL_UNPACKED: usize = 5_500;
/// How much more work four times the instructions may be: hardly above four, for trees and sorted lists.
const LIMIT: f64 = 4.1;

/// What each half took, in looks at the IR's tables.
struct Work {
    portable: u64,
    device: u64,
}

fn compile(shape: Shape, instructions: usize, target: &Target) -> Work {
    let text = kernel(shape, instructions);
    let start = work();
    let bundle = compile_bundle(&text, &Options { warp_size: 32 }).unwrap_or_else(|e| panic!("{e}"));
    let portable = work() - start;
    let launch = LaunchShape { block: [BLOCK, 1, 1], dynamic_shared: 0 };
    let start = work();
    compile_kernel(&bundle.kernels[0], target, launch).unwrap_or_else(|e| panic!("{e}"));
    Work { portable, device: work() - start }
}

/// How many times the work grows in each half.
fn growth(shape: Shape, target: &Target) -> (f64, f64) {
    let meets = matches!(shape, Shape::Shuffles | Shape::Barriers);
    let instructions = if meets && target.cpu { SMALL_UNPACKED } else { SMALL };
    let (small, large) = (compile(shape, instructions, target), compile(shape, 4 * instructions, target));
    let times = |large: u64, small: u64| large as f64 / small as f64;
    (times(large.portable, small.portable), times(large.device, small.device))
}

fn four_times_the_instructions_are_four_times_the_work(target: &Target) {
    for shape in Shape::ALL {
        let (portable, device) = growth(shape, target);
        let name = shape.name();
        assert!(portable <= LIMIT, "{name}: the portable half does {portable:.2} times the work");
        assert!(device <= LIMIT, "{name} on {}: the device half does {device:.2} times the work", target.name);
    }
}

#[test]
fn work_grows_as_kernels_do_on_lavapipe() {
    four_times_the_instructions_are_four_times_the_work(&Target::lavapipe());
}

#[test]
fn work_grows_as_kernels_do_on_radv() {
    four_times_the_instructions_are_four_times_the_work(&Target::radv());
}

#[test]
fn a_kernel_has_as_many_instructions_as_asked_for() {
    for shape in Shape::ALL {
        let text = kernel(shape, SMALL);
        let module = spirv_gen::ir::parse::parse_module(&text).expect("the generator writes IR");
        let func = module.functions.values().find(|f| f.is_kernel).expect("a kernel");
        let count = func.linked_insts().count();
        assert!((SMALL..SMALL + 30).contains(&count), "{}: {count}", shape.name());
    }
}
