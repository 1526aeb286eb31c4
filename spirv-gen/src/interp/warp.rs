//! Warp operations: what the lanes that execute one together get. Called by `interp`'s scheduler.

use super::launch::Fault;
use crate::ir::fold::Datum;
use crate::ir::intrinsic::Intrinsic;

/// Whether `id` needs the other lanes of the warp.
pub fn is_collective(id: Intrinsic) -> bool {
    matches!(
        id,
        Intrinsic::WarpBarrier
            | Intrinsic::WarpStep
            | Intrinsic::Shuffle
            | Intrinsic::ShuffleXor
            | Intrinsic::ShuffleUp
            | Intrinsic::ShuffleDown
            | Intrinsic::Ballot
            | Intrinsic::ActiveMask
            | Intrinsic::VoteAny
            | Intrinsic::VoteAll
            | Intrinsic::ReadFirstLane
    )
}

/// The results of `id` for the active lanes, given as (lane, arguments) in lane order. A shuffle from an inactive or
/// absent lane gives 0, as ds_bpermute does; up, down and xor keep the lane's own value where the source would lie outside the warp.
/// A lane whose vote has no value votes with its bit of `undefined`.
pub fn execute(
    id: Intrinsic,
    warp_size: u32,
    undefined: u128,
    lanes: &[(u32, Vec<Datum>)],
) -> Result<Vec<Datum>, Fault> {
    let poison = Datum::Lane(None);
    let own = |i: usize| lanes[i].1.first().cloned().unwrap_or(poison.clone());
    let mut votes = 0u64;
    for (i, (lane, _)) in lanes.iter().enumerate() {
        let vote = id == Intrinsic::ActiveMask || own(i).lane().unwrap_or(undefined >> lane) & 1 == 1;
        votes |= u64::from(vote) << lane;
    }
    let source = |i: usize| -> Option<u32> {
        let (lane, args) = &lanes[i];
        let operand = args.get(1)?.lane()? as u32;
        match id {
            Intrinsic::Shuffle => Some(operand % warp_size),
            Intrinsic::ShuffleXor => Some(lane ^ operand).filter(|&s| s < warp_size),
            Intrinsic::ShuffleUp => lane.checked_sub(operand),
            _ => lane.checked_add(operand).filter(|&s| s < warp_size),
        }
    };
    let result = |i: usize| match id {
        Intrinsic::WarpBarrier | Intrinsic::WarpStep => Datum::bits(0),
        Intrinsic::Ballot | Intrinsic::ActiveMask => Datum::bits(votes.into()),
        Intrinsic::VoteAny => Datum::bits((votes != 0).into()),
        Intrinsic::VoteAll => Datum::bits((votes.count_ones() as usize == lanes.len()).into()),
        Intrinsic::ReadFirstLane => own(0),
        _ => match source(i) {
            None => own(i),
            Some(s) => lanes.iter().position(|(lane, _)| *lane == s).map_or(Datum::bits(0), own),
        },
    };
    if !is_collective(id) {
        return Err(Fault::Unsupported(id.name().into()));
    }
    Ok((0..lanes.len()).map(result).collect())
}
