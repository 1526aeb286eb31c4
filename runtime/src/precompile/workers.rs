//! The processes that compile, several jobs at a time, and what became of each job. Called by `mod`.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::jobs::Job;
use super::options::Options;
use super::report;
use super::worker::{question, understand};
use crate::cores::cores;
use crate::hip::first_launch::FirstLaunch;

/// A job, and what became of it.
#[derive(Clone, Debug)]
pub struct Done {
    /// What was to be compiled.
    pub job: Job,
    /// What it took, or why it was not.
    pub result: Result<FirstLaunch, String>,
}

/// A process, until its pipes are closed.
struct Worker {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Does all jobs.
///
/// # Errors
/// No process could be started.
pub fn run(options: &Options, jobs: &[Job]) -> Result<Vec<Done>, String> {
    let count = options.jobs.unwrap_or_else(cores).min(jobs.len());
    let queue = Mutex::new(jobs.iter().collect::<VecDeque<_>>());
    let done = Mutex::new(Vec::new());
    let lock = |queue: &Mutex<VecDeque<_>>| queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let serve = || -> Result<(), String> {
        let mut worker = None;
        while let Some(job) = lock(&queue) {
            let result = ask(&mut worker, options, job)?;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(Done { job: Job::clone(job), result });
            report::progress(options, &done, jobs.len());
        }
        worker.map_or(Ok(()), end)
    };
    thread::scope(|scope| {
        let servers: Vec<_> = (0..count).map(|_| scope.spawn(serve)).collect();
        let ends =
            servers.into_iter().map(|server| server.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())));
        ends.collect::<Vec<_>>().into_iter().collect::<Result<(), String>>()
    })?;
    Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Has a job done by `worker`, or by a new one in its place. One that dies of a job is replaced at the next.
fn ask(worker: &mut Option<Worker>, options: &Options, job: &Job) -> Result<Result<FirstLaunch, String>, String> {
    let mut at_work = match worker.take() {
        Some(there) => there,
        None => start(options)?,
    };
    let mut line = String::new();
    let asked = at_work.questions.write_all(question(job).as_bytes()).and_then(|()| at_work.questions.flush());
    let answered = asked.and_then(|()| at_work.answers.read_line(&mut line));
    if let (Ok(1..), Some(result)) = (answered, understand(&line)) {
        *worker = Some(at_work);
        return Ok(result);
    }
    let status = at_work.child.wait().map_err(|error| error.to_string())?;
    // It says itself why it found no device, and no other would find one.
    if status.code().is_some() {
        return Err("a process that compiles has ended".to_owned());
    }
    Ok(Err(format!("the driver's compiler died of it ({status})")))
}

fn start(options: &Options) -> Result<Worker, String> {
    let this = std::env::current_exe().map_err(|error| format!("where this program lies: {error}"))?;
    let mut command = Command::new(this);
    command.arg("--worker").args(&options.files).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start a process: {error}"))?;
    match (child.stdin.take(), child.stdout.take()) {
        (Some(questions), Some(answers)) => Ok(Worker { child, questions, answers: BufReader::new(answers) }),
        _ => Err("a process without pipes".to_owned()),
    }
}

/// Waits until it has written all that it keeps.
fn end(worker: Worker) -> Result<(), String> {
    let Worker { mut child, questions, answers } = worker;
    drop((questions, answers));
    child.wait().map(drop).map_err(|error| error.to_string())
}
