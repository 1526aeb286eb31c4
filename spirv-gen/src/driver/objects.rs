//! What the device link needs from objects and archives: the units in their section `.llvm.offloading`, and the names they leave
//! undefined. 64-bit little-endian ELF and the common archive format; anything else has no device code of ours.
//!
//! Called by `link.rs`. Damaged files read as empty: the linker, which reads them next, has the better message.

use std::path::Path;

/// Where `-fembed-offload-object` puts the device code.
const SECTION: &str = ".llvm.offloading";
const HEADER: usize = 64;
const SECTION_HEADER: usize = 64;
const SYMBOL: usize = 24;
const SYMBOL_TABLE: u32 = 2;
const ARCHIVE: &[u8] = b"!<arch>\n";
const THIN_ARCHIVE: &[u8] = b"!<thin>\n";
const MEMBER_HEADER: usize = 60;

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
    let thin = bytes.starts_with(THIN_ARCHIVE);
    if !thin && !bytes.starts_with(ARCHIVE) {
        return Ok((object(&bytes).into_iter().collect(), false));
    }
    let mut objects = Vec::new();
    for member in members(&bytes, thin) {
        match member {
            Member::Inside(bytes) => objects.extend(object(bytes)),
            Member::Beside(name) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                objects.extend(object(&std::fs::read(folder.join(name))?));
            }
        }
    }
    Ok((objects, true))
}

/// A file of an archive.
enum Member<'a> {
    Inside(&'a [u8]),
    /// Of a thin archive: the file's name.
    Beside(String),
}

fn members(archive: &[u8], thin: bool) -> Vec<Member<'_>> {
    let mut found = Vec::new();
    let mut names: &[u8] = &[];
    let mut at = ARCHIVE.len();
    while let Some(header) = archive.get(at..at + MEMBER_HEADER) {
        let text = |range: std::ops::Range<usize>| String::from_utf8_lossy(&header[range]).trim_end().to_owned();
        let (name, Ok(size)) = (text(0..16), text(48..58).parse::<usize>()) else { break };
        at += MEMBER_HEADER;
        // The symbol table and the table of long names lie in thin archives too.
        let is_table = name == "/" || name == "//" || name == "/SYM64/";
        let Some(body) = archive.get(at..).map(|rest| &rest[..size.min(rest.len())]) else { break };
        if name == "//" {
            names = body;
        } else if !is_table && thin {
            found.push(Member::Beside(long_name(&name, names)));
        } else if !is_table {
            found.push(Member::Inside(body));
        }
        if is_table || !thin {
            at += size.next_multiple_of(2);
        }
    }
    found
}

/// `name/`, or `/offset` into the table of long names.
fn long_name(name: &str, names: &[u8]) -> String {
    let start = name.strip_prefix('/').and_then(|offset| offset.parse::<usize>().ok());
    let whole = start.and_then(|start| names.get(start..)).map(String::from_utf8_lossy);
    let whole = whole.map_or_else(|| name.to_owned(), |rest| rest.lines().next().unwrap_or("").to_owned());
    whole.trim_end_matches('/').to_owned()
}

struct Section<'a> {
    name: String,
    kind: u32,
    link: usize,
    body: &'a [u8],
}

/// Reads an ELF object; nothing for other files.
fn object(bytes: &[u8]) -> Option<Object> {
    // Magic, 64 bits, little-endian.
    if !bytes.starts_with(b"\x7fELF\x02\x01") || bytes.len() < HEADER {
        return None;
    }
    let sections = sections(bytes)?;
    let device = sections.iter().filter(|s| s.name == SECTION).map(|s| s.body.to_vec()).collect();
    let mut undefined = Vec::new();
    for table in sections.iter().filter(|s| s.kind == SYMBOL_TABLE) {
        let names = sections.get(table.link).map_or(&[][..], |s| s.body);
        for symbol in table.body.chunks_exact(SYMBOL).skip(1) {
            // st_shndx is 0 for what another file defines.
            if symbol[6..8] == [0, 0] {
                undefined.extend(text(names, u32_at(symbol, 0)? as usize));
            }
        }
    }
    Some(Object { device, undefined })
}

fn sections(bytes: &[u8]) -> Option<Vec<Section<'_>>> {
    let table = usize::try_from(u64_at(bytes, 40)?).ok()?;
    let (count, names) = (u16_at(bytes, 60)?, usize::from(u16_at(bytes, 62)?));
    let mut sections = Vec::new();
    let mut names_at = Vec::new();
    for i in 0..usize::from(count) {
        let head = bytes.get(table.checked_add(i * SECTION_HEADER)?..)?.get(..SECTION_HEADER)?;
        let (start, size) = (usize::try_from(u64_at(head, 24)?).ok()?, usize::try_from(u64_at(head, 32)?).ok()?);
        // A section without contents in the file (.bss) has a size all the same.
        let body = bytes.get(start..).and_then(|rest| rest.get(..size)).unwrap_or(&[]);
        names_at.push(u32_at(head, 0)? as usize);
        sections.push(Section { name: String::new(), kind: u32_at(head, 4)?, link: u32_at(head, 40)? as usize, body });
    }
    let strings = sections.get(names).map_or(&[][..], |section| section.body);
    for (section, at) in sections.iter_mut().zip(names_at) {
        section.name = text(strings, at).unwrap_or_default();
    }
    Some(sections)
}

fn text(table: &[u8], at: usize) -> Option<String> {
    let rest = table.get(at..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes)
}
