//! `./hipvk bench`: the bench kernels in HIP on hipvk, in OpenCL on what OpenCL there is, and in GLSL on bare Vulkan,
//! in one run on this machine. Prints tables; writes target/bench/{bench.json,bench.svg,compile.json}.
//!
//! The programs are in tests/bench (cases.h has the sizes and the checks); this compiles them, runs them in turn
//! `--rounds N` times (2), keeps each one's best median, and puts them side by side. Then it measures the compiler (compile.json).
//! Other arguments name kernels; `compile` is the compiler.

mod build;
mod chart;
mod compile;
mod report;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use hipvk_tests::results::ResultLine;

/// One way of running the kernels.
#[derive(Debug)]
pub struct Contender {
    /// As the table's head says it.
    pub title: &'static str,
    /// Key in the JSON.
    pub key: &'static str,
    pub commands: Vec<Vec<String>>,
}

/// What a contender found: its device, and the best line for each name.
#[derive(Debug)]
pub struct Findings {
    pub title: &'static str,
    pub key: &'static str,
    pub device: String,
    pub lines: BTreeMap<String, ResultLine>,
    pub trouble: Vec<String>,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let (rounds, names) = arguments()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository root")?;
    let out = root.join("target/bench");
    std::fs::create_dir_all(&out).map_err(|error| format!("cannot create {}: {error}", out.display()))?;
    let (compiler, kernels): (Vec<String>, Vec<String>) = names.into_iter().partition(|name| name == "compile");
    let everything = compiler.is_empty() && kernels.is_empty();
    let right =
        (everything || !kernels.is_empty()).then(|| measure_kernels(root, &out, rounds, &kernels)).transpose()?;
    if everything || !compiler.is_empty() {
        let rows = compile::measure(rounds)?;
        print!("{}", compile::table(&rows));
        write(&out.join("compile.json"), &compile::json(&rows))?;
    }
    println!("\n  in {}", out.display());
    Ok(right.unwrap_or(true))
}

/// Runs the contenders and shows what they found. Whether all was right.
fn measure_kernels(root: &Path, out: &Path, rounds: u32, names: &[String]) -> Result<bool, String> {
    eprintln!(":: compiling the bench programs");
    let contenders = build::contenders(root, out, names)?;
    let mut findings: Vec<Findings> = contenders.iter().map(Findings::new).collect();
    for round in 1..=rounds {
        for (contender, found) in contenders.iter().zip(&mut findings) {
            eprintln!(":: round {round} of {rounds}: {}", contender.title);
            contender.commands.iter().for_each(|command| found.measure(command));
        }
    }
    print!("{}", report::table(&findings));
    write(&out.join("bench.json"), &report::json(&findings))?;
    write(&out.join("bench.svg"), &chart::svg(&findings))?;
    Ok(findings.iter().all(|found| found.trouble.is_empty() && found.lines.values().all(|line| line.ok)))
}

fn arguments() -> Result<(u32, Vec<String>), String> {
    let (mut rounds, mut names) = (2, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--rounds" {
            let value = args.next().and_then(|text| text.parse().ok()).filter(|&count| count > 0);
            rounds = value.ok_or("--rounds needs a number from 1 on")?;
        } else if arg.starts_with('-') {
            return Err(format!("unknown option '{arg}'"));
        } else {
            names.push(arg);
        }
    }
    Ok((rounds, names))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

impl Findings {
    fn new(contender: &Contender) -> Self {
        let device = String::new();
        Self { title: contender.title, key: contender.key, device, lines: BTreeMap::new(), trouble: Vec::new() }
    }

    /// Runs a program and keeps, for each name, the better of its line and an earlier round's.
    fn measure(&mut self, command: &[String]) {
        let output = match Command::new(&command[0]).args(&command[1..]).output() {
            Ok(output) => output,
            Err(error) => return self.trouble.push(format!("{}: {error}", command[0])),
        };
        let text = String::from_utf8_lossy(&output.stdout);
        if let Some(device) = text.lines().find_map(|line| line.strip_prefix("DEVICE ")) {
            device.clone_into(&mut self.device);
        }
        for line in ResultLine::all_in(&text) {
            let better = self.lines.get(&line.name).is_none_or(|old| old.ok && (!line.ok || faster(&line, old)));
            if better {
                self.lines.insert(line.name.clone(), line);
            }
        }
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            let last = messages.lines().last().unwrap_or("");
            self.trouble.push(format!("{}: {} {last}", command[0], output.status));
        }
    }
}

/// Lower times are better; of lines that only have a rate, the higher rate.
fn faster(new: &ResultLine, old: &ResultLine) -> bool {
    for unit in ["ms", "us"] {
        if let (Some(new), Some(old)) = (new.number(unit), old.number(unit)) {
            return new < old;
        }
    }
    new.number("gbps") > old.number("gbps")
}
