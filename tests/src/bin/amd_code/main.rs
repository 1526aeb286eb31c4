//! The code RADV makes of our SPIR-V for AMD's navi31, beside what clang's own back end (ROCm's) makes of the same kernels for gfx1100:
//! instructions, registers, shared memory, scratch. No AMD card is needed. `./hipvk bench --radv` runs it, and `tests/hecbench.sh radv`.
//!
//! `amd_code [SOURCE.hip...]`; without arguments the bench kernels and the examples. `amd_code --commands FILE`: each line is a folder, a
//! tab, and what a build there called hipcc with. Counts are of the text, not of what runs: a loop that one side unrolls counts more.

mod compilers;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hipvk_tests::cores;

use compilers::Source;
use table::Row;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("amd_code: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository root")?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    // A bench that lacks one of our own kernels is broken; among others' some have no twin.
    let (sources, strict) = match args.first().map(String::as_str) {
        None => (ours(root), true),
        Some("--commands") => (commands(Path::new(args.get(1).ok_or("--commands FILE")?))?, false),
        Some(_) => (args.iter().map(|arg| Source::alone(Path::new(arg))).collect(), true),
    };
    let programs = std::env::current_exe().map_err(|e| e.to_string())?;
    let work = root.join("target/amd_code");
    std::fs::create_dir_all(&work).map_err(|e| format!("cannot create {}: {e}", work.display()))?;
    let mut rows: Vec<Row> = Vec::new();
    for made in cores::on_all(&sources, |source| compare(&programs, source, &work)) {
        match made {
            Ok(mut made) => rows.append(&mut made),
            Err(message) if strict => return Err(message),
            Err(message) => eprintln!("amd_code: {message}"),
        }
    }
    if strict && let Some(row) = rows.iter().find(|row| row.clang.is_none()) {
        return Err(format!("clang's assembly lacks {}", row.kernel));
    }
    if !strict {
        rows.sort_by(|a, b| a.weight().total_cmp(&b.weight()));
    }
    table::print(&rows);
    Ok(())
}

/// A source's kernels on both sides.
fn compare(programs: &Path, source: &Source, work: &Path) -> Result<Vec<Row>, String> {
    let ours = compilers::radv(programs, source, work)?;
    let mut theirs = compilers::gfx1100(source)?;
    let stem = source.name();
    Ok(ours
        .into_iter()
        .map(|(kernel, ours)| Row {
            kernel: format!("{stem}: {}", plain(&kernel)),
            ours,
            clang: theirs.remove(&kernel),
        })
        .collect())
}

/// The function's own name out of a mangled one: `_Z5saxpyPKf` is `saxpy`.
fn plain(kernel: &str) -> &str {
    let Some(rest) = kernel.strip_prefix("_Z") else { return kernel };
    let rest = rest.strip_prefix('L').unwrap_or(rest);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = rest[..digits].parse::<usize>().unwrap_or(0);
    rest.get(digits..digits + length).filter(|name| !name.is_empty()).unwrap_or(kernel)
}

/// The bench kernels and every example.
fn ours(root: &Path) -> Vec<Source> {
    let examples = std::fs::read_dir(root.join("examples/hip")).into_iter().flatten().flatten();
    let sources = examples.map(|e| e.path().join(e.file_name()).with_extension("hip"));
    let mut sources: Vec<PathBuf> = sources.filter(|source| source.is_file()).collect();
    sources.sort();
    sources.insert(0, root.join("tests/bench/hip/kernels.hip"));
    sources.iter().map(|path| Source::alone(path)).collect()
}

/// The compilations in a file that a build wrote.
fn commands(file: &Path) -> Result<Vec<Source>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let sources = text.lines().filter_map(|line| line.split_once('\t')).filter_map(|(folder, words)| {
        Source::of_command(Path::new(folder), words.split_whitespace().map(str::to_owned).collect())
    });
    Ok(sources.collect())
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn mangled_names_are_shortened() {
        assert_eq!(plain("_Z5saxpyPKfPfj"), "saxpy");
        assert_eq!(plain("_ZL5saxpyPKfPfj"), "saxpy");
        assert_eq!(plain("plain_c"), "plain_c");
    }
}
