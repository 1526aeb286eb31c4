//! One file: read, run, compare or rewrite.

use std::path::Path;

use similar::TextDiff;
use spirv_gen::Target;
use spirv_gen::opt::{Output, Request};

use crate::validator;

/// Between input and expectation.
const SEPARATOR: &str = "; ---- expected ----";

struct Case {
    /// One, or with `target=all` one for each preset.
    requests: Vec<Request>,
    /// Everything above the separator, as it stands.
    input: String,
    expected: Option<String>,
    /// `expect=none`.
    property_only: bool,
    rejects: bool,
}

/// Runs the test in `path`; with `bless`, writes what came out as expected.
pub fn run(path: &Path, bless: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let case = Case::read(&text, path.components().any(|c| c.as_os_str() == "reject"))?;
    let actual = case.actual()?;
    if case.property_only {
        return Ok(());
    }
    if case.expected.as_deref().map(str::trim) == Some(actual.trim()) {
        return Ok(());
    }
    if bless {
        let blessed = format!("{}{SEPARATOR}\n{}\n", case.input, actual.trim_end());
        return std::fs::write(path, blessed).map_err(|e| e.to_string());
    }
    let expected = case.expected.unwrap_or_default();
    let diff = TextDiff::from_lines(expected.trim(), actual.trim());
    let diff = diff.unified_diff().context_radius(4).header("expected", "actual").to_string();
    Err(format!("{diff}\nif the new output is right: BLESS=1 cargo test -p spirv-gen --test filetests"))
}

impl Case {
    fn read(text: &str, rejects: bool) -> Result<Self, String> {
        let head = text.lines().next().unwrap_or("");
        let options = head.strip_prefix("; test").ok_or("the first line must be '; test option ...'")?;
        let mut request = Request::default();
        let (mut property_only, mut everywhere) = (false, false);
        for option in options.split_whitespace() {
            if option == "expect=none" {
                property_only = true;
            } else if option == "target=all" {
                everywhere = true;
            } else {
                request.set(option)?;
            }
        }
        let (input, expected) = match text.split_once(&format!("{SEPARATOR}\n")) {
            Some((input, expected)) => (input.to_owned(), Some(expected.to_owned())),
            None => (format!("{}\n\n", text.trim_end()), None),
        };
        if property_only && expected.is_some() {
            return Err("expect=none, but there is an expected half".into());
        }
        if everywhere && !property_only {
            return Err("target=all goes with expect=none".into());
        }
        let requests = if everywhere { for_each_target(&request) } else { vec![request] };
        Ok(Self { requests, input, expected, property_only, rejects })
    }

    /// What came out (of the last, if there are several): the output, or for a test of a rejection the error.
    fn actual(&self) -> Result<String, String> {
        let mut text = String::new();
        for request in &self.requests {
            text = self.one(request).map_err(|e| format!("target {}: {e}", request.target.name))?;
        }
        Ok(text)
    }

    fn one(&self, request: &Request) -> Result<String, String> {
        match (request.run(&self.input), self.rejects) {
            (Ok(output), false) => {
                validate(&output)?;
                Ok(output.text)
            }
            (Err(error), true) => Ok(error.to_string()),
            (Ok(_), true) => Err("was accepted".into()),
            (Err(error), false) => Err(error.to_string()),
        }
    }
}

fn for_each_target(request: &Request) -> Vec<Request> {
    let presets = Target::PRESETS.iter().filter_map(|name| Target::preset(name));
    presets.map(|target| Request { target, ..request.clone() }).collect()
}

fn validate(output: &Output) -> Result<(), String> {
    output.spirv.iter().try_for_each(|(name, words)| {
        validator::validate(words).map_err(|e| format!("spirv-val refuses kernel {name}:\n{e}\n{}", output.text))
    })
}
