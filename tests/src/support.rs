//! README's generated tables: what of HIP and hipBLAS is implemented, and which variables programs read.
//!
//! The tables live in the code (`hipvk::capi::support`, `hipvk::config`); here they are put between README's markers.
//! `cargo support` writes them, tests/tests/readme.rs finds out if somebody forgot to.

use std::path::PathBuf;

use crate::blas_table;

/// README's path.
pub fn readme() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"))
}

/// README with its tables as the code has them. Fails if a marker is missing.
pub fn rewrite(readme: &str) -> Result<String, String> {
    let text = replace(readme, "support", &hipvk::capi::support::markdown())?;
    let text = replace(&text, "blas", &blas_table::markdown())?;
    replace(&text, "options", &hipvk::config::markdown())
}

/// Replaces what is between the lines `<!-- NAME:begin …` and `<!-- NAME:end`.
fn replace(text: &str, name: &str, table: &str) -> Result<String, String> {
    let missing = || format!("README lacks the markers <!-- {name}:begin … --> and <!-- {name}:end -->");
    let begin = text.find(&format!("<!-- {name}:begin")).ok_or_else(missing)?;
    let start = begin + text[begin..].find('\n').ok_or_else(missing)? + 1;
    let end = start + text[start..].find(&format!("<!-- {name}:end")).ok_or_else(missing)?;
    Ok(format!("{}{table}{}", &text[..start], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::replace;

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let text = "a\n<!-- x:begin (note) -->\nold\n<!-- x:end -->\nb\n";
        let wanted = "a\n<!-- x:begin (note) -->\nnew\n<!-- x:end -->\nb\n";
        assert_eq!(replace(text, "x", "new\n").as_deref(), Ok(wanted));
        assert!(replace(text, "y", "").is_err());
    }
}
