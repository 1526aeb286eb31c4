//! Quotients and remainders are what they were, of operands at the edges of what the steps' errors allow, also where the device's float division is
//! two units off.

use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::passes::float::division_tests::sloppy;
use crate::passes::lowering_tests::bodies::{noise, per_thread};
use crate::passes::lowering_tests::case::Case;
use crate::target::Target;

const THREADS: usize = 256;

fn case(op: &str, divisor: &str, pairs: &[(u64, u64)]) -> Case {
    let body = format!("%r = {op} i64 %a, {divisor}\nstore i64 %r, ptr addrspace(1) %out");
    let mut case = Case::new(&per_thread("i64", &body));
    case.target = Target { divides_long: false, ..Target::baseline() };
    (case.block, case.input) = ([THREADS as u32, 1, 1], vec![0; THREADS * 128]);
    for (thread, (a, b)) in pairs.iter().enumerate() {
        case.input[thread * 128..thread * 128 + 8].copy_from_slice(&a.to_le_bytes());
        case.input[thread * 128 + 32..thread * 128 + 40].copy_from_slice(&b.to_le_bytes());
    }
    case
}

/// Of many sizes, and next to multiples of each other.
fn pairs(seed: u64) -> Vec<(u64, u64)> {
    let bytes = noise(THREADS * 24, seed);
    let words: Vec<u64> = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
    let pair = |(thread, word): (usize, &[u64; 3])| {
        let b = match thread % 8 {
            // Around what divides 2^64 into few parts.
            0 => ((u128::pow(2, 64) / u128::from(word[2] % 9 + 1)) as u64)
                .wrapping_sub(1)
                .wrapping_add((word[2] >> 8) % 3),
            1 => u64::MAX - word[2] % 4,
            2 => 1 << (word[2] % 64),
            3 => (1 << (word[2] % 64)) - 1,
            _ => word[1] >> (word[2] % 64),
        };
        let b = b.max(1);
        let a = match thread / 8 % 4 {
            0 => word[0],
            1 => word[0] / b * b,
            2 => (word[0] / b * b).wrapping_sub(1),
            _ => u64::MAX - word[2] % 3,
        };
        // The one quotient that does not fit.
        if a == 1 << 63 && b == u64::MAX { (a + 1, b) } else { (a, b) }
    };
    words.as_chunks().0.iter().enumerate().map(pair).collect()
}

#[test]
fn quotients_and_remainders_are_exact_from_a_float_division_that_is_two_units_off() {
    for op in ["udiv", "sdiv", "urem", "srem"] {
        for seed in 1..9 {
            let case = case(op, "%b", &pairs(seed));
            let exact = case.check();
            let lowered = print_module(&case.lowered().expect("it lowers"));
            assert!(!lowered.contains("div i64") && !lowered.contains("rem i64"), "{lowered}");
            for units in [-3, -2, 2, 3] {
                let text = sloppy(&lowered, units);
                assert_ne!(text, lowered, "nothing in it is sloppy");
                assert_eq!(case.run(&parse_module(&text).expect("it parses")), exact, "{op}, {units} units off");
            }
        }
    }
}

#[test]
fn quotients_by_constants_are_exact() {
    let divisors =
        ["1", "2", "3", "7", "10", "641", "4096", "4294967295", "4294967296", "4294967297", "6148914691236517205"];
    let largest = ["9223372036854775807", "-9223372036854775808", "-1", "-2", "-3", "-10"];
    for divisor in divisors.iter().chain(&largest) {
        for op in ["udiv", "sdiv", "urem", "srem"] {
            let case =
                case(op, divisor, &pairs(3).iter().map(|&(a, b)| (a.max(1) - a.max(1) % 2 + 1, b)).collect::<Vec<_>>());
            case.check();
            let lowered = print_module(&case.lowered().expect("it lowers"));
            assert!(!lowered.contains("div i64") && !lowered.contains("rem i64"), "{lowered}");
        }
    }
}

#[test]
fn a_quotient_and_its_remainder_share_their_steps() {
    let body = "%q = udiv i64 %a, %b\n%r = urem i64 %a, %b\n%s = xor i64 %q, %r\nstore i64 %s, ptr addrspace(1) %out";
    let mut case = Case::new(&per_thread("i64", body));
    case.target = Target { divides_long: false, ..Target::baseline() };
    let lowered = print_module(&case.lowered().expect("it lowers"));
    assert_eq!(lowered.matches("udiv i32").count(), 1, "{lowered}");
    assert_eq!(lowered.matches("fdiv float").count(), 1, "{lowered}");
}
