//! The last numbers of a signal, with their sum and extremes at a constant cost per number.

use crate::error::Result;
use crate::value::{Persist, Reader, Writer};
use std::collections::VecDeque;

/// A sliding window of numbers.
///
/// The sum is kept in two stacks, never by subtraction: no rounding error piles up. The extremes are kept in
/// queues of those numbers that no later number beats.
#[derive(Clone, Default)]
pub struct Extent {
    values: VecDeque<f64>,
    /// Sums from the k-th oldest on to the end of the older part, the oldest last.
    older: Vec<f64>,
    newer_sum: f64,
    highs: VecDeque<(u64, f64)>,
    lows: VecDeque<(u64, f64)>,
    /// Numbers seen so far.
    seen: u64,
}

impl Extent {
    /// Adds a number, and forgets the oldest beyond that width.
    pub fn push(&mut self, x: f64, width: usize) {
        self.values.push_back(x);
        self.newer_sum += x;
        while self.highs.back().is_some_and(|(_, high)| *high < x) {
            self.highs.pop_back();
        }
        self.highs.push_back((self.seen, x));
        while self.lows.back().is_some_and(|(_, low)| *low > x) {
            self.lows.pop_back();
        }
        self.lows.push_back((self.seen, x));
        self.seen += 1;
        if self.values.len() > width {
            self.forget();
        }
    }
    fn forget(&mut self) {
        if self.older.is_empty() {
            let mut sum = 0.0;
            self.older.extend(self.values.iter().rev().map(|x| {
                sum += x;
                sum
            }));
            self.newer_sum = 0.0;
        }
        self.older.pop();
        self.values.pop_front();
        let first = self.seen - self.values.len() as u64;
        for queue in [&mut self.highs, &mut self.lows] {
            if queue.front().is_some_and(|(place, _)| *place < first) {
                queue.pop_front();
            }
        }
    }
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.values.len()
    }
    /// The sum of the numbers held.
    pub fn sum(&self) -> f64 {
        self.older.last().copied().unwrap_or(0.0) + self.newer_sum
    }
    /// The mean of the numbers held.
    pub fn mean(&self) -> f64 {
        self.sum() / self.len() as f64
    }
    /// The largest number held and the place where it first stands; there must be one.
    pub fn high(&self) -> (usize, f64) {
        self.place(self.highs[0])
    }
    /// The smallest number held and the place where it first stands; there must be one.
    pub fn low(&self) -> (usize, f64) {
        self.place(self.lows[0])
    }
    fn place(&self, (seen, x): (u64, f64)) -> (usize, f64) {
        ((seen - (self.seen - self.values.len() as u64)) as usize, x)
    }
    /// The oldest and the newest number; there must be one.
    pub fn ends(&self) -> (f64, f64) {
        (self.values[0], self.values[self.values.len() - 1])
    }
}

/// Sums and queues follow from the numbers: the sum is saved as well, since rounding depends on the past.
impl Persist for Extent {
    fn save(&self, w: &mut Writer) {
        w.put(&self.values);
        w.put(&self.older);
        w.put(&self.newer_sum);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let values: VecDeque<f64> = r.get()?;
        let mut extent = Extent::default();
        values.into_iter().for_each(|x| extent.push(x, usize::MAX));
        extent.older = r.get()?;
        if extent.older.len() > extent.values.len() {
            return Err(crate::value::damaged("a window sums more than it holds"));
        }
        extent.newer_sum = r.get()?;
        Ok(extent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_extremes_are_those_of_the_last_numbers() {
        let numbers: Vec<f64> = (0..60u32).map(|k| f64::from((k * 7919 + k * k) % 13)).collect();
        let mut extent = Extent::default();
        for (k, x) in numbers.iter().enumerate() {
            extent.push(*x, 5);
            let last = &numbers[(k + 1).saturating_sub(5)..=k];
            let high = last.iter().copied().fold(f64::MIN, f64::max);
            let low = last.iter().copied().fold(f64::MAX, f64::min);
            assert_eq!(extent.sum(), last.iter().sum::<f64>());
            assert_eq!(extent.high(), (last.iter().position(|x| *x == high).unwrap(), high));
            assert_eq!(extent.low(), (last.iter().position(|x| *x == low).unwrap(), low));
            assert_eq!(extent.ends(), (last[0], *x));
        }
    }
}
