//! From pipeline JSON to a plan: every port, arity and parameter checked, errors with their JSON path.

use super::machine::Machine;
use super::params::{Params, Workshop};
use super::plan::{NodePlan, Plan, Source, Target};
use super::processor::{Built, Kind};
use crate::error::{Error, Result};
use crate::limits::{Limits, Policy};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::rc::Rc;

/// Compiles the text of a pipeline.
pub fn compile(text: &str, shop: &Workshop) -> Result<Machine> {
    let limits = &shop.limits;
    if text.len() > limits.bytes {
        return Err(
            Error::limit(format!("the pipeline has {} bytes, {} are allowed", text.len(), limits.bytes)).at("$")
        );
    }
    let json: Json = serde_json::from_str(text).map_err(|e| {
        if e.to_string().starts_with("recursion limit") {
            Error::limit(format!("the JSON nests deeper than {}", limits.depth)).at("$")
        } else {
            Error::shape(format!("not JSON: {}:{}: {}", e.line(), e.column(), first_part(&e.to_string()))).at("$")
        }
    })?;
    check(&json, "$", 0, limits)?;
    let mut machine = nested(&json, "$", shop)?;
    Rc::get_mut(&mut machine.plan).expect("a new plan is not shared yet").json = Rc::from(text);
    Ok(machine)
}

fn first_part(message: &str) -> &str {
    message.split(" at line ").next().unwrap_or(message)
}

/// Depth and forbidden keys.
fn check(json: &Json, path: &str, depth: usize, limits: &Limits) -> Result<()> {
    if depth > limits.depth {
        return Err(Error::limit(format!("the JSON nests deeper than {}", limits.depth)).at(path));
    }
    match json {
        Json::Array(items) => {
            items.iter().enumerate().try_for_each(|(i, item)| check(item, &format!("{path}[{i}]"), depth + 1, limits))
        }
        Json::Object(members) => members.iter().try_for_each(|(key, value)| {
            let path = format!("{path}.{key}");
            if matches!(key.as_str(), "__proto__" | "constructor" | "prototype") {
                return Err(Error::shape(format!("the key '{key}' is not allowed")).at(&path));
            }
            check(value, &path, depth + 1, limits)
        }),
        _ => Ok(()),
    }
}

/// Compiles a pipeline object, or a single processor as a pipeline of one.
pub fn nested(json: &Json, path: &str, shop: &Workshop) -> Result<Machine> {
    let Json::Object(members) = json else {
        return Err(Error::shape(format!("expected a processor or a pipeline object, got {json}")).at(path));
    };
    let mut shop = shop.clone();
    shop.depth += 1;
    if shop.depth > shop.limits.depth {
        return Err(Error::limit(format!("pipelines nest deeper than {}", shop.limits.depth)).at(path));
    }
    if members.contains_key("processors") {
        Draft::pipeline(members, path, &shop)?.finish(path, shop.limits.burst)
    } else {
        Draft::single(members, path, &shop)?.finish(path, shop.limits.burst)
    }
}

struct DraftNode {
    id: String,
    path: String,
    kind: &'static Kind,
    built: Built,
    from: Vec<(String, String)>,
    limit: usize,
    policy: Policy,
    lossy: Vec<bool>,
}

#[derive(Default)]
struct Draft {
    inputs: Vec<String>,
    nodes: Vec<DraftNode>,
    outputs: Vec<(String, String)>,
}

impl Draft {
    /// One processor: its inputs are the pipeline's inputs.
    fn single(members: &Map<String, Json>, path: &str, shop: &Workshop) -> Result<Draft> {
        if let Some(from) = members.get("from") {
            return Err(Error::shape(format!(
                "a nested processor takes its events from outside: 'from' {from} has no meaning"
            ))
            .at(&format!("{path}.from")));
        }
        let (kind, built) = build(members, path, 0, shop)?;
        let inputs: Vec<String> = match built.inputs {
            1 => vec!["in".into()],
            n => (0..n).map(|k| format!("in{k}")).collect(),
        };
        let outputs = (0..built.outputs).map(|k| (format!("p0.{k}"), path.to_string())).collect();
        let from = inputs.iter().map(|name| (name.clone(), path.to_string())).collect();
        let (limit, policy) = queue(members, path, &shop.limits)?;
        let lossy = lossy(members, path, built.inputs)?;
        let node = DraftNode { id: "p0".into(), path: path.into(), kind, built, from, limit, policy, lossy };
        Ok(Draft { inputs, nodes: vec![node], outputs })
    }

    fn pipeline(members: &Map<String, Json>, path: &str, shop: &Workshop) -> Result<Draft> {
        for key in members.keys() {
            if !matches!(key.as_str(), "inputs" | "processors" | "outputs" | "name" | "description") {
                return Err(Error::shape(format!(
                    "unknown key '{key}' (a pipeline has inputs, processors, outputs, name, description)"
                ))
                .at(&format!("{path}.{key}")));
            }
        }
        let inputs = match members.get("inputs") {
            None => vec!["in".to_string()],
            Some(json) => names(json, &format!("{path}.inputs"))?,
        };
        for (i, name) in inputs.iter().enumerate() {
            if inputs[..i].contains(name) {
                return Err(
                    Error::shape(format!("the input '{name}' is named twice")).at(&format!("{path}.inputs[{i}]"))
                );
            }
        }
        let at = format!("{path}.processors");
        let Some(Json::Array(list)) = members.get("processors") else {
            return Err(Error::shape("'processors' must be a list of processors").at(&at));
        };
        if list.is_empty() {
            return Err(Error::shape("a pipeline needs at least one processor").at(&at));
        }
        let mut draft = Draft { inputs, ..Draft::default() };
        let mut before: Option<String> = None;
        for (i, json) in list.iter().enumerate() {
            let path = format!("{at}[{i}]");
            let Json::Object(members) = json else {
                return Err(Error::shape(format!("expected a processor object, got {json}")).at(&path));
            };
            let id = match members.get("id") {
                None => format!("p{i}"),
                Some(Json::String(id)) if !id.is_empty() && !id.contains('.') => id.clone(),
                Some(other) => {
                    return Err(
                        Error::shape(format!("an id is a name without dots, got {other}")).at(&format!("{path}.id"))
                    );
                }
            };
            if draft.inputs.contains(&id) || draft.nodes.iter().any(|n| n.id == id) {
                return Err(Error::shape(format!("the id '{id}' is used twice")).at(&format!("{path}.id")));
            }
            // Without `from`, a processor follows the one before it, the first one the inputs.
            let from = match (members.get("from"), &before) {
                (Some(json), _) => ports(json, &format!("{path}.from"))?,
                (None, Some(id)) => vec![(id.clone(), path.clone())],
                (None, None) => draft.inputs.iter().map(|name| (name.clone(), path.clone())).collect(),
            };
            let (kind, built) = build(members, &path, from.len(), shop)?;
            let from = if built.inputs == 0 && !members.contains_key("from") { Vec::new() } else { from };
            if built.inputs != from.len() {
                return Err(Error::shape(format!(
                    "'{}' takes {} input(s), 'from' gives {}",
                    kind.name,
                    built.inputs,
                    from.len()
                ))
                .at(&format!("{path}.from")));
            }
            let (limit, policy) = queue(members, &path, &shop.limits)?;
            before = Some(id.clone());
            let lossy = lossy(members, &path, built.inputs)?;
            draft.nodes.push(DraftNode { id, path, kind, built, from, limit, policy, lossy });
        }
        draft.outputs = match members.get("outputs") {
            Some(json) => {
                let list = ports(json, &format!("{path}.outputs"))?;
                if list.is_empty() {
                    return Err(Error::shape("a pipeline needs at least one output").at(&format!("{path}.outputs")));
                }
                list
            }
            None => {
                let last = draft.nodes.last().expect("there is at least one processor");
                (0..last.built.outputs).map(|k| (format!("{}.{k}", last.id), path.to_string())).collect()
            }
        };
        Ok(draft)
    }

    fn finish(self, path: &str, burst: usize) -> Result<Machine> {
        let inputs: HashMap<&str, usize> = self.inputs.iter().enumerate().map(|(i, n)| (n.as_str(), i)).collect();
        let ids: HashMap<&str, usize> = self.nodes.iter().enumerate().map(|(i, n)| (n.id.as_str(), i)).collect();
        let resolve = |port: &str, at: &str| -> Result<Source> {
            if let Some(i) = inputs.get(port) {
                return Ok(Source::Input(*i));
            }
            let (id, k) = port.rsplit_once('.').map_or((port, Some(0)), |(id, k)| (id, k.parse().ok()));
            let Some(n) = ids.get(id) else {
                let known: Vec<&str> = self
                    .inputs
                    .iter()
                    .map(String::as_str)
                    .chain(self.nodes.iter().map(|n| n.id.as_str()))
                    .take(12)
                    .collect();
                return Err(Error::shape(format!("unknown port '{port}' (known: {})", known.join(", "))).at(at));
            };
            let outputs = self.nodes[*n].built.outputs;
            match k {
                Some(k) if k < outputs => Ok(Source::Node(*n, k)),
                _ => {
                    Err(Error::shape(format!("'{port}': processor '{id}' has {outputs} output(s), counted from 0"))
                        .at(at))
                }
            }
        };
        let mut sources: Vec<Vec<Source>> = Vec::new();
        for node in &self.nodes {
            sources.push(node.from.iter().map(|(port, at)| resolve(port, at)).collect::<Result<_>>()?);
        }
        let outputs: Vec<Source> = self.outputs.iter().map(|(port, at)| resolve(port, at)).collect::<Result<_>>()?;
        let order = topological(&sources).map_err(|stuck| {
            let names: Vec<&str> = stuck.iter().map(|n| self.nodes[*n].id.as_str()).collect();
            Error::shape(format!("the processors {} form a cycle", names.join(" -> ")))
                .at(&format!("{}.from", self.nodes[stuck[0]].path))
        })?;
        let mut position = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| position[*old] = new);
        let moved = |source: &Source| match *source {
            Source::Node(n, k) => Source::Node(position[n], k),
            input => input,
        };
        let outputs: Vec<Source> = outputs.iter().map(&moved).collect();
        let mut slots: Vec<Option<DraftNode>> = self.nodes.into_iter().map(Some).collect();
        let mut plans = Vec::new();
        let mut processors = Vec::new();
        for old in order {
            let node = slots[old].take().expect("each processor stands in the order once");
            plans.push(NodePlan {
                id: node.id,
                path: node.path,
                kind: node.kind,
                sources: sources[old].iter().map(&moved).collect(),
                targets: vec![Vec::new(); node.built.outputs],
                limit: node.limit,
                policy: node.policy,
                lossy: node.lossy,
            });
            processors.push(node.built.processor);
        }
        let names = self.outputs.iter().map(|(port, _)| port.strip_suffix(".0").unwrap_or(port).to_string()).collect();
        let plan = Plan::new(self.inputs, plans, outputs, names, &processors, burst);
        let _ = path;
        Ok(Machine::new(plan, processors))
    }
}

fn build(members: &Map<String, Json>, path: &str, given: usize, shop: &Workshop) -> Result<(&'static Kind, Built)> {
    let name = match members.get("type") {
        Some(Json::String(name)) => name,
        Some(other) => {
            return Err(
                Error::shape(format!("'type' must be a processor's name, got {other}")).at(&format!("{path}.type"))
            );
        }
        None => return Err(Error::shape("a processor needs a 'type'").at(path)),
    };
    let Some(kind) = (shop.registry)(name) else {
        return Err(Error::shape(format!("unknown processor type '{name}'")).at(&format!("{path}.type")));
    };
    shop.count.set(shop.count.get() + 1);
    if shop.count.get() > shop.limits.processors {
        return Err(Error::limit(format!("more than {} processors", shop.limits.processors)).at(path));
    }
    if let Some(parallel) = members.get("parallel") {
        if !matches!(parallel.as_str(), Some("nonBlocking" | "prefetch" | "pipelined" | "auto")) {
            return Err(Error::shape(format!(
                "'parallel' is nonBlocking, prefetch, pipelined or auto, got {parallel}"
            ))
            .at(&format!("{path}.parallel")));
        }
    }
    let mut params = Params::new(members, path.to_string(), given, shop);
    let built = (kind.build)(&mut params)?;
    params.finish()?;
    Ok((kind, built))
}

/// The queue limit and policy of one processor: its own, or the pipeline's.
fn queue(members: &Map<String, Json>, path: &str, limits: &Limits) -> Result<(usize, Policy)> {
    let at = format!("{path}.queue");
    let Some(json) = members.get("queue") else { return Ok((limits.queue, limits.policy)) };
    let Json::Object(queue) = json else {
        return Err(Error::shape(format!("'queue' is {{ \"limit\": n, \"policy\": name }}, got {json}")).at(&at));
    };
    let limit =
        match queue.get("limit") {
            None => limits.queue,
            Some(n) => n.as_u64().filter(|n| *n > 0).map(|n| n as usize).ok_or_else(|| {
                Error::shape(format!("a queue's limit is a whole number of at least 1, got {n}")).at(&at)
            })?,
        };
    let policy = match queue.get("policy") {
        None => limits.policy,
        Some(p) => p
            .as_str()
            .and_then(Policy::named)
            .ok_or_else(|| Error::shape(format!("a queue's policy is error, block or dropOldest, got {p}")).at(&at))?,
    };
    match queue.keys().find(|key| !matches!(key.as_str(), "limit" | "policy")) {
        Some(key) => Err(Error::shape(format!("unknown key '{key}' of a queue")).at(&at)),
        None => Ok((limit, policy)),
    }
}

/// Which of a processor's input pipes may lose events: all of them, or those the list says.
fn lossy(members: &Map<String, Json>, path: &str, inputs: usize) -> Result<Vec<bool>> {
    match members.get("lossy") {
        None => Ok(vec![false; inputs]),
        Some(Json::Bool(lossy)) => Ok(vec![*lossy; inputs]),
        Some(Json::Array(list)) if list.len() == inputs && list.iter().all(Json::is_boolean) => {
            Ok(list.iter().map(|b| b.as_bool() == Some(true)).collect())
        }
        Some(other) => {
            let wanted = format!("'lossy' is true, false or a list of {inputs} of them, got {other}");
            Err(Error::shape(wanted).at(&format!("{path}.lossy")))
        }
    }
}

fn names(json: &Json, path: &str) -> Result<Vec<String>> {
    ports(json, path).map(|list| list.into_iter().map(|(name, _)| name).collect())
}

/// One port or a list of ports, each with its place.
fn ports(json: &Json, path: &str) -> Result<Vec<(String, String)>> {
    match json {
        Json::String(name) => Ok(vec![(name.clone(), path.to_string())]),
        Json::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, item)| {
                let at = format!("{path}[{i}]");
                match item {
                    Json::String(name) => Ok((name.clone(), at)),
                    other => Err(Error::shape(format!("expected a port's name, got {other}")).at(&at)),
                }
            })
            .collect(),
        other => Err(Error::shape(format!("expected a port's name or a list of them, got {other}")).at(path)),
    }
}

/// An order in which each processor comes after those it takes from, keeping the given order where it can;
/// or the processors of a cycle.
fn topological(sources: &[Vec<Source>]) -> std::result::Result<Vec<usize>, Vec<usize>> {
    let mut order = Vec::new();
    let mut placed = vec![false; sources.len()];
    let ready = |n: usize, placed: &[bool]| sources[n].iter().all(|s| !matches!(s, Source::Node(m, _) if !placed[*m]));
    while order.len() < sources.len() {
        let Some(next) = (0..sources.len()).find(|n| !placed[*n] && ready(*n, &placed)) else {
            // Every processor left waits for another one left: walk back until one comes twice.
            let mut walk: Vec<usize> = Vec::new();
            let mut at = placed.iter().position(|p| !p).unwrap_or(0);
            while !walk.contains(&at) {
                walk.push(at);
                at = sources[at]
                    .iter()
                    .find_map(|s| {
                        matches!(s, Source::Node(m, _) if !placed[*m])
                            .then(|| if let Source::Node(m, _) = s { *m } else { 0 })
                    })
                    .unwrap_or(at);
            }
            let from = walk.iter().position(|n| *n == at).unwrap_or(0);
            return Err(walk.split_off(from));
        };
        placed[next] = true;
        order.push(next);
    }
    Ok(order)
}

/// Where a port's events go, once all sources are known.
pub(super) fn targets(plan: &mut Plan) {
    let sources: Vec<(usize, usize, Source)> = plan
        .nodes
        .iter()
        .enumerate()
        .flat_map(|(n, node)| node.sources.iter().enumerate().map(move |(port, s)| (n, port, *s)))
        .collect();
    let outputs: Vec<(usize, Source)> = plan.outputs.iter().copied().enumerate().collect();
    let mut connect = |source: Source, target: Target| match source {
        Source::Input(i) => plan.inputs[i].push(target),
        Source::Node(n, k) => plan.nodes[n].targets[k].push(target),
    };
    sources.into_iter().for_each(|(n, port, source)| connect(source, Target::Node(n, port)));
    outputs.into_iter().for_each(|(k, source)| connect(source, Target::Output(k)));
}
