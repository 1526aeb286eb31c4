//! Kernels' names as people write them: of a mangled name (the Itanium ABI's) the function's, with its template arguments, where both are plain.
//! What is not plain stays as it is; the trace has the mangled name too.

/// `reduce<float, 256>` of `_Z6reduceIfLi256EEvPT_`; the name itself where that is not to be had.
pub(super) fn readable(mangled: &str) -> String {
    let function = || {
        let mut rest = mangled.strip_prefix("_Z")?;
        name(&mut rest)
    };
    function().unwrap_or_else(|| mangled.to_owned())
}

/// A function's or type's name at the front of `rest`.
fn name(rest: &mut &str) -> Option<String> {
    if !skip(rest, 'N') {
        // Internal linkage.
        skip(rest, 'L');
        return part(rest);
    }
    let mut whole = part(rest)?;
    while !skip(rest, 'E') {
        whole += "::";
        whole += &part(rest)?;
    }
    Some(whole)
}

/// A name without scopes, and its template arguments.
fn part(rest: &mut &str) -> Option<String> {
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let length: usize = rest[..digits].parse().ok()?;
    let text = rest.get(digits..digits.checked_add(length)?)?;
    *rest = &rest[digits + length..];
    let text = if text.starts_with("_GLOBAL__N") { "(anonymous namespace)" } else { text };
    if !skip(rest, 'I') {
        return Some(text.to_owned());
    }
    let mut arguments = Vec::new();
    while !skip(rest, 'E') {
        arguments.push(argument(rest)?);
    }
    Some(format!("{text}<{}>", arguments.join(", ")))
}

/// A template argument: a value or a type.
fn argument(rest: &mut &str) -> Option<String> {
    if !skip(rest, 'L') {
        return kind(rest);
    }
    let of = kind(rest)?;
    let (value, behind) = rest.split_once('E')?;
    *rest = behind;
    let value = value.strip_prefix('n').map_or(value.to_owned(), |digits| format!("-{digits}"));
    let digits = value.strip_prefix('-').unwrap_or(&value);
    let plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    plain.then(|| match (of.as_str(), value.as_str()) {
        ("bool", "0") => "false".to_owned(),
        ("bool", "1") => "true".to_owned(),
        _ => value,
    })
}

/// A type.
fn kind(rest: &mut &str) -> Option<String> {
    const PLAIN: [(char, &str); 16] = [
        ('v', "void"),
        ('b', "bool"),
        ('c', "char"),
        ('a', "signed char"),
        ('h', "unsigned char"),
        ('s', "short"),
        ('t', "unsigned short"),
        ('i', "int"),
        ('j', "unsigned int"),
        ('l', "long"),
        ('m', "unsigned long"),
        ('x', "long long"),
        ('y', "unsigned long long"),
        ('f', "float"),
        ('d', "double"),
        ('w', "wchar_t"),
    ];
    if skip(rest, 'P') {
        return Some(kind(rest)? + "*");
    }
    if skip(rest, 'K') {
        return Some(kind(rest)? + " const");
    }
    let first = rest.chars().next()?;
    if let Some((letter, plain)) = PLAIN.iter().find(|(letter, _)| *letter == first) {
        skip(rest, *letter);
        return Some((*plain).to_owned());
    }
    name(rest)
}

fn skip(rest: &mut &str, letter: char) -> bool {
    let behind = rest.strip_prefix(letter);
    *rest = behind.unwrap_or(rest);
    behind.is_some()
}

#[cfg(test)]
mod tests {
    use super::readable;

    /// As c++filt prints them, less the result's type and the parameters.
    #[test]
    fn plain_names_are_those_of_the_source() {
        for (mangled, name) in [
            ("_Z5saxpyfPKfPfi", "saxpy"),
            ("_ZL6hiddenv", "hidden"),
            ("_ZN3one3two6kernelEPi", "one::two::kernel"),
            ("_Z6reduceIfLi256EEvPT_i", "reduce<float, 256>"),
            ("_ZN4ggml4moveIPKfLb1ELin3EEEvv", "ggml::move<float const*, true, -3>"),
            ("_Z3runIN2ns4ThatEEvT_", "run<ns::That>"),
            ("_ZN12_GLOBAL__N_16kernelEv", "(anonymous namespace)::kernel"),
        ] {
            assert_eq!(readable(mangled), name);
        }
    }

    #[test]
    fn what_is_not_plain_or_not_mangled_stays_as_it_is() {
        for name in
            ["saxpy", "_Z", "_Z9short", "_Z3runIXadL_Z1fvEEEvv", "_Z3runIS_E", "_ZN3one", "_Z99999999999999999999a", ""]
        {
            assert_eq!(readable(name), name);
        }
    }
}
