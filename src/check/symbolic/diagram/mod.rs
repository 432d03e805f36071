//! Decision diagrams: functions of booleans to whole numbers, each held once, so that equal functions are the same
//! node (Bryant 1986; with numbers at the leaves, Bahar et al. 1993). A set is a function to 0 and 1.
//!
//! Nodes are garbage as soon as no [`Diagram`] leads to them; they are collected at the start of an operation, never
//! within one. An operation that finds no room, or has used up its fuel, says so and can be called again: what it found
//! so far is remembered.

mod cache;
mod operations;
mod order;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub use operations::Op;

use cache::Cache;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A function that is kept: its node and all below stay as long as there is a handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram(Rc<u32>);

impl Diagram {
    /// The empty set.
    pub fn is_false(&self) -> bool {
        *self.0 == FALSE
    }
}

/// Why an operation did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There is no room for more nodes.
    Full,
    /// The fuel is used up.
    Tired,
}

type Raw = Result<u32, Halt>;

const FALSE: u32 = 0;
const TRUE: u32 = 1;
/// No node.
const NONE: u32 = u32::MAX;
/// The level of numbers, below all variables.
const LEAF: u32 = u32::MAX;
/// The level of a node that is not in use.
const FREE: u32 = u32::MAX - 1;

#[derive(Clone, Copy)]
struct Node {
    level: u32,
    /// Of a leaf, its number.
    low: u32,
    high: u32,
    /// The next node of the same bucket, or the next free one.
    next: u32,
}

/// The nodes of one level, by their children.
#[derive(Default)]
struct Level {
    buckets: Vec<u32>,
    count: usize,
}

impl Level {
    #[inline]
    fn place(&self, low: u32, high: u32) -> usize {
        let hash = (low as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (high as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((hash.wrapping_mul(0x517c_c1b7_2722_0a95) >> 32) as usize) & (self.buckets.len() - 1)
    }
}

/// All diagrams over one set of variables.
pub struct Diagrams {
    nodes: Vec<Node>,
    levels: Vec<Level>,
    numbers: FxHashMap<i32, u32>,
    free: u32,
    /// Nodes in use, garbage included.
    used: usize,
    limit: usize,
    /// Garbage is collected when there are so many nodes.
    full_at: usize,
    /// A better order is looked for when so many nodes are left after a collection,
    order_at: usize,
    /// which is made for this alone when there are so many with garbage.
    look_at: usize,
    /// So many were left after the last one.
    worse: bool,
    cache: Cache,
    held: Vec<Rc<u32>>,
    /// Handles that are gone are forgotten when there are so many.
    held_at: usize,
    /// By variable its level, and the other way round.
    level_of: Vec<u32>,
    var_at: Vec<u32>,
    /// By variable, whether it stays right below the one before: such variables move together.
    tied: Vec<bool>,
    /// What is left of the order to look at: first variables of blocks.
    unsifted: Vec<u32>,
    /// Nodes that may be touched for a better order yet.
    effort: u64,
    fuel: u64,
    /// What the fuel was at first, and fuel that was burnt before, since the last search for an order.
    tank: u64,
    burnt: u64,
}

const FIRST_COLLECTION: usize = 1 << 16;
const FIRST_ORDER: usize = 1 << 13;

impl Diagrams {
    /// Room for so many nodes; `tied` says, by variable, whether it belongs right below the one before.
    pub fn new(tied: Vec<bool>, limit: usize) -> Diagrams {
        let count = tied.len() as u32;
        let mut diagrams = Diagrams {
            nodes: Vec::new(),
            levels: (0..count).map(|_| Level { buckets: vec![NONE; 8], count: 0 }).collect(),
            numbers: FxHashMap::default(),
            free: NONE,
            used: 0,
            limit: limit.max(2),
            full_at: FIRST_COLLECTION.min(limit),
            order_at: FIRST_ORDER,
            look_at: FIRST_ORDER * 2,
            worse: false,
            cache: Cache::new(),
            held: Vec::new(),
            held_at: FIRST_COLLECTION,
            level_of: (0..count).collect(),
            var_at: (0..count).collect(),
            tied,
            unsifted: Vec::new(),
            effort: 0,
            fuel: u64::MAX,
            tank: u64::MAX,
            burnt: 0,
        };
        for value in [0, 1] {
            let id = diagrams.allocate(Node { level: LEAF, low: value as u32, high: 0, next: NONE });
            diagrams.numbers.insert(value, id.unwrap_or(NONE));
        }
        diagrams
    }
    /// Work that operations may do before they are tired.
    pub fn refuel(&mut self, fuel: u64) {
        self.burnt = self.burnt.saturating_add(self.tank - self.fuel);
        self.fuel = fuel;
        self.tank = fuel;
    }
    /// Nodes in use, garbage included.
    pub fn used(&self) -> usize {
        self.used
    }
    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.tied.len()
    }
    /// The set of everything, or of nothing.
    pub fn truth(&mut self, value: bool) -> Diagram {
        self.hold(value as u32)
    }
    /// A number everywhere.
    pub fn number(&mut self, value: i32) -> Result<Diagram, Halt> {
        self.run(&|d| d.leaf(value))
    }
    /// Where a variable is true.
    pub fn variable(&mut self, var: u32) -> Result<Diagram, Halt> {
        self.point(&[(var, true)])
    }
    /// Where all these variables are true: the way to name a set of them.
    pub fn cube(&mut self, vars: &[u32]) -> Result<Diagram, Halt> {
        let values: Vec<(u32, bool)> = vars.iter().map(|v| (*v, true)).collect();
        self.point(&values)
    }
    /// Where variables have given values.
    pub fn point(&mut self, values: &[(u32, bool)]) -> Result<Diagram, Halt> {
        // A level and a value in one number, to be sorted by the level.
        let mut sorted: Vec<u32> = values.iter().map(|(v, b)| self.level_of[*v as usize] << 1 | *b as u32).collect();
        sorted.sort_unstable();
        sorted.dedup();
        self.run(&|d| {
            let mut id = TRUE;
            for (level, value) in sorted.iter().rev().map(|n| (n >> 1, n & 1)) {
                id = if value == 1 { d.node(level, FALSE, id)? } else { d.node(level, id, FALSE)? };
            }
            Ok(id)
        })
    }

    /// The variables a function depends on.
    pub fn support(&self, of: &Diagram) -> Vec<u32> {
        let mut found = vec![false; self.levels.len()];
        self.visit(*of.0, &mut |node| found[node.level as usize] = true);
        (0..found.len()).filter(|level| found[*level]).map(|level| self.var_at[level]).collect()
    }
    /// How many nodes a function has, leaves not counted.
    pub fn size(&self, of: &Diagram) -> usize {
        let mut count = 0;
        self.visit(*of.0, &mut |_| count += 1);
        count
    }
    fn visit(&self, from: u32, see: &mut dyn FnMut(&Node)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo = vec![from];
        while let Some(id) = todo.pop() {
            let node = self.nodes[id as usize];
            if node.level != LEAF && seen.insert(id) {
                see(&node);
                todo.extend([node.low, node.high]);
            }
        }
    }
    /// How many values of some variables, which are all it depends on, are in a set.
    pub fn count(&self, set: &Diagram, vars: &[u32]) -> f64 {
        let mut levels: Vec<u32> = vars.iter().map(|v| self.level_of[*v as usize]).collect();
        levels.sort_unstable();
        let below = |level: u32| levels.partition_point(|l| *l < level) as i32;
        // From the leaves up: a node's count is of the variables from its own level on.
        let mut counts: FxHashMap<u32, f64> = FxHashMap::default();
        let mut todo = vec![(*set.0, false)];
        while let Some((id, ready)) = todo.pop() {
            let node = self.nodes[id as usize];
            if node.level == LEAF {
                counts.insert(id, node.low as f64);
            } else if ready {
                let at = below(node.level) + 1;
                let part = |child: u32| {
                    let gap = below(self.nodes[child as usize].level) - at;
                    counts[&child] * f64::powi(2.0, gap)
                };
                let count = part(node.low) + part(node.high);
                counts.insert(id, count);
            } else if !counts.contains_key(&id) {
                todo.extend([(id, true), (node.low, false), (node.high, false)]);
            }
        }
        let whole = counts[&set.0] * f64::powi(2.0, below(self.nodes[*set.0 as usize].level));
        whole.min(f64::MAX)
    }
    /// One element of a set: the values of the variables that matter, false where either would do.
    pub fn pick(&self, set: &Diagram) -> Option<Vec<(u32, bool)>> {
        let mut id = *set.0;
        if id == FALSE {
            return None;
        }
        let mut values = Vec::new();
        while self.nodes[id as usize].level != LEAF {
            let node = self.nodes[id as usize];
            let value = node.low == FALSE;
            values.push((self.var_at[node.level as usize], value));
            id = if value { node.high } else { node.low };
        }
        Some(values)
    }

    #[inline(never)]
    fn hold(&mut self, id: u32) -> Diagram {
        if self.held.len() >= self.held_at {
            self.held.retain(|handle| Rc::strong_count(handle) > 1);
            self.held_at = (self.held.len() * 2).max(FIRST_COLLECTION);
        }
        let handle = Rc::new(id);
        self.held.push(handle.clone());
        Diagram(handle)
    }
    fn leaf(&mut self, value: i32) -> Raw {
        if let Some(id) = self.numbers.get(&value) {
            return Ok(*id);
        }
        let id = self.allocate(Node { level: LEAF, low: value as u32, high: 0, next: NONE })?;
        self.numbers.insert(value, id);
        Ok(id)
    }
    /// The one node with these children.
    #[inline]
    fn node(&mut self, level: u32, low: u32, high: u32) -> Raw {
        if low == high {
            return Ok(low);
        }
        let table = &self.levels[level as usize];
        let place = table.place(low, high);
        let mut id = table.buckets[place];
        while id != NONE {
            let node = &self.nodes[id as usize];
            if node.low == low && node.high == high {
                return Ok(id);
            }
            id = node.next;
        }
        let next = table.buckets[place];
        let id = self.allocate(Node { level, low, high, next })?;
        let table = &mut self.levels[level as usize];
        table.buckets[place] = id;
        table.count += 1;
        if table.count > table.buckets.len() {
            self.grow(level);
        }
        Ok(id)
    }
    fn allocate(&mut self, node: Node) -> Raw {
        if self.used >= self.limit {
            return Err(Halt::Full);
        }
        self.used += 1;
        if self.free == NONE {
            self.nodes.push(node);
            return Ok(self.nodes.len() as u32 - 1);
        }
        let id = self.free;
        self.free = self.nodes[id as usize].next;
        self.nodes[id as usize] = node;
        Ok(id)
    }
    fn grow(&mut self, level: u32) {
        let table = &mut self.levels[level as usize];
        let size = table.buckets.len() * 2;
        let old = std::mem::replace(&mut table.buckets, vec![NONE; size]);
        for mut id in old {
            while id != NONE {
                let Node { low, high, next, .. } = self.nodes[id as usize];
                let place = table.place(low, high);
                self.nodes[id as usize].next = table.buckets[place];
                table.buckets[place] = id;
                id = next;
            }
        }
    }

    /// Before an operation: room for it.
    fn prepare(&mut self) {
        if self.used >= self.full_at {
            self.collect();
            self.worse = self.used >= self.order_at;
            self.full_at = (self.used * 2).max(FIRST_COLLECTION).min(self.limit);
            self.cache.fit(self.used);
        }
    }
    /// Does an operation; once more if there was no room, and a collection made some.
    #[inline(never)]
    fn run(&mut self, operation: &dyn Fn(&mut Diagrams) -> Raw) -> Result<Diagram, Halt> {
        self.prepare();
        let mut result = operation(self);
        if result == Err(Halt::Full) {
            self.collect();
            if self.used < self.limit / 4 * 3 {
                result = operation(self);
            }
        }
        if result == Err(Halt::Tired) {
            // It will be called again, and what it found so far must not be collected before.
            self.full_at = self.full_at.max(self.used * 2).min(self.limit);
        }
        result.map(|id| self.hold(id))
    }
    /// Forgets all nodes that no handle leads to.
    #[inline(never)]
    fn collect(&mut self) {
        self.held.retain(|handle| Rc::strong_count(handle) > 1);
        let mut alive = vec![false; self.nodes.len()];
        alive[FALSE as usize] = true;
        alive[TRUE as usize] = true;
        let mut todo: Vec<u32> = self.held.iter().map(|handle| **handle).collect();
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut alive[id as usize], true) {
                let node = self.nodes[id as usize];
                if node.level != LEAF {
                    todo.extend([node.low, node.high]);
                }
            }
        }
        for table in &mut self.levels {
            let size = table.buckets.len();
            // Tables shrink with what they hold, in few steps.
            let fit = (table.count.max(8)).next_power_of_two();
            table.buckets.clear();
            table.buckets.resize(size.min(fit), NONE);
            table.count = 0;
        }
        self.numbers.retain(|_, id| alive[*id as usize]);
        self.free = NONE;
        self.used = 0;
        for id in (0..self.nodes.len()).rev() {
            let node = self.nodes[id];
            if alive[id] {
                self.used += 1;
                if node.level != LEAF {
                    let table = &mut self.levels[node.level as usize];
                    let place = table.place(node.low, node.high);
                    self.nodes[id].next = table.buckets[place];
                    table.buckets[place] = id as u32;
                    table.count += 1;
                }
            } else {
                self.nodes[id] = Node { level: FREE, low: NONE, high: NONE, next: self.free };
                self.free = id as u32;
            }
        }
        self.cache.clear();
    }
}
