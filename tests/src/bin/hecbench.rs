//! HeCBench's programs, as HIP by us and as CUDA, on one GPU: do they say the same, and which is faster? `tests/hecbench.sh` calls both.
//!
//! `hecbench list SOURCE`: NAME and ARGUMENTS of each program that is there as both and needs no file and no library, in a fixed random order.
//! `hecbench run FOLDER [SECONDS [LANES [LIMIT]]]`: runs those that lie in `FOLDER/src/NAME-cuda` as `hip` and as their Makefile's program, and prints a row for
//! each as it ends, and again, the slowest first, then the lines that differ, then what did not end well. LANES run side by side: more than one for what is right, one for times.
//! A program may take LIMIT (10) seconds; how long CUDA's and ours took in all stands behind their times.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hipvk_tests::catch2::output;
use hipvk_tests::side_by_side::{Comparison, compare};

/// A program may take so many seconds, where nothing else is said.
const LIMIT: u64 = 10;
/// Lines shown of one that differs.
const SHOWN: usize = 3;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, or: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(or);
    let done = match args.first().map(String::as_str) {
        Some("list") if args.len() == 2 => list(Path::new(&args[1])),
        Some("run") if args.len() >= 2 => {
            run(Path::new(&args[1]), number(2, 400), number(3, 1) as usize, Duration::from_secs(number(4, LIMIT)))
        }
        _ => Err("usage: hecbench list SOURCE | run FOLDER [SECONDS [LANES [LIMIT]]]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("hecbench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn list(source: &Path) -> Result<(), String> {
    let folder = source.join("src");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut chosen: Vec<(u64, String, String)> = names
        .filter_map(|name| name.strip_suffix("-hip").map(str::to_owned))
        .filter_map(|name| Some((mixed(&name), arguments(&folder, &name)?, name)))
        .map(|(order, arguments, name)| (order, name, arguments))
        .collect();
    chosen.sort();
    chosen.iter().for_each(|(_, name, arguments)| println!("{name} {arguments}"));
    Ok(())
}

/// A number that has nothing to do with how names are sorted (FNV-1a).
fn mixed(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What a program's Makefile runs it with first; nothing if it wants a file, or a library.
fn arguments(folder: &Path, name: &str) -> Option<String> {
    const LIBRARIES: [&str; 7] = ["cub/", "thrust/", "mma.h", "cublas", "curand", "boost", "mpi.h"];
    let (hip, cuda) = (folder.join(format!("{name}-hip")), folder.join(format!("{name}-cuda")));
    let makefile = std::fs::read_to_string(hip.join("Makefile")).ok()?;
    let linked = makefile.split_whitespace().any(|word| word.starts_with("-l") && word != "-lm");
    let run = makefile.split("\nrun:").nth(1)?.lines().nth(1)?.replace("$(LAUNCHER)", "");
    let arguments = run.trim().strip_prefix("./$(program)")?.trim().to_owned();
    let files = arguments.contains(['/', '$', '|', '<', '>', '\\'])
        || arguments.split(' ').any(|word| Path::new(word).extension().is_some() && word.parse::<f64>().is_err());
    let text: String = [&hip, &cuda].into_iter().flat_map(|folder| sources(folder)).collect();
    let wants = LIBRARIES.iter().any(|library| text.contains(library));
    (cuda.join("Makefile").exists() && !linked && !files && !wants).then_some(arguments)
}

fn sources(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
}

struct Row {
    name: String,
    comparison: Comparison,
    /// How long CUDA's build took, and ours once its kernels were compiled.
    took: [Duration; 2],
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, comparison: Comparison { speeds, different, .. }, took } = self;
        let [theirs, ours] = took.map(|time| time.as_secs_f64());
        let speed = if speeds.is_empty() { "-".to_owned() } else { format!("{:.2}", mean(speeds)) };
        write!(f, "{name:<32} {:>6} {speed:>6} {theirs:>7.2} {ours:>7.2}", speeds.len())?;
        if different.is_empty() { Ok(()) } else { write!(f, "  {} lines differ", different.len()) }
    }
}

fn run(folder: &Path, seconds: u64, lanes: usize, limit: Duration) -> Result<(), String> {
    let path = folder.join("list");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let programs: Vec<&str> = text.lines().collect();
    let (next, end) = (AtomicUsize::new(0), Instant::now() + Duration::from_secs(seconds));
    let (rows, failed) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                while let Some(line) =
                    programs.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| Instant::now() < end)
                {
                    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
                    // At once: a run that is cut off has said what it knows.
                    match both(folder, name, arguments, limit) {
                        Ok(row) => {
                            eprintln!("  {row}");
                            rows.lock().expect("no thread panics").push(row);
                        }
                        Err(why) => {
                            eprintln!("  {name}: {why}");
                            failed.lock().expect("no thread panics").push(format!("{name}: {why}"));
                        }
                    }
                }
            });
        }
    });
    let (mut rows, failed) = (rows.into_inner().expect("all have ended"), failed.into_inner().expect("all have ended"));
    report(&mut rows, &failed);
    Ok(())
}

/// Runs a program's two builds; ours twice, so that what it compiles at first is not timed.
fn both(folder: &Path, name: &str, arguments: &str, limit: Duration) -> Result<Row, String> {
    let folder = folder.join("src").join(format!("{name}-cuda"));
    let makefile = std::fs::read_to_string(folder.join("Makefile")).map_err(|error| error.to_string())?;
    let program = makefile
        .lines()
        .find_map(|line| line.strip_prefix("program")?.split_once('='))
        .map_or("main", |(_, name)| name.trim());
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let said = |program: PathBuf| match output(&program, &arguments, limit) {
        Ok((Some(status), said)) if status.success() => Ok(said),
        Ok((Some(status), said)) => {
            Err(format!("{} ended with {status}: {}", program.display(), said.lines().last().unwrap_or_default()))
        }
        Ok((None, _)) => Err(format!("{} took over {} s", program.display(), limit.as_secs())),
        Err(error) => Err(format!("{}: {error}", program.display())),
    };
    let timed = |program: PathBuf| {
        let start = Instant::now();
        said(program).map(|text| (text, start.elapsed()))
    };
    let (theirs, their_time) = timed(folder.join(program))?;
    said(folder.join("hip"))?;
    let (ours, our_time) = timed(folder.join("hip"))?;
    Ok(Row { name: name.to_owned(), comparison: compare(&ours, &theirs), took: [their_time, our_time] })
}

fn mean(speeds: &[f64]) -> f64 {
    (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len().max(1) as f64).exp()
}

fn report(rows: &mut [Row], failed: &[String]) {
    rows.sort_by(|a, b| mean(&a.comparison.speeds).total_cmp(&mean(&b.comparison.speeds)));
    println!(
        "{:<32} {:>6} {:>6} {:>7} {:>7}   times as fast as CUDA's build: lines with times, their mean; both programs' seconds",
        "program", "lines", "mean", "CUDA's", "ours"
    );
    rows.iter().for_each(|row| println!("{row}"));
    let all: Vec<f64> =
        rows.iter().filter(|row| !row.comparison.speeds.is_empty()).map(|row| mean(&row.comparison.speeds)).collect();
    println!("{:<32} {:>6} {:>6.2}", "all", all.len(), mean(&all));
    for Row { name, comparison, .. } in rows.iter().filter(|row| !row.comparison.different.is_empty()) {
        println!("DIFFERS {name}: {} lines", comparison.different.len());
        comparison.different.iter().take(SHOWN).for_each(|(ours, theirs)| println!("    {ours}\n    {theirs}"));
    }
    failed.iter().for_each(|line| println!("NOT RUN {line}"));
}
