//! A request as JSON: what is asked, and under which assumptions.

use super::Subject;
use crate::check::{Engine, Reach};
use crate::error::{Error, Result};
use crate::model::{InputDomain, Inputs, Overflow, Settings};
use crate::value::from_json;
use serde_json::{Map, Value as Json};

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    Named(String),
    Ctl(String),
    Ltl(String),
}

impl Question {
    /// Its name or formula.
    pub fn name(&self) -> &str {
        match self {
            Question::Named(text) | Question::Ctl(text) | Question::Ltl(text) => text,
        }
    }
    /// It is answered by asking other questions, and is no formula itself.
    pub fn derived(&self) -> bool {
        matches!(self, Question::Named(name) if name == "queue-sizes" || name == "dead-paths")
    }
    /// It is about two pipelines; a formula may be.
    pub fn compares(&self) -> bool {
        match self {
            Question::Named(name) => {
                matches!(name.as_str(), "stepwise-equivalence" | "sequence-equivalence" | "approximates")
            }
            _ => true,
        }
    }
}

/// What is asked, and under which assumptions.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub asked: Vec<Question>,
    pub settings: Settings,
    pub reach: Reach,
}

impl Request {
    /// Reads a request; each mistake with its key.
    pub fn parse(text: &str) -> Result<Request> {
        let json: Map<String, Json> =
            serde_json::from_str(text).map_err(|_| Error::shape("the options of verify are an object"))?;
        let mut request = Request::default();
        for (key, value) in &json {
            request.set(key, value).map_err(|e| e.at(key))?;
        }
        request.settings.check()?;
        Ok(request)
    }

    fn set(&mut self, key: &str, value: &Json) -> Result<()> {
        let bounds = &mut self.settings.bounds;
        match key {
            "properties" => self.asked.extend(texts(key, value)?.into_iter().map(Question::Named)),
            "ctl" => self.asked.extend(texts(key, value)?.into_iter().map(Question::Ctl)),
            "ltl" => self.asked.extend(texts(key, value)?.into_iter().map(Question::Ltl)),
            "queue" => match value {
                Json::Object(sizes) => {
                    for (name, size) in sizes {
                        let size = whole(name, size)? as usize;
                        // The empty name stands for all that have none of their own.
                        if name.is_empty() {
                            bounds.queue = size;
                        } else {
                            bounds.queues.push((name.clone(), size));
                        }
                    }
                }
                size => bounds.queue = whole(key, size)? as usize,
            },
            "domain" => match value {
                Json::Object(domains) => {
                    for (name, domain) in domains {
                        match input_domain(name, domain)? {
                            InputDomain::Numbers(n) if name.is_empty() => bounds.domain = n,
                            domain => self.settings.domains.push((name.clone(), domain)),
                        }
                    }
                }
                n => bounds.domain = i32::try_from(whole(key, n)?).unwrap_or(i32::MAX),
            },
            "inputs" => {
                self.settings.inputs = match value.as_str() {
                    Some("every-step") => Inputs::EveryStep,
                    Some("free") => Inputs::Free,
                    _ => return Err(Error::shape(format!("'inputs' is every-step or free, got {value}"))),
                }
            }
            "overflow" => {
                bounds.overflow = match value.as_str() {
                    Some("wrap") => Overflow::Wrap,
                    Some("saturate") => Overflow::Saturate,
                    Some("error") => Overflow::Error,
                    _ => return Err(Error::shape(format!("'overflow' is wrap, saturate or error, got {value}"))),
                }
            }
            "ends" => {
                self.settings.ends =
                    value.as_bool().ok_or_else(|| Error::shape(format!("'ends' is true or false, got {value}")))?;
            }
            "states" => self.reach.states = whole(key, value)? as usize,
            "nodes" => self.reach.nodes = whole(key, value)? as usize,
            "engine" => {
                self.reach.engine = value
                    .as_str()
                    .and_then(Engine::named)
                    .ok_or_else(|| Error::shape(format!("'engine' is auto, explicit or symbolic, got {value}")))?;
            }
            "time" => self.reach.time = whole(key, value)? as f64,
            _ => return Err(Error::shape(format!("unknown option '{key}' of verify"))),
        }
        Ok(())
    }

    /// The questions; where none is asked, those that suit what is given.
    pub fn questions(&self, subject: &Subject) -> Vec<Question> {
        if !self.asked.is_empty() {
            return self.asked.clone();
        }
        let names: &[&str] = match (&subject.structure, &subject.other) {
            (Some(_), _) => &["monitor"],
            (None, Some(_)) => &["stepwise-equivalence", "sequence-equivalence"],
            (None, None) => &["liveness", "no-full-queue"],
        };
        names.iter().map(|name| Question::Named(name.to_string())).collect()
    }
}

fn whole(key: &str, value: &Json) -> Result<u64> {
    let n = value.as_f64().filter(|n| n.fract() == 0.0 && *n >= 0.0 && *n < 1e15);
    n.map(|n| n as u64).ok_or_else(|| Error::shape(format!("'{key}' is a whole number, got {value}")))
}

fn texts(key: &str, value: &Json) -> Result<Vec<String>> {
    let wrong = || Error::shape(format!("'{key}' is a text or a list of texts, got {value}"));
    match value {
        Json::String(text) => Ok(vec![text.clone()]),
        Json::Array(list) => list.iter().map(|t| t.as_str().map(str::to_string).ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}

fn input_domain(name: &str, value: &Json) -> Result<InputDomain> {
    match value {
        Json::String(text) if text == "bool" => Ok(InputDomain::Bool),
        Json::Array(list) => Ok(InputDomain::Values(list.iter().map(from_json).collect())),
        Json::Number(_) => Ok(InputDomain::Numbers(i32::try_from(whole(name, value)?).unwrap_or(i32::MAX))),
        _ => {
            Err(Error::shape(format!("the domain of '{name}' is \"bool\", a number or a list of values, got {value}")))
        }
    }
}
