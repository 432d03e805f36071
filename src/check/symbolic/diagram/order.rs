//! A better order of the variables: each block of tied variables is moved through all places and left at the best
//! (Rudell 1993). Nodes keep their functions, so handles stay as they are.

use super::{Diagrams, FALSE, FREE, LEAF, NONE, Node, TRUE};

/// While a block is moved the diagrams may grow by so much; beyond, that direction is given up.
const GROWTH: f64 = 1.2;

/// Nodes that may be touched in one search for a better order: so many, and more where other work was hard, so that the
/// search is never most of the work.
const EFFORT: u64 = 1 << 21;
const EFFORT_PER_FUEL: u64 = 4;

/// How often each node is needed, while levels are swapped: what nobody needs any more goes at once.
struct Uses(Vec<u32>);

impl Diagrams {
    /// There are so many more nodes than before that a better order is worth a search.
    #[inline(never)]
    pub fn wants_order(&mut self) -> bool {
        if !self.unsifted.is_empty() {
            return true;
        }
        if self.used >= self.look_at {
            self.look_at = self.used * 2;
            self.collect();
            self.worse = self.used >= self.order_at;
        }
        if !std::mem::take(&mut self.worse) || self.levels.len() < 3 {
            return false;
        }
        self.refuel(self.fuel);
        self.effort = EFFORT.saturating_add(std::mem::take(&mut self.burnt).saturating_mul(EFFORT_PER_FUEL));
        self.unsifted = self.blocks().map(|at| self.var_at[at]).collect();
        true
    }
    /// Finds the best place for one block. False when all had their turn.
    #[inline(never)]
    pub fn improve_order(&mut self) -> bool {
        self.collect();
        // The one with most nodes first.
        let heaviest = (0..self.unsifted.len()).max_by_key(|k| self.weight(self.unsifted[*k]));
        let Some(var) = heaviest.map(|k| self.unsifted.swap_remove(k)) else { return false };
        let mut uses = self.uses();
        self.sift(var, &mut uses);
        if self.effort == 0 {
            self.unsifted.clear();
        }
        if self.unsifted.is_empty() {
            self.order_at = (self.used * 2).max(super::FIRST_ORDER);
            self.look_at = self.look_at.max(self.used * 2);
        }
        self.full_at = self.full_at.max((self.used * 2).min(self.limit));
        !self.unsifted.is_empty()
    }

    /// First levels of blocks.
    fn blocks(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.levels.len()).filter(|at| !self.tied[self.var_at[*at] as usize])
    }
    fn block_end(&self, at: usize) -> usize {
        let rest = at + 1..self.levels.len();
        rest.clone().find(|l| !self.tied[self.var_at[*l] as usize]).unwrap_or(rest.end)
    }
    fn block_start(&self, mut at: usize) -> usize {
        while self.tied[self.var_at[at] as usize] {
            at -= 1;
        }
        at
    }
    /// Nodes of the block that a variable is the first of.
    fn weight(&self, var: u32) -> usize {
        let at = self.level_of[var as usize] as usize;
        self.levels[at..self.block_end(at)].iter().map(|level| level.count).sum()
    }
    fn uses(&self) -> Uses {
        let mut uses = vec![0; self.nodes.len()];
        for node in self.nodes.iter().filter(|node| node.level < FREE) {
            uses[node.low as usize] += 1;
            uses[node.high as usize] += 1;
        }
        for handle in &self.held {
            uses[**handle as usize] += 1;
        }
        uses[FALSE as usize] += 1;
        uses[TRUE as usize] += 1;
        Uses(uses)
    }

    fn sift(&mut self, var: u32, uses: &mut Uses) {
        let start = self.level_of[var as usize] as usize;
        let (mut best, mut best_at) = (self.used, start);
        let bottom = self.levels.len();
        let down_first = bottom - start < start;
        for down in [down_first, !down_first] {
            loop {
                let at = self.level_of[var as usize] as usize;
                let moved = if down { self.block_down(at, uses) } else { self.block_up(at, uses) };
                if !moved {
                    break;
                }
                if self.used < best {
                    (best, best_at) = (self.used, self.level_of[var as usize] as usize);
                }
                if self.used as f64 > best as f64 * GROWTH || self.effort == 0 {
                    break;
                }
            }
        }
        // Levels of other blocks move by the same amounts on the way back.
        loop {
            let at = self.level_of[var as usize] as usize;
            let moved = match at.cmp(&best_at) {
                std::cmp::Ordering::Less => self.block_down(at, uses),
                std::cmp::Ordering::Greater => self.block_up(at, uses),
                std::cmp::Ordering::Equal => false,
            };
            if !moved {
                break;
            }
        }
    }
    /// A block changes places with the one below.
    fn block_down(&mut self, at: usize, uses: &mut Uses) -> bool {
        let middle = self.block_end(at);
        if middle >= self.levels.len() || self.used * 2 > self.limit {
            return false;
        }
        self.swap_blocks(at, middle, self.block_end(middle), uses);
        true
    }
    fn block_up(&mut self, at: usize, uses: &mut Uses) -> bool {
        if at == 0 || self.used * 2 > self.limit {
            return false;
        }
        self.swap_blocks(self.block_start(at - 1), at, self.block_end(at), uses);
        true
    }
    fn swap_blocks(&mut self, at: usize, middle: usize, end: usize, uses: &mut Uses) {
        for (k, level) in (middle..end).enumerate() {
            for l in (at + k..level).rev() {
                self.swap(l, uses);
            }
        }
    }

    /// Two neighbouring levels change places; every node keeps its number and its function.
    fn swap(&mut self, at: usize, uses: &mut Uses) {
        let (upper, lower) = (at as u32, at as u32 + 1);
        let (above, below) = (self.emptied(at), self.emptied(at + 1));
        self.effort = self.effort.saturating_sub((above.len() + below.len()) as u64);
        for id in below {
            self.nodes[id as usize].level = upper;
            self.link(id);
        }
        let mut split = Vec::new();
        for id in above {
            let node = self.nodes[id as usize];
            // The nodes of the lower level stand on the upper one by now.
            let depends = |child: u32| self.nodes[child as usize].level == upper;
            if depends(node.low) || depends(node.high) {
                split.push(id);
            } else {
                self.nodes[id as usize].level = lower;
                self.link(id);
            }
        }
        for id in split {
            let node = self.nodes[id as usize];
            let halves = |child: u32| {
                let node = self.nodes[child as usize];
                if node.level == upper { (node.low, node.high) } else { (child, child) }
            };
            let ((low_low, low_high), (high_low, high_high)) = (halves(node.low), halves(node.high));
            let low = self.shared(lower, low_low, high_low, uses);
            let high = self.shared(lower, low_high, high_high, uses);
            uses.0[low as usize] += 1;
            uses.0[high as usize] += 1;
            self.nodes[id as usize] = Node { level: upper, low, high, next: NONE };
            self.link(id);
            self.drop_use(node.low, uses);
            self.drop_use(node.high, uses);
        }
        let (a, b) = (self.var_at[at], self.var_at[at + 1]);
        self.var_at.swap(at, at + 1);
        self.level_of[a as usize] = lower;
        self.level_of[b as usize] = upper;
    }
    /// All nodes of a level, whose table is left empty.
    fn emptied(&mut self, level: usize) -> Vec<u32> {
        let table = &mut self.levels[level];
        let mut list = Vec::with_capacity(table.count);
        for bucket in &mut table.buckets {
            let mut id = std::mem::replace(bucket, NONE);
            while id != NONE {
                list.push(id);
                id = self.nodes[id as usize].next;
            }
        }
        table.count = 0;
        list
    }
    fn link(&mut self, id: u32) {
        let Node { level, low, high, .. } = self.nodes[id as usize];
        let table = &mut self.levels[level as usize];
        let place = table.place(low, high);
        self.nodes[id as usize].next = table.buckets[place];
        table.buckets[place] = id;
        table.count += 1;
        if table.count > table.buckets.len() {
            self.grow(level);
        }
    }
    /// The node with these children, which are needed once more where it is new.
    fn shared(&mut self, level: u32, low: u32, high: u32, uses: &mut Uses) -> u32 {
        let before = self.used;
        // Blocks are moved only where half of the room is free, and a swap at most doubles two levels.
        let limit = std::mem::replace(&mut self.limit, usize::MAX);
        let id = self.node(level, low, high).unwrap_or(FALSE);
        self.limit = limit;
        if self.used > before {
            if uses.0.len() <= id as usize {
                uses.0.resize(id as usize + 1, 0);
            }
            uses.0[id as usize] = 0;
            uses.0[low as usize] += 1;
            uses.0[high as usize] += 1;
        }
        id
    }
    fn drop_use(&mut self, id: u32, uses: &mut Uses) {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            uses.0[id as usize] -= 1;
            let node = self.nodes[id as usize];
            if uses.0[id as usize] > 0 || node.level == LEAF {
                continue;
            }
            todo.extend([node.low, node.high]);
            self.unlink(id);
            self.nodes[id as usize] = Node { level: FREE, low: NONE, high: NONE, next: self.free };
            self.free = id;
            self.used -= 1;
        }
    }
    fn unlink(&mut self, id: u32) {
        let Node { level, low, high, next } = self.nodes[id as usize];
        let table = &mut self.levels[level as usize];
        table.count -= 1;
        let place = table.place(low, high);
        if table.buckets[place] == id {
            table.buckets[place] = next;
            return;
        }
        let mut at = table.buckets[place];
        while self.nodes[at as usize].next != id {
            at = self.nodes[at as usize].next;
        }
        self.nodes[at as usize].next = next;
    }
}
