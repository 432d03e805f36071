//! Operations on diagrams, each by recursion from the topmost variable (Bryant 1986), with what was found before at
//! hand. Quantifying while conjoining is the relational product of Burch, Clarke and Long (1991).

use super::{Diagram, Diagrams, FALSE, Halt, LEAF, Node, Raw, TRUE};

/// What two functions are combined by, point by point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Op {
    And,
    Or,
    /// In the first and not in the second.
    Without,
    /// Equality of numbers; of sets, where both or neither is.
    Equal,
    Less,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

/// Numbers of the other operations, after those of [`Op`].
const IF: u32 = 32;
const EXISTS: u32 = 33;
const BOTH: u32 = 34;
const DOWN: u32 = 35;
const UP: u32 = 36;
/// One for each bit.
const BIT: u32 = 64;

impl Op {
    fn commutes(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Equal | Op::Add | Op::Mul)
    }
    fn on_numbers(self, a: i32, b: i32) -> i32 {
        match self {
            Op::And => a & b,
            Op::Or => a | b,
            Op::Without => a & !b,
            Op::Equal => (a == b) as i32,
            Op::Less => (a < b) as i32,
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => a.wrapping_mul(b),
            Op::Div => a.checked_div_euclid(b).unwrap_or(0),
            Op::Mod => a.checked_rem_euclid(b).unwrap_or(0),
        }
    }
}

impl Diagrams {
    /// Two functions, point by point.
    pub fn apply(&mut self, op: Op, a: &Diagram, b: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.applied(op, *a.0, *b.0))
    }
    pub fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Halt> {
        self.apply(Op::And, a, b)
    }
    pub fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Halt> {
        self.apply(Op::Or, a, b)
    }
    pub fn without(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Halt> {
        self.apply(Op::Without, a, b)
    }
    pub fn not(&mut self, a: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.applied(Op::Without, TRUE, *a.0))
    }
    /// The second function where the first, a set, is; the third elsewhere.
    pub fn choose(&mut self, c: &Diagram, a: &Diagram, b: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.chosen(*c.0, *a.0, *b.0))
    }
    /// Where a bit of a function's value, counted from `lo`, is set.
    pub fn bit(&mut self, of: &Diagram, bit: u32, lo: i32) -> Result<Diagram, Halt> {
        self.run(&|d| d.bit_of(*of.0, bit, lo))
    }
    /// A set without regard to some variables.
    pub fn exists(&mut self, of: &Diagram, cube: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.projected(*of.0, *cube.0))
    }
    /// What is in both sets, without regard to some variables.
    pub fn and_exists(&mut self, a: &Diagram, b: &Diagram, cube: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.product(*a.0, *b.0, *cube.0))
    }
    /// Each variable of the cube becomes the one right below it, which the function does not depend on.
    pub fn lowered(&mut self, of: &Diagram, cube: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.moved(*of.0, *cube.0, DOWN))
    }
    /// Each variable of the cube becomes the one right above it, which the function does not depend on.
    pub fn raised(&mut self, of: &Diagram, cube: &Diagram) -> Result<Diagram, Halt> {
        self.run(&|d| d.moved(*of.0, *cube.0, UP))
    }

    #[inline]
    fn burn(&mut self) -> Result<(), Halt> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::Tired)?;
        Ok(())
    }
    #[inline]
    fn at(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }
    /// The halves of a function at a level that is not below its own.
    #[inline]
    fn halves(&self, id: u32, node: &Node, level: u32) -> (u32, u32) {
        if node.level == level { (node.low, node.high) } else { (id, id) }
    }

    fn applied(&mut self, op: Op, a: u32, b: u32) -> Raw {
        match op {
            Op::And => {
                if a == b || b == TRUE || a == FALSE {
                    return Ok(a);
                }
                if a == TRUE || b == FALSE {
                    return Ok(b);
                }
            }
            Op::Or => {
                if a == b || b == FALSE || a == TRUE {
                    return Ok(a);
                }
                if a == FALSE || b == TRUE {
                    return Ok(b);
                }
            }
            Op::Without => {
                if a == FALSE || b == FALSE {
                    return Ok(a);
                }
                if a == b || b == TRUE {
                    return Ok(FALSE);
                }
            }
            Op::Equal if a == b => return Ok(TRUE),
            Op::Less if a == b => return Ok(FALSE),
            _ => {}
        }
        let (x, y) = (self.at(a), self.at(b));
        if x.level == LEAF && y.level == LEAF {
            return self.leaf(op.on_numbers(x.low as i32, y.low as i32));
        }
        let key = if op.commutes() { (op as u32, a.min(b), a.max(b), 0) } else { (op as u32, a, b, 0) };
        if let Some(found) = self.cache.get(key) {
            return Ok(found);
        }
        self.burn()?;
        let level = x.level.min(y.level);
        let ((a0, a1), (b0, b1)) = (self.halves(a, &x, level), self.halves(b, &y, level));
        let low = self.applied(op, a0, b0)?;
        let high = self.applied(op, a1, b1)?;
        let result = self.node(level, low, high)?;
        self.cache.put(key, result);
        Ok(result)
    }

    fn chosen(&mut self, c: u32, a: u32, b: u32) -> Raw {
        if c == TRUE || a == b {
            return Ok(a);
        }
        if c == FALSE {
            return Ok(b);
        }
        if a == TRUE && b == FALSE {
            return Ok(c);
        }
        let key = (IF, c, a, b);
        if let Some(found) = self.cache.get(key) {
            return Ok(found);
        }
        self.burn()?;
        let (x, y, z) = (self.at(c), self.at(a), self.at(b));
        let level = x.level.min(y.level).min(z.level);
        let (c0, c1) = self.halves(c, &x, level);
        let ((a0, a1), (b0, b1)) = (self.halves(a, &y, level), self.halves(b, &z, level));
        let low = self.chosen(c0, a0, b0)?;
        let high = self.chosen(c1, a1, b1)?;
        let result = self.node(level, low, high)?;
        self.cache.put(key, result);
        Ok(result)
    }

    fn bit_of(&mut self, a: u32, bit: u32, lo: i32) -> Raw {
        let node = self.at(a);
        if node.level == LEAF {
            return Ok((node.low as i32).wrapping_sub(lo) as u32 >> bit & 1);
        }
        let key = (BIT + bit, a, lo as u32, 0);
        if let Some(found) = self.cache.get(key) {
            return Ok(found);
        }
        self.burn()?;
        let low = self.bit_of(node.low, bit, lo)?;
        let high = self.bit_of(node.high, bit, lo)?;
        let result = self.node(node.level, low, high)?;
        self.cache.put(key, result);
        Ok(result)
    }

    /// The part of a cube that is not above a level.
    #[inline]
    fn rest_of(&self, mut cube: u32, level: u32) -> u32 {
        while self.at(cube).level < level {
            cube = self.at(cube).high;
        }
        cube
    }

    fn projected(&mut self, a: u32, cube: u32) -> Raw {
        let node = self.at(a);
        if node.level == LEAF {
            return Ok(a);
        }
        let cube = self.rest_of(cube, node.level);
        if cube == TRUE {
            return Ok(a);
        }
        let key = (EXISTS, a, cube, 0);
        if let Some(found) = self.cache.get(key) {
            return Ok(found);
        }
        self.burn()?;
        let low = self.projected(node.low, cube)?;
        let result = if self.at(cube).level == node.level {
            if low == TRUE {
                TRUE
            } else {
                let high = self.projected(node.high, cube)?;
                self.applied(Op::Or, low, high)?
            }
        } else {
            let high = self.projected(node.high, cube)?;
            self.node(node.level, low, high)?
        };
        self.cache.put(key, result);
        Ok(result)
    }

    fn product(&mut self, a: u32, b: u32, cube: u32) -> Raw {
        if a == FALSE || b == FALSE {
            return Ok(FALSE);
        }
        if a == TRUE || a == b {
            return self.projected(b, cube);
        }
        if b == TRUE {
            return self.projected(a, cube);
        }
        let (x, y) = (self.at(a), self.at(b));
        let level = x.level.min(y.level);
        let cube = self.rest_of(cube, level);
        if cube == TRUE {
            return self.applied(Op::And, a, b);
        }
        let key = (BOTH, a.min(b), a.max(b), cube);
        if let Some(found) = self.cache.get(key) {
            return Ok(found);
        }
        self.burn()?;
        let ((a0, a1), (b0, b1)) = (self.halves(a, &x, level), self.halves(b, &y, level));
        let low = self.product(a0, b0, cube)?;
        let result = if self.at(cube).level == level {
            if low == TRUE {
                TRUE
            } else {
                let high = self.product(a1, b1, cube)?;
                self.applied(Op::Or, low, high)?
            }
        } else {
            let high = self.product(a1, b1, cube)?;
            self.node(level, low, high)?
        };
        self.cache.put(key, result);
        Ok(result)
    }

    fn moved(&mut self, a: u32, cube: u32, by: u32) -> Raw {
        let node = self.at(a);
        if node.level == LEAF {
            return Ok(a);
        }
        let cube = self.rest_of(cube, node.level);
        if cube == TRUE {
            return Ok(a);
        }
        let key = (by, a, cube, 0);
        if let Some(found) = self.cache.get(key) {
            return Ok(found);
        }
        self.burn()?;
        let low = self.moved(node.low, cube, by)?;
        let high = self.moved(node.high, cube, by)?;
        let level = match self.at(cube).level == node.level {
            true if by == DOWN => node.level + 1,
            true => node.level - 1,
            false => node.level,
        };
        let result = self.node(level, low, high)?;
        self.cache.put(key, result);
        Ok(result)
    }
}
