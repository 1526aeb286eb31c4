//! The names that HIP has: the words of the installed headers, which is what a CUDA name may become.
//!
//! hipify converts a name if what its rule makes of it is declared here. So a new function of the headers needs nothing in hipify, and
//! a program's own `cudaCheck` stays what it is. Called by [`super::rules`].

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use super::DriverError;
use super::table::Table;

/// Folders of an installation's `include` whose words are HIP's own.
const HIP: &str = "hip";
/// Those of the libraries. Their headers list functions as stems (`X(gemm)`), with one list for all element types.
const LIBRARIES: &[&str] = &[
    "hipblas",
    "hipblas-common",
    "hipblaslt",
    "hipsparse",
    "hipsolver",
    "hiprand",
    "hipfft",
    "roctracer",
    "hipblas.h",
    "hipfft.h",
];

/// The words of the headers.
#[derive(Debug, Default)]
pub struct Names {
    /// Every word of HIP's headers, comments left out.
    words: HashSet<String>,
    /// The words of the libraries' headers alone.
    listed: HashSet<String>,
    /// HIP's own names by their letters and digits alone, in lower case.
    squashed: HashMap<String, String>,
    /// What HIP has and these headers have not.
    lacking: HashSet<&'static str>,
}

impl Names {
    /// Reads the headers in `include`.
    pub fn read(include: &Path, table: &Table) -> Result<Self, DriverError> {
        let mut own = HashSet::new();
        words_in(&include.join(HIP), &mut own)?;
        let mut names = Self { words: own.clone(), lacking: table.lacking.clone(), ..Self::default() };
        let mut own: Vec<String> = own.into_iter().collect();
        own.retain(|word| word.starts_with("hip") || word.starts_with("HIP"));
        own.extend(table.lacking.iter().map(ToString::to_string));
        names.listed.extend(table.known.iter().map(ToString::to_string));
        // Of several spellings the newer one, which begins with small letters, and the same one each time.
        own.sort_unstable_by(|a, b| b.cmp(a));
        for word in own {
            names.squashed.entry(squash(&word)).or_insert(word);
        }
        for library in LIBRARIES {
            let path = include.join(library);
            if path.exists() {
                words_in(&path, &mut names.listed)?;
            }
        }
        Ok(names)
    }

    /// Whether HIP has a name.
    pub fn has(&self, name: &str) -> bool {
        self.words.contains(name) || self.listed.contains(name) || self.lacking.contains(name)
    }

    /// Whether the libraries' headers have a word.
    pub fn lists(&self, stem: &str) -> bool {
        self.listed.contains(stem)
    }

    /// Whether it has, but this installation has not.
    pub fn lacks(&self, name: &str) -> bool {
        // hipDNN is no part of ROCm any more.
        let gone = name.starts_with("hipdnn") || name.starts_with("HIPDNN");
        gone || self.lacking.contains(name) && !self.words.contains(name) && !self.listed.contains(name)
    }

    /// HIP's own name that has the letters and digits of `name`, whatever case and underscores are.
    pub fn spelled_like(&self, name: &str) -> Option<&str> {
        self.squashed.get(&squash(name)).map(String::as_str)
    }
}

/// Adds the words of a header, or of all in a folder.
fn words_in(path: &Path, found: &mut HashSet<String>) -> Result<(), DriverError> {
    let file = |what, cause| DriverError::File { what, path: path.to_owned(), cause };
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(|cause| file("cannot read the folder", cause))? {
            words_in(&entry.map_err(|cause| file("cannot read the folder", cause))?.path(), found)?;
        }
        return Ok(());
    }
    let text = fs::read(path).map_err(|cause| file("cannot read", cause))?;
    found.extend(words_of(&without_comments(&String::from_utf8_lossy(&text))).map(str::to_owned));
    Ok(())
}

fn squash(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

/// The identifiers of a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// A header's text with its comments as spaces. Headers have no comment signs in strings.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        out.push_str(&rest[..at]);
        out.push(' ');
        let comment = &rest[at..];
        let end = match comment.strip_prefix("/*") {
            Some(inner) => inner.find("*/").map_or(comment.len(), |end| end + 4),
            None => comment.find('\n').unwrap_or(comment.len()),
        };
        rest = &comment[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{squash, without_comments, words_of};

    #[test]
    fn comments_name_nothing() {
        let text = without_comments("hipA /* hipB\n * hipC */ hipD // hipE\nhipF(int 3x)");
        assert_eq!(words_of(&text).collect::<Vec<_>>(), ["hipA", "hipD", "hipF", "int"]);
        assert_eq!(without_comments("a /* open"), "a  ");
    }

    #[test]
    fn spelling_is_letters_and_digits() {
        assert_eq!(squash("HIP_AD_FORMAT_SIGNED_INT16"), squash("hipAdFormatSignedInt16"));
    }
}
