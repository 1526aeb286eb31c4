//! CUDA's `umin(a, b)` and its kin as HIP's `min`, which HIP has for every type under one name: the arguments are cast to the type that
//! CUDA's name says, as `umin(-1, 2)` is 2.
//!
//! ```text
//! umin(i, n - 1)  ->  min((unsigned int)(i), (unsigned int)(n - 1))
//! ```
//! Called by [`super::file`], behind [`super::convert`]. A file that declares a function of such a name keeps it.

use std::ops::Range;

use super::text::{Kind, Kinds, call, is_word, next_word};

/// CUDA's name, HIP's, and the type of both arguments.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("umin", "min", "unsigned int"),
    ("umax", "max", "unsigned int"),
    ("llmin", "min", "long long"),
    ("llmax", "max", "long long"),
    ("ullmin", "min", "unsigned long long"),
    ("ullmax", "max", "unsigned long long"),
];

/// Words that stand in front of a call, where another word makes a declaration of it.
const IN_FRONT: &[&str] = &["return", "else", "do", "case", "throw", "and", "or", "not", "co_return"];

/// The text with HIP's names, and how often which of CUDA's became which.
pub fn convert(text: &str) -> (String, Vec<(&'static str, &'static str)>) {
    let mut changes = Vec::new();
    (part(text, &Kinds::of(text), 0, &declared(text), &mut changes), changes)
}

/// The functions that the text declares itself.
fn declared(text: &str) -> Vec<&'static str> {
    let is_own = |name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let before = text[..at].trim_end();
            let last = before.rfind(|c| !is_word(c)).map_or(before, |end| &before[end + 1..]);
            let word = !text[..at].ends_with(is_word) && text[at + name.len()..].trim_start().starts_with('(');
            word && !last.is_empty() && !last.starts_with(|c: char| c.is_ascii_digit()) && !IN_FRONT.contains(&last)
        })
    };
    FUNCTIONS.iter().map(|(name, ..)| *name).filter(|name| is_own(name)).collect()
}

/// A part of the text that begins at `from`: the arguments of calls may hold calls.
fn part(
    text: &str,
    kinds: &Kinds,
    from: usize,
    own: &[&str],
    changes: &mut Vec<(&'static str, &'static str)>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut at) = (0, 0);
    while let Some(word) = next_word(text, at) {
        at = word.end;
        let Some((cuda, hip, kind)) = FUNCTIONS.iter().find(|(cuda, ..)| *cuda == &text[word.clone()]) else {
            continue;
        };
        if own.contains(cuda) || kinds.at(from + word.start) != Kind::Code || is_of_something(&text[..word.start]) {
            continue;
        }
        let Some((_, behind, parts)) = call(text, at) else { continue };
        let [first, second] = parts.as_slice() else { continue };
        let mut cast = |place: &Range<usize>| {
            let inner = part(&text[place.clone()], kinds, from + place.start, own, changes);
            format!("({kind})({})", inner.trim())
        };
        let call = format!("{hip}({}, {})", cast(first), cast(second));
        out.push_str(&text[done..word.start]);
        out.push_str(&call);
        changes.push((cuda, hip));
        (done, at) = (behind, behind);
    }
    out.push_str(&text[done..]);
    out
}

/// Whether a name behind this is a member, or a namespace's.
fn is_of_something(before: &str) -> bool {
    let before = before.trim_end();
    let of_a_namespace = before.strip_suffix("::").is_some_and(|before| before.ends_with(is_word));
    of_a_namespace || before.ends_with('.') || before.ends_with("->")
}

#[cfg(test)]
mod tests {
    use super::convert;

    #[test]
    fn arguments_have_the_type_that_the_name_says() {
        assert_eq!(convert("umin(-1, n);").0, "min((unsigned int)(-1), (unsigned int)(n));");
        assert_eq!(
            convert("return ullmax(llmin(a, f(b, c)), d);").0,
            "return max((unsigned long long)(min((long long)(a), (long long)(f(b, c)))), (unsigned long long)(d));"
        );
    }

    #[test]
    fn a_programs_own_functions_stay() {
        for text in [
            "unsigned umin(unsigned a, unsigned b);\nint x = umin(1, 2);",
            "x.umin(1, 2); p->umax(1, 2); own::llmin(1, 2); umins(1, 2); umin; umin(1); // umin(1, 2)",
        ] {
            assert_eq!(convert(text), (text.to_owned(), Vec::new()));
        }
    }
}
