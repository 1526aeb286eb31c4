//! Which of AMD's two warp widths the program is compiled for, and what its devices therefore say they are.
//!
//! An AMD card has one width, and a program compiled for it finds that width in `warpSize`, whether it asks on the host or in
//! a kernel. Our devices run either width (`spirv_gen::passes::warp`), so they announce the one that the registered code has:
//! 64 lanes and a gfx9 name for programs built with `--offload-arch=gfx90a` and the like, else 32 and a gfx10 name.
//!
//! Decided once, when somebody first asks or the first module is made; what `hipModuleLoad` or `dlopen` bring later changes nothing.
//! Where registered code disagrees, the last unit counts: the executable's constructors run after those of the libraries it
//! links. Code of another width still runs with its own; a log line says so once.

use std::sync::{Once, OnceLock};

use super::register;

/// What a device says about the dialect of AMD's code that it runs.
#[derive(Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Lanes of a warp.
    pub warp_size: u32,
    /// `gcnArchName`: the architecture whose IR `hipcc` compiles to (`driver::clang`).
    pub arch_name: &'static str,
    /// Major and minor version, as the name has them.
    pub capability: [u32; 2],
}

static NARROW: Dialect = Dialect { warp_size: 32, arch_name: "gfx1030", capability: [10, 3] };
static WIDE: Dialect = Dialect { warp_size: 64, arch_name: "gfx906", capability: [9, 0] };

/// The program's dialect.
pub fn of_program() -> &'static Dialect {
    static DECIDED: OnceLock<&'static Dialect> = OnceLock::new();
    DECIDED.get_or_init(|| decide(&register::warp_sizes()))
}

/// `registered`: the widths of the program's units in the order of their registration. Without any it is hipcc's default.
fn decide(registered: &[u32]) -> &'static Dialect {
    match registered.last() {
        Some(64) => &WIDE,
        _ => &NARROW,
    }
}

/// Called for each unit or module before its kernels run: says in the log if the host is told another width.
pub fn check(warp_size: u32) {
    static ONCE: Once = Once::new();
    let announced = of_program().warp_size;
    if warp_size != announced {
        ONCE.call_once(|| {
            log::warn!(
                "kernels compiled for warps of {warp_size} lanes in a program whose hipDeviceProp_t says {announced}"
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{NARROW, WIDE, decide};

    #[test]
    fn the_programs_own_unit_decides_over_its_libraries_and_the_default_is_32() {
        assert_eq!(decide(&[]), &NARROW);
        assert_eq!(decide(&[32, 32]), &NARROW);
        assert_eq!(decide(&[64, 64]), &WIDE);
        assert_eq!(decide(&[32, 64]), &WIDE);
        assert_eq!(decide(&[64, 32]), &NARROW);
    }
}
