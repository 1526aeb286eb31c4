//! One operation over many operands: a kernel around a few lines of IR, and the operands it meets.
//!
//! Integers meet noise with small and extreme numbers in it, floats meet what goes wrong easily. Used by the files about one
//! kind of operation.

use super::case::Case;
use crate::target::Target;

/// A kernel whose `body` stores into `%out`, a place behind the inputs `%a`, `%b` of type `ty` loaded from the buffer. Each
/// of 16 threads has 128 bytes: a at 0, b at 32, c at 64, out at 96.
pub(crate) fn per_thread(ty: &str, body: &str) -> String {
    format!(
        "define amdgpu_kernel void @k(ptr addrspace(1) %buf) {{
entry:
  %t = call i32 @hip.thread.id.x()
  %w = zext i32 %t to i64
  %pa = getelementptr [128 x i8], ptr addrspace(1) %buf, i64 %w
  %pb = getelementptr i8, ptr addrspace(1) %pa, i64 32
  %pc = getelementptr i8, ptr addrspace(1) %pa, i64 64
  %out = getelementptr i8, ptr addrspace(1) %pa, i64 96
  %a = load {ty}, ptr addrspace(1) %pa, align 16
  %b = load {ty}, ptr addrspace(1) %pb, align 16
  %c = load {ty}, ptr addrspace(1) %pc, align 16
{body}
  ret void
}}"
    )
}

/// Runs `body` over noise with some small and extreme numbers in it.
pub(crate) fn check_body(ty: &str, body: &str) -> Vec<u8> {
    let mut case = Case::new(&per_thread(ty, body));
    case.block = [16, 1, 1];
    case.input = inputs();
    case.check()
}

pub(crate) fn inputs() -> Vec<u8> {
    let mut bytes = noise(16 * 128, 7);
    for (thread, fill) in [(1usize, 0u8), (2, 0xff), (3, 1), (4, 0x80)] {
        bytes[thread * 128..thread * 128 + 32].fill(fill);
    }
    for (thread, fill) in [(5usize, 0u8), (6, 0xff), (3, 1), (2, 0xff)] {
        bytes[thread * 128 + 32..thread * 128 + 64].fill(fill);
    }
    // Small positive numbers, for shifts by them.
    for thread in 8..16usize {
        bytes[thread * 128 + 32..thread * 128 + 64].fill(0);
        bytes[thread * 128 + 32] = thread as u8 - 8;
    }
    bytes
}

/// Bytes that look random, the same in every run.
pub(crate) fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(next).collect()
}

/// `out[i] = op(a[i], b[i], c[i])` over awkward floats; NaNs count as equal.
pub(crate) fn check_floats(ty: &str, body: &str, target: Target) {
    let (bits, fraction) = match ty {
        "half" => (16, 10),
        "bfloat" => (16, 7),
        "float" => (32, 23),
        _ => (64, 52),
    };
    let size = bits as usize / 8;
    for seed in 1..3 {
        let mut case = Case::new(&per_thread(ty, body));
        case.block = [256, 1, 1];
        case.target = target.clone();
        let values = awkward_floats(bits, fraction, seed, 256 * 3);
        case.input = vec![0; 256 * 128];
        for thread in 0..256 {
            for operand in 0..3 {
                let at = thread * 128 + operand * 32;
                let from = (thread * 3 + operand) * size;
                case.input[at..at + size].copy_from_slice(&values[from..from + size]);
            }
            // Some integers for ldexp.
            case.input[thread * 128 + 48..thread * 128 + 52]
                .copy_from_slice(&(((thread as i32) - 128) * 19).to_le_bytes());
        }
        case.check();
    }
}

/// Floats whose operations go wrong easily: near each other, near the ends of the range, special.
pub(crate) fn awkward_floats(bits: u32, fraction: u32, seed: u64, count: usize) -> Vec<u8> {
    let exponent_bits = bits - 1 - fraction;
    let top = (1u64 << exponent_bits) - 1;
    let bytes = noise(count * 16, seed);
    let mut out = Vec::new();
    for chunk in bytes.as_chunks::<16>().0 {
        let random = u64::from_le_bytes(chunk[..8].try_into().unwrap());
        let exponent = match chunk[8] % 8 {
            0 => 0,
            1 => top,
            2 => u64::from(chunk[9] % 4),
            3 => top - 1 - u64::from(chunk[9] % 3),
            4 => (top / 2 + u64::from(chunk[9])) % top,
            _ => top / 2 - 8 + u64::from(chunk[9] % 16),
        };
        let mantissa = match chunk[10] % 6 {
            0 => 0,
            1 => (1 << fraction) - 1,
            2 => 1 << (random % u64::from(fraction)),
            3 => random & 7,
            _ => random & ((1 << fraction) - 1),
        };
        let sign = u64::from(chunk[11] & 1) << (bits - 1);
        let value = sign | (exponent << fraction) | mantissa;
        out.extend(&value.to_le_bytes()[..bits as usize / 8]);
    }
    out
}
