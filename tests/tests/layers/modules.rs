//! A crate's files as modules, and which of them import which, read from the text: every path in code counts, in `use` or not.
//!
//! A name that a module only passes on (`pub use device::Device` in a room's `mod.rs`) is an arrow to where it is defined, and none from
//! the module that passes it on. What only tests see does not count. Used by `main`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::tokens::{tokens, without_tests};

type Path = Vec<String>;

/// What a `use` calls by a new name: a path of this crate, or another crate's.
type Target = Option<Path>;

#[derive(Default)]
struct Module {
    file: String,
    /// What it says itself: `struct`, `fn`, `macro_rules!`, ...
    defined: BTreeSet<String>,
    /// What `use` names; as written, until all modules are known.
    imports: Vec<(String, Path)>,
    aliases: HashMap<String, Target>,
    /// Paths in code; those of `use` too, if the module does more than pass them on.
    paths: Vec<Path>,
}

/// Arrows between files: from who imports to what is imported.
pub type Arrows = BTreeSet<(String, String)>;

/// The modules of a crate whose files are (path below `src`, text).
pub struct Crate(BTreeMap<Path, Module>);

impl Crate {
    pub fn new(files: &BTreeMap<String, String>) -> Crate {
        let mut modules = BTreeMap::new();
        let mut tests = Vec::new();
        for (file, text) in files {
            let all = tokens(text);
            let (code, test_modules) = without_tests(&all);
            let path = module_path(file);
            tests.extend(test_modules.iter().map(|name| [path.clone(), vec![name.to_string()]].concat()));
            modules.insert(path.clone(), Reader::new(file, &code, path).read());
        }
        modules.retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
        let mut this = Crate(modules);
        this.resolve_aliases();
        this
    }

    fn resolve_aliases(&mut self) {
        let paths: Vec<Path> = self.0.keys().cloned().collect();
        for path in paths {
            let imports = self.0[&path].imports.clone();
            let aliases =
                imports.into_iter().map(|(name, target)| (name, self.child_or_crate(&path, &target))).collect();
            self.0.get_mut(&path).expect("a key").aliases = aliases;
        }
    }

    /// An absolute path, where the first segment is `crate` or a child; None for another crate's.
    fn child_or_crate(&self, module: &Path, path: &[String]) -> Target {
        if path[0] == "crate" {
            return Some(path[1..].to_vec());
        }
        let child = [module.as_slice(), path].concat();
        self.0.contains_key(&child[..=module.len()]).then_some(child)
    }

    pub fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, target) in self.targets() {
            // A module's name alone is no arrow: what is reached through it is.
            let file = Some(target).filter(|t| !self.0.contains_key(t)).and_then(|target| self.file(&target, 8));
            arrows.extend(file.filter(|file| *file != module.file).map(|file| (module.file.clone(), file)));
        }
        arrows
    }

    /// What files name at the crate's root that is no module: (file, name).
    pub fn names_of_the_root(&self) -> BTreeSet<(String, String)> {
        let is_of_root = |target: &Path| !target.is_empty() && !self.0.contains_key(&target[..1]);
        let other = self.targets().filter(|(module, target)| module.file != "lib.rs" && is_of_root(target));
        other.map(|(module, target)| (module.file.clone(), target[0].clone())).collect()
    }

    /// Each path in the crate's code that leads into the crate: where it stands, and what it names.
    fn targets(&self) -> impl Iterator<Item = (&Module, Path)> {
        let in_one = |(path, module): (_, &Module)| -> Vec<Path> {
            let target = |used: &Path| match module.aliases.get(&used[0]) {
                Some(alias) => alias.as_ref().map(|alias| [alias, &used[1..]].concat()),
                None => self.child_or_crate(path, used),
            };
            module.paths.iter().filter_map(target).collect()
        };
        self.0.iter().flat_map(move |(path, module)| in_one((path, module)).into_iter().map(move |to| (module, to)))
    }

    /// The file that defines what an absolute path names. `passes` ends circles of names that are passed on.
    fn file(&self, path: &[String], passes: u32) -> Option<String> {
        let length = (0..=path.len()).rev().find(|&n| self.0.contains_key(&path[..n]))?;
        let module = &self.0[&path[..length]];
        let Some(name) = path.get(length).filter(|name| passes > 0 && !module.defined.contains(*name)) else {
            return Some(module.file.clone());
        };
        if let Some(alias) = module.aliases.get(name) {
            return self.file(&[alias.as_ref()?, &path[length + 1..]].concat(), passes - 1);
        }
        let globs =
            module.aliases.iter().filter(|(name, _)| name.ends_with('*')).filter_map(|(_, target)| target.as_ref());
        let behind = globs.filter(|glob| self.0.get(*glob).is_some_and(|m| m.defined.contains(name))).min();
        Some(behind.map_or(&module.file, |glob| &self.0[glob].file).clone())
    }
}

/// `vk/memory/mod.rs` is `vk::memory`, `vk/queue.rs` is `vk::queue`, `lib.rs` is the crate.
fn module_path(file: &str) -> Path {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    if stem == "lib" { Path::new() } else { stem.split('/').map(str::to_string).collect() }
}

/// Goes through a file's tokens once.
struct Reader<'a> {
    tokens: &'a [&'a str],
    path: Path,
    /// Modules within the file, and at which depth of braces they end.
    within: Vec<(String, i32)>,
    depth: i32,
    /// Outside of `use`.
    words: BTreeSet<&'a str>,
    passed_on: Vec<(String, Path)>,
    module: Module,
}

impl<'a> Reader<'a> {
    fn new(file: &str, tokens: &'a [&'a str], path: Path) -> Self {
        let module = Module { file: file.to_string(), ..Module::default() };
        Reader { tokens, path, within: Vec::new(), depth: 0, words: BTreeSet::new(), passed_on: Vec::new(), module }
    }

    fn read(mut self) -> Module {
        let mut at = 0;
        while at < self.tokens.len() {
            at = if self.tokens[at] == "use" { self.import(at) } else { self.code(at) };
        }
        let used = self.passed_on.into_iter().filter(|(name, _)| self.words.contains(name.as_str()));
        self.module.paths.extend(used.map(|(_, path)| path));
        self.module
    }

    /// A whole `use`; returns where it ends.
    fn import(&mut self, at: usize) -> usize {
        let public = at > 0 && matches!(self.tokens[at - 1], "pub" | ")");
        let mut names = Vec::new();
        let end = use_tree(self.tokens, at + 1, &mut Path::new(), &mut names);
        for (name, path) in names {
            let path = self.absolute(path);
            if public {
                self.passed_on.push((name.clone(), path.clone()));
            } else {
                let all = name.ends_with('*').then(|| "*".to_string());
                self.module.paths.push(path.iter().cloned().chain(all).collect());
            }
            self.module.imports.push((name, path));
        }
        end
    }

    /// One token or one path; returns where it ends.
    fn code(&mut self, at: usize) -> usize {
        match &self.tokens[at..] {
            ["mod", name, "{", ..] => self.within.push((name.to_string(), self.depth)),
            ["fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "union" | "mod", name, ..]
            | ["macro_rules", "!", name, ..] => drop(self.module.defined.insert(name.to_string())),
            ["{", ..] => self.depth += 1,
            ["}", ..] => {
                self.depth -= 1;
                self.within.retain(|(_, end)| self.depth > *end);
            }
            _ => {}
        }
        let (path, end) = path_at(self.tokens, at);
        self.words.extend(&self.tokens[at..end]);
        let visibility = self.tokens[..at].ends_with(&["(", "in"]);
        if path.len() > 1 && !visibility {
            let path = self.absolute(path);
            self.module.paths.push(path);
        }
        end
    }

    /// `self` and `super` replaced: a path that begins with `crate`, a child's name, another crate's or a name that was imported.
    fn absolute(&self, path: Path) -> Path {
        let first = path.iter().take_while(|name| matches!(name.as_str(), "self" | "super")).count();
        if first == 0 {
            return path;
        }
        let within = self.within.iter().map(|(name, _)| name.clone());
        let mut module: Path = self.path.iter().cloned().chain(within).collect();
        let up = path[..first].iter().filter(|name| *name == "super").count();
        module.truncate(module.len().saturating_sub(up));
        [vec!["crate".to_string()], module, path[first..].to_vec()].concat()
    }
}

/// The path that begins here and where it ends: one word where it is only a name, none where a sign stands.
fn path_at(tokens: &[&str], start: usize) -> (Path, usize) {
    let is_name =
        |at: usize| tokens.get(at).is_some_and(|t| t.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
    let mut path = Path::new();
    let mut at = start;
    while is_name(at) {
        path.push(tokens[at].to_string());
        at += 1;
        if tokens.get(at) != Some(&"::") || !is_name(at + 1) {
            break;
        }
        at += 1;
    }
    (path, at.max(start + 1))
}

/// The names that a `use` brings, each with its path as written, `*` for all of a module's; returns where the tree ends.
fn use_tree(tokens: &[&str], mut at: usize, prefix: &mut Path, names: &mut Vec<(String, Path)>) -> usize {
    let depth = prefix.len();
    while let Some(&token) = tokens.get(at) {
        at += 1;
        match token {
            "::" => {}
            "{" => {
                while tokens.get(at).is_some_and(|t| *t != "}") {
                    at = use_tree(tokens, at, prefix, names);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                at += 1;
                break;
            }
            "*" => {
                names.push((format!("{}::*", prefix.join("::")), prefix.clone()));
                break;
            }
            word => {
                prefix.push(word.to_string());
                if tokens.get(at) != Some(&"::") {
                    let renamed = tokens.get(at) == Some(&"as");
                    let name = if renamed { tokens[at + 1] } else { word };
                    at += if renamed { 2 } else { 0 };
                    let path = if word == "self" { prefix[..prefix.len() - 1].to_vec() } else { prefix.clone() };
                    let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name.to_string() };
                    names.push((name, path));
                    break;
                }
            }
        }
    }
    prefix.truncate(depth);
    at
}

#[cfg(test)]
mod tests {
    use super::Crate;

    /// The arrows of a crate made of (file, text), as `from > to`.
    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(file, text)| (file.to_string(), text.to_string())).collect();
        Crate::new(&files).arrows().into_iter().map(|(from, to)| format!("{from} > {to}")).collect()
    }

    #[test]
    fn every_way_to_name_a_module_is_an_arrow() {
        let lib = ("lib.rs", "mod a; mod b; mod c; mod d;");
        let (b, d) = ("b/mod.rs", "d.rs");
        let names = |a: &str| arrows(&[lib, ("a.rs", a), (b, "pub struct B;"), ("b/e.rs", ""), ("c.rs", ""), (d, "")]);
        assert_eq!(names("use crate::b::B;"), ["a.rs > b/mod.rs"]);
        assert_eq!(
            names("use super::{b::{B as X, e::{self, E}}, d::*};"),
            ["a.rs > b/e.rs", "a.rs > b/mod.rs", "a.rs > d.rs"]
        );
        assert_eq!(names("use super::{b, c}; fn f(x: &c::C) -> b::e::E<u8> {}"), ["a.rs > b/e.rs", "a.rs > c.rs"]);
        assert_eq!(names("mod x { fn f() { super::super::c::f() } }"), ["a.rs > c.rs"]);
        assert_eq!(names("fn f() { crate::d::f::<u8>(1) }"), ["a.rs > d.rs"]);
        assert_eq!(
            names("use std::b::B; pub(in crate::b) fn f() { other::d::f(\"crate::c::f\") } // crate::c::f"),
            [""; 0]
        );
        assert_eq!(names("use super::b;"), [""; 0], "a module of which nothing is used");
    }

    #[test]
    fn a_name_that_is_passed_on_comes_from_where_it_is_defined() {
        let lib = ("lib.rs", "mod room; mod user; pub use room::Chair;");
        let files = |room, user| {
            arrows(&[lib, ("room/mod.rs", room), ("room/chair.rs", "pub struct Chair;"), ("user.rs", user)])
        };
        let passes_on = "mod chair; pub(crate) use chair::Chair as Seat; pub use chair::*;";
        assert_eq!(files(passes_on, "use crate::room::Seat;"), ["user.rs > room/chair.rs"]);
        assert_eq!(files(passes_on, "use crate::{room, Chair}; type X = room::Chair;"), ["user.rs > room/chair.rs"]);
        let sits = "mod chair; pub use chair::Chair; pub fn sit(on: Chair) {}";
        assert_eq!(files(sits, "use crate::room::sit;"), ["room/mod.rs > room/chair.rs", "user.rs > room/mod.rs"]);
    }

    #[test]
    fn names_of_the_root_are_no_modules_whoever_defines_them() {
        let lib = ("lib.rs", "mod a; mod b; pub use b::B; macro_rules! m {}");
        let names = |text: &str| {
            let files = [lib, ("a.rs", text), ("b.rs", "pub struct B;")].map(|(a, b)| (a.to_string(), b.to_string()));
            Crate::new(&files.into()).names_of_the_root().into_iter().map(|(_, name)| name).collect::<Vec<_>>()
        };
        assert_eq!(names("use crate::{B, b::B as C}; fn f() { crate::m!() }"), ["B", "m"]);
        assert_eq!(names("use crate::b::B; use super::b; use std::m; fn f() -> b::B { B }"), [""; 0]);
    }

    #[test]
    fn what_only_tests_import_is_no_arrow() {
        let lib = ("lib.rs", "mod a; #[cfg(test)] mod b;");
        let tested = ("a.rs", "#[cfg(test)] mod tests { use crate::b::B; }");
        assert_eq!(arrows(&[lib, tested, ("b.rs", "use crate::a::A;"), ("b/c.rs", "use crate::a::A;")]), [""; 0]);
    }
}
