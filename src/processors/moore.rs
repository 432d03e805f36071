//! `moore`: a state machine with guards, variables and outputs per state.
//!
//! ```json
//! { "type": "moore", "init": { "c": 0 },
//!   "transitions": [
//!     { "from": 0, "to": 0, "when": "x == 'inc'", "assign": { "c": "@c + 1" } },
//!     { "from": 0, "to": 1, "when": "x == 'out'" },
//!     { "from": 1, "to": 0, "when": "otherwise", "assign": { "c": 0 } } ],
//!   "symbols": { "1": "@c" } }
//! ```
//! The first transition of the state whose guard is true is taken, `otherwise` if there is none; without either the
//! state stays and nothing is emitted. A guard may also be a pipeline: `of` in place of `when`. Assignments happen in
//! order; then the new state's symbols, if it has any, are evaluated on the same front and emitted.

use super::copies::{last_output, one_output_of};
use super::support::{inputs, within};
use super::verdict::boolean;
use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Machine, Params, Processor, Sketch, batch_by_steps};
use crate::error::Result;
use crate::expr::{Expr, Function};
use crate::term::{Domain, FALSE, Term};
use crate::value::{Column, Reader, Value, Writer, damaged};
use serde_json::{Map, Value as Json};

pub static KIND: Kind =
    Kind {
        name: "moore", about: "A state machine with guards, variables and outputs per state", symbol: "◯→", build
    };

#[derive(Clone)]
enum Guard {
    When(Function),
    Of(Machine),
}

#[derive(Clone)]
struct Transition {
    to: usize,
    guard: Guard,
    assign: Vec<(usize, Function)>,
}

#[derive(Clone, Default)]
struct State {
    transitions: Vec<Transition>,
    otherwise: Option<(usize, Vec<(usize, Function)>)>,
    symbols: Vec<Function>,
}

#[derive(Clone)]
struct Moore {
    states: Vec<State>,
    names: Vec<String>,
    initial: Vec<Value>,
    first: usize,
    /// No variables, no pipelines as guards, constant symbols: guards can be tested on whole columns.
    plain: bool,
    at: usize,
    variables: Vec<Value>,
}

/// What is being put together while the parameters are read.
#[derive(Default)]
struct Draft {
    labels: Vec<String>,
    states: Vec<State>,
    names: Vec<String>,
    ports: usize,
}

impl Draft {
    fn function(&self, p: &Params, json: &Json, key: &str) -> Result<Function> {
        within(p, key, p.function_of(json, key)?, self.ports)
    }
    fn state(&mut self, json: &Json) -> Option<usize> {
        let label = match json {
            Json::String(text) => text.clone(),
            Json::Number(n) => n.to_string(),
            _ => return None,
        };
        Some(self.labels.iter().position(|l| *l == label).unwrap_or_else(|| {
            self.labels.push(label);
            self.states.push(State::default());
            self.states.len() - 1
        }))
    }
    fn variable(&mut self, name: &str) -> usize {
        let name = name.trim_start_matches('@');
        self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        })
    }
    fn assignments(&mut self, p: &Params, json: Option<&Json>, key: &str) -> Result<Vec<(usize, Function)>> {
        object(p, json, key)?
            .into_iter()
            .flatten()
            .map(|(name, f)| Ok((self.variable(name), self.function(p, f, &format!("{key}.{name}"))?)))
            .collect()
    }
}

fn object<'a>(p: &Params, json: Option<&'a Json>, key: &str) -> Result<Option<&'a Map<String, Json>>> {
    match json {
        None => Ok(None),
        Some(Json::Object(members)) => Ok(Some(members)),
        Some(other) => Err(p.wrong(key, format!("'{key}' must be an object, got {other}"))),
    }
}

fn build(p: &mut Params) -> Result<Built> {
    let ports = inputs(p, 1);
    let mut draft = Draft { ports, ..Draft::default() };
    let zero = Json::from(0);
    let initial = p.raw("initial").unwrap_or(&zero);
    let first = draft.state(initial).ok_or_else(|| p.wrong("initial", "a state is a number or a string"))?;
    let init = p.raw("init");
    let init = draft.assignments(p, init, "init")?;
    let transitions = match p.raw("transitions") {
        Some(Json::Array(items)) => items,
        _ => return Err(p.wrong("transitions", "'transitions' must be a list of transitions")),
    };
    for (k, json) in transitions.iter().enumerate() {
        add_transition(p, &mut draft, json, &format!("transitions[{k}]"))?;
    }
    let symbols = p.raw("symbols");
    let outputs = add_symbols(p, &mut draft, symbols)?;

    let mut initial = vec![Value::Null; draft.names.len()];
    for (variable, f) in init {
        initial[variable] = f.call(&vec![Value::Null; ports]).map_err(|e| e.at(&format!("{}.init", p.path)))?;
    }
    let guards_plain = |s: &State| s.transitions.iter().all(|t| matches!(t.guard, Guard::When(_)));
    let constant = |f: &Function| matches!(f.expr(), Some(Expr::Const(_)));
    let plain =
        draft.names.is_empty() && draft.states.iter().all(|s| guards_plain(s) && s.symbols.iter().all(constant));
    let mut moore = Moore {
        states: draft.states,
        names: draft.names,
        variables: initial.clone(),
        initial,
        first,
        plain,
        at: first,
    };
    moore.bind_all();
    Built::new(moore, ports, outputs)
}

fn add_transition(p: &Params, draft: &mut Draft, json: &Json, key: &str) -> Result<()> {
    let Some(members) = object(p, Some(json), key)? else { return Ok(()) };
    if let Some(unknown) = members.keys().find(|k| !matches!(k.as_str(), "from" | "to" | "when" | "of" | "assign")) {
        return Err(
            p.wrong(key, format!("unknown key '{unknown}' of a transition (known: from, to, when, of, assign)"))
        );
    }
    let mut end = |name: &str| {
        let state = members.get(name).and_then(|json| draft.state(json));
        state
            .ok_or_else(|| p.wrong(&format!("{key}.{name}"), format!("'{name}' must be a state: a number or a string")))
    };
    let (from, to) = (end("from")?, end("to")?);
    let assign = draft.assignments(p, members.get("assign"), &format!("{key}.assign"))?;
    let guard = match (members.get("when"), members.get("of")) {
        (Some(Json::String(text)), None) if text == "otherwise" => {
            draft.states[from].otherwise = Some((to, assign));
            return Ok(());
        }
        (Some(when), None) => Guard::When(draft.function(p, when, &format!("{key}.when"))?),
        (None, Some(of)) => {
            let machine = one_output_of(p, of, &format!("{key}.of"))?;
            if machine.inputs() != draft.ports {
                let message = format!("'of' must have as many inputs as the machine: {}", draft.ports);
                return Err(p.wrong(&format!("{key}.of"), message));
            }
            Guard::Of(machine)
        }
        _ => return Err(p.wrong(key, "a transition has either 'when' or 'of'")),
    };
    draft.states[from].transitions.push(Transition { to, guard, assign });
    Ok(())
}

/// Reads the symbols; gives how many outputs there are.
fn add_symbols(p: &Params, draft: &mut Draft, json: Option<&Json>) -> Result<usize> {
    let mut outputs = None;
    for (name, json) in object(p, json, "symbols")?.into_iter().flatten() {
        let key = format!("symbols.{name}");
        let symbols = match json {
            Json::Array(items) => items.iter().map(|f| draft.function(p, f, &key)).collect::<Result<Vec<_>>>()?,
            f => vec![draft.function(p, f, &key)?],
        };
        if *outputs.get_or_insert(symbols.len()) != symbols.len() || symbols.is_empty() {
            return Err(p.wrong(&key, "all states must have the same number of symbols, at least one"));
        }
        let Some(state) = draft.labels.iter().position(|label| label == name) else {
            return Err(p.wrong(&key, format!("no transition speaks of the state '{name}'")));
        };
        draft.states[state].symbols = symbols;
    }
    Ok(outputs.unwrap_or(1))
}

impl Moore {
    fn functions(&mut self) -> impl Iterator<Item = &mut Function> {
        self.states.iter_mut().flat_map(|state| {
            let otherwise = state.otherwise.iter_mut().flat_map(|(_, assign)| assign.iter_mut().map(|(_, f)| f));
            let transitions = state.transitions.iter_mut().flat_map(|t| {
                let guard = match &mut t.guard {
                    Guard::When(f) => Some(f),
                    Guard::Of(_) => None,
                };
                guard.into_iter().chain(t.assign.iter_mut().map(|(_, f)| f))
            });
            transitions.chain(otherwise).chain(&mut state.symbols)
        })
    }
    fn machines(&self) -> impl Iterator<Item = &Machine> {
        self.states.iter().flat_map(|state| &state.transitions).filter_map(|t| match &t.guard {
            Guard::Of(machine) => Some(machine),
            Guard::When(_) => None,
        })
    }
    fn machines_mut(&mut self) -> impl Iterator<Item = &mut Machine> {
        self.states.iter_mut().flat_map(|state| &mut state.transitions).filter_map(|t| match &mut t.guard {
            Guard::Of(machine) => Some(machine),
            Guard::When(_) => None,
        })
    }
    /// Makes a variable's value known to every function.
    fn publish(&mut self, variable: usize) {
        let (name, value) = (self.names[variable].clone(), self.variables[variable].clone());
        self.functions().for_each(|f| f.bind(&name, &value));
        self.machines_mut().for_each(|machine| machine.bind(&name, &value));
    }
    fn bind_all(&mut self) {
        (0..self.names.len()).for_each(|variable| self.publish(variable));
    }
    /// The transition to take: its number, or `None` for `otherwise`.
    fn firing(&mut self, front: &[Value]) -> Result<Option<usize>> {
        for (k, transition) in self.states[self.at].transitions.iter_mut().enumerate() {
            let fires = match &mut transition.guard {
                Guard::When(f) => match front {
                    [Value::Num(x)] => match f.test_one(*x) {
                        Some(fires) => fires,
                        None => boolean("a guard of moore", &f.call(front)?)?,
                    },
                    _ => boolean("a guard of moore", &f.call(front)?)?,
                },
                Guard::Of(machine) => {
                    machine.push_front(front)?;
                    match last_output(machine) {
                        Some(value) => boolean("a guard of moore", &value)?,
                        None => false,
                    }
                }
            };
            if fires {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }
    /// Goes where a transition leads; false if there is no way to go.
    fn go(&mut self, taken: Option<usize>, front: &[Value]) -> Result<bool> {
        let state = &self.states[self.at];
        let (to, count) = match (taken, &state.otherwise) {
            (Some(k), _) => (state.transitions[k].to, state.transitions[k].assign.len()),
            (None, Some((to, assign))) => (*to, assign.len()),
            (None, None) => return Ok(false),
        };
        for k in 0..count {
            let state = &self.states[self.at];
            let assign = match (taken, &state.otherwise) {
                (Some(t), _) => &state.transitions[t].assign,
                (None, Some((_, assign))) => assign,
                (None, None) => break,
            };
            let (variable, f) = &assign[k];
            let (variable, value) = (*variable, f.call(front)?);
            self.variables[variable] = value;
            self.publish(variable);
        }
        self.at = to;
        Ok(true)
    }
}

impl Moore {
    /// The variables as part of the model's state: their names and values now.
    fn model_variables(&self, m: &mut Sketch) -> Result<Vec<(String, Term)>> {
        let first: Vec<Term> = self.initial.iter().map(|value| m.value(value)).collect::<Result<_>>()?;
        let domains = first.iter().map(|term| m.terms.domain_of(*term)).collect();
        let assignments: Vec<(usize, &Function)> = self
            .states
            .iter()
            .flat_map(|state| {
                let otherwise = state.otherwise.iter().flat_map(|(_, assign)| assign);
                state.transitions.iter().flat_map(|t| &t.assign).chain(otherwise)
            })
            .map(|(variable, function)| (*variable, function))
            .collect();
        let domains = m.variable_domains(&self.names, domains, &assignments)?;
        let mut variables = Vec::new();
        for (k, name) in self.names.iter().enumerate() {
            let first = m.into_domain(first[k], &domains[k]);
            variables.push((name.clone(), m.cell(name, domains[k].clone(), first)));
        }
        Ok(variables)
    }
    /// Where a transition leads, if it is taken.
    fn model_go(
        &self,
        m: &mut Sketch,
        front: &[Term],
        taken: Term,
        (target, assign): (usize, &[(usize, Function)]),
        (to, after): &mut (&mut Term, &mut Vec<(String, Term)>),
    ) -> Result<()> {
        for (variable, function) in assign {
            let value = m.call(function, front)?;
            let (value, _) = m.terms.alike(value, m.variables[*variable].1);
            m.variables[*variable].1 = value;
        }
        let target = m.terms.int(target as i32);
        **to = m.terms.choose(taken, target, **to);
        for (k, (_, value)) in after.iter_mut().enumerate() {
            let (new, old) = m.terms.alike(m.variables[k].1, *value);
            *value = m.terms.choose(taken, new, old);
        }
        Ok(())
    }
}

impl Processor for Moore {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let taken = self.firing(front)?;
        if self.go(taken, front)? {
            for (port, symbol) in self.states[self.at].symbols.iter().enumerate() {
                out.put(port, symbol.call(front)?, Because::All);
            }
        }
        Ok(Flow::More)
    }
    fn batch(
        &mut self,
        inputs: &[Column],
        n: usize,
        out: &mut [Column],
    ) -> std::result::Result<(usize, Flow), Failure> {
        let typed = !inputs.iter().any(|column| matches!(column, Column::Any(_) | Column::Map(_)));
        let tested = if self.plain && typed { self.test_all(inputs, n) } else { None };
        let Some(tested) = tested else { return batch_by_steps(self, inputs, n, out) };
        for k in 0..n {
            let state = &self.states[self.at];
            let taken = tested[self.at].iter().position(|guard| guard[k]);
            self.at = match (taken, &state.otherwise) {
                (Some(t), _) => state.transitions[t].to,
                (None, Some((to, _))) => *to,
                (None, None) => continue,
            };
            for (column, symbol) in out.iter_mut().zip(&self.states[self.at].symbols) {
                if let Some(Expr::Const(value)) = symbol.expr() {
                    column.push(value.clone());
                }
            }
        }
        Ok((n, Flow::More))
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        if !self.names.is_empty() && self.machines().next().is_some() {
            return Err(m.refuse("it has both variables and pipelines as guards"));
        }
        let first = m.terms.int(self.first as i32);
        let at = m.cell("at", Domain::Range(0, self.states.len() as i32 - 1), first);
        let before = self.model_variables(m)?;
        let outer = std::mem::replace(&mut m.variables, before.clone());
        let (mut moved, mut to, mut after) = (FALSE, at, before.clone());
        for (s, state) in self.states.iter().enumerate() {
            let mut open = m.terms.is(at, s as i32);
            for (k, transition) in state.transitions.iter().enumerate() {
                m.variables.clone_from(&before);
                let fires = match &transition.guard {
                    Guard::When(function) => m.test(function, front)?,
                    Guard::Of(machine) => m.guard_of(&format!("of[{s}][{k}]"), machine, front, open)?,
                };
                let taken = m.terms.and(open, fires);
                let not = m.terms.not(fires);
                open = m.terms.and(open, not);
                self.model_go(m, front, taken, (transition.to, &transition.assign), &mut (&mut to, &mut after))?;
                moved = m.terms.or(moved, taken);
            }
            if let Some((target, assign)) = &state.otherwise {
                m.variables.clone_from(&before);
                self.model_go(m, front, open, (*target, assign), &mut (&mut to, &mut after))?;
                moved = m.terms.or(moved, open);
            }
        }
        m.set("at", to);
        after.iter().for_each(|(name, value)| m.set(name, *value));
        m.variables = after;
        let ports = self.states.iter().map(|state| state.symbols.len()).max().unwrap_or(0);
        for port in 0..ports {
            let (mut there, mut value) = (FALSE, None);
            for (s, state) in self.states.iter().enumerate() {
                let Some(symbol) = state.symbols.get(port) else { continue };
                let here = m.terms.is(to, s as i32);
                let here = m.terms.and(moved, here);
                let new = m.call(symbol, front)?;
                value = Some(match value {
                    None => new,
                    Some(old) => {
                        let (new, old) = m.terms.alike(new, old);
                        m.terms.choose(here, new, old)
                    }
                });
                there = m.terms.or(there, here);
            }
            if let Some(value) = value {
                m.emit(port, there, value);
            }
        }
        m.variables = outer;
        Ok(())
    }
    fn reset(&mut self) {
        self.at = self.first;
        self.variables = self.initial.clone();
        self.machines_mut().for_each(Machine::reset);
        self.bind_all();
    }
    fn bind(&mut self, name: &str, value: &Value) {
        // A variable of the machine hides one of the same name outside.
        if !self.names.iter().any(|own| own == name) {
            self.functions().for_each(|f| f.bind(name, value));
            self.machines_mut().for_each(|machine| machine.bind(name, value));
        }
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.at);
        w.put(&self.variables);
        self.machines().for_each(|machine| machine.save(w));
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        let at: usize = r.get()?;
        let variables: Vec<Value> = r.get()?;
        if at >= self.states.len() || variables.len() != self.names.len() {
            return Err(damaged("a state machine has no such state"));
        }
        self.at = at;
        self.variables = variables;
        self.machines_mut().try_for_each(|machine| machine.load(r))?;
        self.bind_all();
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

impl Moore {
    /// Every guard of every state on whole columns; `None` if one of them fails somewhere, since it may be one that
    /// is never asked there.
    fn test_all(&self, inputs: &[Column], n: usize) -> Option<Vec<Vec<Vec<bool>>>> {
        let test = |t: &Transition| match &t.guard {
            Guard::When(f) => match f.column(inputs, n) {
                Ok(Column::Bool(fires)) => Some(fires),
                _ => None,
            },
            Guard::Of(_) => None,
        };
        self.states.iter().map(|state| state.transitions.iter().map(test).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails, refused};
    use serde_json::{Value as Json, json};

    fn has_next() -> Json {
        json!({"type": "moore", "transitions": [
            {"from": 0, "to": 1, "when": "x == 'hasNext'"},
            {"from": 0, "to": 2, "when": "otherwise"},
            {"from": 1, "to": 0, "when": "x == 'next'"},
            {"from": 1, "to": 1, "when": "x == 'hasNext'"},
            {"from": 1, "to": 2, "when": "otherwise"},
            {"from": 2, "to": 2, "when": "otherwise"}
        ], "symbols": {"0": true, "1": true, "2": false}})
    }

    #[test]
    fn an_iterator_is_asked_before_it_is_used() {
        check(
            has_next(),
            json!([["hasNext", "next", "hasNext", "hasNext", "next", "next", "hasNext"]]),
            json!([[true], [true], [true], [true], [true], [false], [false]]),
            json!([]),
        );
    }

    #[test]
    fn without_a_transition_the_state_stays() {
        check(
            json!({"type": "moore", "transitions": [
                {"from": 0, "to": 1, "when": "x == 'a'"}, {"from": 1, "to": 0, "when": "x == 'b'"}
            ], "symbols": {"0": "'s0'", "1": "'s1'"}}),
            json!([["a", "b", "c", "a"]]),
            json!([["s1"], ["s0"], [], ["s1"]]),
            json!([]),
        );
    }

    #[test]
    fn variables_count_and_states_without_symbols_are_silent() {
        check(
            json!({"type": "moore", "init": {"c": 0}, "transitions": [
                {"from": 0, "to": 0, "when": "x == 'inc'", "assign": {"c": "@c + 1"}},
                {"from": 0, "to": 1, "when": "x == 'out'"},
                {"from": 1, "to": 0, "when": "otherwise", "assign": {"c": 0}}
            ], "symbols": {"1": "@c"}}),
            json!([["inc", "inc", "out", "inc", "inc", "out"]]),
            json!([[], [], [2], [], [], [1]]),
            json!([]),
        );
    }

    #[test]
    fn a_pipeline_can_be_a_guard() {
        check(
            json!({"type": "moore", "transitions": [
                {"from": 0, "to": 1, "of": {"type": "apply", "fn": "x > 5"}},
                {"from": 0, "to": 0, "when": "otherwise"},
                {"from": 1, "to": 1, "when": "otherwise"}
            ], "symbols": {"0": true, "1": false}}),
            json!([[1, 3, 7, 2]]),
            json!([[true], [true], [false], [false]]),
            json!([]),
        );
    }

    #[test]
    fn numbers_take_the_guards_on_columns() {
        check(
            json!({"type": "moore", "initial": "low", "transitions": [
                {"from": "low", "to": "high", "when": "x > 5"}, {"from": "high", "to": "low", "when": "x < 2"}
            ], "symbols": {"low": 0, "high": 1}}),
            json!([[1, 6, 3, 1, 9]]),
            json!([[], [1], [], [0], [1]]),
            json!([]),
        );
    }

    #[test]
    fn mistakes_are_named() {
        let guard = json!({"type": "moore", "transitions": [{"from": 0, "to": 0, "when": "x + 1"}]});
        fails(guard, json!([[1]]), "E_TYPE: a guard of moore wants a boolean, got a number: 2");
        let symbols = json!({"type": "moore", "transitions": [], "symbols": {"7": 1}});
        assert_eq!(refused(symbols, 1).message, "no transition speaks of the state '7'");
        let far = json!({"type": "moore", "transitions": [{"from": 0, "to": 0, "when": "y > 1"}]});
        assert_eq!(refused(far, 1).message, "the function reads 2 inputs, there is 1");
    }
}
