//! The builtins, and what each must give.

use super::kernel::Case;
use super::model::Warp;

/// `%r = zext i32 %x`.
fn wide(body: &str) -> String {
    format!("{body}\n  %r = zext i32 %x to i64")
}

fn case(name: &str, body: String, expected: impl Fn(&Warp, usize) -> u64 + Send + 'static) -> Case {
    Case { name: name.into(), body, expected: Box::new(expected) }
}

pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    counts(&mut cases);
    permutes(&mut cases);
    swizzles(&mut cases);
    rows(&mut cases);
    dpp(&mut cases);
    reductions(&mut cases);
    cases
}

fn counts(cases: &mut Vec<Case>) {
    let below = |lane: usize| (1u64 << lane) - 1;
    let own =
        "%l0 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)\n  %x = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %l0)";
    cases.push(case("mbcnt of all", wide(own), |_, lane| lane as u64));
    let some =
        "%l0 = call i32 @llvm.amdgcn.mbcnt.lo(i32 %a, i32 7)\n  %x = call i32 @llvm.amdgcn.mbcnt.hi(i32 %b, i32 %l0)";
    cases.push(case("mbcnt", wide(some), move |w, lane| {
        7 + u64::from(((w.a(lane) | w.b(lane) << 32) & below(lane)).count_ones())
    }));
    let ballot = "%c0 = trunc i32 %a to i1\n  %r = call i64 @llvm.amdgcn.ballot.i64(i1 %c0)";
    cases.push(case("ballot", ballot.into(), |w, _| w.mask(|l| w.a(l) & 1 == 1)));
    let compare = "%r = call i64 @llvm.amdgcn.icmp.i64.i32(i32 %b, i32 100, i32 36)";
    cases.push(case("icmp ult", compare.into(), |w, _| w.mask(|l| w.b(l) < 100)));
    let inverse =
        "%m = zext i32 %a to i64\n  %y = call i1 @llvm.amdgcn.inverse.ballot.i64(i64 %m)\n  %r = zext i1 %y to i64";
    cases.push(case("inverse.ballot", inverse.into(), |w, lane| w.a(lane) >> lane & 1));
    cases.push(case("activelane", wide("%x = call i32 @__ockl_activelane_u32()"), move |w, lane| {
        (w.mask(|_| true) & below(lane)).count_ones().into()
    }));
    for (name, any) in [("any", true), ("all", false)] {
        let body =
            format!("%v = and i32 %b, 192\n  %y = call i1 @__ockl_wf{name}_i32(i32 %v)\n  %r = zext i1 %y to i64");
        cases.push(case(name, body, move |w, _| {
            let votes = w.mask(|l| w.b(l) & 192 != 0);
            (if any { votes != 0 } else { votes == w.mask(|_| true) }).into()
        }));
    }
}

fn permutes(cases: &mut Vec<Case>) {
    let first = |w: &Warp| w.active().next().expect("an active lane");
    cases.push(case("readfirstlane", wide("%x = call i32 @llvm.amdgcn.readfirstlane(i32 %a)"), move |w, _| {
        w.a(first(w))
    }));
    let write = "%f = call i32 @llvm.amdgcn.readfirstlane(i32 %b)\n  %x = call i32 @llvm.amdgcn.writelane(i32 77, i32 %f, i32 %a)";
    cases.push(case(
        "writelane",
        wide(write),
        move |w, lane| {
            if lane == w.b(first(w)) as usize % w.width() { 77 } else { w.a(lane) }
        },
    ));
    // Addresses count bytes and wrap; their low two bits do not count.
    let back = "%at = mul i32 %b, 5\n  %x = call i32 @llvm.amdgcn.ds.bpermute(i32 %at, i32 %a)";
    cases.push(case("ds_bpermute", wide(back), |w, lane| {
        let source = (w.b(lane) * 5 / 4) as usize % w.width();
        w.read(source as i64).unwrap_or(0)
    }));
    let forth = "%at = shl i32 %b, 2\n  %x = call i32 @llvm.amdgcn.ds.permute(i32 %at, i32 %a)";
    cases.push(case("ds_permute", wide(forth), |w, lane| {
        let writer = w.active().rfind(|&l| w.b(l) as usize % w.width() == lane);
        writer.map_or(0, |l| w.a(l))
    }));
    let swap = "%x = call i32 @llvm.amdgcn.permlane64(i32 %a)";
    cases.push(case("permlane64", wide(swap), |w, lane| {
        if w.width() == 64 { w.read(lane as i64 ^ 32).unwrap_or(0) } else { w.a(lane) }
    }));
}

/// The source lane of `ds_swizzle`, from its description.
fn swizzled(pattern: u32, lane: u32) -> u32 {
    let (own, half) = (lane & 31, lane & 32);
    let mask = pattern & 31;
    half | match pattern {
        0xe000.. => (own.reverse_bits() >> 27) >> mask.count_ones() | own & mask,
        0xc000.. => {
            let rotate = pattern >> 5 & 31;
            let rotate = if pattern & 0x400 != 0 { 32 - rotate } else { rotate };
            own & mask | (own + rotate) & !mask & 31
        }
        0x8000.. => own & 28 | pattern >> (2 * (own & 3)) & 3,
        _ => (own & mask | pattern >> 5 & 31) ^ (pattern >> 10 & 31),
    }
}

fn swizzles(cases: &mut Vec<Case>) {
    let patterns = [
        0x041f, 0x7c1f, 0x0010, 0x43e7, 0x0c14, 0x80b1, 0x804e, 0x801b, 0x8000, 0x80ff, 0x8039, 0x80e4, 0xc020, 0xc460,
        0xc3e7, 0xc018, 0xe000, 0xe010, 0xe018, 0xe01f,
    ];
    for pattern in patterns {
        let body = format!("%x = call i32 @llvm.amdgcn.ds.swizzle(i32 %a, i32 {pattern})");
        cases.push(case(&format!("ds_swizzle {pattern:#x}"), wide(&body), move |w, lane| {
            w.read(swizzled(pattern, lane as u32).into()).unwrap_or(0)
        }));
    }
}

fn rows(cases: &mut Vec<Case>) {
    for (name, across) in [("permlane16", 0), ("permlanex16", 16)] {
        for bound in [false, true] {
            let body = format!(
                "%x = call i32 @llvm.amdgcn.{name}(i32 %b, i32 %a, i32 {}, i32 {}, i1 false, i1 {bound})",
                0x7654_3210_u32, 0xf0e1_d2c3_u32
            );
            cases.push(case(&format!("{name} {bound}"), wide(&body), move |w, lane| {
                let table = 0xf0e1_d2c3_7654_3210_u64;
                let source = (lane & !15 ^ across) as u64 | table >> (4 * (lane & 15)) & 15;
                w.read(source as i64).unwrap_or(if bound { 0 } else { w.b(lane) })
            }));
        }
    }
    for (name, rows) in [("permlane16", 16), ("permlane32", 32)] {
        for index in 0..2 {
            let body = format!(
                "%p = call {{ i32, i32 }} @llvm.amdgcn.{name}.swap(i32 %a, i32 %b, i1 false, i1 false)\n  \
                 %x = extractvalue {{ i32, i32 }} %p, {index}"
            );
            cases.push(case(&format!("{name}.swap {index}"), wide(&body), move |w, lane| {
                // A warp of 32 has no rows of 32 to swap.
                let other = (lane ^ rows) % w.width();
                let even = lane & rows == 0;
                let there = w.is_active(other);
                match (index, even) {
                    (0, true) => w.a(lane),
                    (1, false) => w.b(lane),
                    (0, false) if there => w.b(other),
                    (1, true) if there => {
                        if other == lane {
                            w.b(lane)
                        } else {
                            w.a(other)
                        }
                    }
                    _ => 0,
                }
            }));
        }
    }
}

/// The source lane of a DPP pattern, from its description; nothing if it has none.
fn dpp_source(control: u32, lane: i64, width: i64) -> Option<i64> {
    let (row, place, n) = (lane & !15, lane & 15, i64::from(control & 15));
    let in_row = |place: i64| (0..16).contains(&place).then_some(row | place);
    match control {
        0..=0xff => Some(lane & !3 | i64::from(control) >> (2 * (lane & 3)) & 3),
        0x101..=0x10f => in_row(place + n),
        0x111..=0x11f => in_row(place - n),
        0x121..=0x12f => Some(row | (place - n).rem_euclid(16)),
        0x130 => Some(lane + 1).filter(|&l| l < width),
        0x134 => Some((lane + 1) % width),
        0x138 => Some(lane - 1).filter(|&l| l >= 0),
        0x13c => Some((lane - 1).rem_euclid(width)),
        0x140 => Some(row | 15 - place),
        0x141 => Some(lane & !7 | 7 - (lane & 7)),
        0x142 => Some(row - 1).filter(|&l| l >= 0),
        0x143 => (lane >= 32).then_some(31),
        0x150..=0x15f => Some(row | n),
        _ => Some(row | place ^ n),
    }
}

fn dpp(cases: &mut Vec<Case>) {
    let patterns = [
        0xb1, 0x4e, 0x1b, 0xe4, 0x00, 0x39, 0x101, 0x10f, 0x111, 0x118, 0x121, 0x12c, 0x130, 0x134, 0x138, 0x13c,
        0x140, 0x141, 0x142, 0x143, 0x150, 0x15b, 0x161, 0x168,
    ];
    for control in patterns {
        for (rows, banks, bound) in [(15, 15, false), (15, 15, true), (10, 15, false), (5, 6, true)] {
            let body = format!(
                "%x = call i32 @llvm.amdgcn.update.dpp.i32(i32 %b, i32 %a, i32 {control}, i32 {rows}, i32 {banks}, i1 {bound})"
            );
            let name = format!("update.dpp {control:#x} {rows:x} {banks:x} {bound}");
            cases.push(case(&name, wide(&body), move |w, lane| {
                if rows >> (lane / 16) & 1 == 0 || banks >> (lane % 16 / 4) & 1 == 0 {
                    return w.b(lane);
                }
                let source = dpp_source(control, lane as i64, w.width() as i64);
                source.and_then(|s| w.read(s)).unwrap_or(if bound { 0 } else { w.b(lane) })
            }));
        }
    }
    let body = "%x = call i32 @llvm.amdgcn.mov.dpp.i32(i32 %a, i32 273, i32 15, i32 15, i1 true)";
    cases.push(case("mov.dpp row_shr:1", wide(body), |w, lane| {
        if lane % 16 == 0 { 0 } else { w.read(lane as i64 - 1).unwrap_or(0) }
    }));
    let body = "%x = call i32 @llvm.amdgcn.mov.dpp8.i32(i32 %a, i32 2054353)";
    cases.push(case("mov.dpp8", wide(body), |w, lane| {
        w.read((lane & !7 | 2_054_353 >> (3 * (lane & 7)) & 7) as i64).unwrap_or(0)
    }));
}

fn reductions(cases: &mut Vec<Case>) {
    type Combine = fn(u32, u32) -> u32;
    let ops: [(&str, Combine, u32); 8] = [
        ("add_i32", u32::wrapping_add, 0),
        ("and_u32", |a, b| a & b, u32::MAX),
        ("or_i32", |a, b| a | b, 0),
        ("xor_u32", |a, b| a ^ b, 0),
        ("max_i32", |a, b| (a as i32).max(b as i32) as u32, 1 << 31),
        ("max_u32", u32::max, 0),
        ("min_i32", |a, b| (a as i32).min(b as i32) as u32, u32::MAX >> 1),
        ("min_u32", u32::min, u32::MAX),
    ];
    for (name, combine, start) in ops {
        let body = format!("%x = call i32 @__ockl_wfred_{name}(i32 %a)");
        cases.push(case(&format!("wfred_{name}"), wide(&body), move |w, _| {
            w.active().map(|l| w.a(l) as u32).fold(start, combine).into()
        }));
        for inclusive in [true, false] {
            let body = format!("%x = call i32 @__ockl_wfscan_{name}(i32 %a, i1 {inclusive})");
            cases.push(case(&format!("wfscan_{name} {inclusive}"), wide(&body), move |w, lane| {
                let lanes = w.active().filter(|&l| l < lane || inclusive && l == lane);
                lanes.map(|l| w.a(l) as u32).fold(start, combine).into()
            }));
        }
    }
    let body = "%f = uitofp i32 %b to double\n  %s = call double @__ockl_wfred_add_f64(double %f)\n  %r = fptoui double %s to i64";
    cases.push(case("wfred_add_f64", body.into(), |w, _| w.active().map(|l| w.b(l)).sum()));
    let body = "%f = uitofp i32 %b to float\n  %s = call float @__ockl_wfscan_max_f32(float %f, i1 true)\n  %r = fptoui float %s to i64";
    cases.push(case("wfscan_max_f32", body.into(), |w, lane| {
        w.active().filter(|&l| l <= lane).map(|l| w.b(l)).max().unwrap_or(0)
    }));
}
