//! What HIP wants around arguments that CUDA takes as they are: `HIP_SYMBOL(x)` around a variable of the device, and a cast around a
//! kernel whose address is taken.
//!
//! Called by [`super::file`], behind [`super::convert`].

use super::text::{arguments, is_word};

/// What stands around an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    Symbol,
    Function,
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

/// The text with all of it.
pub fn wrap(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find("hip") {
        let begin = at + found;
        let end = begin + text[begin..].find(|c| !is_word(c)).unwrap_or(text.len() - begin);
        at = end;
        let whole = !text[..begin].ends_with(is_word);
        let Some((_, index, around)) = CALLS.iter().find(|(name, ..)| whole && *name == &text[begin..end]) else {
            continue;
        };
        let open = end + text[end..].len() - text[end..].trim_start().len();
        if !text[open..].starts_with('(') {
            continue;
        }
        let Some(argument) = arguments(&text[open + 1..]).and_then(|(_, parts)| parts.get(*index).cloned()) else {
            continue;
        };
        let written = &text[open + 1..][argument.clone()];
        let (argument, begin) =
            (written.trim(), open + 1 + argument.start + written.len() - written.trim_start().len());
        if let Some(changed) = wrapped(argument, *around) {
            out.push_str(&text[done..begin]);
            out.push_str(&changed);
            done = begin + argument.len();
            at = done;
        }
    }
    out.push_str(&text[done..]);
    out
}

/// An argument with what is around it; none if it is there already, or cast to a pointer.
fn wrapped(argument: &str, around: Around) -> Option<String> {
    if argument.is_empty() {
        return None;
    }
    match around {
        Around::Symbol if argument.starts_with("HIP_SYMBOL") => None,
        Around::Symbol => Some(format!("HIP_SYMBOL({argument})")),
        Around::Function if argument.starts_with('(') || argument.contains("_cast<") => None,
        Around::Function => Some(format!("reinterpret_cast<const void*>({argument})")),
    }
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn symbols_and_kernels_get_what_hip_wants() {
        assert_eq!(wrap("hipMemcpyToSymbol(a, &b, f(1, 2));"), "hipMemcpyToSymbol(HIP_SYMBOL(a), &b, f(1, 2));");
        assert_eq!(
            wrap("hipMemcpyFromSymbol( &b,\n  a[f(0)], 4)"),
            "hipMemcpyFromSymbol( &b,\n  HIP_SYMBOL(a[f(0)]), 4)"
        );
        assert_eq!(
            wrap("hipFuncSetAttribute(k<int, 2>, x, 1)"),
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
            assert_eq!(wrap(text), text);
        }
    }
}
