//! The elementary functions that the portable half expands, against the host's f64 library: units in the last place, per function.
//!
//! The expansion runs in the IR's interpreter. Arguments are drawn by a fixed generator over all exponents, and around the places where
//! range reduction changes; special values are named one by one.

use spirv_gen::interp::Machine;
use spirv_gen::ir::fold::Datum;
use spirv_gen::ir::module::Module;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::passes::intrinsics;

/// `define T @f(T %x)` that calls the intrinsic, expanded.
fn expanded(intrinsic: &str, ty: &str) -> Module {
    let suffix = if ty == "float" { "f32" } else { "f64" };
    let text = format!(
        "declare {ty} @llvm.{intrinsic}.{suffix}({ty})\n\
         define {ty} @f({ty} %x) {{\n  %r = call {ty} @llvm.{intrinsic}.{suffix}({ty} %x)\n  ret {ty} %r\n}}\n"
    );
    let mut module = parse_module(&text).expect("the test's own text");
    intrinsics::run(&mut module).expect("a known function");
    module
}

fn call(machine: &mut Machine<'_>, module: &Module, args: &[u128]) -> u128 {
    let func = module.function_named("f").expect("the function");
    let args = args.iter().map(|&a| Datum::bits(a)).collect();
    let result = machine.call(func, args).expect("no fault").expect("a result");
    result.lane().expect("not poison")
}

/// A fixed sequence of well mixed numbers.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Distance in units in the last place of f32 between `got` and the exact value.
fn ulps32(got: f32, exact: f64) -> f64 {
    let near = exact as f32;
    if got.is_nan() || near.is_nan() {
        return if got.is_nan() && near.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.is_infinite() || near.is_infinite() {
        return if got == near { 0.0 } else { f64::INFINITY };
    }
    let exponent = (near.abs().max(f32::MIN_POSITIVE).to_bits() >> 23) as i32 - 127;
    (f64::from(got) - exact).abs() / 2f64.powi(exponent - 23)
}

fn ulps64(got: f64, near: f64) -> f64 {
    if got.is_nan() || near.is_nan() {
        return if got.is_nan() && near.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.is_infinite() || near.is_infinite() {
        return if got == near { 0.0 } else { f64::INFINITY };
    }
    let order = |x: f64| if x.to_bits() >> 63 == 1 { -((x.to_bits() & !(1 << 63)) as i64) } else { x.to_bits() as i64 };
    order(got).abs_diff(order(near)) as f64
}

const SPECIAL: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    10.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-40,
    -1e-40,
    std::f64::consts::FRAC_PI_2,
    1e30,
];

fn check32(name: &str, exact: fn(f64) -> f64, range: (f64, f64), most: f64) {
    let module = expanded(name, "float");
    let mut machine = Machine::new(&module).expect("a machine");
    let mut numbers = Sequence(1);
    let mut worst = (0.0, 0.0f32);
    let (low, high) = range;
    for i in 0..1500 {
        let random = numbers.next();
        let x = match i % 3 {
            0 => f32::from_bits(random as u32),
            1 => (low + (high - low) * (random >> 11) as f64 / (1u64 << 53) as f64) as f32,
            _ => SPECIAL[i / 3 % SPECIAL.len()] as f32,
        };
        let got = f32::from_bits(call(&mut machine, &module, &[x.to_bits().into()]) as u32);
        let error = ulps32(got, exact(x.into()));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    assert!(worst.0 <= most, "{name} of {:e} is off by {} ulp", worst.1, worst.0);
}

fn check64(name: &str, exact: fn(f64) -> f64, range: (f64, f64), most: f64) {
    let module = expanded(name, "double");
    let mut machine = Machine::new(&module).expect("a machine");
    let mut numbers = Sequence(2);
    let mut worst = (0.0, 0.0f64);
    let (low, high) = range;
    for i in 0..900 {
        let random = numbers.next();
        let x = match i % 3 {
            0 => f64::from_bits(random),
            1 => low + (high - low) * (random >> 11) as f64 / (1u64 << 53) as f64,
            _ => SPECIAL[i / 3 % SPECIAL.len()],
        };
        let got = f64::from_bits(call(&mut machine, &module, &[x.to_bits().into()]) as u64);
        let error = ulps64(got, exact(x));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    assert!(worst.0 <= most, "{name} of {:e} is off by {} ulp", worst.1, worst.0);
}

#[test]
fn exponentials_in_f32_are_within_one_and_a_half_units() {
    check32("exp", f64::exp, (-104.0, 89.0), 1.5);
    check32("exp2", f64::exp2, (-151.0, 129.0), 1.5);
    check32("exp10", |x| 10f64.powf(x), (-46.0, 39.0), 1.5);
}

#[test]
fn logarithms_in_f32_are_within_one_and_a_half_units() {
    check32("log", f64::ln, (0.5, 2.0), 1.5);
    check32("log2", f64::log2, (0.5, 2.0), 1.5);
    check32("log10", f64::log10, (0.5, 2.0), 1.5);
}

/// What HIP's `__sinf` and `__cosf` become. sinf and cosf are the device library's.
#[test]
fn sine_and_cosine_in_f32_are_near_for_usual_angles_and_within_one_for_any() {
    for (name, exact) in [("sin", f64::sin as fn(f64) -> f64), ("cos", f64::cos)] {
        let module = expanded(name, "float");
        let mut machine = Machine::new(&module).expect("a machine");
        let mut numbers = Sequence(3);
        for i in 0..3000 {
            let random = numbers.next();
            let x = match i % 4 {
                0 => f32::from_bits(random as u32),
                1 => ((random >> 11) as f64 / (1u64 << 52) as f64 - 1.0) as f32 * 4000.0,
                2 => SPECIAL[i / 4 % SPECIAL.len()] as f32,
                _ => ((random >> 11) as f64 / (1u64 << 52) as f64 - 1.0) as f32 * std::f32::consts::PI,
            };
            let got = f32::from_bits(call(&mut machine, &module, &[x.to_bits().into()]) as u32);
            if x.is_finite() {
                let error = (f64::from(got) - exact(x.into())).abs();
                let most = if x.abs() <= 4000.0 { 1.2e-7 } else { 2.0 };
                assert!(error <= most && got.abs() <= 1.0, "{name} of {x:e} is {got:e}, off by {error:e}");
            } else {
                assert!(got.is_nan(), "{name} of {x:e} is {got:e}");
            }
        }
    }
}

/// VkFFT's kernels have dozens of these, so what they cost counts.
#[test]
fn sine_and_cosine_in_f32_have_no_branch_and_no_table() {
    for name in ["sin", "cos"] {
        let module = expanded(name, "float");
        assert!(module.globals.is_empty(), "{name} asks for the digits of 2/pi");
        assert!(module.functions.values().all(|f| f.blocks.len() == 1), "{name} branches");
    }
}

#[test]
fn exponentials_in_f64_are_within_two_units() {
    check64("exp", f64::exp, (-746.0, 710.0), 2.0);
    check64("exp2", f64::exp2, (-1076.0, 1025.0), 2.0);
}

#[test]
fn logarithms_in_f64_are_within_two_units() {
    check64("log", f64::ln, (0.5, 2.0), 2.0);
    check64("log2", f64::log2, (0.5, 2.0), 2.0);
    check64("log10", f64::log10, (0.5, 2.0), 2.0);
}

#[test]
fn sine_and_cosine_in_f64_are_within_two_units_for_any_angle() {
    check64("sin", f64::sin, (-2e6, 2e6), 2.0);
    check64("cos", f64::cos, (-2e6, 2e6), 2.0);
}

#[test]
fn a_power_in_f32_keeps_the_rules_of_c() {
    let text = "declare float @llvm.pow.f32(float, float)\n\
                define float @f(float %x, float %y) {\n  %r = call float @llvm.pow.f32(float %x, float %y)\n  ret float %r\n}\n";
    let mut module = parse_module(text).expect("the test's own text");
    intrinsics::run(&mut module).expect("pow is known in f32");
    let mut machine = Machine::new(&module).expect("a machine");
    let values = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        -2.0,
        3.0,
        -3.0,
        0.5,
        -0.5,
        1e30,
        -1e-30,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    for x in values {
        for y in values {
            let bits = call(&mut machine, &module, &[x.to_bits().into(), y.to_bits().into()]);
            let (got, exact) = (f32::from_bits(bits as u32), f64::from(x).powf(y.into()));
            let right =
                ulps32(got, exact) <= 1.0 && (got.is_nan() || got.is_sign_negative() == exact.is_sign_negative());
            assert!(right, "pow({x}, {y}) = {got}, not {exact}");
        }
    }
}
