//! Which texture references are bound, and to what. Below modules, which unbind what goes with their variables; `reference` binds.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::texture;
use crate::hip::error::HipResult;
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime;

/// What a reference, known by its host address, is bound to.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The object made for it.
    pub object: u64,
    /// The address that was bound; 0 for arrays.
    pub address: u64,
    /// Bytes between the address and the first texel.
    pub offset: u64,
    /// Address of the device's copy.
    pub variable: u64,
}

/// All references that are bound, or belong to a module.
#[derive(Debug)]
pub struct References {
    /// Those that are bound.
    pub bound: Mutex<HashMap<u64, Bound>>,
    /// Device addresses of those that `hipModuleGetTexRef` made.
    pub of_modules: Mutex<HashMap<u64, u64>>,
}

static ALL: LazyLock<References> = LazyLock::new(|| References {
    bound: Mutex::new(Rank::Registry, HashMap::new()),
    of_modules: Mutex::new(Rank::Registry, HashMap::new()),
});

/// There is none before the runtime has started.
pub fn all() -> HipResult<&'static References> {
    runtime::get()?;
    Ok(&ALL)
}

/// Says that the host reference at `host` stands for the module's variable at `device`.
pub fn of_module(host: u64, device: u64) -> HipResult {
    all()?.of_modules.lock().insert(host, device);
    Ok(())
}

/// The host reference made for a module's variable, if there is one.
pub fn host_of_module(device: u64) -> HipResult<Option<u64>> {
    let of_modules = all()?.of_modules.lock();
    Ok(of_modules.iter().find(|&(_, &address)| address == device).map(|(&host, _)| host))
}

/// Ends the references of a module that is unloaded: `variables` are the device addresses of its variables.
pub fn module_unloaded(variables: Range<u64>) {
    let Ok(all) = all() else { return };
    let mut gone = Vec::new();
    all.of_modules.lock().retain(|&host, device| {
        let stays = !variables.contains(device);
        if !stays {
            gone.push(host);
        }
        stays
    });
    for host in gone {
        let bound = all.bound.lock().remove(&host);
        // Nobody can ask for the result; an object that is gone already is no loss.
        let _ = bound.map(|bound| texture::destroy(bound.object, false));
    }
}

/// Unbinds every reference whose variable lies here: it is about to be initialised anew.
pub fn unbind_in(variables: Range<u64>) {
    let Ok(all) = all() else { return };
    let gone: Vec<Bound> = {
        let mut bound = all.bound.lock();
        bound.extract_if(|_, bound| variables.contains(&bound.variable)).map(|(_, bound)| bound).collect()
    };
    for bound in gone {
        // As above.
        let _ = texture::destroy(bound.object, false);
    }
}
