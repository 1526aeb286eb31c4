//! Doing an action: what it takes of a set, what it leaves in another.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use spirv_gen::driver::comgr::{Actions, Language as Written, Made};
use spirv_gen::driver::rtc::{self, Input, Program};

use super::action::{Language, Wanted};
use super::data::{Data, DataSet, Kind};
use super::isa;
use super::status::{Failure, Status};

/// What AMD's library calls a log.
const LOG: &str = "comgr.log";

/// `amd_comgr_action_kind_t`, of the library's third version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Preprocess,
    Compile {
        libraries: bool,
        to: Kind,
    },
    LinkBitcode,
    Generate,
    LinkRelocatable,
    LinkExecutable,
    /// Not offered, and why.
    Missing(&'static str),
}

impl Action {
    fn of(value: u32) -> Status<Action> {
        let assembly = "there is no machine code of AMD's here, so nothing is assembled or disassembled";
        let spirv = "SPIR-V is compiled when hipModuleLoadData is given it";
        Ok(match value {
            0 => Action::Preprocess,
            1 => Action::Missing("headers of OpenCL are not offered"),
            2 => Action::Compile { libraries: false, to: Kind::Bitcode },
            3 => Action::LinkBitcode,
            4 => Action::Generate,
            5 | 8..=11 => Action::Missing(assembly),
            6 => Action::LinkRelocatable,
            7 => Action::LinkExecutable,
            12 => Action::Compile { libraries: true, to: Kind::Bitcode },
            13 => Action::Compile { libraries: true, to: Kind::Relocatable },
            14 => Action::Compile { libraries: true, to: Kind::Executable },
            15 => Action::Missing("bundles are taken apart where they are linked, and not by themselves"),
            16 | 19 => Action::Missing(spirv),
            _ => return Err(Failure::InvalidArgument.because(format_args!("there is no action {value}"))),
        })
    }
}

/// What an action leaves.
#[derive(Default)]
struct Left {
    made: Vec<(Kind, String, Vec<u8>)>,
    log: String,
}

impl Left {
    /// What was made is added; its log in any case. Nothing if it failed.
    fn take(&mut self, made: Made) -> Result<Vec<u8>, Failure> {
        match made {
            Ok((bytes, log)) => {
                self.log += &log;
                Ok(bytes)
            }
            Err(log) => {
                self.log += &log;
                Err(Failure::Error.because(log.trim_end()))
            }
        }
    }
}

/// Does it. "Any data objects are removed before performing the action which then adds all data objects produced by the action." `library` is
/// the folder of this library.
pub fn run(kind: u32, wanted: &Wanted, input: &DataSet, result: &DataSet, library: &Path) -> Status {
    let action = Action::of(kind)?;
    let mut left = Left::default();
    let needs_language = matches!(action, Action::Preprocess | Action::Compile { .. });
    if !matches!(action, Action::Missing(_)) {
        if wanted.isa.is_empty() {
            return Err(Failure::InvalidArgument.because("the action info names no processor"));
        }
        if needs_language && wanted.language == Language::None {
            return Err(Failure::InvalidArgument.because("the action info names no language"));
        }
    }
    // The same set may be both.
    let inputs = Inputs::of(input);
    result.remove(None);
    let status = perform(action, wanted, &inputs, library, &mut left);
    for (kind, name, bytes) in left.made {
        result.take(Data::made(kind, &name, bytes, Some(&wanted.isa)))?;
    }
    if wanted.logging {
        result.take(Data::made(Kind::Log, LOG, left.log.into_bytes(), None))?;
    }
    status
}

/// What an action may use.
struct Inputs {
    sources: Vec<Arc<Data>>,
    headers: Vec<(String, Vec<u8>)>,
    bitcode: Vec<Input>,
    relocatable: Vec<Input>,
}

impl Inputs {
    fn of(set: &DataSet) -> Inputs {
        let of = |kind| set.of(kind).into_iter().map(|(_, data)| data);
        let input = |data: Arc<Data>| Input { name: data.name(), bytes: data.bytes().to_vec() };
        let bundled = [Kind::BitcodeBundle, Kind::ArchiveBundle, Kind::Archive];
        Inputs {
            sources: of(Kind::Source).collect(),
            headers: of(Kind::Include).map(|data| (data.name(), data.bytes().to_vec())).collect(),
            bitcode: of(Kind::Bitcode).chain(bundled.into_iter().flat_map(of)).map(input).collect(),
            relocatable: of(Kind::Relocatable).map(input).collect(),
        }
    }
}

fn perform(action: Action, wanted: &Wanted, inputs: &Inputs, library: &Path, left: &mut Left) -> Status {
    if let Action::Missing(why) = action {
        left.log = format!("comgr: error: {why}\n");
        return Err(Failure::Error.because(why));
    }
    let isa = isa::parse(&wanted.isa)?;
    let folder = (!wanted.folder.is_empty()).then(|| PathBuf::from(&wanted.folder));
    let actions = Actions::new(isa.processor(), &wanted.options, folder, library).map_err(|log| {
        left.log.clone_from(&log);
        Failure::Error.because(log.trim_end())
    })?;
    match action {
        Action::Preprocess => {
            for (name, program) in programs(inputs, left)? {
                hip_only(wanted, left)?;
                let text = left.take(actions.preprocess(&program))?;
                left.made.push((Kind::Source, format!("{name}.i"), text));
            }
        }
        Action::Compile { libraries, to } => {
            compile(&actions, wanted, inputs, libraries || wanted.libraries, to, left)?;
        }
        Action::LinkBitcode => {
            let linked = left.take(actions.link_bitcode(&inputs.bitcode))?;
            left.made.push((Kind::Bitcode, "linked.bc".into(), linked));
        }
        Action::Generate => {
            for input in &inputs.bitcode {
                let unit = left.take(actions.generate(input))?;
                left.made.push((Kind::Relocatable, format!("{}.o", input.name), unit));
            }
        }
        Action::LinkRelocatable => {
            // Units lie one behind the other: the last link has them all.
            let mut all = Vec::new();
            for input in &inputs.relocatable {
                all.extend(left.take(actions.generate(input))?);
            }
            left.made.push((Kind::Relocatable, "linked.o".into(), all));
        }
        Action::LinkExecutable => link(&actions, &inputs.relocatable, left)?,
        Action::Missing(_) => {}
    }
    Ok(())
}

fn link(actions: &Actions, inputs: &[Input], left: &mut Left) -> Status {
    let bundle = left.take(actions.link(inputs))?;
    left.made.push((Kind::Executable, "a.so".into(), bundle));
    Ok(())
}

/// Sources to bitcode, or further.
fn compile(actions: &Actions, wanted: &Wanted, inputs: &Inputs, libraries: bool, to: Kind, left: &mut Left) -> Status {
    let language = match wanted.language {
        Language::LlvmIr => Written::Ir,
        _ => {
            hip_only(wanted, left)?;
            Written::Hip
        }
    };
    let mut units = Vec::new();
    for (name, program) in programs(inputs, left)? {
        let bytes = left.take(actions.compile(&program, language, libraries))?;
        let bitcode = Input { name: format!("{name}.bc"), bytes };
        if to == Kind::Bitcode {
            left.made.push((to, bitcode.name, bitcode.bytes));
            continue;
        }
        let bytes = left.take(actions.generate(&bitcode))?;
        units.push(Input { name: format!("{name}.o"), bytes });
    }
    match to {
        Kind::Executable => link(actions, &units, left),
        _ => {
            left.made.extend(units.into_iter().map(|unit| (Kind::Relocatable, unit.name, unit.bytes)));
            Ok(())
        }
    }
}

fn hip_only(wanted: &Wanted, left: &mut Left) -> Status {
    if wanted.language == Language::Hip {
        return Ok(());
    }
    let why = format!("sources in {:?} are not compiled, only HIP", wanted.language);
    left.log += &format!("comgr: error: {why}\n");
    Err(Failure::Error.because(why))
}

/// The sources, each with all headers.
fn programs(inputs: &Inputs, left: &mut Left) -> Status<Vec<(String, Program)>> {
    if let Some((name, _)) = inputs.headers.iter().find(|(name, _)| !rtc::is_header_name(name)) {
        left.log += &format!("comgr: error: no header can be called '{name}'\n");
        return Err(Failure::InvalidArgument.because(format_args!("a header called '{name}'")));
    }
    let program = |data: &Arc<Data>| {
        let (name, source) = (data.name(), data.bytes().to_vec());
        (name.clone(), Program { source, name, headers: inputs.headers.clone(), names: Vec::new() })
    };
    Ok(inputs.sources.iter().map(program).collect())
}

#[cfg(test)]
mod tests {
    use super::{Data, DataSet, Failure, Kind, Language, Wanted, run};
    use crate::hip::handle::Registered;

    fn wanted() -> Wanted {
        let isa = "amdgcn-amd-amdhsa--gfx1030".to_owned();
        Wanted { language: Language::Hip, isa, logging: true, ..Wanted::default() }
    }

    fn log_of(kind: u32, wanted: &Wanted) -> (Result<(), Failure>, String) {
        let (input, result) = (DataSet::new(), DataSet::new());
        let source = Data::create(Kind::Source);
        Data::registry().get(source).expect("it lives").set(b"kernel void k() {}".to_vec());
        input.take(source).expect("there is room");
        let status = run(kind, wanted, &input, &result, std::path::Path::new("/"));
        let log = result.of(Kind::Log).first().map(|(_, data)| data.bytes().to_vec()).unwrap_or_default();
        input.remove(None);
        result.remove(None);
        (status, String::from_utf8_lossy(&log).into_owned())
    }

    #[test]
    fn an_action_without_processor_or_language_is_invalid_and_others_say_why_they_are_not_there() {
        assert_eq!(log_of(20, &wanted()).0, Err(Failure::InvalidArgument));
        assert_eq!(log_of(2, &Wanted { isa: String::new(), ..wanted() }).0, Err(Failure::InvalidArgument));
        assert_eq!(log_of(2, &Wanted { language: Language::None, ..wanted() }).0, Err(Failure::InvalidArgument));
        for kind in [1, 5, 8, 9, 10, 11, 15, 16, 19] {
            let (status, log) = log_of(kind, &wanted());
            assert_eq!(status, Err(Failure::Error), "{kind}");
            assert!(log.starts_with("comgr: error: "), "{kind}: {log}");
        }
        let (status, log) = log_of(2, &Wanted { language: Language::OpenCl20, ..wanted() });
        assert_eq!(status, Err(Failure::Error));
        assert!(!log.is_empty());
    }
}
