//! What an action is to know: language, processor, options.

use super::isa;
use super::status::{Failure, Status};
use crate::hip::error::HipError;
use crate::hip::handle::{Registered, Registry};
use crate::hip::locks::{Mutex, Rank};

/// `amd_comgr_language_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u32)]
pub enum Language {
    /// None was set.
    #[default]
    None = 0,
    /// OpenCL 1.2.
    OpenCl12 = 1,
    /// OpenCL 2.0.
    OpenCl20 = 2,
    /// HIP.
    Hip = 3,
    /// LLVM's IR.
    LlvmIr = 4,
}

impl Language {
    /// As C has it.
    pub fn of(value: u32) -> Status<Language> {
        use Language::{Hip, LlvmIr, None, OpenCl12, OpenCl20};
        let all = [None, OpenCl12, OpenCl20, Hip, LlvmIr];
        let found = all.into_iter().find(|language| *language as u32 == value);
        found.ok_or_else(|| Failure::InvalidArgument.because(format_args!("there is no language {value}")))
    }
}

/// An `amd_comgr_action_info_t`.
#[derive(Debug)]
pub struct ActionInfo {
    state: Mutex<Wanted>,
}

/// What it says.
#[derive(Debug, Default, Clone)]
pub struct Wanted {
    /// The language of sources.
    pub language: Language,
    /// The processor's name, in AMD's long form; empty if none was set.
    pub isa: String,
    /// Options of the compiler.
    pub options: Vec<String>,
    /// Entries of bundles that are asked for.
    pub entries: Vec<String>,
    /// Where relative names begin; empty if none was set.
    pub folder: String,
    /// Results have a log.
    pub logging: bool,
    /// Sources are linked with AMD's device libraries, whatever the action.
    pub libraries: bool,
}

impl Registered for ActionInfo {
    const KIND: u8 = 0x7a;
    const NAME: &'static str = "action info";
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<ActionInfo> {
        static ALL: Registry<ActionInfo> = Registry::new();
        &ALL
    }
}

impl ActionInfo {
    /// Nothing is said yet.
    pub fn new() -> ActionInfo {
        ActionInfo { state: Mutex::new(Rank::Program, Wanted::default()) }
    }

    /// What it says now.
    pub fn wanted(&self) -> Wanted {
        self.state.lock().clone()
    }

    /// Says something else.
    pub fn change(&self, change: impl FnOnce(&mut Wanted)) {
        change(&mut self.state.lock());
    }

    /// "If NULL or the empty string then the isa name is cleared"; one that there is not is AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT.
    pub fn set_isa(&self, name: String) -> Status {
        if !name.is_empty() {
            isa::parse(&name)?;
        }
        self.change(|wanted| wanted.isa = name);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{ActionInfo, Failure, Language};

    #[test]
    fn a_processor_that_there_is_not_is_refused_and_an_empty_name_clears() {
        let info = ActionInfo::new();
        assert_eq!(info.set_isa("amdgcn-amd-amdhsa--gfx1030".into()), Ok(()));
        assert_eq!(info.set_isa("amdgcn-amd-amdhsa--gfx0".into()), Err(Failure::InvalidArgument));
        assert_eq!(info.wanted().isa, "amdgcn-amd-amdhsa--gfx1030");
        assert_eq!(info.set_isa(String::new()), Ok(()));
        assert_eq!(info.wanted().isa, "");
    }

    #[test]
    fn languages_are_amds_numbers() {
        assert_eq!(Language::of(3), Ok(Language::Hip));
        assert_eq!(Language::of(5), Err(Failure::InvalidArgument));
    }
}
