//! Links the device code of several translation units into one module (`-fgpu-rdc`), as a linker does for objects.
//!
//! Each unit is clang's IR before any pass, so a kernel of one may call a function of another and be inlined like any. Symbols
//! are matched by name: a definition takes the place of declarations; of several weak ones (templates, inline functions) the
//! first counts, and a strong one before them; two strong ones are an error that names both units. Internal symbols and
//! `extern __shared__` arrays are each unit's own, and are renamed where their names collide.
//!
//! Called by `driver::link` with the units it finds in objects and archives. `import.rs` copies between modules.

mod import;
#[cfg(test)]
mod tests;

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::module::{FuncId, Global, GlobalId, Module};
use crate::ir::types::AddressSpace;
use crate::ir::verify::verify_module;
use import::Import;

const PASS: &str = "link";

/// What the linked module knows of a name.
#[derive(Clone, Copy, Debug)]
enum Symbol {
    Function(FuncId),
    Global(GlobalId),
}

/// A module that grows by one unit at a time.
#[derive(Debug, Default)]
pub struct Linker {
    module: Module,
    /// The symbols that units share.
    symbols: HashMap<String, Symbol>,
    /// The names of the others.
    internal: HashMap<String, Symbol>,
    /// Which unit defines a symbol, and whether weakly.
    definitions: HashMap<String, (String, bool)>,
    renamed: usize,
}

impl Linker {
    /// Adds the unit called `name` (its source, for messages).
    ///
    /// # Errors
    /// A symbol is defined twice, or is not the same kind of thing in two units.
    pub fn add(&mut self, name: &str, unit: &Module) -> Result<(), CompileError> {
        let mut import = Import::new(unit);
        for (id, global) in unit.globals.iter() {
            let place = self.place_global(name, unit, id, global)?;
            import.globals.push(place);
        }
        for (id, func) in unit.functions.iter() {
            let place = self.place_function(name, unit, id, func.internal)?;
            import.functions.push(place);
        }
        import.run(&mut self.module);
        Ok(())
    }

    /// Whether some unit declares `symbol` and none defines it.
    pub fn lacks(&self, symbol: &str) -> bool {
        self.symbols.contains_key(symbol) && !self.definitions.contains_key(symbol)
    }

    /// The linked module.
    ///
    /// # Errors
    /// Two units disagree about a function's type in a way that shows.
    pub fn finish(self) -> Result<Module, CompileError> {
        verify_module(&self.module)
            .map_err(|e| CompileError::unsupported(PASS, format!("units that do not fit together: {}", e.kind)))?;
        Ok(self.module)
    }

    fn place_global(
        &mut self,
        unit_name: &str,
        unit: &Module,
        id: GlobalId,
        global: &Global,
    ) -> Result<(GlobalId, bool), CompileError> {
        let own = global.internal || (global.space == AddressSpace::Shared && global.init.is_none());
        let defined = global.init.is_some();
        let new =
            |linker: &mut Self, name: String| linker.module.globals.push(Global { name, ..unit.globals[id].clone() });
        if own {
            let name = self.free_name(&global.name);
            let there = new(self, name.clone());
            self.internal.insert(name, Symbol::Global(there));
            return Ok((there, true));
        }
        let name = full_name(unit, global);
        let takes = self.takes(unit_name, name, defined, unit)?;
        match self.symbols.get(name) {
            Some(&Symbol::Global(there)) => Ok((there, takes)),
            Some(Symbol::Function(_)) => Err(Self::two_kinds(unit_name, name)),
            None => {
                self.make_way(name);
                let there = new(self, name.to_owned());
                self.symbols.insert(name.to_owned(), Symbol::Global(there));
                Ok((there, true))
            }
        }
    }

    fn place_function(
        &mut self,
        unit_name: &str,
        unit: &Module,
        id: FuncId,
        internal: bool,
    ) -> Result<(FuncId, bool), CompileError> {
        let func = &unit.functions[id];
        let new = |linker: &mut Self, name: String| {
            let husk = crate::ir::function::Function::declaration(name, func.ret, Vec::new());
            linker.module.functions.push(husk)
        };
        if internal {
            let name = self.free_name(&func.name);
            let there = new(self, name.clone());
            self.internal.insert(name, Symbol::Function(there));
            return Ok((there, true));
        }
        let takes = self.takes(unit_name, &func.name, !func.is_declaration(), unit)?;
        match self.symbols.get(&func.name) {
            Some(&Symbol::Function(there)) => Ok((there, takes)),
            Some(Symbol::Global(_)) => Err(Self::two_kinds(unit_name, &func.name)),
            None => {
                self.make_way(&func.name);
                let there = new(self, func.name.clone());
                self.symbols.insert(func.name.clone(), Symbol::Function(there));
                Ok((there, true))
            }
        }
    }

    /// Whether this unit's version of a symbol is the one to take; notes it if so.
    fn takes(&mut self, unit_name: &str, symbol: &str, defined: bool, unit: &Module) -> Result<bool, CompileError> {
        if !defined {
            return Ok(false);
        }
        let weak = unit.weak.contains(symbol);
        match self.definitions.get(symbol) {
            Some((first, false)) if !weak => {
                let what = format!("'{symbol}' is defined in {first} and in {unit_name}");
                Err(CompileError::unsupported(PASS, what))
            }
            Some((_, was_weak)) if weak || !was_weak => Ok(false),
            _ => {
                self.definitions.insert(symbol.to_owned(), (unit_name.to_owned(), weak));
                Ok(true)
            }
        }
    }

    fn two_kinds(unit: &str, symbol: &str) -> CompileError {
        CompileError::unsupported(
            PASS,
            format!("'{symbol}' is a function in one file and a variable in another ({unit})"),
        )
    }

    /// `name`, or one like it that no symbol has.
    fn free_name(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        while self.symbols.contains_key(&free) || self.internal.contains_key(&free) {
            self.renamed += 1;
            free = format!("{name}.{}", self.renamed);
        }
        free
    }

    /// Renames an internal symbol whose name a shared one needs.
    fn make_way(&mut self, name: &str) {
        let Some(symbol) = self.internal.get(name).copied() else { return };
        let free = self.free_name(name);
        self.internal.remove(name);
        match symbol {
            Symbol::Function(id) => self.module.functions[id].name.clone_from(&free),
            Symbol::Global(id) => self.module.globals[id].name.clone_from(&free),
        }
        self.internal.insert(free, symbol);
    }
}

/// The name under which a global is defined. clang renames a static variable that the host uses (`x` to `x.static.ID`), but code
/// that it generated before it saw that use still says `x`.
fn full_name<'m>(unit: &'m Module, global: &'m Global) -> &'m str {
    if global.init.is_some() {
        return &global.name;
    }
    let renamed = |other: &&Global| {
        other.init.is_some()
            && other.name.strip_prefix(global.name.as_str()).is_some_and(|rest| rest.starts_with(".static."))
    };
    unit.globals.values().find(renamed).map_or(&global.name, |other| &other.name)
}
