//! One of the processes that compile: told what, line by line, on its standard input, and answers on its standard output.
//!
//! ```text
//! in    bundle kernel x y z shared                                        numbers, as `files` and the bundle have them
//! out   made|found SPIRV PIPELINE DISPATCH   (nanoseconds)  |  failed WHY
//! ```
//! Why a kernel fails is on standard error, as at a launch. Started by `workers`, which has both ends of this.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use spirv_gen::Bundle;

use super::files;
use super::jobs::Job;
use crate::hip::error::{HipError, HipResult, last_detail};
use crate::hip::first_launch::{FirstLaunch, first_launch};
use crate::hip::kernel::{Kernel, Took};
use crate::hip::module::{Managed, Module};
use crate::hip::runtime::{self, Runtime};

/// The line that asks for a job.
pub fn question(job: &Job) -> String {
    let ([bundle, kernel], [x, y, z]) = (job.place, job.block);
    format!("{bundle} {kernel} {x} {y} {z} {}\n", job.shared)
}

/// The line that answers.
fn answer(result: HipResult<FirstLaunch>) -> String {
    match result {
        Ok(FirstLaunch { made, dispatch }) => {
            let word = if made.found { "found" } else { "made" };
            format!("{word} {} {} {}\n", made.spirv.as_nanos(), made.pipeline.as_nanos(), dispatch.as_nanos())
        }
        Err(error) => format!("failed {}\n", reason(error).replace('\n', " ")),
    }
}

/// HIP's code, and what exactly was wrong.
fn reason(error: HipError) -> String {
    let detail = last_detail();
    if detail.is_empty() { error.to_string() } else { format!("{error}: {detail}") }
}

/// What an answer says; nothing if it is none.
pub fn understand(answer: &str) -> Option<Result<FirstLaunch, String>> {
    let (word, rest) = answer.trim_end().split_once(' ')?;
    if word == "failed" {
        return Some(Err(rest.to_owned()));
    }
    let found = match word {
        "found" => true,
        "made" => false,
        _ => return None,
    };
    let times: Vec<u64> = rest.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [spirv, pipeline, dispatch] = times.try_into().ok()?;
    let [spirv, pipeline, dispatch] = [spirv, pipeline, dispatch].map(Duration::from_nanos);
    Some(Ok(FirstLaunch { made: Took { found, spirv, pipeline }, dispatch }))
}

/// Compiles what it is told to until its input ends.
pub fn run(files: &[PathBuf]) -> u8 {
    let (bundles, _) = files::read(files);
    // Torn down at the end, unlike a program's: Mesa writes its cache on a thread of its own, and the process's end drops what that has not
    // written yet.
    let modules = runtime::open().and_then(|runtime| bundles.iter().map(|bundle| load(&runtime, bundle)).collect());
    let modules: Vec<Module> = match modules {
        Ok(modules) => modules,
        Err(error) => {
            eprintln!("hipvk-precompile: error: {}", reason(error));
            return super::INCOMPLETE;
        }
    };
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut out = std::io::stdout().lock();
        // Nobody waits for an answer any more if it cannot be written.
        if out.write_all(answer(work(&modules, &line)).as_bytes()).and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    super::SUCCESS
}

fn load(runtime: &Runtime, bundle: &Arc<Bundle>) -> HipResult<Module> {
    // A runtime without a device is none.
    let device = runtime.devices.first().ok_or(HipError::NoDevice)?;
    Ok(Module::new(device, Arc::clone(bundle), Managed::OfModule))
}

/// Each job has a kernel of its own, so that no pipeline stays.
fn work(modules: &[Module], line: &str) -> HipResult<FirstLaunch> {
    let numbers: Vec<u32> = line.split(' ').map_while(|number| number.parse().ok()).collect();
    let &[bundle, kernel, x, y, z, shared] = &numbers[..] else { return Err(HipError::InvalidValue) };
    let code = modules.get(bundle as usize).ok_or(HipError::InvalidValue)?.code();
    if kernel as usize >= code.bundle.kernels.len() {
        return Err(HipError::InvalidValue);
    }
    first_launch(&Kernel::new(Arc::clone(code), kernel as usize), [x, y, z], shared)
}

#[cfg(test)]
mod tests {
    use super::{Duration, FirstLaunch, HipError, Took, answer, understand};

    #[test]
    fn answers_are_understood_and_nothing_else_is() {
        let [spirv, pipeline, dispatch] = [1, 20, 3_000_000_000].map(Duration::from_nanos);
        for found in [true, false] {
            let made = FirstLaunch { made: Took { found, spirv, pipeline }, dispatch };
            assert_eq!(understand(&answer(Ok(made))), Some(Ok(made)));
        }
        assert!(understand(&answer(Err(HipError::OutOfMemory))).is_some_and(|result| result.is_err()));
        for other in ["", "made", "made 1 2", "made 1 2 3 4", "made a b c", "done 1 2 3"] {
            assert_eq!(understand(other), None, "{other}");
        }
    }
}
