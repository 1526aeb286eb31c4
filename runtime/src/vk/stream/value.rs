//! A stream that waits until memory has a value.
//!
//! Such a wait is an entry of the stream's queue, like a host function, and needs no thread and no kernel: whoever moves the stream along
//! (the scheduler, every tick) looks at the word, and signals the wait's place on the timeline when the value is there. Nothing behind it is
//! submitted before, so no queue is held up and other streams go on. Memory that the host does not see is copied to where it does (`look`).

use std::sync::Arc;
use std::time::Duration;

use super::external::ExternalSemaphore;
use super::fifo::{Item, Stream};
use super::look::Look;
use crate::vk::error::VkError;
use crate::vk::memory::allocation::Memory;

/// How often the end of a stream looks at the word.
const PAUSE: Duration = Duration::from_micros(100);

/// What a word is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// At least the value.
    AtLeast,
    /// The value.
    Equal,
    /// It shares a set bit with the value.
    And,
    /// Some bit is set in neither.
    Nor,
}

/// A word and what it is to be.
#[derive(Clone, Debug)]
pub struct Awaited {
    /// The memory.
    pub memory: Arc<Memory>,
    /// Where in it.
    pub offset: u64,
    /// 8 bytes, not 4.
    pub wide: bool,
    /// The bits that count.
    pub mask: u64,
    /// The value.
    pub value: u64,
    /// How they are compared.
    pub condition: Condition,
}

/// The same in a stream's queue.
#[derive(Debug)]
pub(in crate::vk) struct ValueWait {
    /// Its place on the stream's timeline.
    pub(super) value: u64,
    wanted: Wanted,
}

/// What a stream waits for.
#[derive(Debug)]
enum Wanted {
    Word(Awaited),
    /// In memory that the host does not see.
    Unseen(Awaited, Look),
    Semaphore(Arc<ExternalSemaphore>, u64),
}

impl Wanted {
    /// Whether it is there; an error if it cannot be looked at.
    fn has_come(&self) -> Result<bool, VkError> {
        match self {
            Self::Word(awaited) => awaited.has_come(),
            Self::Unseen(awaited, look) => match look.word(awaited.wide)? {
                Some(word) if awaited.holds(word) => Ok(true),
                _ => look.send().map(|()| false),
            },
            Self::Semaphore(semaphore, value) => Ok(semaphore.value()? >= *value),
        }
    }
}

impl Condition {
    /// Whether `word` and `value`, of 64 bits or of 32, fulfil it under a mask.
    fn holds(self, word: u64, value: u64, mask: u64, wide: bool) -> bool {
        let width = if wide { u64::MAX } else { u32::MAX.into() };
        let word = word & mask;
        match self {
            Self::AtLeast => word >= value,
            Self::Equal => word == value,
            Self::And => word & value != 0,
            Self::Nor => !(word | value & mask) & width != 0,
        }
    }
}

impl Awaited {
    /// Whether the word has the value.
    fn has_come(&self) -> Result<bool, VkError> {
        let word = self.memory.load_word(self.offset, self.wide);
        let word = word.ok_or(VkError::Invalid("a stream waits for memory that the host does not see"))?;
        Ok(self.holds(word))
    }

    fn holds(&self, word: u64) -> bool {
        self.condition.holds(word, self.value, self.mask, self.wide)
    }
}

impl Stream {
    /// What is recorded from here on starts when the word has its value.
    pub fn wait_for_value(self: &Arc<Self>, awaited: Awaited) -> Result<(), VkError> {
        let Awaited { memory, offset, wide, .. } = &awaited;
        let wanted = match memory.load_word(*offset, *wide) {
            Some(_) => Wanted::Word(awaited),
            None => {
                let look = Look::new(&self.device, &self.queue, memory, *offset, if *wide { 8 } else { 4 })?;
                Wanted::Unseen(awaited, look)
            }
        };
        self.enqueue(|value| Item::Value(ValueWait { value, wanted }))
    }

    /// The same with another API's timeline.
    pub fn wait_for_semaphore(self: &Arc<Self>, semaphore: Arc<ExternalSemaphore>, least: u64) -> Result<(), VkError> {
        self.enqueue(|value| Item::Value(ValueWait { value, wanted: Wanted::Semaphore(semaphore, least) }))
    }

    /// Whether something in its queue waits for a value still.
    pub fn awaits_values(&self) -> bool {
        self.lock().queue.iter().any(|item| matches!(item, Item::Value(_)))
    }

    /// Whether a wait at the front of the queue is over; then its place is reached.
    pub(super) fn is_over(&self, wait: &ValueWait) -> Result<bool, VkError> {
        let before = self.timeline.is_signalled(&self.device, wait.value - 1).map_err(|e| self.device.lost(e))?;
        if !before || !wait.wanted.has_come().map_err(|e| self.device.lost(e))? {
            return Ok(false);
        }
        self.timeline.signal(&self.device, wait.value)?;
        Ok(true)
    }

    /// Waits for it. For `drain`, when nobody else moves the stream along.
    pub(super) fn see_out(&self, wait: &ValueWait) -> Result<(), VkError> {
        while !self.is_over(wait)? {
            self.device.check_lost()?;
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Condition;

    #[test]
    fn conditions_are_hips() {
        let holds = |condition: Condition, word, value| condition.holds(word, value, u64::MAX, true);
        assert!(holds(Condition::AtLeast, 7, 7) && holds(Condition::AtLeast, u64::MAX, 7));
        assert!(!holds(Condition::AtLeast, 6, 7));
        assert!(holds(Condition::Equal, 7, 7) && !holds(Condition::Equal, 8, 7));
        assert!(holds(Condition::And, 6, 2) && !holds(Condition::And, 5, 2));
        assert!(holds(Condition::Nor, 5, 2) && !holds(Condition::Nor, !2, 2));
    }

    #[test]
    fn masks_take_bits_out_and_words_of_32_bits_have_no_others() {
        assert!(Condition::Equal.holds(0xff01, 0x01, 0xff, false));
        assert!(!Condition::And.holds(0xf35, 0xf4a, 0xff, false) && Condition::And.holds(2, 0xf4a, 0xff, false));
        assert!(!Condition::Nor.holds(0x8555_5555, 0x7aaa_aaaa, u32::MAX.into(), false));
        assert!(Condition::Nor.holds(0x8555_5555, 0x7aaa_aaaa, u64::MAX, true), "the upper half");
    }
}
