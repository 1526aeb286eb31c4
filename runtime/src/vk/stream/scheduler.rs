//! The thread that keeps streams moving when nobody waits for them.
//!
//! Streams record work and submit it in batches. A program that launches and then does something else must still see
//! its work progress: every tick this thread submits what has been lying around since the last tick, and moves batches
//! along that waited for another stream. It sleeps while no stream is active, so idle streams cost nothing; a stream
//! registers itself when it becomes active and is dropped from the list after a quiet while.

use std::sync::{Arc, Condvar, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::locks::{Mutex, MutexGuard, Rank};
use crate::vk::device::queue::Queue;

const TICK: Duration = Duration::from_micros(150);
/// How long the end of the process waits for a visit under way, which may wait for a kernel that never ends.
const LAST_VISIT: Duration = Duration::from_secs(1);

/// A stream, as the scheduler knows it.
pub(in crate::vk) trait Visited: std::fmt::Debug + Send + Sync {
    /// The visit; false when the stream has been quiet for a while and leaves the list.
    fn tick(self: Arc<Self>) -> bool;
    /// Something of it is under way.
    fn runs(&self) -> bool;
    /// Submits everything recorded that need not wait.
    fn offer_all(self: Arc<Self>);
    /// The queue that its work goes to.
    fn queue(&self) -> &Arc<Queue>;
}

/// The list of active streams and the thread that visits them.
#[derive(Debug)]
pub(in crate::vk) struct Scheduler {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    streams: Vec<Weak<dyn Visited>>,
    thread: Option<ThreadId>,
    stopping: bool,
}

impl Scheduler {
    /// A scheduler whose thread starts with the first active stream.
    pub(in crate::vk) fn start() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(Rank::Scheduler, State::default()), changed: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Adds a stream that has become active. The stream makes sure that it is not in the list already.
    pub(super) fn register(self: &Arc<Self>, stream: Weak<dyn Visited>) {
        let mut state = self.lock();
        state.streams.push(stream);
        if state.thread.is_none() {
            let this = Arc::clone(self);
            let spawned = thread::Builder::new().name("hipvk-scheduler".into()).spawn(move || this.run());
            match spawned {
                Ok(spawned) => state.thread = Some(spawned.thread().id()),
                // Work still moves when somebody waits for it or a batch fills up.
                Err(error) => log::warn!("no scheduler thread: {error}"),
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the thread; it may be the calling one.
    pub(in crate::vk) fn stop(&self) {
        self.lock().stopping = true;
        self.changed.notify_all();
    }

    /// The same, and waits for it unless it is the calling one: from then on it calls no driver.
    pub(in crate::vk) fn finish(&self) {
        self.stop();
        let visits = |state: &mut State| state.thread.is_some_and(|thread| thread != thread::current().id());
        // Late or not, the process ends.
        self.lock().wait_while(&self.changed, LAST_VISIT, visits);
    }

    /// The end of the process, with a trace: submits what is recorded, waits a while for what is under way, and has streams tell what is
    /// complete.
    pub(in crate::vk) fn see_out(&self) {
        let end = Instant::now() + LAST_VISIT;
        let streams: Vec<_> = self.lock().streams.iter().filter_map(Weak::upgrade).collect();
        streams.iter().for_each(|stream| Arc::clone(stream).offer_all());
        while streams.iter().any(|stream| stream.runs()) && Instant::now() < end {
            thread::sleep(TICK);
        }
        for stream in streams {
            // A stream that was busy is visited the second time.
            (0..2).for_each(|_| {
                Arc::clone(&stream).tick();
            });
            // The last owner would wait for what never ends.
            std::mem::forget(stream);
        }
    }

    fn run(&self) {
        self.visit_all();
        self.lock().thread = None;
        self.changed.notify_all();
    }

    fn visit_all(&self) {
        loop {
            let streams = {
                let mut state = self.lock();
                while state.streams.is_empty() && !state.stopping {
                    state = state.wait(&self.changed);
                }
                if state.stopping {
                    return;
                }
                drop(state);
                thread::sleep(TICK);
                self.lock().streams.clone()
            };
            for gone in streams.iter().filter(|stream| !visit(stream)) {
                let mut state = self.lock();
                // Once: it may have registered again meanwhile, at the end.
                if let Some(index) = state.streams.iter().position(|other| Weak::ptr_eq(other, gone)) {
                    state.streams.remove(index);
                }
            }
        }
    }

    /// Other streams of `stream`'s queue have work under way.
    pub(super) fn others_run(&self, stream: &dyn Visited) -> bool {
        self.others(stream).iter().any(|other| other.runs())
    }

    /// Has the streams of `stream`'s queue, but not `stream`, submit what they have recorded and need not hold back.
    pub(super) fn offer_others(&self, stream: &dyn Visited) {
        self.others(stream).into_iter().for_each(|other| other.offer_all());
    }

    fn others(&self, stream: &dyn Visited) -> Vec<Arc<dyn Visited>> {
        let streams = self.lock().streams.clone();
        let others = streams.iter().filter_map(Weak::upgrade);
        others
            .filter(|other| !std::ptr::addr_eq(&**other, stream) && Arc::ptr_eq(other.queue(), stream.queue()))
            .collect()
    }
}

/// Moves one stream along; false if it has gone, or has been quiet for so long that it must register again.
fn visit(stream: &Weak<dyn Visited>) -> bool {
    stream.upgrade().is_some_and(|stream| stream.tick())
}
