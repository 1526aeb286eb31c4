//! A compilation's arguments, sorted by what they mean to a precompiled header.
//!
//! [`Arguments::of`] knows clang's options that change what a header means, and says no to what it does not know. Used by [`super`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::driver::args::CommandLine;
use crate::driver::clang::{DEVICE_LIBRARY, RTC_RUNTIME, Toolchain, WRAPPER};

/// Headers of ours that come in front of a program.
const FRONT: &[&str] = &[DEVICE_LIBRARY, RTC_RUNTIME];
/// Options whose value is the next argument, and that the program alone has.
const PROGRAMS: &[&str] = &["-include", "-MF", "-MT", "-MQ", "-o"];
/// The same without a value.
const PROGRAMS_ALONE: &[&str] = &["-MD", "-MMD", "-MP", "-emit-llvm", "-S", "-c"];
/// cc1's, behind `-Xclang`, that the program alone has; whether a value follows behind another.
const PROGRAMS_CC1: &[(&str, bool)] = &[
    ("-mlink-builtin-bitcode", true),
    ("-fcuda-include-gpubinary", true),
    ("-fembed-offload-object=/dev/stdin", false),
    ("-dependency-file", true),
    ("-MT", true),
    ("-sys-header-deps", false),
];
const FOLDERS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter"];
/// A user's options that mean the same to a header as to the program. `-f` and `-W` that write files or run other code are not among them.
const UNDERSTOOD: &[&str] = &["-D", "-U", "-I", "-std=", "--std=", "-O", "-W", "-g", "-m", "-f"];
const UNDERSTOOD_ALONE: &[&str] = &["-MD", "-MMD", "-MP", "-w", "-pthread", "-pedantic"];
const NOT_UNDERSTOOD: &[&str] = &[
    "-Wp,",
    "-Wa,",
    "-Wl,",
    "-gcc",
    "-mllvm",
    "-fmodule",
    "-fplugin",
    "-fpass-plugin",
    "-fpch",
    "-ftime",
    "-fdump",
    "-fprofile",
    "-fcoverage",
    "-fcrash",
    "-fsave",
    "-fprebuilt",
    "-fdepfile",
    "-foptimization-record",
    "-fdiagnostics-format",
    "-fsyntax-only",
];

/// What both runs of clang get besides. From C++20 on clang compares the bodies of functions that a header and clang's own HIP headers both have, as
/// it does for modules: it takes `min` on the host for another than `min` on the device, and clang 19 crashes while it says so. Such
/// a crash would leave megabytes in the folder of temporary files, and what fails is compiled without a header anyway: a program with modules too.
const BOTH: &[&str] = &["-Xclang", "-fno-cxx-modules", "-fno-crash-diagnostics"];

/// One argument, or an option with its value.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// An include of ours, which is to be precompiled.
    Front,
    /// For header and program.
    Both,
    /// For the program.
    Program,
    /// `-D` or `-U` of this name.
    Macro(String),
    /// A folder of the user's in which includes are looked for, and whether by `-I`.
    Folder(String, bool),
}

/// A command's arguments.
#[derive(Debug)]
pub struct Arguments {
    words: Vec<(Kind, Vec<String>)>,
}

impl Arguments {
    /// Those of `command`, which compiles `source` by `line`; none if a header might mean another thing in it than in another.
    pub fn of(command: &Command, tools: &Toolchain, line: &CommandLine, source: &str) -> Option<Self> {
        let given = line.common.iter().chain(&line.device).chain(&line.host);
        if line.save_temps || line.verbose || !all_understood(given) {
            return None;
        }
        let words: Option<Vec<&str>> = command.get_args().map(|arg| arg.to_str()).collect();
        let own = [tools.installation.include.clone(), tools.clang.headers.join("cuda_wrappers")];
        let mut sorted = Self { words: Vec::new() };
        let mut rest = words?.into_iter();
        while let Some(word) = rest.next() {
            let takes_value = PROGRAMS.contains(&word) || FOLDERS.contains(&word) || ["-D", "-U", "-x"].contains(&word);
            let mut option = vec![word.to_owned()];
            if takes_value || matches!(word, "-Xclang" | "-mllvm") {
                option.push(rest.next()?.to_owned());
            }
            if word == "-Xclang" && cc1_value(&option[1]) {
                option.extend([rest.next()?.to_owned(), rest.next()?.to_owned()]);
            }
            let kind = if word == source { Kind::Program } else { sorted.kind(&option, &own) };
            sorted.words.push((kind, option));
        }
        sorted.words.iter().any(|(kind, _)| *kind == Kind::Front).then_some(sorted)
    }

    fn kind(&self, option: &[String], own: &[PathBuf]) -> Kind {
        let (word, value) = (option[0].as_str(), option.get(1).map(String::as_str));
        if word == "-include" {
            let value = value.unwrap_or_default();
            let ours = value == WRAPPER || FRONT.iter().any(|name| Path::new(value) == own[0].join(name));
            // What the user includes before may change what ours means.
            let first = !self.words.iter().any(|(kind, words)| *kind == Kind::Program && words[0] == "-include");
            return if ours && first { Kind::Front } else { Kind::Program };
        }
        if word == "-Xclang" {
            let name = value.unwrap_or_default();
            let programs = PROGRAMS_CC1.iter().any(|(known, _)| *known == name) || name.starts_with("-cuid=");
            return if programs { Kind::Program } else { Kind::Both };
        }
        if PROGRAMS.contains(&word)
            || PROGRAMS_ALONE.contains(&word)
            || word.starts_with("-cuid=")
            || word.starts_with("-MF")
        {
            return Kind::Program;
        }
        if let Some(text) = valued(option, &["-D", "-U"]) {
            return Kind::Macro(text.split(['=', '(']).next().unwrap_or_default().to_owned());
        }
        match valued(option, FOLDERS) {
            Some(folder) if !own.iter().any(|own| own == Path::new(folder)) => {
                Kind::Folder(folder.to_owned(), word.starts_with("-I"))
            }
            _ => Kind::Both,
        }
    }

    /// The macros that the command line defines or takes back.
    pub fn macros(&self) -> impl Iterator<Item = &str> {
        self.words.iter().filter_map(|(kind, _)| if let Kind::Macro(name) = kind { Some(name.as_str()) } else { None })
    }

    /// The user's folders, and whether each is named by `-I`.
    pub fn folders(&self) -> impl Iterator<Item = (PathBuf, bool)> {
        self.words.iter().filter_map(|(kind, _)| match kind {
            Kind::Folder(path, plain) => Some((PathBuf::from(path), *plain)),
            _ => None,
        })
    }

    /// What clang is to be given to precompile, with the `kept` ones of the macros, in front of the source `stand_in`; to standard output.
    pub fn making(&self, kept: &BTreeSet<&str>, stand_in: &Path) -> Vec<String> {
        let wanted = self.words.iter().filter(|(kind, _)| match kind {
            Kind::Front | Kind::Both => true,
            Kind::Macro(name) => kept.contains(name.as_str()),
            Kind::Program | Kind::Folder(..) => false,
        });
        let words = wanted.flat_map(|(_, words)| words.iter().cloned());
        let last = BOTH.iter().chain(&["-fsyntax-only", "-Xclang", "-emit-pch"]).map(|&word| word.to_owned());
        words.chain(last).chain([stand_in.display().to_string()]).collect()
    }

    /// The command's own arguments, with `header` instead of what it has precompiled.
    pub fn using(&self, header: &Path) -> Vec<String> {
        let instead = BOTH.iter().chain(&["-Xclang", "-include-pch", "-Xclang"]).map(|&word| word.to_owned());
        let rest =
            self.words.iter().filter(|(kind, _)| *kind != Kind::Front).flat_map(|(_, words)| words.iter().cloned());
        // The first argument says what kind of driver clang is to be.
        let mut words: Vec<String> = rest.collect();
        let at = usize::from(words.first().is_some_and(|word| word.starts_with("--driver-mode")));
        words.splice(at..at, instead.chain([header.display().to_string()]));
        words
    }
}

/// The value of an option that is one of `names`, joined to it or behind it.
fn valued<'a>(option: &'a [String], names: &[&str]) -> Option<&'a str> {
    match option {
        [word, value] if names.contains(&word.as_str()) => Some(value),
        [word] => names.iter().find_map(|name| word.strip_prefix(name)).filter(|value| !value.is_empty()),
        _ => None,
    }
}

/// Whether a value follows this option of cc1's, behind another `-Xclang`.
fn cc1_value(name: &str) -> bool {
    PROGRAMS_CC1.iter().any(|(known, value)| *known == name && *value)
}

fn all_understood<'a>(mut given: impl Iterator<Item = &'a String>) -> bool {
    while let Some(word) = given.next() {
        let word = word.as_str();
        if FOLDERS.contains(&word) || matches!(word, "-D" | "-U" | "-include" | "-MF" | "-MT" | "-MQ") {
            if given.next().is_none() {
                return false;
            }
            continue;
        }
        let known = UNDERSTOOD.iter().any(|start| word.starts_with(start))
            || word.starts_with("-MF")
            || word.starts_with("-cuid=");
        let refused = NOT_UNDERSTOOD.iter().any(|start| word.starts_with(start));
        if refused || !(known || UNDERSTOOD_ALONE.contains(&word)) {
            return false;
        }
    }
    true
}
