//! The text of a fault report, put together without allocating. Used by `fault`, in its handler.

use std::ffi::{c_int, c_void};

use crate::vk::stream::flight::Flight;

/// A report's bytes; what does not fit is cut.
pub(in crate::vk) struct Line {
    bytes: [u8; 4096],
    length: usize,
}

/// Kernels that are named; of more, only how many.
const MOST_KERNELS: usize = 8;
/// Addresses below this are a null pointer and an offset.
const NULL_PAGE: usize = 64 << 10;

/// What is known of the instruction that faulted.
pub(in crate::vk) struct Place {
    /// It wrote, if that can be known.
    pub(in crate::vk) writes: Option<bool>,
    /// It lies in this file (a driver's library): no kernel's code. A path, as long as it fits.
    pub(in crate::vk) file: Option<([u8; 256], usize)>,
}

impl Place {
    /// From the handler's context.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    pub(in crate::vk) fn of(context: *mut c_void) -> Place {
        const WRITE: i64 = 2;
        // SAFETY: the kernel gives every SA_SIGINFO handler a valid context.
        let registers = unsafe { (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
        let instruction = registers[libc::REG_RIP as usize] as usize;
        Place { writes: Some(registers[libc::REG_ERR as usize] & WRITE != 0), file: file_at(instruction) }
    }

    /// Other processors have other contexts.
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    pub(in crate::vk) fn of(_context: *mut c_void) -> Place {
        Place { writes: None, file: None }
    }
}

impl Line {
    pub(in crate::vk) fn new() -> Line {
        Line { bytes: [0; 4096], length: 0 }
    }

    fn push(&mut self, text: &str) {
        // A newline always fits.
        let room = self.bytes.len() - 1 - self.length;
        let text = &text.as_bytes()[..text.len().min(room)];
        self.bytes[self.length..self.length + text.len()].copy_from_slice(text);
        self.length += text.len();
    }

    fn push_number(&mut self, mut number: usize, base: usize) {
        let mut digits = [0u8; 20];
        let mut start = digits.len();
        while start == digits.len() || number > 0 {
            start -= 1;
            digits[start] = b"0123456789abcdef"[number % base];
            number /= base;
        }
        self.push(std::str::from_utf8(&digits[start..]).unwrap_or_default());
    }

    /// The whole report. `kernels` may be walked more than once.
    pub(in crate::vk) fn describe<I: Iterator<Item = &'static Flight>>(
        &mut self,
        address: usize,
        place: &Place,
        kernels: impl Fn() -> I,
    ) {
        self.push("hipvk: ");
        let count = kernels().count();
        match &place.file {
            Some((path, length)) => {
                self.push("the driver crashed (in ");
                self.push(std::str::from_utf8(&path[..*length]).unwrap_or("a library"));
                self.push(if count == 0 {
                    "), no kernel in flight"
                } else {
                    ") while it compiled, copied for or ran "
                });
            }
            None if count == 0 => self.push("a kernel that is complete by all we know"),
            None => {}
        }
        if count > 1 {
            self.push("one of the ");
            self.push_number(count, 10);
            self.push(" kernels in flight (");
        }
        for (index, kernel) in kernels().take(MOST_KERNELS).enumerate() {
            self.push(match (index, count) {
                (_, 1) => "kernel ",
                (0, _) => "",
                _ => ", ",
            });
            self.push_kernel(kernel);
        }
        self.push(match count {
            0 | 1 => "",
            2..=MOST_KERNELS => ")",
            _ => ", ...)",
        });
        self.push(match (place.file.is_some(), place.writes) {
            (true, _) => ", at address ",
            (_, Some(true)) => " wrote to address ",
            (_, Some(false)) => " read from address ",
            (_, None) => " used address ",
        });
        self.push("0x");
        self.push_number(address, 16);
        if address < NULL_PAGE {
            self.push(", a null pointer and an offset");
        }
        self.push(", where it has no memory");
    }

    fn push_kernel(&mut self, kernel: &Flight) {
        self.push("'");
        self.push(&kernel.name);
        self.push("'");
        if let Some(block) = kernel.block {
            self.push(" (blocks of ");
            self.push_shape(block);
            if let Some(grid) = kernel.grid() {
                self.push(", launched last as ");
                self.push_shape(grid);
                self.push(" blocks");
            }
            if let Some(location) = &kernel.location {
                self.push(", ");
                self.push(location);
            }
            self.push(")");
        }
    }

    fn push_shape(&mut self, shape: [u32; 3]) {
        for (index, number) in shape.into_iter().enumerate() {
            self.push(if index == 0 { "" } else { "x" });
            self.push_number(number as usize, 10);
        }
    }

    /// One system call, so that nothing comes in between.
    pub(super) fn write_to_stderr(&mut self) {
        self.bytes[self.length] = b'\n';
        // SAFETY: the bytes are this line's own.
        unsafe { libc::write(2, self.bytes.as_ptr().cast(), self.length + 1) };
    }
}

/// The file whose mapping holds an address, by /proc/self/maps; nothing for what was compiled at run time.
#[cfg_attr(not(all(target_arch = "x86_64", target_os = "linux")), allow(dead_code, reason = "needs the instruction"))]
fn file_at(address: usize) -> Option<([u8; 256], usize)> {
    // SAFETY: a constant path with its NUL.
    let file = unsafe { libc::open(c"/proc/self/maps".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
    if file < 0 {
        return None;
    }
    let mut reader = Bytes { file, buffer: [0; 1024], at: 0, end: 0 };
    let found = reader.find(address);
    // SAFETY: opened above.
    unsafe { libc::close(file) };
    found
}

/// A file, byte by byte.
struct Bytes {
    file: c_int,
    buffer: [u8; 1024],
    at: usize,
    end: usize,
}

impl Bytes {
    fn next(&mut self) -> Option<u8> {
        if self.at == self.end {
            // SAFETY: the buffer is this reader's own.
            let got = unsafe { libc::read(self.file, self.buffer.as_mut_ptr().cast(), self.buffer.len()) };
            (self.at, self.end) = (0, usize::try_from(got).ok().filter(|&got| got > 0)?);
        }
        self.at += 1;
        Some(self.buffer[self.at - 1])
    }

    fn hex(&mut self, end: u8) -> Option<usize> {
        let mut value = 0;
        loop {
            match self.next()? {
                byte if byte == end => return Some(value),
                byte => value = value << 4 | (byte as char).to_digit(16)? as usize,
            }
        }
    }

    /// Lines are `start-end access offset device inode      path`.
    fn find(&mut self, address: usize) -> Option<([u8; 256], usize)> {
        loop {
            let (start, end) = (self.hex(b'-')?, self.hex(b' ')?);
            let (mut path, mut length) = ([0; 256], 0);
            loop {
                match self.next()? {
                    b'\n' => break,
                    byte if (length > 0 || byte == b'/') && length < path.len() => {
                        path[length] = byte;
                        length += 1;
                    }
                    _ => {}
                }
            }
            if (start..end).contains(&address) {
                return (length > 0).then_some((path, length));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flight, Line, Place, file_at};

    fn text(address: usize, writes: Option<bool>, kernels: &[&'static Flight]) -> String {
        let mut line = Line::new();
        line.describe(address, &Place { writes, file: None }, || kernels.iter().copied());
        String::from_utf8(line.bytes[..line.length].to_vec()).unwrap()
    }

    #[test]
    fn the_kernel_the_access_and_the_address_are_named() {
        let kernel = Flight::of("_Z4wildPi", Some([32, 4, 1]), Some("wild.hip:7"));
        assert_eq!(
            text(0x10, Some(true), &[kernel]),
            "hipvk: kernel '_Z4wildPi' (blocks of 32x4x1, wild.hip:7) wrote to address 0x10, a null pointer and an offset, where it has \
             no memory"
        );
        kernel.note_grid([2, 1, 1]);
        let other = Flight::of("fill_rows", None, None);
        assert_eq!(
            text(0x7f00_0000_1000, Some(false), &[kernel, other]),
            "hipvk: one of the 2 kernels in flight ('_Z4wildPi' (blocks of 32x4x1, launched last as 2x1x1 blocks, wild.hip:7), \
             'fill_rows') read from address 0x7f0000001000, where it has no memory"
        );
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut_and_many_kernels_are_counted() {
        let long = Flight::of(&"x".repeat(5000), None, None);
        assert_eq!(text(1 << 40, None, &[long]).len(), 4095);
        let small = Flight::of("k", None, None);
        let many = text(1 << 40, None, &[small; 11]);
        assert!(many.contains("one of the 11 kernels") && many.matches("'k'").count() == 8 && many.contains("...)"));
    }

    #[test]
    fn code_of_a_file_is_told_from_code_made_at_run_time() {
        let (path, length) = file_at(text as *const () as usize).expect("this test lies in a file");
        let own = std::env::current_exe().unwrap();
        assert_eq!(std::str::from_utf8(&path[..length]).unwrap(), own.to_str().unwrap());
        let heap = Box::new(0u8);
        assert!(file_at(std::ptr::from_ref(&*heap) as usize).is_none());
    }
}
