//! What HIP wants around arguments that CUDA takes as they are: `HIP_SYMBOL(x)` around a variable of the device, a cast around a
//! kernel whose address is taken, and 64 bits for a mask of lanes.
//!
//! Called by [`super::file`], behind [`super::convert`].

use std::ops::Range;

use super::convert::Warning;
use super::text::{call, is_word, line_at, next_word, word_at};

/// What stands around an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    Symbol,
    Function,
    /// A mask of lanes.
    Mask,
}

/// Functions, and which of their arguments is meant.
const CALLS: &[(&str, usize, Around)] = &[
    ("hipMemcpyToSymbol", 0, Around::Symbol),
    ("hipMemcpyToSymbolAsync", 0, Around::Symbol),
    ("hipGetSymbolAddress", 1, Around::Symbol),
    ("hipGetSymbolSize", 1, Around::Symbol),
    ("hipGetTextureReference", 1, Around::Symbol),
    ("hipGraphMemcpyNodeSetParamsToSymbol", 1, Around::Symbol),
    ("hipMemcpyFromSymbol", 1, Around::Symbol),
    ("hipMemcpyFromSymbolAsync", 1, Around::Symbol),
    ("hipGraphExecMemcpyNodeSetParamsToSymbol", 2, Around::Symbol),
    ("hipGraphMemcpyNodeSetParamsFromSymbol", 2, Around::Symbol),
    ("hipGraphExecMemcpyNodeSetParamsFromSymbol", 3, Around::Symbol),
    ("hipGraphAddMemcpyNodeToSymbol", 4, Around::Symbol),
    ("hipGraphAddMemcpyNodeFromSymbol", 5, Around::Symbol),
    ("hipFuncSetAttribute", 0, Around::Function),
    ("hipFuncSetCacheConfig", 0, Around::Function),
    ("hipFuncSetSharedMemConfig", 0, Around::Function),
    ("hipLaunchCooperativeKernel", 0, Around::Function),
    ("hipLaunchKernel", 0, Around::Function),
    ("hipFuncGetAttributes", 1, Around::Function),
];

/// Functions of a warp, whose masks have 32 bits in CUDA and must have 64 in HIP.
const OF_A_WARP: &[&str] = &[
    "__all_sync",
    "__any_sync",
    "__ballot_sync",
    "__match_all_sync",
    "__match_any_sync",
    "__reduce_add_sync",
    "__reduce_and_sync",
    "__reduce_max_sync",
    "__reduce_min_sync",
    "__reduce_or_sync",
    "__reduce_xor_sync",
    "__shfl_down_sync",
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
];

/// The text with all of it, and a warning if a mask of lanes has become wider.
pub fn wrap(text: &str) -> (String, Option<Warning>) {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut at, mut warning) = (0, 0, None);
    while let Some(word) = next_word(text, at) {
        at = word.end;
        let Some((index, around)) = meant(&text[word.clone()]) else { continue };
        let Some(place) = argument(text, at, index) else { continue };
        let written = &text[place.clone()];
        let Some(changed) = wrapped(written, around) else { continue };
        out.push_str(&text[done..place.start]);
        out.push_str(&changed);
        (done, at) = (place.end, place.end);
        if around == Around::Mask && warning.is_none() {
            let said = "masks of 32 lanes are widened to HIP's 64 bits, which is right where a warp has 32 lanes";
            warning = Some(Warning { line: line_at(text, word.start), text: said.to_owned() });
        }
    }
    out.push_str(&text[done..]);
    (out, warning)
}

/// Which argument of a function is meant, and what for.
fn meant(name: &str) -> Option<(usize, Around)> {
    if OF_A_WARP.contains(&name) {
        return Some((0, Around::Mask));
    }
    CALLS.iter().find(|(call, ..)| *call == name).map(|(_, index, around)| (*index, *around))
}

/// Where the argument of a call lies whose name ends at `end`, without the space around it.
fn argument(text: &str, end: usize, index: usize) -> Option<Range<usize>> {
    let (.., parts) = call(text, end)?;
    let part = parts.get(index)?;
    let written = &text[part.clone()];
    let begin = part.end - written.trim_start().len();
    Some(begin..begin + written.trim().len())
}

/// An argument with what is around it; none if it is there already, or cast to a pointer.
fn wrapped(argument: &str, around: Around) -> Option<String> {
    if argument.is_empty() {
        return None;
    }
    let literal = argument.trim_end_matches(['u', 'U']);
    let is_wide = ["64", "ull", "ULL", "long long", "lane_mask"].iter().any(|wide| argument.contains(wide));
    match around {
        Around::Symbol if argument.starts_with("HIP_SYMBOL") => None,
        // Before CUDA 5 a symbol might be its name in a string.
        Around::Symbol => Some(format!("HIP_SYMBOL({})", spelled(argument).unwrap_or(argument))),
        Around::Function if argument.starts_with('(') || argument.contains("_cast<") => None,
        Around::Function => Some(format!("reinterpret_cast<const void*>({argument})")),
        // A declaration of the program's own: `unsigned mask`.
        Around::Mask
            if is_wide
                || argument.contains(char::is_whitespace) && argument.chars().all(|c| is_word(c) || c == ' ') =>
        {
            None
        }
        Around::Mask if literal.starts_with("0x") && literal[2..].chars().all(|c| c.is_ascii_hexdigit()) => {
            Some(format!("{literal}ull"))
        }
        Around::Mask => Some(format!("(unsigned long long)({argument})")),
    }
}

/// The name that a string literal is.
fn spelled(argument: &str) -> Option<&str> {
    let name = argument.strip_prefix('"')?.strip_suffix('"')?;
    Some(name).filter(|name| !name.is_empty() && word_at(name) == name.len())
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn symbols_and_kernels_get_what_hip_wants() {
        assert_eq!(wrap("hipMemcpyToSymbol(a, &b, f(1, 2));").0, "hipMemcpyToSymbol(HIP_SYMBOL(a), &b, f(1, 2));");
        assert_eq!(
            wrap("hipMemcpyFromSymbol( &b,\n  a[f(0)], 4)").0,
            "hipMemcpyFromSymbol( &b,\n  HIP_SYMBOL(a[f(0)]), 4)"
        );
        assert_eq!(wrap("hipMemcpyToSymbol(\"a\", &b, 4)").0, "hipMemcpyToSymbol(HIP_SYMBOL(a), &b, 4)");
        assert_eq!(
            wrap("hipFuncSetAttribute(k<int, 2>, x, 1)").0,
            "hipFuncSetAttribute(reinterpret_cast<const void*>(k<int, 2>), x, 1)"
        );
    }

    #[test]
    fn what_is_there_stays() {
        for text in [
            "hipMemcpyToSymbol(HIP_SYMBOL(a), &b, 4)",
            "hipLaunchKernel((void *)k, g, b)",
            "hipLaunchKernel(reinterpret_cast<void *>(k), g, b)",
            "my_hipMemcpyToSymbol(a, b)",
            "hipMemcpyToSymbol",
            "hipGetSymbolSize(&size)",
        ] {
            assert_eq!(wrap(text).0, text);
        }
    }
}
