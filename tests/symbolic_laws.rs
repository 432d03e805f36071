//! The symbolic checker answers as the explicit one: random systems and formulas, with hazards and fairness.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use watertight::check::{Answer, Engine, Outcome, Reach, Run, Steady, check, wait};
use watertight::model::{
    Domain, First, Formula, Hazard, Logic, Mode, One, Origin, Property, Rule, System, Term, Terms, Two, VarKind,
};
use watertight::smv::print;

/// Random choices, from a list of numbers.
struct Dice<'a> {
    numbers: &'a [u32],
    at: usize,
}

impl Dice<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.at += 1;
        // Mixed anew on each round, so that a short list goes a long way.
        let number =
            self.numbers[self.at % self.numbers.len()].wrapping_add((self.at as u32).wrapping_mul(0x9e37_79b9));
        (number ^ number >> 15).wrapping_mul(0x2c1b_3c6d) % 0x1_0001 % n
    }
    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }
}

/// Variables by kind of value.
#[derive(Default)]
struct Vars {
    bools: Vec<Term>,
    numbers: Vec<Term>,
}

fn number(dice: &mut Dice, t: &mut Terms, vars: &Vars, depth: u32) -> Term {
    match dice.below(if depth == 0 || vars.numbers.is_empty() { 2 } else { 8 }) {
        0 => t.int(dice.below(4) as i32),
        1 if vars.numbers.is_empty() => t.int(2),
        1 | 2 => dice.pick(&vars.numbers),
        3 => {
            let c = condition(dice, t, vars, depth - 1);
            let (a, b) = (number(dice, t, vars, depth - 1), number(dice, t, vars, depth - 1));
            t.choose(c, a, b)
        }
        n => {
            let (a, b) = (number(dice, t, vars, depth - 1), number(dice, t, vars, depth - 1));
            match n {
                4 => t.add(a, b),
                5 => t.sub(a, b),
                6 => t.mul(a, b),
                _ => t.modulo(a, 3),
            }
        }
    }
}

fn condition(dice: &mut Dice, t: &mut Terms, vars: &Vars, depth: u32) -> Term {
    match dice.below(if depth == 0 { 2 } else { 7 }) {
        0 | 1 if !vars.bools.is_empty() && dice.chance(60) => dice.pick(&vars.bools),
        0 | 1 => {
            let (a, b) = (number(dice, t, vars, depth.min(1)), number(dice, t, vars, 0));
            if dice.chance(50) { t.equal(a, b) } else { t.less(a, b) }
        }
        2 => {
            let a = condition(dice, t, vars, depth - 1);
            t.not(a)
        }
        n => {
            let (a, b) = (condition(dice, t, vars, depth - 1), condition(dice, t, vars, depth - 1));
            if n < 5 { t.and(a, b) } else { t.or(a, b) }
        }
    }
}

/// A number within a range, whatever a term says.
fn within(t: &mut Terms, term: Term, lo: i32, hi: i32) -> Term {
    let low = t.int(lo);
    let from = t.sub(term, low);
    let rest = t.modulo(from, hi - lo + 1);
    t.add(rest, low)
}

struct Made {
    system: System,
    vars: Vars,
}

fn system(dice: &mut Dice) -> Made {
    let mode = match dice.below(4) {
        0 | 1 => Mode::Synchronous,
        n => Mode::Interleaving { idle: n == 2 },
    };
    let mut system = System::new(Terms::default(), mode);
    let mut all = Vars::default();
    let mut states: Vec<(Term, Domain)> = Vec::new();
    for k in 0..2 + dice.below(3) {
        let lo = dice.below(3) as i32 - 1;
        let domain = if dice.chance(40) { Domain::Bool } else { Domain::Range(lo, lo + 1 + dice.below(4) as i32) };
        let input = k > 0 && dice.chance(30);
        let kind = match input {
            true => VarKind::Input,
            false if dice.chance(20) => VarKind::State(First::Any),
            false => VarKind::State(First::Value(domain.value(dice.below(domain.size() as u32) as usize))),
        };
        let term = system.add(&format!("v{k}"), domain.clone(), kind, Origin::default());
        if domain == Domain::Bool {
            all.bools.push(term)
        } else {
            all.numbers.push(term)
        }
        if !input {
            states.push((term, domain));
        }
    }
    let over_states = |dice: &mut Dice, system: &mut System| {
        let mut known = Vars::default();
        for (term, domain) in &states {
            if *domain == Domain::Bool { known.bools.push(*term) } else { known.numbers.push(*term) }
        }
        condition(dice, &mut system.terms, &known, 2)
    };
    if dice.chance(20) {
        let first = over_states(dice, &mut system);
        system.init = first;
    }
    for k in 0..1 + dice.below(3) {
        let guard = condition(dice, &mut system.terms, &all, 2);
        let mut updates = Vec::new();
        for (n, (term, domain)) in states.iter().enumerate() {
            // Rules of a synchronous step change different variables.
            let own = mode != Mode::Synchronous && dice.chance(60) || n % 3 == k as usize;
            if own {
                let value = match domain {
                    Domain::Range(lo, hi) => {
                        let value = number(dice, &mut system.terms, &all, 2);
                        within(&mut system.terms, value, *lo, *hi)
                    }
                    _ => condition(dice, &mut system.terms, &all, 2),
                };
                updates.push((system.number(*term).unwrap(), value));
            }
        }
        system.rules.push(Rule { label: format!("r{k}"), guard, updates, just: false });
    }
    if dice.chance(25) {
        let term = condition(dice, &mut system.terms, &all, 2);
        system.invariants.push(term);
    }
    if dice.chance(30) {
        let term = condition(dice, &mut system.terms, &all, 1);
        system.hazards.push((Hazard::Full("q".into()), term));
    }
    if dice.chance(20) {
        system.folds = dice.chance(50);
        let term = condition(dice, &mut system.terms, &all, 1);
        system.hazards.push((Hazard::Range("x".into()), term));
    }
    Made { system, vars: all }
}

fn fairness(dice: &mut Dice, made: &mut Made) {
    for _ in 0..dice.below(3) {
        let term = condition(dice, &mut made.system.terms, &made.vars, 1);
        made.system.justice.push(term);
    }
    for rule in &mut made.system.rules {
        rule.just = dice.chance(40);
    }
}

fn formula(dice: &mut Dice, made: &mut Made, logic: Logic, depth: u32) -> Formula {
    if depth == 0 || dice.chance(15) {
        return Formula::Is(condition(dice, &mut made.system.terms, &made.vars, 1));
    }
    let a = formula(dice, made, logic, depth - 1);
    match dice.below(8) {
        0 => a.not(&mut made.system.terms),
        1 => {
            let b = formula(dice, made, logic, depth - 1);
            a.and(b, &mut made.system.terms)
        }
        2 => {
            let b = formula(dice, made, logic, depth - 1);
            a.or(b, &mut made.system.terms)
        }
        3 => {
            let b = formula(dice, made, logic, depth - 1);
            let ops = if logic == Logic::Ctl { [Two::Eu, Two::Au] } else { [Two::Until, Two::Release] };
            a.with(dice.pick(&ops), b)
        }
        _ if logic == Logic::Ctl => a.under(dice.pick(&[One::Ex, One::Ef, One::Eg, One::Ax, One::Af, One::Ag])),
        _ => a.under(dice.pick(&[One::Next, One::Finally, One::Globally])),
    }
}

fn ask(system: &System, property: &Property, engine: Engine) -> Result<Outcome, String> {
    let reach = Reach { engine, ..Reach::default() };
    wait(check(&mut system.clone(), property, &reach, &Steady)).map_err(|e| e.message)
}

/// A run is one of the system: it starts where it may, each step is allowed and leads to the next.
fn is_run(system: &mut System, run: &Run) -> Result<(), String> {
    let states: Vec<u32> = system.states().collect();
    let next: HashMap<u32, Term> = states.iter().map(|v| (*v, system.next(*v))).collect();
    let first = &run.steps[0];
    for v in &states {
        if let VarKind::State(First::Value(value)) = system.vars[*v as usize].kind {
            // Variables outside the cone are told as at first.
            if first[*v as usize] != value {
                return Err(format!("{} starts at {}", system.vars[*v as usize].name, first[*v as usize]));
            }
        }
    }
    if system.terms.evaluate(system.init, first) == 0 {
        return Err("not a first state".into());
    }
    let ends = run.back.map(|back| run.steps[back].clone());
    let steps: Vec<&Vec<i32>> = run.steps.iter().chain(&ends).collect();
    for (k, step) in run.steps.iter().enumerate() {
        if let Some(t) = system.invariants.iter().find(|t| system.terms.evaluate(**t, step) == 0) {
            return Err(format!("step {k} is not allowed: {t:?}"));
        }
        if system.hazards.iter().any(|(h, t)| system.cuts(h) && system.terms.evaluate(*t, step) != 0) {
            return Err(format!("step {k} proves nothing"));
        }
        let Some(after) = steps.get(k + 1) else { break };
        let led = |updates: &dyn Fn(u32) -> Option<Term>| {
            states.iter().all(|v| {
                let value = updates(*v).map_or(step[*v as usize], |t| system.terms.evaluate(t, step));
                value == after[*v as usize]
            })
        };
        let possible = match system.mode {
            Mode::Synchronous => led(&|v| Some(next[&v])),
            Mode::Interleaving { idle } => {
                let open = |rule: &Rule| system.terms.evaluate(rule.guard, step) != 0;
                let stays = idle || !system.rules.iter().any(open);
                let by =
                    |rule: &Rule| open(rule) && led(&|v| rule.updates.iter().find(|(u, _)| *u == v).map(|(_, t)| *t));
                stays && led(&|_| None) || system.rules.iter().any(by)
            }
        };
        if !possible {
            return Err(format!("step {k} does not lead to the next one: {step:?} {after:?}"));
        }
    }
    Ok(())
}

/// A term reads all variables, so that nothing is outside the cone and a run can be followed.
fn reads_all(system: &System, t: Term) -> bool {
    let mut todo = vec![t];
    let mut seen = HashSet::new();
    while let Some(t) = todo.pop() {
        if seen.insert(t) {
            todo.extend(system.terms.parts(t));
        }
    }
    (0..system.vars.len() as u32).all(|v| seen.contains(&system.terms.var_term(v)))
}

/// The system as SMV, for the message of a law that does not hold.
fn shown(made: &Made, property: &Property) -> String {
    let mut system = made.system.clone();
    let hazards: Vec<String> = system.hazards.iter().map(|(h, t)| format!("{h:?} {t:?}")).collect();
    print(&mut system, std::slice::from_ref(property), "") + &hazards.join(", ")
}

fn agree(made: &mut Made, property: &Property) -> Result<(), TestCaseError> {
    let told = shown(made, property);
    answers_agree(made, property).map_err(|e| TestCaseError::fail(format!("{e}\n{told}")))
}

fn answers_agree(made: &mut Made, property: &Property) -> Result<(), TestCaseError> {
    let (explicit, symbolic) =
        (ask(&made.system, property, Engine::Explicit), ask(&made.system, property, Engine::Symbolic));
    let (explicit, symbolic) = match (explicit, symbolic) {
        (Ok(explicit), Ok(symbolic)) => (explicit, symbolic),
        (explicit, symbolic) => {
            prop_assert_eq!(explicit.err(), symbolic.err());
            return Ok(());
        }
    };
    prop_assert_eq!(symbolic.engine, Engine::Symbolic);
    match (&explicit.answer, &symbolic.answer) {
        (Answer::Fails(a), Answer::Fails(b)) => {
            let fair = !made.system.justice.is_empty() || made.system.rules.iter().any(|rule| rule.just);
            let invariant = property.formula.invariant().filter(|_| !fair);
            if invariant.is_some() {
                prop_assert_eq!(a.steps.len(), b.steps.len());
            }
            let mut whole = true;
            property.formula.terms(&mut |t| whole &= reads_all(&made.system, t));
            if whole {
                let told = is_run(&mut made.system, b);
                prop_assert!(told.is_ok(), "{:?}: {:?}", told, b);
            }
        }
        (a, b) => {
            prop_assert_eq!(a, b);
            if *a == Answer::Holds {
                prop_assert_eq!(&explicit.hazards, &symbolic.hazards);
                if property.formula.invariant().is_some() {
                    prop_assert_eq!(explicit.progress.states, symbolic.progress.states);
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn invariants(numbers in proptest::collection::vec(any::<u32>(), 40)) {
        let dice = &mut Dice { numbers: &numbers, at: 0 };
        let mut made = system(dice);
        let term = condition(dice, &mut made.system.terms, &made.vars, 2);
        let formula = Formula::Is(term).under(One::Ag);
        agree(&mut made, &Property { name: "p".into(), logic: Logic::Ctl, formula })?;
    }

    #[test]
    fn branching_time(numbers in proptest::collection::vec(any::<u32>(), 40), fair in any::<bool>()) {
        let dice = &mut Dice { numbers: &numbers, at: 0 };
        let mut made = system(dice);
        if fair {
            fairness(dice, &mut made);
        }
        let formula = formula(dice, &mut made, Logic::Ctl, 3);
        agree(&mut made, &Property { name: "p".into(), logic: Logic::Ctl, formula })?;
    }

    #[test]
    fn linear_time(numbers in proptest::collection::vec(any::<u32>(), 40), fair in any::<bool>()) {
        let dice = &mut Dice { numbers: &numbers, at: 0 };
        let mut made = system(dice);
        if fair {
            fairness(dice, &mut made);
        }
        let formula = formula(dice, &mut made, Logic::Ltl, 3);
        agree(&mut made, &Property { name: "p".into(), logic: Logic::Ltl, formula })?;
    }
}
