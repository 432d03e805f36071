//! The set of states found so far: packed words in pieces, a hash table of their numbers, and how each was found.

/// States by number, in the order in which they were found. They lie in pieces of one size, so that nothing is ever
/// moved and no more is held than is in use.
pub struct Space {
    width: usize,
    pieces: Vec<Piece>,
    count: usize,
    table: Vec<u32>,
}

/// Some states: their words, the state each was found from, and by which row and way; first states come from nowhere.
struct Piece {
    words: Vec<u64>,
    from: Vec<(u32, u32)>,
}

/// No state.
pub const NONE: u32 = u32::MAX;
/// States of a piece, as a power of two.
const PIECE: u32 = 13;

impl Space {
    /// No states, of so many words each.
    pub fn new(width: usize) -> Space {
        Space { width, pieces: Vec::new(), count: 0, table: vec![NONE; 64] }
    }
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.count
    }
    /// A state's words.
    #[inline]
    pub fn state(&self, id: u32) -> &[u64] {
        let at = (id as usize & ((1 << PIECE) - 1)) * self.width;
        &self.pieces[(id >> PIECE) as usize].words[at..at + self.width]
    }
    /// It is one of the first states.
    pub fn is_first(&self, id: u32) -> bool {
        self.from(id).0 == NONE
    }
    /// The state this one was found from, and by which row and way.
    #[inline]
    fn from(&self, id: u32) -> (u32, u32) {
        self.pieces[(id >> PIECE) as usize].from[id as usize & ((1 << PIECE) - 1)]
    }
    #[inline]
    fn hash(&self, state: &[u64]) -> usize {
        let mut hash = 0u64;
        for word in state {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        // The upper half is the well mixed one, and all that fits into a place on 32 bits.
        ((hash ^ (hash >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
    }
    /// The number of a state, if it was found before.
    #[inline]
    pub fn find(&self, state: &[u64]) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut at = self.hash(state) & mask;
        loop {
            match self.table[at] {
                NONE => return None,
                id if self.state(id) == state => return Some(id),
                _ => at = (at + 1) & mask,
            }
        }
    }
    /// The number of a state, and whether it is new.
    #[inline]
    pub fn add(&mut self, state: &[u64], parent: u32, label: u32) -> (u32, bool) {
        let mask = self.table.len() - 1;
        let mut at = self.hash(state) & mask;
        loop {
            match self.table[at] {
                NONE => break,
                id if self.state(id) == state => return (id, false),
                _ => at = (at + 1) & mask,
            }
        }
        let id = self.count as u32;
        self.table[at] = id;
        self.count += 1;
        let piece = (id >> PIECE) as usize;
        if piece == self.pieces.len() {
            // The first piece grows with its states: most questions have few.
            let room = if piece == 0 { 0 } else { 1 << PIECE };
            self.pieces.push(Piece { words: Vec::with_capacity(room * self.width), from: Vec::with_capacity(room) });
        }
        self.pieces[piece].words.extend_from_slice(state);
        self.pieces[piece].from.push((parent, label));
        if self.count * 4 > self.table.len() * 3 {
            self.grow();
        }
        (id, true)
    }
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        // The old table goes first: all of it is in the states.
        self.table = Vec::new();
        self.table = vec![NONE; size];
        for id in 0..self.count as u32 {
            let mut at = self.hash(self.state(id)) & (size - 1);
            while self.table[at] != NONE {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = id;
        }
    }
    /// Bytes used besides the packed states, room that is not in use yet included.
    pub fn other_bytes(&self) -> usize {
        let piece = |piece: &Piece| 8 * (piece.words.capacity() + piece.from.capacity());
        let pieces: usize = self.pieces.iter().map(piece).sum();
        pieces - 8 * self.width * self.count + 4 * self.table.capacity()
    }
    /// The states from a first one to this one, each with the label of the edge that led to the next.
    pub fn path(&self, to: u32) -> Vec<(u32, u32)> {
        let mut path = Vec::new();
        let mut at = self.from(to);
        while at.0 != NONE {
            path.push(at);
            at = self.from(at.0);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bytes_besides_the_states_at_any_size() {
        let mut space = Space::new(1);
        for n in 0..300_000u64 {
            space.add(&[n], NONE, 0);
            let states = space.len();
            // Small spaces have room for more; from a thousand states on the figure of the report holds.
            assert!(states < 1000 || space.other_bytes() <= 32 * states, "{} for {states}", space.other_bytes());
        }
        assert_eq!(space.find(&[299_999]), Some(299_999));
    }
}
