//! Arguments that CUDA's headers have defaults for and HIP's have not: `hipMalloc3DArray(&a, &format, extent)` wants its flags.
//!
//! ```text
//! hipMalloc3DArray(&a, &f, e)   ->  hipMalloc3DArray(&a, &f, e, 0)
//! hipGraphInstantiate(&e, g)    ->  hipGraphInstantiateWithFlags(&e, g, 0)
//! ```
//! Called by [`super::file`], behind [`super::convert`].

use super::text::{Kind, Kinds, call, next_word};

/// A function, how many arguments CUDA wants at least, HIP's function for that many, and CUDA's defaults for the rest of HIP's.
const FUNCTIONS: &[(&str, usize, &str, &[&str])] = &[
    // Since CUDA 12 it has flags as its third argument; before it had five, as HIP's still has.
    ("hipGraphInstantiate", 2, "hipGraphInstantiateWithFlags", &["0"]),
    ("hipGraphInstantiateWithFlags", 2, "hipGraphInstantiateWithFlags", &["0"]),
    ("hipLaunchCooperativeKernel", 4, "hipLaunchCooperativeKernel", &["0", "0"]),
    ("hipMalloc3DArray", 3, "hipMalloc3DArray", &["0"]),
    ("hipMemcpy2DArrayToArray", 8, "hipMemcpy2DArrayToArray", &["hipMemcpyDeviceToDevice"]),
    ("hipSignalExternalSemaphoresAsync", 3, "hipSignalExternalSemaphoresAsync", &["0"]),
    ("hipStreamGetCaptureInfo", 2, "hipStreamGetCaptureInfo", &["0"]),
    ("hipWaitExternalSemaphoresAsync", 3, "hipWaitExternalSemaphoresAsync", &["0"]),
];

/// The text with all of HIP's arguments.
pub fn complete(text: &str) -> String {
    let kinds = Kinds::of(text);
    let mut out = String::with_capacity(text.len());
    let (mut done, mut at) = (0, 0);
    while let Some(word) = next_word(text, at) {
        at = word.end;
        let Some((_, least, hip, defaults)) = FUNCTIONS.iter().find(|(name, ..)| *name == &text[word.clone()]) else {
            continue;
        };
        let Some((open, behind, written)) = call(text, at) else { continue };
        let given = written.len().checked_sub(*least).filter(|given| *given <= defaults.len());
        let Some(given) = given.filter(|_| kinds.at(word.start) == Kind::Code) else { continue };
        // What stands in the parentheses may hold such a call too.
        let close = behind - 1;
        let inner = complete(&text[open..close]);
        out.push_str(&text[done..word.start]);
        out.push_str(hip);
        out.push_str(&text[at..open]);
        out.push_str(&inner);
        for default in &defaults[given..] {
            out.push_str(", ");
            out.push_str(default);
        }
        (done, at) = (close, close);
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::complete;

    #[test]
    fn what_cuda_leaves_out_is_there() {
        assert_eq!(complete("hipMalloc3DArray(&a, &f, make(1, 2));"), "hipMalloc3DArray(&a, &f, make(1, 2), 0);");
        assert_eq!(
            complete("hipLaunchCooperativeKernel((void *)k, g, b, p); hipLaunchCooperativeKernel(k, g, b, p, 4);"),
            "hipLaunchCooperativeKernel((void *)k, g, b, p, 0, 0); hipLaunchCooperativeKernel(k, g, b, p, 4, 0);"
        );
    }

    #[test]
    fn graphs_are_instantiated_by_flags_or_with_a_log() {
        assert_eq!(complete("hipGraphInstantiate(&e, g)"), "hipGraphInstantiateWithFlags(&e, g, 0)");
        assert_eq!(complete("hipGraphInstantiate(&e, g, f)"), "hipGraphInstantiateWithFlags(&e, g, f)");
        let log = "hipGraphInstantiate(&e, g, NULL, NULL, 0)";
        assert_eq!(complete(log), log);
    }

    #[test]
    fn what_is_whole_stays() {
        for text in
            ["hipMalloc3DArray(&a, &f, e, 0)", "hipMalloc3DArray", "// hipMalloc3DArray(a, f, e)", "hipMalloc3DArray()"]
        {
            assert_eq!(complete(text), text);
        }
    }
}
