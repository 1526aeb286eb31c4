//! Gives descriptors of this process's memory to other processes of its user that know a number of it.
//!
//! A thread listens at an abstract Unix socket, whose name is the process's number and when it began; it starts with the first memory that is
//! offered. A handle of memory (`ipc`) needs no socket between the two programs then, and no right to look into another process. What is
//! given keeps its memory alive, so an offer ends with the memory. Linux only. Called by `exported`.

use std::io::{Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::envelope::{self, Label};
use super::process::started;
use crate::locks::{Mutex, Rank};
use crate::vk::error::VkError;

/// How long somebody who has connected may take to say what he wants, and this process to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What others may have.
#[derive(Debug)]
struct Offer {
    number: u32,
    /// Whose memory it is: the device's and the memory's handle.
    memory: (u64, u64),
    label: Label,
    descriptor: OwnedFd,
}

#[derive(Debug)]
struct Offers {
    all: Vec<Offer>,
    /// The last one's number.
    last: u32,
    listening: bool,
}

static OFFERS: Mutex<Offers> = Mutex::new(Rank::Given, Offers { all: Vec::new(), last: 0, listening: false });
/// There was an offer: freeing memory is to cost nothing where there was none.
static OFFERED: AtomicBool = AtomicBool::new(false);

fn failed(what: &'static str) -> impl Fn(std::io::Error) -> VkError {
    move |error| VkError::System { what, reason: error.to_string() }
}

fn gone() -> VkError {
    VkError::Invalid("the process that made the handle, or its memory, is gone")
}

fn address(process: u32, started: u64) -> std::io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(format!("hipvk-memory-{process}-{started}"))
}

/// Offers memory, `make` giving its descriptor the first time. Returns the number to ask for.
pub(super) fn offer(
    memory: (u64, u64),
    make: impl FnOnce() -> Result<(Label, OwnedFd), VkError>,
) -> Result<u32, VkError> {
    let mut offers = OFFERS.lock();
    if let Some(known) = offers.all.iter().find(|offer| offer.memory == memory) {
        return Ok(known.number);
    }
    if !offers.listening {
        listen()?;
        offers.listening = true;
    }
    let (label, descriptor) = make()?;
    OFFERED.store(true, Ordering::Release);
    offers.last += 1;
    let number = offers.last;
    offers.all.push(Offer { number, memory, label, descriptor });
    Ok(number)
}

/// The memory goes.
pub(super) fn withdraw(memory: (u64, u64)) {
    if OFFERED.load(Ordering::Acquire) {
        OFFERS.lock().all.retain(|offer| offer.memory != memory);
    }
}

fn listen() -> Result<(), VkError> {
    let process = std::process::id();
    let name = address(process, started(process).ok_or_else(gone)?).map_err(failed("a socket's name"))?;
    let listener = UnixListener::bind_addr(&name).map_err(failed("a socket for other processes"))?;
    let serve = move || {
        for visitor in listener.incoming().flatten() {
            if let Err(error) = answer(visitor) {
                log::info!("another process got no memory: {error}");
            }
        }
    };
    let thread = std::thread::Builder::new().name("hipvk-giver".into()).spawn(serve);
    thread.map(drop).map_err(failed("a thread"))
}

/// Sends what a visitor asks for, if he may have it. Who asks for what there is not is answered by the socket's end.
fn answer(mut visitor: UnixStream) -> Result<(), VkError> {
    let timeout = visitor.set_read_timeout(Some(PATIENCE)).and_then(|()| visitor.set_write_timeout(Some(PATIENCE)));
    timeout.map_err(failed("a socket"))?;
    // SAFETY: it has no conditions.
    let own = unsafe { libc::geteuid() };
    if ![own, 0].contains(&user_of(&visitor)?) {
        return Err(VkError::Invalid("it is another user's"));
    }
    let mut number = [0; 4];
    visitor.read_exact(&mut number).map_err(failed("reading a request"))?;
    let number = u32::from_le_bytes(number);
    let offers = OFFERS.lock();
    let offer = offers.all.iter().find(|offer| offer.number == number).ok_or_else(gone)?;
    envelope::send(&visitor, &offer.label, &offer.descriptor)
}

/// The user whose process is at the other end.
fn user_of(visitor: &UnixStream) -> Result<u32, VkError> {
    let mut told = libc::ucred { pid: 0, uid: u32::MAX, gid: 0 };
    let mut size = size_of_val(&told) as libc::socklen_t;
    let to = (&raw mut told).cast();
    // SAFETY: `to` has room for `size` bytes.
    let result = unsafe { libc::getsockopt(visitor.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, to, &mut size) };
    match result {
        0 => Ok(told.uid),
        _ => Err(failed("SO_PEERCRED")(std::io::Error::last_os_error())),
    }
}

/// What another process offers under this number. `Invalid` if it, or the memory, is gone.
pub(super) fn fetch(process: u32, began: u64, number: u32) -> Result<(Label, OwnedFd), VkError> {
    if started(process) != Some(began) {
        return Err(gone());
    }
    let name = address(process, began).map_err(failed("a socket's name"))?;
    let mut socket = UnixStream::connect_addr(&name).map_err(|_| gone())?;
    socket.write_all(&number.to_le_bytes()).map_err(|_| gone())?;
    envelope::receive(socket.as_raw_fd(), 0).map_err(|_| gone())
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::fd::OwnedFd;

    use super::{Label, VkError, fetch, offer, started, withdraw};

    #[test]
    fn what_is_offered_is_given_until_it_is_withdrawn() {
        let label = |size| Label { size, kind: 1, alone: false, device: [3; 16] };
        let make = |size| move || Ok((label(size), OwnedFd::from(File::open("/proc/self/exe").expect("the test"))));
        let one = offer((1, 1), make(10)).expect("a thread");
        let two = offer((1, 2), make(20)).expect("a thread");
        assert_eq!(offer((1, 1), || Err(VkError::Invalid("it is known"))), Ok(one));
        let process = std::process::id();
        let began = started(process).expect("this process runs");
        let given = |number| fetch(process, began, number).map(|(label, _)| label.size);
        assert_eq!((given(one), given(two)), (Ok(10), Ok(20)));
        withdraw((1, 1));
        assert!(matches!(given(one), Err(VkError::Invalid(_))));
        assert!(matches!(given(two + 1), Err(VkError::Invalid(_))));
        assert!(matches!(fetch(process, began + 1, two).map(drop), Err(VkError::Invalid(_))));
        assert_eq!(given(two), Ok(20));
        withdraw((1, 2));
    }
}
