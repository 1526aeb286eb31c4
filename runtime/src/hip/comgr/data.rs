//! Data objects and sets of them. An object has one handle, whoever holds it, and lives as long as it is held.

use std::sync::Arc;

use super::status::{Failure, Status};
use super::symbol::Symbol;
use crate::hip::error::HipError;
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::locks::{Mutex, Rank};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal;)*) => {
        /// What data is: `amd_comgr_data_kind_t`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u32)]
        pub enum Kind { $($(#[doc = $doc])* $name = $value,)* }

        impl Kind {
            /// As C has it. AMD_COMGR_DATA_KIND_UNDEF and other numbers are none.
            pub fn of(value: u32) -> Status<Kind> {
                match value {
                    $($value => Ok(Kind::$name),)*
                    _ => Err(Failure::InvalidArgument.because(format_args!("there is no data kind {value}"))),
                }
            }
        }
    };
}

kinds! {
    /// Text in some language.
    Source = 1;
    /// A header, by the name it is included as.
    Include = 2;
    /// What AMD's library makes for OpenCL.
    PrecompiledHeader = 3;
    /// What a compiler has to say.
    Diagnostic = 4;
    /// The same as text.
    Log = 5;
    /// LLVM's bitcode.
    Bitcode = 6;
    /// Code to be linked.
    Relocatable = 7;
    /// Code to be loaded.
    Executable = 8;
    /// Nobody knows.
    Bytes = 9;
    /// Code for several processors.
    FatBinary = 16;
    /// An archive.
    Archive = 17;
    /// Bitcode for several processors.
    BitcodeBundle = 18;
    /// The same of archives.
    ArchiveBundle = 19;
    /// The same of objects.
    ObjectBundle = 20;
    /// SPIR-V of LLVM's flavour.
    Spirv = 21;
}

impl Kind {
    /// Whether such data is for one processor.
    fn has_isa(self) -> bool {
        matches!(self, Kind::Bitcode | Kind::Relocatable | Kind::Executable)
    }
}

/// A data object.
#[derive(Debug)]
pub struct Data {
    /// What it was made for.
    pub kind: Kind,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    references: u64,
    name: String,
    bytes: Arc<[u8]>,
    /// The processor's name, where an action made it.
    isa: Option<String>,
    /// Symbols that were asked for by name: they end with the data.
    symbols: Vec<Id<Symbol>>,
}

impl Registered for Data {
    const KIND: u8 = 0x78;
    const NAME: &'static str = "data object";
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Data> {
        static ALL: Registry<Data> = Registry::new();
        &ALL
    }
}

impl Data {
    /// An empty object, held once. Its handle.
    pub fn create(kind: Kind) -> Id<Data> {
        let state = State { references: 1, ..State::default() };
        Data::registry().insert(Data { kind, state: Mutex::new(Rank::Program, state) })
    }

    /// One with contents, of an action for a processor.
    pub fn made(kind: Kind, name: &str, bytes: Vec<u8>, isa: Option<&str>) -> Id<Data> {
        let isa = isa.filter(|_| kind.has_isa()).map(str::to_owned);
        let state = State { references: 1, name: name.to_owned(), bytes: bytes.into(), isa, symbols: Vec::new() };
        Data::registry().insert(Data { kind, state: Mutex::new(Rank::Program, state) })
    }

    /// Somebody more holds it.
    pub fn hold(id: Id<Data>) -> Status<Arc<Data>> {
        let data = Data::registry().find(id)?;
        data.state.lock().references += 1;
        Ok(data)
    }

    /// Somebody holds it no more: with the last it goes.
    pub fn release(id: Id<Data>) -> Status {
        let data = Data::registry().find(id)?;
        let symbols = {
            let mut state = data.state.lock();
            // Nobody: another thread lets the last one go at this moment.
            state.references = state.references.checked_sub(1).ok_or(Failure::InvalidArgument)?;
            if state.references > 0 {
                return Ok(());
            }
            std::mem::take(&mut state.symbols)
        };
        for symbol in symbols {
            Symbol::registry().remove(symbol);
        }
        Data::registry().end(id)?;
        Ok(())
    }

    /// Other contents. What was known of the old ones goes.
    pub fn set(&self, bytes: Vec<u8>) {
        let mut state = self.state.lock();
        state.bytes = bytes.into();
        state.isa = None;
    }

    /// Another name.
    pub fn set_name(&self, name: String) {
        self.state.lock().name = name;
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.state.lock().name.clone()
    }

    /// Its contents.
    pub fn bytes(&self) -> Arc<[u8]> {
        Arc::clone(&self.state.lock().bytes)
    }

    /// Which processor it is for. "… or is not an isa specific kind": AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT.
    pub fn isa(&self) -> Status<String> {
        if !self.kind.has_isa() {
            return Err(Failure::InvalidArgument.because("such data is for no single processor"));
        }
        let isa = self.state.lock().isa.clone();
        isa.ok_or_else(|| Failure::Error.because("the data was not made by an action, and does not say"))
    }

    /// A symbol that lives as long as the data.
    pub fn keep(&self, symbol: Symbol) -> Id<Symbol> {
        let id = Symbol::registry().insert(symbol);
        self.state.lock().symbols.push(id);
        id
    }
}

/// A set of data objects, in the order in which they came.
#[derive(Debug)]
pub struct DataSet {
    members: Mutex<Vec<(Id<Data>, Arc<Data>)>>,
}

impl Registered for DataSet {
    const KIND: u8 = 0x79;
    const NAME: &'static str = "data set";
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<DataSet> {
        static ALL: Registry<DataSet> = Registry::new();
        &ALL
    }
}

impl DataSet {
    /// Nothing in it.
    pub fn new() -> DataSet {
        DataSet { members: Mutex::new(Rank::Program, Vec::new()) }
    }

    /// "has include kind but does not have a name": AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT. What is there already is not added.
    pub fn add(&self, id: Id<Data>) -> Status {
        let data = Data::registry().find(id)?;
        if data.kind == Kind::Include && data.name().is_empty() {
            return Err(Failure::InvalidArgument.because("a header without a name"));
        }
        if self.members.lock().iter().any(|(member, _)| *member == id) {
            return Ok(());
        }
        let data = Data::hold(id)?;
        self.members.lock().push((id, data));
        Ok(())
    }

    /// Adds what nobody else holds.
    pub fn take(&self, id: Id<Data>) -> Status {
        let data = Data::registry().find(id)?;
        self.members.lock().push((id, data));
        Ok(())
    }

    /// Those of a kind go; of all kinds, if none is named.
    pub fn remove(&self, kind: Option<Kind>) {
        let gone: Vec<Id<Data>> = {
            let mut members = self.members.lock();
            let (gone, stay) = members.drain(..).partition(|(_, data)| kind.is_none_or(|kind| data.kind == kind));
            *members = stay;
            let gone: Vec<(Id<Data>, Arc<Data>)> = gone;
            gone.into_iter().map(|(id, _)| id).collect()
        };
        for id in gone {
            // Each was held for this set, so it is alive unless a program gave back more than it had.
            let _ = Data::release(id);
        }
    }

    /// Those of a kind.
    pub fn of(&self, kind: Kind) -> Vec<(Id<Data>, Arc<Data>)> {
        self.members.lock().iter().filter(|(_, data)| data.kind == kind).cloned().collect()
    }

    /// The one at this place among those of its kind, held once more.
    pub fn get(&self, kind: Kind, at: usize) -> Status<Id<Data>> {
        let of_kind = self.of(kind);
        let (id, _) =
            of_kind.get(at).ok_or_else(|| Failure::InvalidArgument.because(format_args!("no {kind:?} {at} there")))?;
        Data::hold(*id)?;
        Ok(*id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Data, DataSet, Failure, Kind, Registered};

    #[test]
    fn an_object_lives_as_long_as_somebody_holds_it() {
        let (set, data) = (DataSet::new(), Data::create(Kind::Source));
        assert_eq!(set.add(data), Ok(()));
        assert_eq!(set.add(data), Ok(()), "it is there already");
        assert_eq!(set.of(Kind::Source).len(), 1);
        assert_eq!(Data::release(data), Ok(()));
        assert_eq!(set.get(Kind::Source, 0), Ok(data));
        assert_eq!(set.get(Kind::Source, 1), Err(Failure::InvalidArgument));
        set.remove(Some(Kind::Log));
        assert_eq!(set.of(Kind::Source).len(), 1);
        set.remove(None);
        assert!(Data::registry().get(data).is_some(), "get held it once more");
        assert_eq!(Data::release(data), Ok(()));
        assert_eq!(Data::release(data), Err(Failure::InvalidArgument));
    }

    #[test]
    fn a_header_has_a_name() {
        let (set, data) = (DataSet::new(), Data::create(Kind::Include));
        assert_eq!(set.add(data), Err(Failure::InvalidArgument));
        Data::registry().get(data).expect("it lives").set_name("a.h".into());
        assert_eq!(set.add(data), Ok(()));
        set.remove(None);
        assert_eq!(Data::release(data), Ok(()));
    }

    #[test]
    fn other_numbers_are_no_kinds() {
        for value in [0, 10, 22, u32::MAX] {
            assert_eq!(Kind::of(value), Err(Failure::InvalidArgument));
        }
        assert_eq!(Kind::of(16), Ok(Kind::FatBinary));
    }
}
