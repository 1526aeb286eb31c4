//! What a module says of its ids beside defining them: names, linkage, decorations, entry points, attributes. Called by `mod.rs`.

use rspirv::spirv::{Decoration, ExecutionMode, LinkageType, Op};

use super::words::{Inst, string_words};
use super::{Result, malformed};
use crate::hash::{HashMap, HashSet};

/// The sets of extended instructions that we know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    OpenCl,
    /// LLVM's attributes and metadata, kept for the way back.
    AuxData,
    /// What changes no program.
    NonSemantic,
}

/// LLVM's attributes of a function, as the last operands of `NonSemantic.AuxData`'s instruction 1.
const ATTRIBUTE: u32 = 1;

#[derive(Default)]
pub(super) struct Facts {
    decorations: HashMap<u32, Vec<(Decoration, Vec<u32>)>>,
    names: HashMap<u32, String>,
    /// Ids that other modules may know, and whether they are to be found there.
    linkage: HashMap<u32, (String, LinkageType)>,
    pub entries: HashMap<u32, String>,
    modes: HashMap<u32, Vec<(ExecutionMode, Vec<u32>)>>,
    pub sets: HashMap<u32, Set>,
    /// (function, name, value).
    attributes: Vec<(u32, String, String)>,
    /// What functions and variables are called in the text.
    symbols: HashMap<u32, String>,
}

impl Facts {
    pub fn of(code: &[Inst<'_>]) -> Result<Self> {
        let mut facts = Self::default();
        let mut strings = HashMap::default();
        for inst in code {
            facts.note(inst, &mut strings)?;
        }
        facts.name(code);
        Ok(facts)
    }

    fn note(&mut self, inst: &Inst<'_>, strings: &mut HashMap<u32, String>) -> Result<()> {
        match inst.op {
            Op::String => drop(strings.insert(inst.id, inst.string(0))),
            Op::Name => drop(self.names.insert(inst.arg(0)?, inst.string(1))),
            Op::Decorate => self.decoration(inst)?,
            Op::EntryPoint => drop(self.entries.insert(inst.arg(1)?, inst.string(2))),
            Op::ExecutionMode => {
                if let Some(mode) = ExecutionMode::from_u32(inst.arg(1)?) {
                    self.modes.entry(inst.arg(0)?).or_default().push((mode, inst.args[2..].to_vec()));
                }
            }
            Op::ExtInstImport => {
                let set = match &*inst.string(0) {
                    "OpenCL.std" => Set::OpenCl,
                    "NonSemantic.AuxData" => Set::AuxData,
                    name if name.starts_with("NonSemantic.") => Set::NonSemantic,
                    "OpenCL.DebugInfo.100" | "SPIRV.debug" => Set::NonSemantic,
                    name => return Err(malformed(inst, &format!("instructions of {name}"))),
                };
                self.sets.insert(inst.id, set);
            }
            Op::ExtInst if self.sets.get(&inst.arg(0)?) == Some(&Set::AuxData) && inst.arg(1)? == ATTRIBUTE => {
                let text = |index: usize| inst.args.get(index).and_then(|id| strings.get(id)).cloned();
                let value = text(4).unwrap_or_default();
                self.attributes.push((inst.arg(2)?, text(3).unwrap_or_default(), value));
            }
            _ => {}
        }
        Ok(())
    }

    fn decoration(&mut self, inst: &Inst<'_>) -> Result<()> {
        // One that we do not know is about nothing that we do.
        let Some(decoration) = Decoration::from_u32(inst.arg(1)?) else { return Ok(()) };
        let (of, args) = (inst.arg(0)?, &inst.args[2..]);
        if decoration == Decoration::LinkageAttributes {
            let kind = args.get(string_words(args)).and_then(|&kind| LinkageType::from_u32(kind));
            let kind = kind.ok_or_else(|| malformed(inst, "an unknown linkage"))?;
            self.linkage.insert(of, (llvms_name(inst.string(2)), kind));
        }
        self.decorations.entry(of).or_default().push((decoration, args.to_vec()));
        Ok(())
    }

    /// Gives functions and variables their names: an entry point's its own, since the host asks for it.
    fn name(&mut self, code: &[Inst<'_>]) {
        let is_symbol = |inst: &&Inst<'_>| matches!(inst.op, Op::Function | Op::Variable | Op::UntypedVariableKHR);
        let mut taken: HashSet<String> = HashSet::default();
        for kernel in [true, false] {
            for inst in code.iter().filter(is_symbol).filter(|inst| self.entries.contains_key(&inst.id) == kernel) {
                let known = self.entries.get(&inst.id).or(self.linkage.get(&inst.id).map(|(name, _)| name));
                let known = known.or(self.names.get(&inst.id)).filter(|name| !name.is_empty());
                let mut name = known.cloned().unwrap_or_else(|| format!("unnamed.{}", inst.id));
                let imported = self.linkage(inst.id) == Some(LinkageType::Import);
                if !taken.insert(name.clone()) && !imported {
                    name = format!("{name}.{}", inst.id);
                    taken.insert(name.clone());
                }
                self.symbols.insert(inst.id, name);
            }
        }
    }

    /// What a function or variable is called.
    pub fn symbol(&self, id: u32) -> &str {
        self.symbols.get(&id).map_or("", String::as_str)
    }

    pub fn linkage(&self, id: u32) -> Option<LinkageType> {
        self.linkage.get(&id).map(|(_, kind)| *kind)
    }

    /// The operands of a decoration of `id`, each time it has it.
    fn decorated(&self, id: u32, kind: Decoration) -> impl Iterator<Item = &[u32]> {
        let all = self.decorations.get(&id).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(move |(known, _)| *known == kind).map(|(_, args)| args.as_slice())
    }

    pub fn has(&self, id: u32, kind: Decoration) -> bool {
        self.decorated(id, kind).next().is_some()
    }

    /// The first operand of every such decoration of `id`.
    pub fn operands(&self, id: u32, kind: Decoration) -> impl Iterator<Item = u32> {
        self.decorated(id, kind).filter_map(|args| args.first().copied())
    }

    /// `, align N`, or nothing.
    pub fn align(&self, id: u32) -> String {
        self.operands(id, Decoration::Alignment).next().map_or(String::new(), |bytes| format!(", align {bytes}"))
    }

    /// The largest block that a kernel is for.
    pub fn largest_block(&self, id: u32) -> Option<u32> {
        let modes = self.modes.get(&id)?;
        let is_size = |mode| matches!(mode, ExecutionMode::MaxWorkgroupSizeINTEL | ExecutionMode::LocalSize);
        let sizes = modes.iter().filter(|(mode, _)| is_size(*mode));
        sizes.map(|(_, size)| size.iter().fold(1u32, |all, &one| all.saturating_mul(one))).min()
    }

    /// LLVM's attributes of a function that are kept beside the code.
    pub fn attributes(&self, id: u32) -> impl Iterator<Item = (&str, &str)> {
        let own = self.attributes.iter().filter(move |(function, ..)| *function == id);
        own.map(|(_, name, value)| (name.as_str(), value.as_str()))
    }
}

/// LLVM's own back end for SPIR-V calls the intrinsics that it knows nothing of by names without dots.
fn llvms_name(name: String) -> String {
    match name.strip_prefix("spirv.llvm_") {
        Some(rest) => format!("llvm.{}", rest.replace('_', ".")),
        None => name,
    }
}
