//! What the device link needs from objects and archives: the units in their section `.llvm.offloading`, and the names they leave
//! undefined. 64-bit little-endian ELF and archives of it; anything else has no device code of ours.
//!
//! Called by `link.rs` and `rtc`. Damaged files read as empty: the linker, which reads them next, has the better message.

use std::path::Path;

use object::read::archive::ArchiveFile;
use object::read::elf::ElfFile64;
use object::{LittleEndian, Object as _, ObjectSection, ObjectSymbol, archive};

/// Where `-fembed-offload-object` puts the device code.
const SECTION: &str = ".llvm.offloading";

/// An object file's part of the device link.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// The contents of its offloading sections.
    pub device: Vec<Vec<u8>>,
    /// Symbols it leaves undefined.
    pub undefined: Vec<String>,
}

/// The objects in a file, and whether it is an archive of them.
pub fn read(path: &Path) -> std::io::Result<(Vec<Object>, bool)> {
    let bytes = std::fs::read(path)?;
    if ![archive::MAGIC, archive::THIN_MAGIC].iter().any(|magic| bytes.starts_with(magic.as_slice())) {
        return Ok((object(&bytes).into_iter().collect(), false));
    }
    let mut objects = Vec::new();
    let members = ArchiveFile::parse(&*bytes).map(|archive| archive.members());
    for member in members.into_iter().flatten().map_while(Result::ok) {
        if member.is_thin() {
            // Its name is that of a file beside the archive.
            let folder = path.parent().unwrap_or(Path::new(""));
            let name = String::from_utf8_lossy(member.name()).into_owned();
            objects.extend(object(&std::fs::read(folder.join(name))?));
        } else {
            objects.extend(member.data(&*bytes).ok().and_then(object));
        }
    }
    Ok((objects, true))
}

/// What lies in an archive that is no thin one.
pub fn contents(bytes: &[u8]) -> Vec<&[u8]> {
    let Ok(archive) = ArchiveFile::parse(bytes) else { return Vec::new() };
    archive.members().flatten().filter_map(|member| member.data(bytes).ok()).collect()
}

/// Reads an ELF object; nothing for other files.
pub fn object(bytes: &[u8]) -> Option<Object> {
    let file = ElfFile64::<LittleEndian>::parse(bytes).ok()?;
    let ours = file.sections().filter(|section| section.name() == Ok(SECTION));
    let device = ours.map(|section| section.data().unwrap_or_default().to_vec()).collect();
    let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
    let names = undefined.filter_map(|symbol| Some(String::from_utf8_lossy(symbol.name_bytes().ok()?).into_owned()));
    Some(Object { device, undefined: names.collect() })
}

#[cfg(test)]
mod tests {
    use super::object;

    /// Members of an archive lie at even addresses, no better.
    #[test]
    fn objects_are_read_wherever_they_lie() {
        let mut header = vec![0; 64];
        header[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        header[52] = 64; // e_ehsize
        for offset in 0..8 {
            let mut bytes = vec![0; offset];
            bytes.extend(&header);
            assert!(object(&bytes[offset..]).is_some(), "at {offset}");
        }
    }
}
