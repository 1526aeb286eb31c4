//! What a long wait is for, as far as that is known: told once for each reason, on stderr, to whom waits long.
//!
//! llvmpipe compiles a kernel when it is launched first, which may take longer than the kernel and anybody's patience. So there the first
//! launch of a kernel goes behind a batch of its own in which none of its blocks run: while that batch is under way the driver compiles,
//! and when it is complete what follows runs.
//!
//! lavapipe begins a block when another has ended: where blocks wait for each other, who waits long is told how many are under way, and what helps.
//!
//! Where the driver may keep a wild access to itself (`hides_faults`), who waits without any news is told which kernels that may be.
//! Called by `launch` (that batch) and `fifo` (a wait that lasts).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::command::Kind;
use super::fifo::{State, Stream};
use super::launch::Dispatch;
use super::timeline::Waited;
use crate::trace::Work;
use crate::vk::device::logical::{Device, Explanations};
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::Lane;
use crate::vk::lavapipe::worker_count::{MOST, VARIABLE};
use crate::vk::pipeline::compute::Pipeline;

/// Who waits longer is told why, if anybody knows.
const LONG: Duration = Duration::from_secs(10);
/// If nothing was completed for so long, what runs may never be.
const NO_NEWS: Duration = Duration::from_secs(60);

impl Stream {
    /// Before the first launch of a kernel, where the driver compiles it then: a batch in which it does nothing else.
    pub(super) fn compile_first(
        self: &Arc<Self>,
        state: &mut State,
        dispatch: &Dispatch<'_>,
        lane: Lane,
    ) -> Result<(), VkError> {
        let pipeline = dispatch.pipeline;
        let plain = dispatch.bindings.is_empty() && !pipeline.textures;
        if plain { self.compile_kernel(state, pipeline, lane) } else { Ok(()) }
    }

    /// The same for a kernel without bindings and textures.
    pub(super) fn compile_kernel(
        self: &Arc<Self>,
        state: &mut State,
        pipeline: &Arc<Pipeline>,
        lane: Lane,
    ) -> Result<(), VkError> {
        if !self.device.info.quirks.compiles_at_first_launch || pipeline.launched.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.cut(state)?;
        let batch = self.open_on(state, lane)?;
        batch.order(&self.device, Kind::Compute);
        batch.bind(&self.device, pipeline)?;
        batch.only_compiles = true;
        let span = batch.begin_span(&self.device, || Work::Compile(pipeline.name().to_owned()))?;
        // SAFETY: the command buffer is being recorded under the stream's lock, with a pipeline bound that was made with DISPATCH_BASE and
        // has no bindings; no workgroup runs, so nobody reads its push constants.
        unsafe { self.device.lane(lane)?.cmd_dispatch_base(batch.recorder.commands, 0, 0, 0, 0, 0, 0) };
        batch.end_span(&self.device, span)?;
        self.recorded(state)?;
        self.cut(state)
    }

    /// What a wait for this stream is for at the moment, if that is known and worth telling.
    pub fn waits_for(&self) -> Option<String> {
        self.reason(Duration::ZERO)
    }

    /// The same, or what may be wrong, where nothing was completed for so long.
    fn reason(&self, without_news: Duration) -> Option<String> {
        // One queue runs one batch at a time, and nobody knows whose.
        let shared = self.device.scheduler.others_run(self);
        let reached = self.timeline.poll(&self.device).ok()?;
        let state = self.lock();
        let front = state.flight.iter().find(|batch| batch.end > reached)?;
        let kernels: Vec<&str> = front.kernels().collect();
        if front.only_compiles {
            return if shared {
                None
            } else {
                kernels.first().map(|name| format!("the driver is compiling kernel '{name}'"))
            };
        }
        let may_have_failed = self.device.info.quirks.hides_faults && !shared && without_news >= NO_NEWS;
        let failed = || may_have_failed.then(|| hidden_fault(&kernels)).flatten();
        let crowd = || Some(crowded(front.crowd.as_ref()?, self.device.workgroups_at_once?));
        self.device.explanation(&kernels).or_else(crowd).or_else(failed)
    }

    /// Something of this stream is under way.
    pub(super) fn runs(&self) -> bool {
        let last = self.lock().flight.back().map_or(0, |batch| batch.end);
        self.timeline.reached(&self.device, last).is_ok_and(|reached| !reached)
    }

    /// Tells why a wait takes so long.
    pub(super) fn tell_long_wait(&self, waited: Waited) {
        if waited.so_far < LONG {
            return;
        }
        if let Some(why) = self.reason(waited.without_news).filter(|why| self.device.is_news(why)) {
            eprintln!("hipvk: waiting for {} s: {why}", waited.so_far.as_secs());
        }
    }
}

/// The sentence about a kernel that waits, and has more blocks than are under way at once.
fn crowded((kernel, blocks): &(String, u64), at_once: u32) -> String {
    let more = match u32::try_from(*blocks) {
        Ok(workers) if workers <= MOST => format!("{VARIABLE}={workers} gives them all a worker"),
        _ => format!("{VARIABLE} gives up to {MOST} a worker, and programs should launch no more"),
    };
    format!(
        "kernel '{kernel}' has loops that may wait for other blocks, and {at_once} of its {blocks} are under way at a time: who waits for one that has \
         not begun, waits for ever. {more}"
    )
}

/// The sentence about kernels that run and do not end.
fn hidden_fault(kernels: &[&str]) -> Option<String> {
    let (first, others) = kernels.split_first()?;
    let others = match others.len() {
        0 => String::new(),
        1 => " (or the one submitted with it)".to_owned(),
        more => format!(" (or one of {more} submitted with it)"),
    };
    Some(format!(
        "nothing was completed for a minute. Where kernel '{first}'{others} uses memory that is not there, this driver may say so in the system's log \
         alone: dmesg | grep Xid"
    ))
}

impl Device {
    /// Says why waiting for a kernel may take long, to whom waits long.
    pub fn explain_long_waits(&self, kernel: &str, why: String) {
        self.long_waits().push((kernel.to_owned(), why));
    }

    fn explanation(&self, kernels: &[&str]) -> Option<String> {
        find(&self.long_waits(), kernels)
    }
}

/// The sentence about the first of these kernels that has one; the last one given counts.
fn find(known: &Explanations, kernels: &[&str]) -> Option<String> {
    let of = |name: &&str| known.iter().rev().find(|(kernel, _)| kernel == name).map(|(_, why)| why.clone());
    kernels.iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::{crowded, find, hidden_fault};

    #[test]
    fn only_kernels_that_are_under_way_are_explained() {
        let known = [("a", "old"), ("b", "of b"), ("a", "new")].map(|(k, w)| (k.to_owned(), w.to_owned())).to_vec();
        assert_eq!(find(&known, &["c"]), None);
        assert_eq!(find(&known, &["c", "a"]).as_deref(), Some("new"));
        assert_eq!(find(&known, &["b"]).as_deref(), Some("of b"));
    }

    #[test]
    fn who_waits_for_blocks_that_have_not_begun_is_told_what_helps() {
        let few = crowded(&("colour".to_owned(), 16), 2);
        assert!(few.contains("'colour'") && few.contains("2 of its 16") && few.contains("LP_NUM_THREADS=16"), "{few}");
        let many = crowded(&("colour".to_owned(), 1000), 2);
        assert!(many.contains("up to 32"), "{many}");
    }

    #[test]
    fn kernels_that_may_have_failed_are_named() {
        assert_eq!(hidden_fault(&[]), None);
        let alone = hidden_fault(&["saxpy"]).expect("a sentence");
        assert!(alone.contains("kernel 'saxpy' uses"), "{alone}");
        let of_three = hidden_fault(&["saxpy", "sum", "sum"]).expect("a sentence");
        assert!(of_three.contains("kernel 'saxpy' (or one of 2 submitted with it) uses"), "{of_three}");
    }
}
