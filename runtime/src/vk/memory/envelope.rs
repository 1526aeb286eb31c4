//! A descriptor and what has to be known of it, in one message of a Unix socket: how one process gives memory of a GPU to another.
//!
//! Vulkan's descriptors do not say of how many bytes and of what type the memory is, which who imports it must tell the driver. So a program
//! that asks for a descriptor to pass on gets an *envelope*: one end of a pair of sockets, in which the message lies. It can be passed on
//! like any descriptor, and be opened as often as one likes. `giver` sends the same messages to who asks it. Linux only.
//! Called by `exported` and `giver`.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use crate::vk::error::VkError;

const MAGIC: u64 = u64::from_le_bytes(*b"HIPVKMEM");
/// Bytes of a message: the magic, the size, the memory's type and whether it is alone, the device.
const BYTES: usize = 8 + 8 + 8 + 16;
/// Room for one descriptor beside it, aligned as headers are.
type Control = [u64; 4];

/// What has to be known of memory behind a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label {
    /// Bytes that were allocated.
    pub(super) size: u64,
    /// Index of the memory's type.
    pub(super) kind: u32,
    /// It is one buffer's, as large.
    pub(super) alone: bool,
    /// UUID of the device.
    pub(super) device: [u8; 16],
}

impl Label {
    fn encode(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.size.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.kind.to_le_bytes());
        bytes[20] = self.alone.into();
        bytes[24..].copy_from_slice(&self.device);
        bytes
    }

    fn decode(bytes: &[u8; BYTES]) -> Option<Self> {
        let (words, _) = bytes.as_chunks::<8>();
        let word = |index: usize| u64::from_le_bytes(words[index]);
        let device = *bytes.last_chunk()?;
        (word(0) == MAGIC).then(|| Self { size: word(1), kind: word(2) as u32, alone: word(2) >> 32 != 0, device })
    }
}

fn failed(what: &'static str) -> VkError {
    VkError::System { what, reason: std::io::Error::last_os_error().to_string() }
}

/// A message of one part, with room for what goes beside it.
fn message(part: &mut libc::iovec, control: &mut Control) -> libc::msghdr {
    // SAFETY: plain numbers and pointers, for which zeros are right.
    let mut header: libc::msghdr = unsafe { std::mem::zeroed() };
    header.msg_iov = part;
    header.msg_iovlen = 1;
    header.msg_control = control.as_mut_ptr().cast();
    header.msg_controllen = size_of_val(control) as _;
    header
}

/// Writes a message.
pub(super) fn send(socket: &impl AsRawFd, label: &Label, descriptor: &impl AsRawFd) -> Result<(), VkError> {
    let mut bytes = label.encode();
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: BYTES };
    let mut control = Control::default();
    let mut header = message(&mut part, &mut control);
    // SAFETY: the control's room is that of one descriptor and its header, which it is aligned for; all pointers are to what lives here.
    let sent = unsafe {
        header.msg_controllen = libc::CMSG_SPACE(size_of::<RawFd>() as u32) as _;
        let first = libc::CMSG_FIRSTHDR(&header);
        (*first).cmsg_level = libc::SOL_SOCKET;
        (*first).cmsg_type = libc::SCM_RIGHTS;
        (*first).cmsg_len = libc::CMSG_LEN(size_of::<RawFd>() as u32) as _;
        libc::CMSG_DATA(first).cast::<RawFd>().write_unaligned(descriptor.as_raw_fd());
        libc::sendmsg(socket.as_raw_fd(), &header, libc::MSG_NOSIGNAL)
    };
    if sent == BYTES as isize { Ok(()) } else { Err(failed("sending a descriptor")) }
}

/// Reads a message; `flags` are recvmsg's. `Invalid` for anything that is none.
pub(super) fn receive(socket: RawFd, flags: libc::c_int) -> Result<(Label, OwnedFd), VkError> {
    const NONE: VkError = VkError::Invalid("the descriptor is of no memory that was exported");
    let mut bytes = [0; BYTES];
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: BYTES };
    let mut control = Control::default();
    let mut header = message(&mut part, &mut control);
    // SAFETY: all pointers are to what lives here, with their sizes; what is no socket is an error.
    let got = unsafe { libc::recvmsg(socket, &mut header, flags | libc::MSG_CMSG_CLOEXEC) };
    if got < 0 {
        return Err(NONE);
    }
    // SAFETY: recvmsg has filled the header in; a descriptor that came is this process' from here on.
    let descriptor = unsafe {
        let first = libc::CMSG_FIRSTHDR(&header);
        let rights = !first.is_null()
            && ((*first).cmsg_level, (*first).cmsg_type) == (libc::SOL_SOCKET, libc::SCM_RIGHTS)
            && (*first).cmsg_len as usize >= libc::CMSG_LEN(size_of::<RawFd>() as u32) as usize;
        rights.then(|| OwnedFd::from_raw_fd(libc::CMSG_DATA(first).cast::<RawFd>().read_unaligned()))
    };
    let label = Label::decode(&bytes).filter(|_| got == BYTES as isize);
    Ok((label.ok_or(NONE)?, descriptor.ok_or(NONE)?))
}

/// An envelope for a descriptor.
pub(super) fn seal(label: &Label, descriptor: &impl AsRawFd) -> Result<OwnedFd, VkError> {
    let mut ends = [-1; 2];
    // SAFETY: there is room for two.
    if unsafe { libc::socketpair(libc::AF_UNIX, libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC, 0, ends.as_mut_ptr()) } != 0
    {
        return Err(failed("socketpair"));
    }
    // SAFETY: just made, and nobody else's.
    let [envelope, writer] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
    send(&writer, label, descriptor)?;
    Ok(envelope)
}

/// What is in an envelope, which stays as it is.
pub(super) fn open(envelope: RawFd) -> Result<(Label, OwnedFd), VkError> {
    receive(envelope, libc::MSG_PEEK | libc::MSG_DONTWAIT)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Seek, Write};
    use std::os::fd::{AsRawFd, OwnedFd};
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::net::UnixStream;

    use super::{Label, open, seal};
    use crate::vk::error::VkError;

    fn inode(descriptor: OwnedFd) -> u64 {
        File::from(descriptor).metadata().expect("an open file").ino()
    }

    #[test]
    fn an_envelope_is_opened_as_often_as_one_likes() {
        let label = Label { size: 1 << 40, kind: 7, alone: true, device: *b"a device's UUID." };
        let file = File::open("/proc/self/exe").expect("the test itself");
        let envelope = seal(&label, &file).expect("two sockets");
        let inside = file.metadata().expect("an open file").ino();
        drop(file);
        for _ in 0..3 {
            let (told, descriptor) = open(envelope.as_raw_fd()).expect("a message");
            assert_eq!((told, inode(descriptor)), (label, inside));
        }
    }

    #[test]
    fn nothing_else_is_one() {
        let file = File::open("/proc/self/exe").expect("the test itself");
        let (socket, mut other) = UnixStream::pair().expect("two sockets");
        let is_none = |descriptor| assert!(matches!(open(descriptor), Err(VkError::Invalid(_))));
        is_none(-1);
        is_none(file.as_raw_fd());
        is_none(socket.as_raw_fd());
        other.write_all(&[7; 100]).expect("room");
        is_none(socket.as_raw_fd());
        drop(other);
        is_none(socket.as_raw_fd());
        let mut file = file;
        assert_eq!(file.stream_position().expect("a file"), 0, "it was read");
    }
}
