//! Laws of diagrams: random functions of a few variables against their tables.

use super::{Diagram, Diagrams, Halt, Op};
use proptest::prelude::*;

const VARS: u32 = 6;
const ROWS: usize = 1 << VARS;

/// A function by its table: row `r` has variable `v` true where bit `v` of `r` is set.
fn function(d: &mut Diagrams, table: &[i32]) -> Diagram {
    let mut whole = d.number(table[0]).unwrap();
    for (row, value) in table.iter().enumerate().skip(1) {
        let values: Vec<(u32, bool)> = (0..VARS).map(|v| (v, row >> v & 1 != 0)).collect();
        let (point, value) = (d.point(&values).unwrap(), d.number(*value).unwrap());
        whole = d.choose(&point, &value, &whole).unwrap();
    }
    whole
}
fn table(d: &Diagrams, of: &Diagram) -> Vec<i32> {
    let value = |row: usize| {
        let mut id = *of.0;
        while d.nodes[id as usize].level != super::LEAF {
            let node = d.nodes[id as usize];
            id = if row >> d.var_at[node.level as usize] & 1 != 0 { node.high } else { node.low };
        }
        d.nodes[id as usize].low as i32
    };
    (0..ROWS).map(value).collect()
}
/// Pairs of variables, as for states and next states.
fn pairs(limit: usize) -> Diagrams {
    Diagrams::new((0..VARS).map(|v| v % 2 == 1).collect(), limit)
}
fn set() -> impl Strategy<Value = Vec<i32>> {
    proptest::collection::vec(0..2i32, ROWS)
}
fn numbers() -> impl Strategy<Value = Vec<i32>> {
    proptest::collection::vec(-3..4i32, ROWS)
}
fn over(rows: &[i32], var: u32, join: impl Fn(i32, i32) -> i32) -> Vec<i32> {
    (0..ROWS).map(|row| join(rows[row & !(1 << var)], rows[row | 1 << var])).collect()
}
fn exists(rows: &[i32], vars: u32) -> Vec<i32> {
    (0..VARS).filter(|v| vars >> v & 1 != 0).fold(rows.to_vec(), |rows, v| over(&rows, v, |a, b| a | b))
}
fn named(vars: u32) -> Vec<u32> {
    (0..VARS).filter(|v| vars >> v & 1 != 0).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equal_functions_are_the_same_node(a in set(), b in set(), order in proptest::collection::vec(0..ROWS, 1..20)) {
        let mut d = pairs(100_000);
        let (x, y) = (function(&mut d, &a), function(&mut d, &b));
        prop_assert_eq!(x == y, a == b);
        // The same function by another way: rows put right one by one.
        let mut z = x.clone();
        let mut rows = a.clone();
        for row in order.into_iter().chain(0..ROWS) {
            let values: Vec<(u32, bool)> = (0..VARS).map(|v| (v, row >> v & 1 != 0)).collect();
            let point = d.point(&values).unwrap();
            z = if b[row] == 1 { d.or(&z, &point).unwrap() } else { d.without(&z, &point).unwrap() };
            rows[row] = b[row];
            prop_assert_eq!(&table(&d, &z), &rows);
        }
        prop_assert_eq!(z, y);
    }

    #[test]
    fn operations_go_point_by_point(a in numbers(), b in numbers(), c in set()) {
        let mut d = pairs(100_000);
        let (x, y, z) = (function(&mut d, &a), function(&mut d, &b), function(&mut d, &c));
        type ByHand = fn(i32, i32) -> i32;
        let ops: [(Op, ByHand); 5] = [
            (Op::Add, |a, b| a + b),
            (Op::Sub, |a, b| a - b),
            (Op::Mul, |a, b| a * b),
            (Op::Equal, |a, b| (a == b) as i32),
            (Op::Less, |a, b| (a < b) as i32),
        ];
        for (op, by_hand) in ops {
            let result = d.apply(op, &x, &y).unwrap();
            let wanted: Vec<i32> = a.iter().zip(&b).map(|(a, b)| by_hand(*a, *b)).collect();
            prop_assert_eq!(table(&d, &result), wanted, "{:?}", op);
        }
        let three = d.number(3).unwrap();
        let (div, rem) = (d.apply(Op::Div, &x, &three).unwrap(), d.apply(Op::Mod, &x, &three).unwrap());
        prop_assert_eq!(table(&d, &div), a.iter().map(|a| a.div_euclid(3)).collect::<Vec<_>>());
        prop_assert_eq!(table(&d, &rem), a.iter().map(|a| a.rem_euclid(3)).collect::<Vec<_>>());
        let chosen = d.choose(&z, &x, &y).unwrap();
        let wanted: Vec<i32> = (0..ROWS).map(|r| if c[r] == 1 { a[r] } else { b[r] }).collect();
        prop_assert_eq!(table(&d, &chosen), wanted);
        for bit in 0..3 {
            let set = d.bit(&x, bit, -3).unwrap();
            prop_assert_eq!(table(&d, &set), a.iter().map(|a| (a + 3) >> bit & 1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn sets_and_quantifiers(a in set(), b in set(), vars in 0..1u32 << VARS) {
        let mut d = pairs(100_000);
        let (x, y) = (function(&mut d, &a), function(&mut d, &b));
        let both: Vec<i32> = a.iter().zip(&b).map(|(a, b)| a & b).collect();
        let and = d.and(&x, &y).unwrap();
        prop_assert_eq!(&table(&d, &and), &both);
        let or = d.or(&x, &y).unwrap();
        prop_assert_eq!(table(&d, &or), a.iter().zip(&b).map(|(a, b)| a | b).collect::<Vec<_>>());
        let without = d.without(&x, &y).unwrap();
        prop_assert_eq!(table(&d, &without), a.iter().zip(&b).map(|(a, b)| a & !b).collect::<Vec<_>>());
        let not = d.not(&x).unwrap();
        prop_assert_eq!(d.not(&not).unwrap(), x.clone());
        let cube = d.cube(&named(vars)).unwrap();
        let projected = d.exists(&x, &cube).unwrap();
        prop_assert_eq!(table(&d, &projected), exists(&a, vars));
        let product = d.and_exists(&x, &y, &cube).unwrap();
        prop_assert_eq!(&d.exists(&and, &cube).unwrap(), &product);
        prop_assert_eq!(table(&d, &product), exists(&both, vars));
        prop_assert!(d.support(&product).iter().all(|v| vars >> v & 1 == 0));
    }

    #[test]
    fn counts_and_elements(a in set()) {
        let mut d = pairs(100_000);
        let x = function(&mut d, &a);
        prop_assert_eq!(d.count(&x, &(0..VARS).collect::<Vec<_>>()), a.iter().sum::<i32>() as f64);
        match d.pick(&x) {
            None => prop_assert!(a.iter().all(|v| *v == 0)),
            Some(values) => {
                let row: usize = values.iter().map(|(v, value)| (*value as usize) << v).sum();
                prop_assert_eq!(a[row], 1);
            }
        }
    }

    #[test]
    fn names_change_and_come_back(a in set(), which in 0..8u32) {
        let mut d = pairs(100_000);
        // Of the upper variables alone: those below get their places.
        let upper = exists(&a, 0b101010);
        let x = function(&mut d, &upper);
        let down: Vec<u32> = (0..3).filter(|k| which >> k & 1 != 0).map(|k| 2 * k).collect();
        let cube = d.cube(&down).unwrap();
        let lowered = d.lowered(&x, &cube).unwrap();
        let moved = |row: usize| down.iter().fold(row & 0b010101, |at, v| at & !(1 << v) | (row >> (v + 1) & 1) << v);
        prop_assert_eq!(table(&d, &lowered), (0..ROWS).map(|row| upper[moved(row)]).collect::<Vec<_>>());
        let next: Vec<u32> = down.iter().map(|v| v + 1).collect();
        let cube = d.cube(&next).unwrap();
        prop_assert_eq!(d.raised(&lowered, &cube).unwrap(), x);
    }

    #[test]
    fn functions_outlive_collections_and_new_orders(list in proptest::collection::vec(numbers(), 1..5), a in set(), b in set()) {
        let mut d = pairs(100_000);
        let kept: Vec<Diagram> = list.iter().map(|rows| function(&mut d, rows)).collect();
        let (x, y) = (function(&mut d, &a), function(&mut d, &b));
        d.collect();
        let before = d.used();
        d.worse = true;
        prop_assert!(d.wants_order());
        while d.improve_order() {}
        prop_assert!(d.used() <= before, "{} nodes, {} before", d.used(), before);
        for (rows, function) in list.iter().zip(&kept) {
            prop_assert_eq!(&table(&d, function), rows);
        }
        for var in (1..VARS).step_by(2) {
            prop_assert_eq!(d.level_of[var as usize], d.level_of[var as usize - 1] + 1);
        }
        // Functions made now are those made before.
        for (rows, kept) in list.iter().zip(&kept) {
            prop_assert_eq!(&function(&mut d, rows), kept);
        }
        let and = d.and(&x, &y).unwrap();
        prop_assert_eq!(table(&d, &and), a.iter().zip(&b).map(|(a, b)| a & b).collect::<Vec<_>>());
        drop((kept, x, y, and));
        d.collect();
        prop_assert_eq!(d.used(), 2);
    }
}

/// The n-th bit of one half of the variables is that of the other half: small where they are neighbours alone.
fn mirrored(d: &mut Diagrams, n: u32) -> Result<Diagram, Halt> {
    let mut all = d.truth(true);
    for k in 0..n {
        let (a, b) = (d.variable(k)?, d.variable(n + k)?);
        let same = d.apply(Op::Equal, &a, &b)?;
        all = d.and(&all, &same)?;
    }
    Ok(all)
}

#[test]
fn a_better_order_is_found() {
    let n = 12;
    let mut d = Diagrams::new(vec![false; 2 * n as usize], 1_000_000);
    let set = mirrored(&mut d, n).unwrap();
    assert!(d.size(&set) > 2 << n, "{} nodes", d.size(&set));
    assert!(d.wants_order());
    while d.improve_order() {}
    assert_eq!(d.size(&set), 3 * n as usize);
    assert_eq!(d.count(&set, &(0..2 * n).collect::<Vec<_>>()), f64::from(1 << n));
    assert_eq!(mirrored(&mut d, n).unwrap(), set);
}

#[test]
fn full_and_tired() {
    let n = 12;
    let mut d = Diagrams::new(vec![false; 2 * n as usize], 2000);
    assert_eq!(mirrored(&mut d, n), Err(Halt::Full));
    // What was made on the way is garbage, and smaller things still have room.
    assert!(mirrored(&mut d, 5).is_ok());
    let mut d = Diagrams::new(vec![false; 2 * n as usize], 1_000_000);
    let mut turns = 0;
    let set = loop {
        turns += 1;
        d.refuel(500 * turns);
        match mirrored(&mut d, n) {
            Ok(set) => break set,
            Err(halt) => assert_eq!(halt, Halt::Tired),
        }
    };
    assert!(turns > 3);
    assert_eq!(d.count(&set, &(0..2 * n).collect::<Vec<_>>()), f64::from(1 << n));
}

#[test]
fn counts_beyond_every_integer() {
    let mut d = Diagrams::new(vec![false; 1500], 100_000);
    let all = d.truth(true);
    assert_eq!(d.count(&all, &(0..1000).collect::<Vec<_>>()), f64::powi(2.0, 1000));
    assert_eq!(d.count(&all, &(0..1500).collect::<Vec<_>>()), f64::MAX);
}
