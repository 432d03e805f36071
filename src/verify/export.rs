//! The questions of a request as SMV, and the model they are printed from.

use super::{Question, Request, Subject, model, property};
use crate::error::{Error, Result};
use crate::model::{Model, Property};
use crate::smv::{Paper, Spec, print, title};

/// The text of the questions: as one module, or in the style of the paper.
pub fn export(subject: &Subject, request: &Request, paper: bool) -> Result<String> {
    let questions = request.questions(subject);
    if paper {
        let mut specs = Vec::new();
        for question in &questions {
            let spec = match question {
                Question::Named(name) => Spec::named(name),
                _ => None,
            };
            let name = question.name();
            let wrong = || Error::shape(format!("--paper-style prints the properties of one pipeline, not '{name}'"));
            specs.push((name, spec.ok_or_else(wrong)?));
        }
        let made = model(subject, request, &questions[0])?;
        return Ok(Paper::new(&subject.pipeline, &request.settings)?.print(&title(&made, &[]), &specs));
    }
    let (mut model, properties) = asked(subject, request, &questions)?;
    let title = title(&model, &properties);
    Ok(print(&mut model.system, &properties, &title))
}

/// One model for all questions, the one with most in it, and the properties they stand for.
fn asked(subject: &Subject, request: &Request, questions: &[Question]) -> Result<(Model, Vec<Property>)> {
    let with_most = |q: &&Question| (q.name() == "sequence-equivalence", q.compares());
    let lead = questions.iter().max_by_key(with_most).ok_or_else(|| Error::shape("nothing is asked"))?;
    let mut model = model(subject, request, lead)?;
    let properties: Vec<Property> = questions.iter().map(|q| property(q, &mut model)).collect::<Result<_>>()?;
    Ok((model, properties))
}

/// The model that traces of the printed questions are runs of.
pub fn printed_model(subject: &Subject, request: &Request) -> Result<Model> {
    let mut questions = request.questions(subject);
    questions.retain(|question| !question.derived());
    if questions.is_empty() {
        questions.push(Question::Named("no-full-queue".into()));
    }
    Ok(asked(subject, request, &questions)?.0)
}
