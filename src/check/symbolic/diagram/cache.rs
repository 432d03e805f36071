//! What operations found before, as far as there is room: a table in which a newer result takes the place of an older.

/// An operation on up to three operands.
pub type Key = (u32, u32, u32, u32);

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    result: u32,
}

/// No operation has this number.
const EMPTY: Entry = Entry { key: (u32::MAX, 0, 0, 0), result: 0 };
const LEAST: usize = 1 << 14;
const MOST: usize = 1 << 21;

pub struct Cache {
    entries: Vec<Entry>,
    empty: bool,
}

impl Cache {
    pub fn new() -> Cache {
        Cache { entries: vec![EMPTY; LEAST], empty: true }
    }
    #[inline]
    fn place(&self, key: Key) -> usize {
        let hash = (key.0 as u64 ^ (key.1 as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (key.2 as u64 ^ (key.3 as u64) << 32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((hash ^ hash >> 29).wrapping_mul(0x517c_c1b7_2722_0a95) >> 32) as usize & (self.entries.len() - 1)
    }
    #[inline]
    pub fn get(&self, key: Key) -> Option<u32> {
        let entry = &self.entries[self.place(key)];
        (entry.key == key).then_some(entry.result)
    }
    #[inline]
    pub fn put(&mut self, key: Key, result: u32) {
        let place = self.place(key);
        self.entries[place] = Entry { key, result };
        self.empty = false;
    }
    pub fn clear(&mut self) {
        if !std::mem::replace(&mut self.empty, true) {
            self.entries.fill(EMPTY);
        }
    }
    /// A size that suits so many nodes; what is in it may be forgotten.
    pub fn fit(&mut self, nodes: usize) {
        let size = (nodes * 4).next_power_of_two().clamp(LEAST, MOST);
        if size > self.entries.len() {
            self.entries = vec![EMPTY; size];
            self.empty = true;
        }
    }
}
