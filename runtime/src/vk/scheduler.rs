//! The thread that keeps streams moving when nobody waits for them.
//!
//! Streams record work and submit it in batches. A program that launches and then does something else must still see
//! its work progress: every tick this thread submits what has been lying around since the last tick, and moves batches
//! along that waited for another stream. It sleeps while no stream is active, so idle streams cost nothing; a stream
//! registers itself when it becomes active and is dropped from the list after a quiet while.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::stream::Stream;

const TICK: Duration = Duration::from_micros(150);

/// The list of active streams and the thread that visits them.
#[derive(Debug)]
pub(super) struct Scheduler {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    streams: Vec<Weak<Stream>>,
    running: bool,
    stopping: bool,
}

impl Scheduler {
    /// A scheduler whose thread starts with the first active stream.
    pub(super) fn start() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(State::default()), changed: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a stream that has become active. The stream makes sure that it is not in the list already.
    pub(super) fn register(self: &Arc<Self>, stream: Weak<Stream>) {
        let mut state = self.lock();
        state.streams.push(stream);
        if !state.running {
            let this = Arc::clone(self);
            let spawned = std::thread::Builder::new().name("hipvk-scheduler".into()).spawn(move || this.run());
            match spawned {
                Ok(_) => state.running = true,
                // Work still moves when somebody waits for it or a batch fills up.
                Err(error) => log::warn!("no scheduler thread: {error}"),
            }
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Ends the thread; it may be the calling one.
    pub(super) fn stop(&self) {
        self.lock().stopping = true;
        self.changed.notify_one();
    }

    fn run(&self) {
        loop {
            let streams = {
                let mut state = self.lock();
                while state.streams.is_empty() && !state.stopping {
                    state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                if state.stopping {
                    return;
                }
                drop(state);
                std::thread::sleep(TICK);
                std::mem::take(&mut self.lock().streams)
            };
            let active: Vec<_> = streams.into_iter().filter(visit).collect();
            self.lock().streams.extend(active);
        }
    }
}

/// Moves one stream along; false if it has gone, or has been quiet for so long that it must register again.
fn visit(stream: &Weak<Stream>) -> bool {
    stream.upgrade().is_some_and(|stream| stream.tick())
}
