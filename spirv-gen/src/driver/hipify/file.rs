//! One file through hipify: read, converted, written, and what is said of it.
//!
//! Called by [`super::run`].

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::options::Options;
use super::rules::Rules;
use super::statistics::Statistics;
use super::text::{decode, encode};
use super::{DriverError, calls, convert, defaults, launch, min_max};

/// Converts a file. None if it is one to leave out.
pub fn convert(path: &Path, options: &Options, rules: &Rules) -> Result<Option<Statistics>, DriverError> {
    if is_excluded(path, options) {
        return Ok(None);
    }
    let (input, output) = places(path, options)?;
    let bytes = fs::read(&input).map_err(|cause| error("could not open", &input, cause))?;
    let source = decode(&bytes);
    let mut converted = convert::convert(&source, rules, &options.whitelist);
    converted.text = launch::mend(&converted.text);
    if options.hip_launches {
        let (text, count, warnings) = launch::convert(&converted.text);
        converted.text = text;
        converted.warnings.extend(warnings);
        if count > 0 {
            converted.changes.insert(("<<<".to_owned(), "hipLaunchKernelGGL".to_owned()), count);
        }
    }
    let (text, widened) = calls::wrap(&defaults::complete(&converted.text));
    converted.warnings.extend(widened);
    let (mut text, renamed) = min_max::convert(&text);
    for (cuda, hip) in renamed {
        *converted.changes.entry((cuda.to_owned(), hip.to_owned())).or_default() += 1;
    }
    // As ROCm's tool does, even where hip_runtime.h is included already: the header may come too late for the file's first kernel.
    let has_kernels = source.contains("__global__") || source.contains("__shared__");
    // nvcc includes it in front of each .cu file, whose other headers may rely on that.
    let relies_on_nvcc = path.extension().is_some_and(|kind| kind == "cu") && !text.contains("hip/hip_runtime");
    if has_kernels || relies_on_nvcc {
        let end = if source.ends_with("\r\n") { "\r\n" } else { "\n" };
        text.insert_str(0, &format!("#include \"hip/hip_runtime.h\"{end}"));
    }
    let statistics = Statistics::of(&source, &converted, if options.quiet { 0 } else { converted.warnings.len() });
    if !options.quiet {
        for warning in &converted.warnings {
            let line = source.lines().nth(warning.line - 1).unwrap_or_default().trim();
            let said = format!("  {}:{}: warning: {}: {line}\n", path.display(), warning.line, warning.text);
            // Nobody to tell if standard error is closed.
            let _ = io::stderr().lock().write_all(&encode(&said));
        }
    }
    if !options.no_output {
        write(output.as_deref(), &encode(&text))?;
    }
    if options.print_stats && !statistics.is_empty() {
        statistics.print(&path.display().to_string());
    }
    Ok(Some(statistics))
}

/// Where a file is read and written; standard output if nowhere. `-inplace` keeps what was there before the first time.
fn places(path: &Path, options: &Options) -> Result<(PathBuf, Option<PathBuf>), DriverError> {
    if !options.in_place {
        return Ok((path.to_owned(), options.output.clone()));
    }
    let mut kept = path.as_os_str().to_owned();
    kept.push(".prehip");
    let kept = PathBuf::from(kept);
    if options.no_output {
        return Ok((if kept.exists() { kept } else { path.to_owned() }, None));
    }
    if !kept.exists() {
        fs::copy(path, &kept).map_err(|cause| error("could not open", path, cause))?;
    }
    Ok((kept, Some(path.to_owned())))
}

fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), DriverError> {
    match path {
        Some(path) => fs::write(path, bytes).map_err(|cause| error("could not write", path, cause)),
        None => io::stdout().lock().write_all(bytes).map_err(|cause| error("could not write", Path::new("-"), cause)),
    }
}

/// Whether the command line leaves a file out; says so.
fn is_excluded(path: &Path, options: &Options) -> bool {
    let folder = path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned));
    let same = |excluded: &PathBuf| {
        folder.as_ref() == Some(excluded) || folder.is_some() && excluded.canonicalize().ok() == folder
    };
    if options.exclude_dirs.iter().any(same) {
        eprintln!(
            "Skipping the file: {} in the excluded directory: {}",
            path.display(),
            folder.unwrap_or_default().display()
        );
        return true;
    }
    if options.exclude_files.iter().any(|excluded| excluded == path) {
        eprintln!("Skipping the excluded file: {}", path.display());
        return true;
    }
    false
}

fn error(what: &'static str, path: &Path, cause: io::Error) -> DriverError {
    DriverError::File { what, path: path.to_owned(), cause }
}
