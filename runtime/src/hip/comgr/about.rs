//! Metadata of processors, and of code: what of AMD's names we can say exactly.
//!
//! Code's is AMD's "code object metadata" of version 5. Registers and spilled bytes hang on the device's compiler, which has not seen the code yet, so
//! they are left out.

use std::sync::Arc;

use spirv_gen::Bundle;
use spirv_gen::bundle::metadata::{KernelMetadata, ParamKind};

use super::data::{Data, Kind};
use super::isa::{self, Isa};
use super::node::Node;
use super::status::{Failure, Status};

/// Bytes of memory that a block's threads share, as on AMD's.
const SHARED: u32 = 65536;
/// Threads of a block, at most.
const BLOCK: u32 = 1024;
/// Where arguments begin.
const ALIGN: u32 = 8;

/// What there is to say of a processor.
pub fn processor(isa: &Isa) -> Arc<Node> {
    let entries = [
        ("Name", format!("{}-{}", isa::TRIPLE, isa.processor())),
        ("Architecture", "amdgcn".into()),
        ("Vendor", "amd".into()),
        ("OS", "amdhsa".into()),
        ("Environment", String::new()),
        ("Processor", isa.processor().into()),
        ("LocalMemorySize", SHARED.to_string()),
        ("MaxFlatWorkGroupSize", BLOCK.to_string()),
    ];
    let entries = entries.into_iter().map(|(name, value)| (name, Node::text(value)));
    let features = isa.features.iter().map(Node::text).collect();
    Arc::new(Node::Map(entries.chain([("Features", Arc::new(Node::List(features)))]).collect()))
}

/// What there is to say of data. "If the data object has no metadata then the returned handle has a kind of AMD_COMGR_METADATA_KIND_NULL."
pub fn data(data: &Data) -> Status<Arc<Node>> {
    match data.kind {
        Kind::Executable => Ok(code(&bundle(data)?)),
        Kind::Relocatable | Kind::FatBinary | Kind::Bytes => {
            Err(Failure::Error.because("metadata is only in code that is linked"))
        }
        _ => Ok(Arc::new(Node::Null)),
    }
}

/// The code of an executable.
pub fn bundle(data: &Data) -> Status<Bundle> {
    if data.kind != Kind::Executable {
        return Err(Failure::InvalidArgument.because("the data is no executable"));
    }
    Bundle::from_bytes(&data.bytes()).map_err(|error| Failure::Error.because(error))
}

fn code(bundle: &Bundle) -> Arc<Node> {
    let isa = if bundle.warp_size == 64 { "gfx906" } else { "gfx1030" };
    let version = [1, 2].map(Node::text).to_vec();
    let kernels = bundle.kernels.iter().map(|it| kernel(&it.metadata)).collect();
    Arc::new(Node::Map(vec![
        ("amdhsa.version", Arc::new(Node::List(version))),
        ("amdhsa.target", Node::text(format!("{}-{isa}", isa::TRIPLE))),
        ("amdhsa.kernels", Arc::new(Node::List(kernels))),
    ]))
}

fn kernel(metadata: &KernelMetadata) -> Arc<Node> {
    let args = metadata.params.iter().map(|param| {
        let kind = if param.kind == ParamKind::Pointer { "global_buffer" } else { "by_value" };
        Arc::new(Node::Map(vec![
            (".name", Node::text(&param.name)),
            (".offset", Node::text(param.offset)),
            (".size", Node::text(param.size)),
            (".value_kind", Node::text(kind)),
        ]))
    });
    Arc::new(Node::Map(vec![
        (".name", Node::text(&metadata.name)),
        (".symbol", Node::text(format!("{}.kd", metadata.name))),
        (".kernarg_segment_size", Node::text(metadata.params_size)),
        (".kernarg_segment_align", Node::text(ALIGN)),
        (".group_segment_fixed_size", Node::text(metadata.static_shared)),
        (".max_flat_workgroup_size", Node::text(metadata.max_block)),
        (".wavefront_size", Node::text(metadata.warp_size)),
        (".args", Arc::new(Node::List(args.collect()))),
    ]))
}

#[cfg(test)]
mod tests {
    use super::{Data, Failure, Kind, Node, data, isa, processor};
    use crate::hip::handle::Registered;

    #[test]
    fn a_processor_says_its_name_and_features() {
        let isa = isa::parse("amdgcn-amd-amdhsa--gfx90a:xnack+").expect("a name");
        let node = processor(isa);
        assert_eq!(node.entry("Name").expect("there").as_text(), Ok("amdgcn-amd-amdhsa--gfx90a"));
        assert_eq!(node.entry("Features").expect("there").as_list().map(<[_]>::len), Ok(2));
        assert_eq!(node.entry("Colour"), Err(Failure::Error));
        assert_eq!(node.as_list(), Err(Failure::InvalidArgument));
    }

    #[test]
    fn a_source_has_no_metadata_and_damaged_code_is_an_error() {
        let (source, code) = (Data::create(Kind::Source), Data::create(Kind::Executable));
        let get = |id| Data::registry().get(id).expect("it lives");
        assert_eq!(*data(&get(source)).expect("there is none"), Node::Null);
        get(code).set(b"\x7fELF".to_vec());
        assert_eq!(data(&get(code)), Err(Failure::Error));
        assert_eq!((Data::release(source), Data::release(code)), (Ok(()), Ok(())));
    }
}
