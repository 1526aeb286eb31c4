//! Every IR operation, executed on the device, against the host's semantics (`ir::fold` through `interp`).
//!
//! Each operation becomes a kernel that applies it to arrays of random and awkward values; results are compared bit for
//! bit (any NaN equals any NaN), or within the stated distance where HIP allows one. A device that flushes denormal floats may give what a machine
//! gives that flushes them in each operation.

#[path = "ops/identities.rs"]
mod identities;

use std::sync::Arc;

use hipvk::vk::DriverKind;
use hipvk_tests::device::{Kernel, TestDevice, TestDevices, interpret, interpret_flushing};
use hipvk_tests::expected;
use libtest_mimic::{Arguments, Failed, Trial};
use spirv_gen::interp::Flush;

/// Values per operand.
const COUNT: usize = 1024;
/// Threads per block; there are several blocks.
const BLOCK: usize = 128;

/// One operation to test.
struct Case {
    name: String,
    /// Operand types; `%a`, `%b`, `%c` in the body.
    operands: Vec<&'static str>,
    result: &'static str,
    /// Defines `%r`.
    body: String,
    /// Largest distance in units in the last place.
    ulp: u64,
}

fn main() {
    let mut args = Arguments::from_args();
    let device = TestDevice::open();
    let driver = device.driver();
    let flush = Flush {
        float: device.flushes(32),
        double: device.flushes(64),
        // ARCHITECTURE.md, "Floats": what the device does not round right, our code computes, and keeps denormals.
        exact_division: !device.target().exact_division,
        early: false,
    };
    let cases = cases();
    let unknown = expected::unknown(expected::KNOWN, &cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>());
    let devices = TestDevices::with(device);
    args.test_threads = Some(devices.count);
    let mut trials: Vec<Trial> = cases
        .into_iter()
        .map(|case| {
            let devices = Arc::clone(&devices);
            Trial::test(case.name.clone(), move || {
                let outcome = devices.on_one(|device| check(device, flush, &case));
                expected::judge(expected::KNOWN, driver, &case.name, outcome).map_err(Failed::from)
            })
        })
        .collect();
    let flushed = (flush.float, flush.double, driver == DriverKind::Nvidia);
    trials.push(Trial::test("denormals count as zero in NVIDIA's float arithmetic only", move || match flushed {
        (float, false, nvidia) if float == nvidia => Ok(()),
        (float, double, _) => Err(format!("floats are flushed: {float}, doubles: {double}").into()),
    }));
    trials.push(Trial::test("known failures name tests", move || match unknown.as_slice() {
        [] => Ok(()),
        names => Err(format!("no such tests: {names:?}").into()),
    }));
    libtest_mimic::run(&args, trials).exit();
}

fn case(name: String, operands: &[&'static str], result: &'static str, body: String) -> Case {
    Case { name, operands: operands.to_vec(), result, body, ulp: 0 }
}

const INTS: &[&str] = &["i8", "i16", "i32", "i64", "i24", "i33", "i48", "i128"];
const FLOATS: &[(&str, &str, &str)] = &[("half", "f16", "i16"), ("float", "f32", "i32"), ("double", "f64", "i64")];

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    integer_cases(&mut all);
    float_cases(&mut all);
    identities::cases(&mut all);
    cast_cases(&mut all);
    all
}

fn integer_cases(all: &mut Vec<Case>) {
    for &ty in INTS {
        let bits: u32 = ty[1..].parse().expect("a width");
        let two = [ty, ty];
        for op in ["add", "sub", "mul", "and", "or", "xor"] {
            all.push(case(format!("{op} {ty}"), &two, ty, format!("%r = {op} {ty} %a, %b")));
        }
        for op in ["shl", "lshr", "ashr"] {
            all.push(case(format!("{op} {ty}"), &two, ty, format!("%s = urem {ty} %b, {bits}\n%r = {op} {ty} %a, %s")));
        }
        for op in ["udiv", "urem"] {
            all.push(case(format!("{op} {ty}"), &two, ty, format!("%d = or {ty} %b, 1\n%r = {op} {ty} %a, %d")));
        }
        for op in ["sdiv", "srem"] {
            // The lowest value over -1 is undefined; an odd number is never the lowest.
            let body = format!("%n = or {ty} %a, 1\n%d = or {ty} %b, 1\n%r = {op} {ty} %n, %d");
            all.push(case(format!("{op} {ty}"), &two, ty, body));
        }
        for pred in ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"] {
            let body = format!("%t = icmp {pred} {ty} %a, %b\n%r = zext i1 %t to i8");
            all.push(case(format!("icmp {pred} {ty}"), &two, "i8", body));
        }
        for op in ["smax", "smin", "umax", "umin", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat"] {
            all.push(case(format!("{op} {ty}"), &two, ty, format!("%r = call {ty} @llvm.{op}.{ty}({ty} %a, {ty} %b)")));
        }
        for op in ["ctpop", "bitreverse"] {
            all.push(case(format!("{op} {ty}"), &[ty], ty, format!("%r = call {ty} @llvm.{op}.{ty}({ty} %a)")));
        }
        for op in ["ctlz", "cttz"] {
            let body = format!("%r = call {ty} @llvm.{op}.{ty}({ty} %a, i1 false)");
            all.push(case(format!("{op} {ty}"), &[ty], ty, body));
        }
        if bits.is_multiple_of(16) {
            all.push(case(format!("bswap {ty}"), &[ty], ty, format!("%r = call {ty} @llvm.bswap.{ty}({ty} %a)")));
        }
        for op in ["fshl", "fshr"] {
            let body = format!("%r = call {ty} @llvm.{op}.{ty}({ty} %a, {ty} %b, {ty} %c)");
            all.push(case(format!("{op} {ty}"), &[ty, ty, ty], ty, body));
        }
        for op in ["uadd", "sadd", "usub", "ssub", "umul", "smul"] {
            let pair = format!("{{ {ty}, i1 }}");
            let body = format!(
                "%p = call {pair} @llvm.{op}.with.overflow.{ty}({ty} %a, {ty} %b)\n%v = extractvalue {pair} %p, 0\n\
                 %o = extractvalue {pair} %p, 1\n%w = zext i1 %o to {ty}\n%r = xor {ty} %v, %w"
            );
            all.push(case(format!("{op}.with.overflow {ty}"), &two, ty, body));
        }
        let body = format!("%t = icmp slt {ty} %a, %b\n%r = select i1 %t, {ty} %b, {ty} %c");
        all.push(case(format!("select {ty}"), &[ty, ty, ty], ty, body));
    }
}

fn float_cases(all: &mut Vec<Case>) {
    for &(ty, suffix, _) in FLOATS {
        for op in ["fadd", "fsub", "fmul", "fdiv"] {
            all.push(case(format!("{op} {ty}"), &[ty, ty], ty, format!("%r = {op} {ty} %a, %b")));
        }
        all.push(case(format!("fneg {ty}"), &[ty], ty, format!("%r = fneg {ty} %a")));
        for op in ["sqrt", "fabs", "floor", "ceil", "trunc", "rint", "roundeven", "round", "nearbyint"] {
            all.push(case(format!("{op} {ty}"), &[ty], ty, format!("%r = call {ty} @llvm.{op}.{suffix}({ty} %a)")));
        }
        for op in ["copysign", "minnum", "maxnum", "minimum", "maximum"] {
            let body = format!("%r = call {ty} @llvm.{op}.{suffix}({ty} %a, {ty} %b)");
            all.push(case(format!("{op} {ty}"), &[ty, ty], ty, body));
        }
        let body = format!("%r = call {ty} @llvm.fma.{suffix}({ty} %a, {ty} %b, {ty} %c)");
        all.push(case(format!("fma {ty}"), &[ty, ty, ty], ty, body));
        let body = format!("%n = ashr i32 %b, 22\n%r = call {ty} @llvm.ldexp.{suffix}.i32({ty} %a, i32 %n)");
        all.push(case(format!("ldexp {ty}"), &[ty, "i32"], ty, body));
        for pred in ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"] {
            let body = format!("%t = fcmp {pred} {ty} %a, %b\n%r = zext i1 %t to i8");
            all.push(case(format!("fcmp {pred} {ty}"), &[ty, ty], "i8", body));
        }
    }
}

fn cast_cases(all: &mut Vec<Case>) {
    for &from in INTS {
        for &to in INTS {
            let (f, t): (u32, u32) = (from[1..].parse().expect("a width"), to[1..].parse().expect("a width"));
            let ops: &[&str] = if f < t {
                &["zext", "sext"]
            } else if f > t {
                &["trunc"]
            } else {
                &[]
            };
            for op in ops {
                all.push(case(format!("{op} {from} to {to}"), &[from], to, format!("%r = {op} {from} %a to {to}")));
            }
        }
        for &(ty, suffix, _) in FLOATS {
            for op in ["uitofp", "sitofp"] {
                all.push(case(format!("{op} {from} to {ty}"), &[from], ty, format!("%r = {op} {from} %a to {ty}")));
            }
            for op in ["fptoui", "fptosi"] {
                let body = format!("%r = call {from} @llvm.{op}.sat.{from}.{suffix}({ty} %a)");
                all.push(case(format!("{op}.sat {ty} to {from}"), &[ty], from, body));
            }
        }
    }
    for &(ty, _, _) in FLOATS {
        // Drivers may take an integer that was rounded to a float for the integer itself.
        for (int, shift) in [("i32", if ty == "half" { 17 } else { 1 }), ("i64", if ty == "half" { 49 } else { 1 })] {
            let body =
                format!("%s = ashr {int} %a, {shift}\n%f = sitofp {int} %s to {ty}\n%r = fptosi {ty} %f to {int}");
            all.push(case(format!("{int} through {ty}"), &[int], int, body));
            if ty != "double" {
                let body =
                    format!("%s = ashr {int} %a, {shift}\n%f = sitofp {int} %s to {ty}\n%r = fpext {ty} %f to double");
                all.push(case(format!("{int} as {ty} in a double"), &[int], "double", body));
            }
        }
    }
    for &(from, _, bits) in FLOATS {
        for &(to, _, _) in FLOATS {
            let (f, t) = (size_of(from), size_of(to));
            let op = if f < t {
                "fpext"
            } else if f > t {
                "fptrunc"
            } else {
                continue;
            };
            all.push(case(format!("{op} {from} to {to}"), &[from], to, format!("%r = {op} {from} %a to {to}")));
        }
        let body = format!("%v = bitcast {from} %a to {bits}\n%w = xor {bits} %v, 1\n%r = bitcast {bits} %w to {from}");
        all.push(case(format!("bitcast {from}"), &[from], from, body));
    }
}

/// Bytes between array elements.
fn size_of(ty: &str) -> usize {
    match ty {
        "half" => 2,
        "float" => 4,
        "double" => 8,
        int => int[1..].parse::<usize>().expect("a width").div_ceil(8).next_power_of_two(),
    }
}

fn kernel_text(case: &Case) -> String {
    let names = ["a", "b", "c"];
    let params: Vec<String> = (0..=case.operands.len()).map(|i| format!("ptr addrspace(1) %p{i}")).collect();
    let mut text = format!(
        "define amdgpu_kernel void @k({}) {{\n  %t0 = call i32 @hip.thread.linear()\n  %b0 = call i32 @hip.block.id.x()\n  \
         %b1 = mul i32 %b0, {BLOCK}\n  %i = add i32 %b1, %t0\n",
        params.join(", ")
    );
    for (n, ty) in case.operands.iter().enumerate() {
        let (name, align) = (names[n], size_of(ty));
        text += &format!("  %g{n} = getelementptr {ty}, ptr addrspace(1) %p{n}, i32 %i\n");
        text += &format!("  %{name} = load {ty}, ptr addrspace(1) %g{n}, align {align}\n");
    }
    let last = case.operands.len();
    text += &format!("  {}\n", case.body.replace('\n', "\n  "));
    text += &format!("  %go = getelementptr {}, ptr addrspace(1) %p{last}, i32 %i\n", case.result);
    text +=
        &format!("  store {} %r, ptr addrspace(1) %go, align {}\n  ret void\n}}\n", case.result, size_of(case.result));
    text
}

/// xorshift64*: the same numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Random values with the awkward ones mixed in: 0, 1, -1, extremes, infinities, NaN, denormals, neighbours of 1.
fn values(ty: &str, random: &mut Random) -> Vec<u8> {
    let size = size_of(ty);
    let awkward: Vec<u128> = match ty {
        "half" => vec![0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 1, 0x3ff, 0x400, 0x7bff, 0x3bff, 0x3c01],
        "float" => vec![
            0,
            1 << 31,
            0x3f80_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0000,
            1,
            0x7f_ffff,
            0x80_0000,
            0x7f7f_ffff,
            0x3f7f_ffff,
        ],
        "double" => {
            let one = 0x3ff0_0000_0000_0000;
            vec![
                0,
                1 << 63,
                one,
                one + 1,
                0x7ff0 << 48,
                0xfff0 << 48,
                0x7ff8 << 48,
                1,
                0x000f_ffff_ffff_ffff,
                0x0010 << 48,
                0x7fef_ffff_ffff_ffff,
            ]
        }
        _ => vec![0, 1, u128::MAX, u128::MAX - 1, 1 << (size * 8 - 1), (1 << (size * 8 - 1)) - 1, 2, 0x80, 0x7f],
    };
    let is_int = ty.starts_with('i');
    let mask = if is_int { int_mask(ty) } else { u128::MAX };
    let mut bytes = Vec::with_capacity(COUNT * size);
    for _ in 0..COUNT {
        let pick = random.next();
        let wide = u128::from(random.next()) << 64 | u128::from(random.next());
        let value = match pick % 4 {
            0 => awkward[(pick >> 8) as usize % awkward.len()],
            1 if is_int => wide & 0xff,
            // Floats of ordinary size, so that sums and products do not all overflow.
            1 | 2 if !is_int => ordinary(ty, wide as u64),
            _ => wide,
        };
        bytes.extend_from_slice(&(value & mask).to_le_bytes()[..size]);
    }
    bytes
}

fn int_mask(ty: &str) -> u128 {
    let bits: u32 = ty[1..].parse().expect("a width");
    if bits == 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// A float between 2^-8 and 2^8 with random sign and significand.
fn ordinary(ty: &str, random: u64) -> u128 {
    let (significand, bias, sign) = match ty {
        "half" => (10, 15, 15),
        "float" => (23, 127, 31),
        _ => (52, 1023, 63),
    };
    let exponent = bias - 8 + (random >> 56) % 16;
    u128::from((random & ((1 << significand) - 1)) | exponent << significand | (random >> 55 & 1) << sign)
}

fn check(device: &TestDevice, flush: Flush, case: &Case) -> Result<(), String> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut buffers: Vec<Vec<u8>> = case.operands.iter().map(|ty| values(ty, &mut random)).collect();
    buffers.push(vec![0xcd; COUNT * size_of(case.result)]);
    let kernel = Kernel {
        text: kernel_text(case),
        grid: [(COUNT / BLOCK) as u32, 1, 1],
        block: [BLOCK as u32, 1, 1],
        dynamic_shared: 0,
    };
    let expected = interpret(&kernel, &buffers).map_err(|e| format!("oracle: {e}\n{}", kernel.text))?;
    let flushes = flush.float || flush.double;
    let mut flushed = Vec::new();
    for flush in [flush, Flush { early: true, ..flush }].into_iter().filter(|_| flushes) {
        flushed.extend(interpret_flushing(&kernel, &buffers, flush)?.pop());
    }
    let actual = device.run(&kernel, &buffers)?;
    let size = size_of(case.result);
    let last = |buffers: &[Vec<u8>]| buffers.last().expect("a result").clone();
    let (expected, actual) = (last(&expected), last(&actual));
    if expected.chunks(size).all(|v| v == &vec![0xcd; size][..]) {
        return Err("the oracle wrote nothing: the test would prove nothing".into());
    }
    for (i, (want, got)) in expected.chunks(size).zip(actual.chunks(size)).enumerate() {
        let (want, got) = (number(case.result, want), number(case.result, got));
        let mut others = flushed.iter().map(|all| number(case.result, &all[i * size..(i + 1) * size]));
        let zero = |bits| without_denormal(case.result, flush, bits);
        let is_flushed = |want| same(case, zero(want), zero(got));
        if !same(case, want, got) && !others.any(is_flushed) {
            let inputs: Vec<String> = case
                .operands
                .iter()
                .zip(&buffers)
                .map(|(ty, b)| format!("{ty} {:#x}", number(ty, &b[i * size_of(ty)..(i + 1) * size_of(ty)])))
                .collect();
            return Err(format!("{}: ({}) gave {got:#x}, not {want:#x}", case.name, inputs.join(", ")));
        }
    }
    Ok(())
}

/// A result's bits, those of a zero for a denormal that is flushed.
fn without_denormal(ty: &str, flush: Flush, bits: u128) -> u128 {
    let (exponent, sign) = match ty {
        "float" if flush.float => (0xff << 23, 1 << 31),
        "double" if flush.double => (0x7ff << 52, 1 << 63),
        _ => return bits,
    };
    if bits & exponent == 0 { bits & sign } else { bits }
}

fn number(ty: &str, bytes: &[u8]) -> u128 {
    let mut wide = [0u8; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let value = u128::from_le_bytes(wide);
    if ty.starts_with('i') { value & int_mask(ty) } else { value }
}

fn same(case: &Case, want: u128, got: u128) -> bool {
    let (significand, sign) = match case.result {
        "half" => (10, 15),
        "float" => (23, 31),
        "double" => (52, 63),
        _ => return want == got,
    };
    let infinity = ((1u128 << (sign - significand)) - 1) << significand;
    let magnitude = |v: u128| v & ((1 << sign) - 1);
    let is_nan = |v: u128| magnitude(v) > infinity;
    if is_nan(want) || is_nan(got) {
        return is_nan(want) && is_nan(got);
    }
    let order = |v: u128| if v >> sign & 1 == 1 { -(magnitude(v) as i128) } else { magnitude(v) as i128 };
    want == got || case.ulp > 0 && (order(want) - order(got)).unsigned_abs() <= u128::from(case.ulp)
}
