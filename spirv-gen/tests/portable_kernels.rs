//! Kernels from clang through the whole portable half, run in the IR's interpreter, against the same computation in Rust.
//!
//! `portable_kernels/kernels.ll` is clang 19's output for `kernels.hip` beside it, with hipcc's flags for the device side
//! (`driver::clang`) less early inlining, so that calls are left to inline.

use spirv_gen::bundle::Bundle;
use spirv_gen::interp::{Launch, Machine};
use spirv_gen::ir::module::{FuncId, Module};
use spirv_gen::{Options, compile_bundle};

fn bundle() -> Bundle {
    compile_bundle(include_str!("portable_kernels/kernels.ll"), &Options { warp_size: 32 }).expect("it compiles")
}

/// A kernel's module, with its metadata checked against the arguments given.
fn module(bundle: &Bundle, name: &str) -> Module {
    bundle.kernel(name).expect("the kernel").module().expect("its code")
}

/// Places the globals arena in the machine's memory as the runtime does; its address.
fn place_globals(machine: &mut Machine<'_>, bundle: &Bundle) -> u64 {
    let arena = &bundle.globals;
    let base = machine.device.allocate(arena.size.max(1));
    let bytes = machine.device.bytes(base, arena.size).expect("the arena");
    bytes[..arena.image.len()].copy_from_slice(&arena.image);
    for &(slot, target) in &arena.relocations {
        let slot = slot as usize;
        bytes[slot..slot + 8].copy_from_slice(&(base + target).to_le_bytes());
    }
    base
}

fn place<T: Copy, const N: usize>(machine: &mut Machine<'_>, values: &[T], encode: fn(T) -> [u8; N]) -> u64 {
    let address = machine.device.allocate((values.len() * N) as u64);
    let bytes = machine.device.bytes(address, (values.len() * N) as u64).expect("a buffer");
    values.iter().zip(bytes.chunks_mut(N)).for_each(|(&v, slot)| slot.copy_from_slice(&encode(v)));
    address
}

fn read_back<T, const N: usize>(
    machine: &mut Machine<'_>,
    address: u64,
    count: usize,
    decode: fn([u8; N]) -> T,
) -> Vec<T> {
    let bytes = machine.device.bytes(address, (count * N) as u64).expect("a buffer");
    bytes.chunks(N).map(|c| decode(c.try_into().expect("whole elements"))).collect()
}

/// Arguments at their offsets.
fn pack(bundle: &Bundle, name: &str, values: &[&[u8]]) -> Vec<u8> {
    let metadata = &bundle.kernel(name).expect("the kernel").metadata;
    assert_eq!(metadata.params.len(), values.len(), "{name} has other parameters");
    let mut bytes = vec![0; metadata.params_size as usize];
    for (param, value) in metadata.params.iter().zip(values) {
        assert_eq!(param.size as usize, value.len(), "parameter {} of {name}", param.name);
        bytes[param.offset as usize..param.offset as usize + value.len()].copy_from_slice(value);
    }
    bytes
}

#[test]
fn a_block_reduction_carves_two_arrays_from_dynamic_shared_memory() {
    let bundle = bundle();
    let name = "_Z6reducePKfPfi";
    let module = module(&bundle, name);
    let metadata = &bundle.kernel(name).expect("the kernel").metadata;
    assert!(metadata.dynamic_shared && metadata.static_shared == 0);
    let mut machine = Machine::new(&module).expect("a machine");
    let globals_base = place_globals(&mut machine, &bundle);
    let input: Vec<f32> = (0..100).map(|i| i as f32 * 0.5).collect();
    let (from, to) = (place(&mut machine, &input, f32::to_le_bytes), machine.device.allocate(6 * 4));
    let args = pack(&bundle, name, &[&from.to_le_bytes(), &to.to_le_bytes(), &100i32.to_le_bytes()]);
    let launch = Launch { args, globals_base, dynamic_shared: 32 * 8, ..Launch::new([3, 1, 1], [32, 1, 1]) };
    machine.launch(FuncId(0), &launch).expect("no fault");
    let sum = |range: std::ops::Range<usize>| input[range].iter().sum::<f32>();
    let expected = vec![sum(0..32), 32.0 * 0.5, sum(32..64), 32.0 * 1.5, sum(64..96), 32.0 * 2.5];
    assert_eq!(read_back(&mut machine, to, 6, f32::from_le_bytes), expected);
}

#[test]
fn structures_arrive_by_value_and_a_callee_changes_only_its_copy() {
    let bundle = bundle();
    let name = "_Z10structures5Small3Bigc";
    let module = module(&bundle, name);
    let mut machine = Machine::new(&module).expect("a machine");
    let globals_base = place_globals(&mut machine, &bundle);
    let to = machine.device.allocate(64 * 4);
    let small = [&to.to_le_bytes()[..], &2i32.to_le_bytes(), &[0; 4]].concat();
    let values: Vec<i32> = (0..12).map(|i| i * i).collect();
    let big =
        [values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>(), 0.5f64.to_le_bytes().to_vec()].concat();
    let args = pack(&bundle, name, &[&small, &big, &[3]]);
    machine.launch(FuncId(0), &Launch { args, globals_base, ..Launch::new([1; 3], [16, 1, 1]) }).expect("no fault");
    let got = read_back(&mut machine, to, 32, f32::from_le_bytes);
    for t in 0..16 {
        let value = values[t % 12];
        assert_eq!(got[2 * t], f64::from(value + 100) as f32 * 0.5 + value as f32 + 3.0, "thread {t}");
    }
}

#[test]
fn globals_hold_their_initial_values_and_addresses_of_each_other() {
    let bundle = bundle();
    let name = "_Z7globalsPi";
    let module = module(&bundle, name);
    let mut machine = Machine::new(&module).expect("a machine");
    let globals_base = place_globals(&mut machine, &bundle);
    let to = machine.device.allocate(9 * 4);
    let args = pack(&bundle, name, &[&to.to_le_bytes()]);
    machine.launch(FuncId(0), &Launch { args, globals_base, ..Launch::new([1; 3], [8, 1, 1]) }).expect("no fault");
    let got = read_back(&mut machine, to, 9, i32::from_le_bytes);
    assert_eq!(got, vec![61, 63, 65, 67, 61, 63, 65, 67, 1]);
    let counter = bundle.globals.variables.iter().find(|v| v.name == "counter").expect("the host may name it");
    assert_eq!(read_back(&mut machine, globals_base + counter.offset, 1, i32::from_le_bytes), vec![7 + 8]);
}

#[test]
fn a_pointer_to_shared_or_global_memory_reads_the_right_one() {
    let bundle = bundle();
    let name = "_Z6eitherPKiPii";
    let module = module(&bundle, name);
    let mut machine = Machine::new(&module).expect("a machine");
    let input: Vec<i32> = (1..9).collect();
    let (from, to) = (place(&mut machine, &input, i32::to_le_bytes), machine.device.allocate(8 * 4));
    let args = pack(&bundle, name, &[&from.to_le_bytes(), &to.to_le_bytes(), &0b0101_0110i32.to_le_bytes()]);
    machine.launch(FuncId(0), &Launch { args, ..Launch::new([1; 3], [8, 1, 1]) }).expect("no fault");
    assert_eq!(read_back(&mut machine, to, 8, i32::from_le_bytes), vec![36, 360, 360, 36, 360, 36, 360, 36]);
}

#[test]
fn block_operations_copy_move_and_fill_any_number_of_bytes() {
    let bundle = bundle();
    let name = "_Z6blocksPK5BytesPS_ii";
    let module = module(&bundle, name);
    for (n, shift) in [(0, 0), (1, 1), (20, 3), (20, -4), (30, 7), (9, 28)] {
        let mut machine = Machine::new(&module).expect("a machine");
        let input: Vec<u8> = (0..6 * 37).map(|i| (i * 7 % 251) as u8).collect();
        // Eight bytes in front and behind, for shifts that leave the element.
        let (from, memory) = (place(&mut machine, &input, u8::to_le_bytes), machine.device.allocate(8 + 6 * 37 + 64));
        let args = pack(
            &bundle,
            name,
            &[&from.to_le_bytes(), &(memory + 8).to_le_bytes(), &i32::to_le_bytes(n), &i32::to_le_bytes(shift)],
        );
        // One thread at a time: the shifted ranges of two threads overlap.
        machine.launch(FuncId(0), &Launch { args, ..Launch::new([1; 3], [1, 1, 1]) }).expect("no fault");
        let mut expected = vec![0u8; 8 + 37 + 64];
        expected[8..8 + 37].copy_from_slice(&input[..37]);
        expected[8] = 255;
        let to = (8 + shift) as usize;
        expected.copy_within(8..8 + n as usize, to);
        expected[8..8 + n as usize / 4].fill(9);
        assert_eq!(read_back(&mut machine, memory, expected.len(), u8::from_le_bytes), expected, "n={n} shift={shift}");
    }
}

#[test]
fn integer_functions_of_hip_agree_with_rust_s() {
    let bundle = bundle();
    let name = "_Z8integersPKjPy";
    let module = module(&bundle, name);
    let mut machine = Machine::new(&module).expect("a machine");
    let input = [0u32, 1, 0x8000_0000, 0xffff_ffff, 0x1234_5678, 0x00ff_0000, 77, 0xdead_beef];
    let (from, to) = (place(&mut machine, &input, u32::to_le_bytes), machine.device.allocate(8 * 32));
    let args = pack(&bundle, name, &[&from.to_le_bytes(), &to.to_le_bytes()]);
    machine.launch(FuncId(0), &Launch { args, ..Launch::new([1; 3], [8, 1, 1]) }).expect("no fault");
    let got = read_back(&mut machine, to, 32, u64::from_le_bytes);
    for (i, &x) in input.iter().enumerate() {
        let wide = u64::from(x).wrapping_mul(x.into()).wrapping_add(3);
        let first_set = if x == 0 { 0 } else { x.trailing_zeros() + 1 };
        let mixed = x.reverse_bits() ^ x.count_ones() ^ x.leading_zeros() ^ first_set ^ x.swap_bytes();
        let high = ((i64::from(x as i32) * 12345) >> 32) as i32;
        let high64 = ((u128::from(wide) * u128::from(wide)) >> 64) as u64;
        let permuted = {
            let bytes = [x.to_le_bytes(), (!x).to_le_bytes()].concat();
            u32::from_le_bytes([bytes[7], bytes[3], bytes[5], bytes[2]])
        };
        let product = ((u64::from(x) * 0x8765_4321) >> 32) as u32;
        assert_eq!(got[4 * i] as u32, mixed, "{x:#x}");
        assert_eq!(got[4 * i + 1], i64::from(high) as u64 ^ high64, "{x:#x}");
        assert_eq!(got[4 * i + 2], wide.rotate_left(x & 63), "{x:#x}");
        assert_eq!(got[4 * i + 3] as u32, permuted.wrapping_add(product), "{x:#x}");
    }
}

#[test]
fn indices_and_block_wide_votes_hold_in_three_dimensions() {
    let bundle = bundle();
    let name = "_Z6placesPi";
    let module = module(&bundle, name);
    let mut machine = Machine::new(&module).expect("a machine");
    let (grid, block) = ([2u32, 3, 2], [4u32, 2, 3]);
    let to = machine.device.allocate(12 * 24 * 4);
    let args = pack(&bundle, name, &[&to.to_le_bytes()]);
    machine.launch(FuncId(0), &Launch { args, ..Launch::new(grid, block) }).expect("no fault");
    let got = read_back(&mut machine, to, 12 * 24, i32::from_le_bytes);
    for (at, value) in got.into_iter().enumerate() {
        let (group, thread) = ((at / 24) as i32, (at % 24) as i32);
        assert_eq!(value, 1000 * 8 + thread + 100_000 + group, "block {group}, thread {thread}");
    }
}

#[test]
fn the_bundle_is_the_same_every_time() {
    assert_eq!(bundle().to_bytes(), bundle().to_bytes());
}
