//! What the command says: a line for each kernel on standard error, and the slowest ones in a table. Called by `workers` and `mod`.

use std::fmt::Write;
use std::time::Duration;

use super::options::Options;
use super::workers::Done;
use crate::hip::first_launch::FirstLaunch;

fn total(launch: &FirstLaunch) -> Duration {
    launch.made.spirv + launch.made.pipeline + launch.dispatch
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Says what has just been done, the last of `done`, of so many in all.
pub fn progress(options: &Options, done: &[Done], all: usize) {
    let (Some(last), count) = (done.last(), done.len()) else { return };
    match &last.result {
        Ok(_) if options.quiet => {}
        Ok(launch) => {
            eprintln!("[{count}/{all}] {:7.0} ms  {}", milliseconds(total(launch)), last.job.title());
        }
        Err(why) => eprintln!("hipvk-precompile: error: {} was not compiled: {why}", last.job.title()),
    }
}

/// The end of it: how much was done, and the table if it was asked for.
pub fn print(options: &Options, done: &[Done]) {
    let failed = done.iter().filter(|done| done.result.is_err()).count();
    if !options.quiet || failed > 0 {
        let found = done.iter().filter(|done| done.result.as_ref().is_ok_and(|launch| launch.made.found)).count();
        let fine = done.len() - failed;
        eprintln!("hipvk-precompile: {fine} compiled, {found} of them by hipvk before; {failed} failed");
    }
    if let Some(rows) = options.times {
        print!("{}", table(done, rows));
    }
}

/// The slowest, with where their time went.
fn table(done: &[Done], rows: usize) -> String {
    let mut all: Vec<_> = done.iter().filter_map(|done| Some((done.result.as_ref().ok()?, &done.job))).collect();
    all.sort_by_key(|(launch, _)| std::cmp::Reverse(total(launch)));
    let mut text = format!("{:>10} {:>10} {:>10} {:>10}  kernel\n", "ms", "hipvk", "pipeline", "dispatch");
    for (launch, job) in all.into_iter().take(rows) {
        let [all, ours, pipeline, dispatch] =
            [total(launch), launch.made.spirv, launch.made.pipeline, launch.dispatch].map(milliseconds);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{all:>10.1} {ours:>10.1} {pipeline:>10.1} {dispatch:>10.1}  {}", job.title());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Done, Duration, FirstLaunch, table};
    use crate::hip::kernel::Took;
    use crate::precompile::jobs::Job;

    #[test]
    fn the_table_has_the_slowest_first_and_no_more_than_asked_for() {
        let done = |name: &str, result| Done {
            job: Job { place: [0, 0], name: name.into(), block: [8, 4, 1], shared: 0 },
            result,
        };
        let took = |ms| {
            let made = Took { found: false, spirv: Duration::from_millis(1), pipeline: Duration::from_millis(2) };
            Ok(FirstLaunch { made, dispatch: Duration::from_millis(ms) })
        };
        let all = [
            done("quick", took(1)),
            done("slow", took(50)),
            done("broken", Err("why".into())),
            done("middle", took(7)),
        ];
        let text = table(&all, 2);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["53.0", "1.0", "2.0", "50.0", "slow", "(8x4x1)"]);
        assert!(lines[2].ends_with("middle (8x4x1)") && lines.len() == 3, "{text}");
    }
}
