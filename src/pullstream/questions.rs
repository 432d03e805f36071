//! Questions about specifications as JSON, and their answers: what the bindings pass on.

use super::allows::{Reading, Verdict, allows};
use super::entail::{Asked, Scope};
use super::explore;
use super::history::{History, Values};
use super::language::{
    Event, Setting, Sort, Statement, Style, expression, normalise, parse, print, print_event, print_expr,
    print_statement, unfold,
};
use super::spec::{Part, Spec, expander, parameters};
use super::{specs, steps};
use crate::error::{Code, Error, Result};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Values of parameters that are tried when none are given.
const TRIALS: usize = 20_000;
/// A stage beyond this is a mistake.
const STAGES: u64 = 100;

/// What a text says, by statement, and the text as the printer writes it.
pub fn describe(text: &str) -> Result<Json> {
    let statements = parse(text)?;
    let mut all: [Vec<Json>; 4] = Default::default();
    for statement in &statements {
        let text = print_statement(&statement.sort, Style::Ascii);
        let (place, told) = match &statement.sort {
            Sort::Parameter(name, condition) => {
                let kind = if condition.is_some() { "number" } else { "boolean" };
                let condition = condition.as_ref().map(|condition| print_expr(condition, Style::Ascii));
                (0, json!({ "name": name, "kind": kind, "condition": condition }))
            }
            Sort::Definition(definition) => {
                let names: Vec<&str> = definition.parameters.iter().map(|p| p.name.as_str()).collect();
                (1, json!({ "name": definition.name, "parameters": names, "text": text, "line": statement.line }))
            }
            Sort::Rule(event, antecedent, _) => {
                let event = print_event(event, Style::Ascii);
                let antecedent = print_expr(antecedent, Style::Ascii);
                (2, json!({ "event": event, "antecedent": antecedent, "text": text, "line": statement.line }))
            }
            Sort::Order(_) => (3, json!({ "text": text, "line": statement.line })),
        };
        all[place].push(told);
    }
    let [parameters, definitions, rules, orders] = all;
    let text = print(&statements, Style::Ascii);
    Ok(json!({ "parameters": parameters, "definitions": definitions, "rules": rules, "orders": orders, "text": text }))
}

/// A text with every function expanded and every antecedent and partial order normalised.
pub fn normal_text(text: &str, settings: &Json) -> Result<String> {
    let statements = parse(text)?;
    let prelude = specs::prelude()?;
    let values: BTreeMap<String, Setting> = settings_of(settings, "$.parameters")?;
    let expander = expander(&statements, &prelude, values.clone().into_iter().collect());
    let mut normal = Vec::new();
    for Statement { sort, line, column } in &statements {
        let form = |expr| -> Result<_> { Ok(unfold(&normalise(&expander.expand(expr)?)?)) };
        let placed = |error: Error| error.by(&format!("{line}:{column}"));
        let sort = match sort {
            Sort::Parameter(name, _) if values.contains_key(name) => continue,
            Sort::Parameter(..) => sort.clone(),
            Sort::Definition(_) => continue,
            Sort::Rule(event, antecedent, reversed) => {
                Sort::Rule(expander.expand_event(event).map_err(placed)?, form(antecedent).map_err(placed)?, *reversed)
            }
            Sort::Order(order) => Sort::Order(form(order).map_err(placed)?),
        };
        normal.push(Statement { sort, line: *line, column: *column });
    }
    Ok(print(&normal, Style::Ascii))
}

/// `{ parts, bound, prompt }` to `{ histories, bound }`.
pub fn histories(question: &Json) -> Result<Json> {
    let parts = parts(question)?;
    let bound = question.get("bound").and_then(Json::as_u64);
    let Some(bound) = bound.filter(|bound| *bound <= 1_000) else {
        return Err(Error::shape("a bound is a number of events, at most 1000").at("$.bound"));
    };
    let spec = Spec::assemble(&parts, &specs::prelude()?)?.map_err(|condition| outside(&condition))?;
    let prompt: Vec<String> = match question.get("prompt") {
        None => Vec::new(),
        Some(_) => list(question, "prompt")?.iter().filter_map(Json::as_str).map(String::from).collect(),
    };
    if let Some(port) = prompt.iter().find(|port| spec.stage(port).is_none()) {
        return Err(Error::shape(format!("the specification has no port {port}")).at("$.prompt"));
    }
    let found = explore::histories(&spec, bound as usize, &prompt)?;
    let found: Vec<Json> = found
        .iter()
        .map(|found| {
            let events: Vec<&str> = found.events.iter().map(|event| &**event).collect();
            json!({ "events": events, "complete": found.complete })
        })
        .collect();
    Ok(json!({ "histories": found, "bound": bound }))
}

/// `{ parts, history, prefix, project }` to `{ allowed, at, event, expected, parameters }`; parameters that have no
/// value are tried with all that could matter to a history of that length.
pub fn membership(question: &Json) -> Result<Json> {
    let mut parts = parts(question)?;
    let flag = |name: &str| question.get(name).and_then(Json::as_bool) == Some(true);
    let reading = Reading { prefix: flag("prefix"), project: flag("project") };
    let recorded = list(question, "history")?;
    let prelude = specs::prelude()?;
    let missing: Vec<(usize, String, bool)> = parts
        .iter()
        .enumerate()
        .flat_map(|(k, part)| {
            let unset = parameters(&part.statements).filter(|(name, _)| !part.parameters.contains_key(*name));
            unset.map(move |(name, number)| (k, name.to_string(), number)).collect::<Vec<_>>()
        })
        .collect();
    let most = recorded.len() as i64;
    let count = |number: bool| if number { most as usize + 1 } else { 2 };
    let trials = missing.iter().fold(1usize, |all, (_, _, number)| all.saturating_mul(count(*number)));
    if trials > TRIALS {
        return Err(Error::limit(format!("{trials} values to try: give values for the parameters")).at("$.parameters"));
    }
    let mut best: Option<(Verdict, Option<String>, Json)> = None;
    let mut trouble = None;
    for trial in 0..trials {
        let mut rest = trial;
        for (k, name, number) in &missing {
            let n = rest % count(*number);
            rest /= count(*number);
            let setting = if *number { Setting::Number(n as i64) } else { Setting::Bool(n == 1) };
            parts[*k].parameters.insert(name.clone(), setting);
        }
        let judged = Spec::assemble(&parts, &prelude).and_then(|spec| match spec {
            Ok(spec) => judge(&spec, recorded, reading).map(Some),
            Err(condition) if missing.is_empty() => Err(outside(&condition)),
            Err(_) => Ok(None),
        });
        match judged {
            Ok(Some((verdict, event))) => {
                let at = |verdict: &Verdict| verdict.at.unwrap_or(usize::MAX);
                let settled = verdict.allowed && !reading.prefix;
                match &mut best {
                    Some((known, ..)) if at(known) > at(&verdict) => {}
                    // As far with these values as with others: what either expects may happen.
                    Some((known, ..)) if at(known) == at(&verdict) => known.expected.extend(verdict.expected),
                    _ => best = Some((verdict, event, values_of(&parts))),
                }
                if settled {
                    break;
                }
            }
            Ok(None) => {}
            Err(error) if trials == 1 || error.code != Code::Limit => return Err(error),
            Err(error) => trouble = Some(error),
        }
    }
    match (best, trouble) {
        (Some((mut verdict, event, values)), _) => {
            verdict.expected.sort();
            verdict.expected.dedup();
            let expected: Vec<&str> = verdict.expected.iter().map(|event| &**event).collect();
            Ok(json!({
                "allowed": verdict.allowed, "at": verdict.at, "event": event, "expected": expected, "parameters": values,
            }))
        }
        (None, Some(error)) => Err(error),
        (None, None) => Err(Error::shape("no values of the parameters satisfy their conditions").at("$.parameters")),
    }
}

/// `{ text, parameters, history }` to `{ entails }`.
pub fn entails(question: &Json) -> Result<Json> {
    let text = question.get("text").and_then(Json::as_str).unwrap_or_default();
    let prelude = specs::prelude()?;
    let values = settings_of(question.get("parameters").unwrap_or(&Json::Null), "$.parameters")?;
    let expanded = expander(&[], &prelude, values.into_iter().collect()).expand(&expression(text)?)?;
    let normal = normalise(&expanded)?;
    let scope = Scope::of(&normal)?;
    let mut history = History::default();
    for (k, step) in list(question, "history")?.iter().enumerate() {
        let path = format!("$.history[{k}]");
        let event = steps::event(step, &|_| 0).map_err(|error| error.at(&path))?;
        if !history.push(&print_event(&event, Style::Ascii)) {
            return Err(Error::shape("an event of a history happens once").at(&path));
        }
    }
    let truth = Asked::new(&history, &scope).entails(&normal, &scope, &mut Values::new())?;
    Ok(json!({ "entails": truth }))
}

fn judge(spec: &Spec, recorded: &[Json], reading: Reading) -> Result<(Verdict, Option<String>)> {
    let stage = |port: &str| spec.stage(port).unwrap_or(0);
    let event = |(k, step)| steps::event(step, &stage).map_err(|error: Error| error.at(&format!("$.history[{k}]")));
    let events: Vec<Event> = recorded.iter().enumerate().map(event).collect::<Result<_>>()?;
    let verdict = allows(spec, &events, reading)?;
    let refused = verdict.at.and_then(|at| events.get(at)).map(|event| print_event(event, Style::Ascii));
    Ok((verdict, refused))
}

fn values_of(parts: &[Part]) -> Json {
    let value = |setting: &Setting| match setting {
        Setting::Number(n) => json!(n),
        Setting::Bool(truth) => json!(truth),
    };
    let values = |part: &Part| -> Json {
        Json::Object(part.parameters.iter().map(|(name, setting)| (name.clone(), value(setting))).collect())
    };
    Json::Array(parts.iter().map(values).collect())
}

fn outside(condition: &str) -> Error {
    Error::shape(format!("the parameters do not satisfy {condition}")).at("$.parameters")
}

fn list<'a>(question: &'a Json, name: &str) -> Result<&'a [Json]> {
    let found = question.get(name).and_then(Json::as_array);
    found.map(Vec::as_slice).ok_or_else(|| Error::shape(format!("{name} is a list")).at(&format!("$.{name}")))
}

/// Each part is `{ spec, parameters, ports, stage }`; `spec` is the name of one that is shipped, or a text.
fn parts(question: &Json) -> Result<Vec<Part>> {
    let read = |(k, part): (usize, &Json)| -> Result<Part> {
        let path = |name: &str| format!("$.parts[{k}].{name}");
        let Some(text) = part.get("spec").and_then(Json::as_str) else {
            return Err(Error::shape("a specification is the name of one or a text").at(&path("spec")));
        };
        let ports = part.get("ports").and_then(Json::as_object).cloned().unwrap_or_else(Map::new);
        let name = |(from, to): (String, Json)| match to.as_str() {
            Some(to) => Ok((from, to.to_string())),
            None => Err(Error::shape("a port's other name is a text").at(&path("ports"))),
        };
        let stage = match part.get("stage") {
            None | Some(Json::Null) => None,
            Some(stage) => match stage.as_u64().filter(|stage| *stage <= STAGES) {
                Some(stage) => Some(stage as usize),
                None => return Err(Error::shape("a stage is a number of primes").at(&path("stage"))),
            },
        };
        Ok(Part {
            statements: parse(specs::text(text).unwrap_or(text))?,
            parameters: settings_of(part.get("parameters").unwrap_or(&Json::Null), &path("parameters"))?,
            ports: ports.into_iter().map(name).collect::<Result<_>>()?,
            stage,
        })
    };
    list(question, "parts")?.iter().enumerate().map(read).collect()
}

fn settings_of(json: &Json, path: &str) -> Result<BTreeMap<String, Setting>> {
    let Some(object) = json.as_object() else { return Ok(BTreeMap::new()) };
    let read = |(name, value): (&String, &Json)| {
        let setting = match value {
            Json::Bool(truth) => Some(Setting::Bool(*truth)),
            value => value.as_u64().filter(|n| *n <= 1_000_000).map(|n| Setting::Number(n as i64)),
        };
        let setting = setting.ok_or_else(|| {
            Error::of_type("a parameter is true, false or a whole number up to 1000000").at(&format!("{path}.{name}"))
        });
        Ok((name.clone(), setting?))
    };
    object.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_described() {
        let told = describe("parameter n: n >= 0\nUO: x[i] := v[i] <= TI: ask[x[i]] & i <= n").unwrap();
        assert_eq!(told["parameters"][0], json!({ "name": "n", "kind": "number", "condition": "n >= 0" }));
        assert_eq!(told["rules"][0]["antecedent"], "TI: ask[x[i]] & i <= n");
        assert_eq!(told["rules"][0]["line"], 2);
    }

    #[test]
    fn the_sequence_of_section_5_3_normalises_to_its_two_possibilities() {
        assert_eq!(
            normal_text("normal_sequence(1, I, O)", &Json::Null).unwrap(),
            "I: ask[x[1]] -> O: x[1] := v[1] -> I: ask[x[2]] -> O: x[2] := done | \
             I: ask[x[1]] -> O: x[1] := v[1] -> I: ask[x[2]] -> O: x[2] := err\n"
        );
    }

    #[test]
    fn a_recorded_run_is_judged_with_the_parameters_it_needs() {
        let steps = json!([
            { "port": "I", "kind": "ask", "i": 1 },
            { "port": "O", "kind": "value", "i": 1 },
            { "port": "I", "kind": "abort", "i": 2, "error": true },
            { "port": "O", "kind": "error", "i": 2 },
        ]);
        let told = membership(&json!({ "parts": [{ "spec": "protocol" }], "history": steps })).unwrap();
        assert_eq!(told["allowed"], true);
        assert_eq!(told["parameters"][0], json!({ "n": 1, "r": 1, "w": true }));
        let short = &steps.as_array().unwrap()[..3];
        let told = membership(&json!({ "parts": [{ "spec": "protocol" }], "history": short })).unwrap();
        assert_eq!((&told["allowed"], &told["at"]), (&json!(false), &json!(3)));
        assert_eq!(told["expected"], json!(["O: x[2] := done", "O: x[2] := err"]));
    }

    #[test]
    fn the_example_of_free_variables_holds() {
        // Section 4.2.2: H = ask[x1], abort entails ask[xi] for some i.
        let asks = |text: &str| {
            entails(&json!({ "text": text, "history": ["ask[x[1]]", "abort"] })).unwrap()["entails"].clone()
        };
        assert_eq!(asks("ask[x[i]]"), true);
        assert_eq!(asks("ask[x[i]] & i > 1"), false);
        assert_eq!(asks("ask[x[1]] -> abort"), true);
        assert_eq!(asks("abort -> ask[x[i]]"), false);
        assert_eq!(asks("ask[x[1]] | abort"), false, "a choice is exclusive");
        assert_eq!(asks("i > 1000"), true, "indexes go on without end");
        assert_eq!(asks("A i. i > 5"), false);
    }

    #[test]
    fn mistakes_name_their_place() {
        let wrong = |text: &str| describe(text).unwrap_err().to_string();
        assert_eq!(wrong("I: ask[x[i]] <="), "E_SYNTAX: 1:16: expected an event, a relation or (, got the end");
        assert_eq!(wrong("a -> b\nI: ask[x[i] -> c"), "E_SYNTAX: 2:13: expected ], got ->");
        assert_eq!(wrong("I: a & I: b <= c"), "E_SYNTAX: 1:1: expected one event before <=");
        assert_eq!(wrong("a é"), "E_SYNTAX: 1:3: unexpected character 'é'");
        assert_eq!(wrong(&"(".repeat(1000)), "E_LIMIT: 1:33: nests deeper than 64");
        let ask = |question: Json| histories(&question).unwrap_err().to_string();
        let bad = json!({ "parts": [{ "spec": "source", "parameters": { "n": 1 } }], "bound": 3 });
        assert_eq!(ask(bad), "E_SHAPE: the parameter err has no value");
        let bad = json!({ "parts": [{ "spec": "a <= b\nI: ask[x[1]] <= missing(1)" }], "bound": 3 });
        assert_eq!(ask(bad), "E_UNKNOWN_FN: 2:1: there is no function missing");
        let bad = json!({ "parts": [{ "spec": "f(i) ::= f(i + 1)\nI: ask <= f(1)" }], "bound": 3 });
        assert_eq!(ask(bad), "E_LIMIT: 2:1: calls of f nest deeper than 150");
        let bad = json!({ "parts": [{ "spec": "I: ask[x[i]] <= true" }], "bound": 3 });
        assert_eq!(ask(bad), "E_LIMIT: a rule enables I: ask[x[i]] for infinitely many indexes");
    }
}
