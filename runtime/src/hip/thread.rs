//! What HIP keeps per host thread: current device (`current`), last error, pending launch configuration, context stack, default streams.
//!
//! HIP: "the last error that has been returned by any of the runtime calls in the same host thread", and "hipSetDevice:
//! set default device to be used for subsequent hip API calls from this thread".

use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::sync::Arc;

use super::current;
pub use super::current::{device_index, set_device_index};
use super::error::{HipError, HipResult};
use super::launch::LaunchShape;
use super::stream::{self, Stream, StreamRef};
use crate::vk;

/// What `<<<grid, block, shared, stream>>>` pushes and the kernel's host stub pops.
#[derive(Debug)]
pub struct CallConfiguration {
    /// Grid, block and dynamic shared bytes.
    pub shape: LaunchShape,
    /// Where to launch.
    pub stream: StreamRef,
    /// What `hipSetupArgument` has put at its offsets.
    pub arguments: Vec<u8>,
}

/// More bytes of arguments than any kernel takes: a guard against wild offsets.
const MOST_ARGUMENTS: usize = 64 << 10;

impl CallConfiguration {
    /// No arguments yet.
    pub fn new(shape: LaunchShape, stream: StreamRef) -> CallConfiguration {
        CallConfiguration { shape, stream, arguments: Vec::new() }
    }
}

/// What belongs to a thread.
struct Thread {
    last_error: Cell<Option<HipError>>,
    last_call: Cell<Option<HipError>>,
    configurations: RefCell<Vec<CallConfiguration>>,
    contexts: RefCell<Vec<usize>>,
    /// `hipStreamPerThread` of each device that the thread used it on.
    streams: RefCell<Vec<(usize, Arc<Stream>)>>,
}

/// Empties [`THREAD`] when its thread ends.
struct End;

thread_local! {
    // Without a destructor it is there for as long as the thread runs, also behind those of other thread-locals: that is when the main
    // thread runs the program's exit handlers and static destructors, and they may call HIP.
    static THREAD: ManuallyDrop<Thread> = const {
        ManuallyDrop::new(Thread {
            last_error: Cell::new(None),
            last_call: Cell::new(None),
            configurations: RefCell::new(Vec::new()),
            contexts: RefCell::new(Vec::new()),
            streams: RefCell::new(Vec::new()),
        })
    };
    static END: End = const { End };
}

impl Drop for End {
    fn drop(&mut self) {
        let streams = THREAD.with(|thread| {
            thread.configurations.take();
            thread.contexts.take();
            thread.streams.take()
        });
        if vk::is_forked() || vk::is_over() {
            // Their threads and their device are the parent's, or the driver has ended: nothing to wait for.
            std::mem::forget(streams);
            return;
        }
        // Their work goes on, and who waits for the device waits for it, as behind hipStreamDestroy.
        streams.into_iter().for_each(|(_, stream)| stream::let_go(stream, "the end of a thread"));
    }
}

/// Calls `change` with what must be emptied when the thread ends.
fn with_owned<R>(change: impl FnOnce(&Thread) -> R) -> R {
    // Once it has run, what is put here stays: the process is about to end.
    let _ = END.try_with(|_| ());
    THREAD.with(|thread| change(thread))
}

/// The thread's default stream on a device, if it has one already.
pub fn default_stream(device: usize) -> Option<Arc<Stream>> {
    THREAD.with(|thread| {
        let streams = thread.streams.borrow();
        streams.iter().find(|(index, _)| *index == device).map(|(_, stream)| Arc::clone(stream))
    })
}

/// Keeps the thread's default stream on a device.
pub fn keep_default_stream(device: usize, stream: Arc<Stream>) {
    with_owned(|thread| thread.streams.borrow_mut().push((device, stream)));
}

/// Keeps what a call returned. HIP 7: the last error is the last one that happened, not the last call's result, and
/// `hipErrorNotReady` is no error.
pub fn record(error: HipError) {
    THREAD.with(|thread| {
        thread.last_call.set(Some(error));
        if error != HipError::NotReady {
            thread.last_error.set(Some(error));
        }
    });
}

/// `hipGetLastError`: "Returns the last error … and resets it to hipSuccess."
pub fn take_last_error() -> Option<HipError> {
    THREAD.with(|thread| thread.last_error.take())
}

/// `hipPeekAtLastError`: the same without resetting.
pub fn peek_last_error() -> Option<HipError> {
    THREAD.with(|thread| thread.last_error.get())
}

/// `hipExtGetLastError`: the last failed call's code, `hipErrorNotReady` included; resets it.
pub fn take_last_call_error() -> Option<HipError> {
    THREAD.with(|thread| thread.last_call.take())
}

/// `__hipPushCallConfiguration`.
pub fn push_configuration(configuration: CallConfiguration) {
    with_owned(|thread| thread.configurations.borrow_mut().push(configuration));
}

/// `hipSetupArgument`: puts an argument at its offset in the configuration that was pushed last.
pub fn set_up_argument(bytes: &[u8], offset: usize) -> HipResult {
    THREAD.with(|thread| {
        let mut configurations = thread.configurations.borrow_mut();
        let Some(configuration) = configurations.last_mut() else {
            return Err(HipError::MissingConfiguration.because("no launch was configured"));
        };
        let end = offset.checked_add(bytes.len()).filter(|&end| end <= MOST_ARGUMENTS).ok_or_else(|| {
            HipError::InvalidValue.because(format_args!("an argument of {} bytes at offset {offset}", bytes.len()))
        })?;
        let arguments = &mut configuration.arguments;
        arguments.resize(arguments.len().max(end), 0);
        arguments[offset..end].copy_from_slice(bytes);
        Ok(())
    })
}

/// `__hipPopCallConfiguration`.
pub fn pop_configuration() -> Option<CallConfiguration> {
    THREAD.with(|thread| thread.configurations.borrow_mut().pop())
}

/// `hipCtxPushCurrent`: the device becomes current, the previous one comes back with [`pop_context`].
pub fn push_context(device: usize) {
    with_owned(|thread| {
        thread.contexts.borrow_mut().push(current::device_index());
        current::set_device_index(device);
    });
}

/// `hipCtxPopCurrent`: the device that was current, if one had been pushed.
pub fn pop_context() -> Option<usize> {
    THREAD.with(|thread| {
        let previous = thread.contexts.borrow_mut().pop()?;
        let popped = current::device_index();
        current::set_device_index(previous);
        Some(popped)
    })
}

#[cfg(test)]
mod tests {
    use super::{HipError, peek_last_error, record, take_last_call_error, take_last_error};

    #[test]
    fn the_last_error_stays_until_taken_and_is_per_thread() {
        record(HipError::InvalidValue);
        assert_eq!(std::thread::spawn(peek_last_error).join().ok().flatten(), None);
        assert_eq!(peek_last_error(), Some(HipError::InvalidValue));
        assert_eq!(take_last_error(), Some(HipError::InvalidValue));
        assert_eq!(take_last_error(), None);
    }

    #[test]
    fn not_ready_is_an_answer_and_no_last_error() {
        record(HipError::NotReady);
        assert_eq!(peek_last_error(), None);
        assert_eq!(take_last_call_error(), Some(HipError::NotReady));
    }
}
