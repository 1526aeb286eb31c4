//! `kernel<<<grid, block>>>(...)` to `hipLaunchKernelGGL(kernel, grid, block, 0, 0, ...)`, for `-hip-kernel-execution-syntax`; and launches
//! that a formatter has torn apart, `kernel << <grid, block >> >(...)`, which nvcc takes and clang does not.
//!
//! Called by [`super::file`].

use super::convert::Warning;
use super::text::{Kind, Kinds, is_word, line_at, split};

/// The text without `<<<`, how many launches there were, and those that stay because it is not clear what they launch.
pub fn convert(text: &str) -> (String, usize, Vec<Warning>) {
    let kinds = Kinds::of(text);
    let (mut out, mut done, mut count, mut warnings) = (String::with_capacity(text.len()), 0, 0, Vec::new());
    let mut at = 0;
    while let Some(found) = text[at..].find("<<<") {
        let open = at + found;
        at = open + 3;
        if kinds.at(open) != Kind::Code {
            continue;
        }
        let Some((begin, end, call)) = launch(text, open) else {
            warnings.push(Warning { line: line_at(text, open), text: "this launch is kept as it is".to_owned() });
            continue;
        };
        // A launch in the arguments of one that is done already.
        if begin < done {
            continue;
        }
        out.push_str(&text[done..begin]);
        out.push_str(&call);
        (done, at, count) = (end, end, count + 1);
    }
    out.push_str(&text[done..]);
    (out, count, warnings)
}

/// The text with launches in one piece. Nothing else has `<< <` in it.
pub fn mend(text: &str) -> String {
    let kinds = Kinds::of(text);
    let (mut out, mut done, mut at) = (String::with_capacity(text.len()), 0, 0);
    while let Some(found) = text[at..].find("<< ") {
        let open = at + found;
        at = open + 2;
        let inner = text[at..].trim_start_matches(' ');
        let Some(inner) = inner.strip_prefix('<').filter(|_| kinds.at(open) == Kind::Code) else { continue };
        let Some((length, close)) = [">> >", ">>>"].iter().find_map(|close| Some((split(inner, close)?.0, close)))
        else {
            continue;
        };
        let (begin, end) = (text.len() - inner.len(), text.len() - inner.len() + length);
        out.push_str(&text[done..open]);
        out.push_str("<<<");
        out.push_str(&text[begin..end - close.len()]);
        out.push_str(">>>");
        (done, at) = (end, end);
    }
    out.push_str(&text[done..]);
    out
}

/// Where a launch begins and where the first argument's place is, and what is to stand between.
fn launch(text: &str, open: usize) -> Option<(usize, usize, String)> {
    let kernel = text[..open].trim_end();
    let (name, is_template) = match kernel.ends_with('>') {
        true => (template(kernel)?, true),
        false => (kernel.len(), false),
    };
    let begin = text[..name].trim_end().rfind(|c| !is_word(c) && c != ':').map_or(0, |at| at + 1);
    if begin == text[..name].trim_end().len() {
        return None;
    }
    let (length, parts) = split(&text[open + 3..], ">>>")?;
    let behind = open + 3 + length;
    let parenthesis = behind + text[behind..].find('(').filter(|at| text[behind..behind + at].trim().is_empty())?;
    let mut configuration: Vec<&str> = parts.iter().map(|part| text[open + 3..][part.clone()].trim()).collect();
    if !(2..=4).contains(&configuration.len()) {
        return None;
    }
    configuration.resize(4, "0");
    let kernel = &text[begin..kernel.len()];
    let kernel = if is_template { format!("HIP_KERNEL_NAME({kernel})") } else { kernel.to_owned() };
    let rest = &text[parenthesis + 1..];
    let none = rest.trim_start().starts_with(')');
    let call = format!("hipLaunchKernelGGL({kernel}, {}{}", configuration.join(", "), if none { "" } else { ", " });
    let skipped = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    Some((begin, parenthesis + 1 + if none { skipped } else { 0 }, call))
}

/// Where the template's arguments at the end of `text` begin.
fn template(text: &str) -> Option<usize> {
    let (mut depth, mut parentheses) = (0_usize, 0_usize);
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' => parentheses += 1,
            '(' => parentheses = parentheses.checked_sub(1)?,
            _ if parentheses > 0 => {}
            '>' => depth += 1,
            '<' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            ';' | '{' | '}' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{convert, mend};

    #[test]
    fn torn_launches_are_mended() {
        assert_eq!(mend("k << < n >> 1, b >> > (a); x << 1 >> y;"), "k <<< n >> 1, b >>> (a); x << 1 >> y;");
        for text in ["k<<<1, 2>>>(a);", "s << 1; t<u<v> >(w);", "// k << <1, 2 >> >()"] {
            assert_eq!(mend(text), text);
        }
    }

    #[test]
    fn launches_become_calls() {
        for (cuda, hip) in [
            ("k<<<1, 2>>>();", "hipLaunchKernelGGL(k, 1, 2, 0, 0);"),
            ("k <<< g, b, s >>> (a, c);", "hipLaunchKernelGGL(k, g, b, s, 0, a, c);"),
            (
                "n::k<T, 3><<<dim3(x, y), f(1, 2), 0, s>>>(a);",
                "hipLaunchKernelGGL(HIP_KERNEL_NAME(n::k<T, 3>), dim3(x, y), f(1, 2), 0, s, a);",
            ),
            ("k<(2 > 1)><<<1, 2>>>(a);", "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<(2 > 1)>), 1, 2, 0, 0, a);"),
            ("if (x) k<<<(n + 1) >> 2, b>>>(\n  a);", "if (x) hipLaunchKernelGGL(k, (n + 1) >> 2, b, 0, 0, \n  a);"),
        ] {
            assert_eq!(convert(cuda), (hip.to_owned(), 1, Vec::new()));
        }
    }

    #[test]
    fn what_is_no_launch_stays() {
        assert_eq!(convert("// k<<<1, 2>>>()\n\"<<<\"").1, 0);
        let (text, count, warnings) = convert("\n(*f)<<<1, 2>>>(a); g<<<1>>>();");
        assert_eq!((text.as_str(), count, warnings.len()), ("\n(*f)<<<1, 2>>>(a); g<<<1>>>();", 0, 2));
        assert_eq!(warnings[0].line, 2);
    }
}
