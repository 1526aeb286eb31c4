//! A warp as the instruction set's descriptions see it: an execution mask and registers of all lanes.

/// What one lane holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lane {
    pub a: u32,
    pub b: u32,
    pub active: bool,
}

/// All lanes of a warp; those beyond the block's end are never active.
pub struct Warp {
    lanes: Vec<Lane>,
}

impl Warp {
    pub fn new(lanes: &[Lane], width: usize) -> Self {
        let mut lanes = lanes.to_vec();
        lanes.resize(width, Lane::default());
        Self { lanes }
    }
    pub fn width(&self) -> usize {
        self.lanes.len()
    }
    pub fn is_active(&self, lane: usize) -> bool {
        self.lanes[lane].active
    }
    pub fn a(&self, lane: usize) -> u64 {
        self.lanes[lane].a.into()
    }
    pub fn b(&self, lane: usize) -> u64 {
        self.lanes[lane].b.into()
    }
    /// `a` of a lane, nothing if it is not active or does not exist.
    pub fn read(&self, lane: i64) -> Option<u64> {
        let lane = usize::try_from(lane).ok().and_then(|l| self.lanes.get(l))?;
        lane.active.then_some(lane.a.into())
    }
    /// The active lanes, lowest first.
    pub fn active(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.width()).filter(|&l| self.is_active(l))
    }
    /// The lanes where `holds`, as a mask.
    pub fn mask(&self, holds: impl Fn(usize) -> bool) -> u64 {
        self.active().filter(|&l| holds(l)).fold(0, |mask, l| mask | 1 << l)
    }
}
