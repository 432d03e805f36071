//! The set of states found so far: packed words in one list, a hash table of their numbers, and how each was found.

/// States by number, in the order in which they were found.
pub struct Space {
    width: usize,
    words: Vec<u64>,
    table: Vec<u32>,
    /// The state each was found from, and by which row and way; first states come from nowhere.
    pub parent: Vec<u32>,
    pub label: Vec<u32>,
}

/// No state.
pub const NONE: u32 = u32::MAX;

impl Space {
    /// No states, of so many words each.
    pub fn new(width: usize) -> Space {
        Space { width, words: Vec::new(), table: vec![NONE; 64], parent: Vec::new(), label: Vec::new() }
    }
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.parent.len()
    }
    /// A state's words.
    #[inline]
    pub fn state(&self, id: u32) -> &[u64] {
        let at = id as usize * self.width;
        &self.words[at..at + self.width]
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
        let id = self.parent.len() as u32;
        self.table[at] = id;
        self.words.extend_from_slice(state);
        self.parent.push(parent);
        self.label.push(label);
        if self.parent.len() * 4 > self.table.len() * 3 {
            self.grow();
        }
        (id, true)
    }
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table = vec![NONE; size];
        for id in 0..self.parent.len() as u32 {
            let mut at = self.hash(self.state(id)) & (size - 1);
            while self.table[at] != NONE {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = id;
        }
    }
    /// Bytes used besides the packed states.
    pub fn other_bytes(&self) -> usize {
        4 * (self.table.len() + self.parent.len() + self.label.len())
    }
    /// The states from a first one to this one, each with the label of the edge that led to the next.
    pub fn path(&self, to: u32) -> Vec<(u32, u32)> {
        let mut path = Vec::new();
        let mut at = to;
        while self.parent[at as usize] != NONE {
            path.push((self.parent[at as usize], self.label[at as usize]));
            at = self.parent[at as usize];
        }
        path.reverse();
        path
    }
}
