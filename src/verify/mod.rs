//! Questions about pipelines: a request comes in, models are made and checked, counterexamples are replayed on the
//! engine, and a report goes out.

mod counterexample;
mod derived;
mod export;
mod replay;
mod report;
mod request;
mod traces;
mod watched;

pub use export::export;
pub use report::Clock;
pub use request::{Question, Request};
pub use traces::{replay_text, trace_of};

use crate::check::{Answer, Outcome, Pulse, check};
use crate::engine::Machine;
use crate::error::{Error, Result};
use crate::model::{
    Formula, Logic, Model, One, Property, compile, compile_monitor, compile_pair, named, parse_ctl, parse_ltl,
};
use serde_json::{Map, Value as Json, json};

/// What a request is about.
pub struct Subject {
    pub pipeline: Machine,
    /// A pipeline to compare with.
    pub other: Option<Machine>,
    /// A structure the pipeline watches, as JSON or SMV.
    pub structure: Option<String>,
}

/// Answers all questions of a request, in order.
pub async fn verify(subject: &Subject, request: &Request, pulse: &dyn Pulse, clock: Clock<'_>) -> Result<Json> {
    let mut results: Vec<Json> = Vec::new();
    let note = watched::look(subject, request, pulse).await?;
    for question in request.questions(subject) {
        let start = clock();
        let derived = match question.name() {
            "queue-sizes" => Some(derived::queue_sizes(subject, request, pulse).await?),
            "dead-paths" => Some(derived::dead_paths(subject, request, pulse).await?),
            _ => None,
        };
        if let Some(derived::Derived { model, outcome, more, told }) = derived {
            let ms = clock() - start;
            results.push(report::result(question.name(), request, &model, &outcome, told, more, ms));
            continue;
        }
        let mut model = model(subject, request, &question)?;
        let property = property(&question, &mut model)?;
        let outcome = check(&mut model.system, &property, &request.reach, pulse).await?;
        let told = match &outcome.answer {
            Answer::Fails(run) => {
                let larger = |least: usize| {
                    let mut request = request.clone();
                    request.settings.bounds.least = least;
                    self::model(subject, &request, &question)
                };
                Some(replay::replay(
                    &mut model,
                    subject,
                    run,
                    &format!("the counterexample of '{}'", property.name),
                    &larger,
                )?)
            }
            _ => None,
        };
        let ms = clock() - start;
        let stopped = matches!(&outcome.answer, Answer::Unknown(crate::check::Cut::Stopped));
        results.push(report::result(&property.name, request, &model, &outcome, told, Map::new(), ms));
        if stopped {
            break;
        }
    }
    if let Some(note) = note {
        for result in &mut results {
            let mut notes = result["notes"].as_array().cloned().unwrap_or_default();
            notes.push(json!(note));
            result["notes"] = Json::Array(notes);
        }
    }
    Ok(json!({ "results": results }))
}

/// The model a question is asked of.
pub fn model(subject: &Subject, request: &Request, question: &Question) -> Result<Model> {
    match (&subject.structure, &subject.other) {
        (Some(text), _) => compile_monitor(watched::read(text)?.0, &subject.pipeline, &request.settings),
        (None, Some(other)) if question.compares() => {
            let sequence = question.name() == "sequence-equivalence";
            compile_pair(&subject.pipeline, other, &request.settings, sequence)
        }
        _ => compile(&subject.pipeline, &request.settings),
    }
}

/// The property a question stands for.
pub fn property(question: &Question, model: &mut Model) -> Result<Property> {
    match question {
        Question::Named(name) if name == "monitor" => {
            // At every step, if the monitor says something, it says true (section 4.3 of the paper).
            let signal = model.sides[0].outputs[0].1.clone();
            let t = &mut model.system.terms;
            let mut fine = Vec::new();
            for slot in &signal.slots {
                if t.sort(slot.value) != crate::model::Sort::Bool {
                    return Err(Error::shape("a monitor's output must be booleans"));
                }
                fine.push(t.implies(slot.there, slot.value));
            }
            let fine = t.all(fine);
            Ok(Property { name: name.clone(), logic: Logic::Ctl, formula: Formula::Is(fine).under(One::Ag) })
        }
        Question::Named(name) => named(name, model),
        Question::Ctl(text) => {
            let formula = parse_ctl(text, &mut model.system).map_err(|e| e.at("ctl"))?;
            Ok(Property { name: text.clone(), logic: Logic::Ctl, formula })
        }
        Question::Ltl(text) => {
            let formula = parse_ltl(text, &mut model.system).map_err(|e| e.at("ltl"))?;
            Ok(Property { name: text.clone(), logic: Logic::Ltl, formula })
        }
    }
}

/// A check alone, for those who want no report.
pub async fn ask(model: &mut Model, property: &Property, request: &Request, pulse: &dyn Pulse) -> Result<Outcome> {
    check(&mut model.system, property, &request.reach, pulse).await
}
