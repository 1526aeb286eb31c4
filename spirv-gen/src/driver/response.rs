//! `@file` arguments: build systems put long command lines into files.

use super::DriverError;

/// Replaces each `@file` by the words in that file. A name that is no file stays, as it does for clang.
pub fn expand(args: Vec<String>) -> Result<Vec<String>, DriverError> {
    let mut expanded = Vec::with_capacity(args.len());
    for arg in args {
        match arg.strip_prefix('@').filter(|path| std::path::Path::new(path).is_file()) {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|cause| DriverError::ResponseFile { path: path.to_owned(), cause })?;
                expanded.extend(words(&text));
            }
            None => expanded.push(arg),
        }
    }
    Ok(expanded)
}

/// Splits at white space; quotes of either kind keep it, a backslash keeps the next character.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_and_backslashes_keep_white_space() {
        assert_eq!(words("-c 'a b.hip'\n -DX=\"1 2\" c\\ d  \"\""), ["-c", "a b.hip", "-DX=1 2", "c d", ""]);
    }
}
