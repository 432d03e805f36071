//! Questions about pipelines: a promise of a report, with a beat that JS uses to show progress, to let others run and
//! to stop.

use super::{stand_in, thrown};
use crate::check::{Beat, Progress, Pulse};
use crate::engine::{Machine, Workshop, compile};
use crate::error::Result;
use crate::limits::Limits;
use crate::processors;
use crate::verify::{Request, Subject, export, replay_text, trace_of, verify};
use js_sys::{Array, Date, Function, Promise};
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

/// What is asked about, on its way in.
#[wasm_bindgen]
pub struct RawSubject {
    subject: Subject,
}

#[wasm_bindgen]
impl RawSubject {
    /// A pipeline by its JSON, with the arities of the JS functions and the inputs and outputs of the JS processors in it.
    pub fn of(json: &str, functions: &[u32], processors: Vec<u32>) -> std::result::Result<RawSubject, JsValue> {
        let pipeline = machine(json, functions, processors).map_err(|e| thrown::to_js(&e))?;
        Ok(RawSubject { subject: Subject { pipeline, other: None, structure: None } })
    }
    /// The pipeline to compare with.
    pub fn compare(&mut self, json: &str, functions: &[u32], processors: Vec<u32>) -> std::result::Result<(), JsValue> {
        let other = machine(json, functions, processors).map_err(|e| thrown::to_js(&e))?;
        self.subject.other = Some(other);
        Ok(())
    }
    /// The structure to watch.
    pub fn watch(&mut self, structure: &str) {
        self.subject.structure = Some(structure.to_string());
    }
    /// A promise of the report, as JSON text. `beat(states, edges, depth, frontier, nodes)` gives 0 to go on, 1 to stop, 2 when
    /// the time is over, or a promise of one of them.
    pub fn verify(self, request: &str, beat: Function) -> Promise {
        let request = Request::parse(request);
        future_to_promise(async move {
            let answer = async { verify(&self.subject, &request?, &JsPulse { beat }, &now).await }.await;
            match answer {
                Ok(report) => Ok(JsValue::from(report.to_string())),
                Err(error) => Err(thrown::to_js(&error)),
            }
        })
    }
    /// The same questions as SMV.
    pub fn smv(self, request: &str, paper: bool) -> std::result::Result<String, JsValue> {
        let text = Request::parse(request).and_then(|request| export(&self.subject, &request, paper));
        text.map_err(|e| thrown::to_js(&e))
    }
    /// Traces, played on the engine: all of a text, or the one of that number. JSON text.
    pub fn replay(
        self,
        request: &str,
        text: &str,
        paper: bool,
        which: Option<u32>,
    ) -> std::result::Result<String, JsValue> {
        let which = which.map(|n| n as usize);
        let told = Request::parse(request).and_then(|r| replay_text(&self.subject, &r, text, paper, which));
        told.map(|json| json.to_string()).map_err(|e| thrown::to_js(&e))
    }
    /// A counterexample as a trace that NuSMV takes.
    pub fn trace(self, request: &str, counterexample: &str) -> std::result::Result<String, JsValue> {
        let text = Request::parse(request).and_then(|request| trace_of(&self.subject, &request, counterexample));
        text.map_err(|e| thrown::to_js(&e))
    }
}

fn machine(json: &str, functions: &[u32], custom: Vec<u32>) -> Result<Machine> {
    let mut shop = Workshop::new(processors::kind, Limits::default());
    shop.functions = stand_in::functions(functions);
    shop.processors = Some(stand_in::processors(custom));
    compile(json, &shop)
}

fn now() -> f64 {
    thread_local! {
        static CLOCK: Option<(JsValue, Function)> = performance();
    }
    CLOCK.with(|clock| match clock {
        Some((this, now)) => now.call0(this).ok().and_then(|n| n.as_f64()).unwrap_or_else(Date::now),
        None => Date::now(),
    })
}

fn performance() -> Option<(JsValue, Function)> {
    let this = js_sys::Reflect::get(&js_sys::global(), &"performance".into()).ok()?;
    let now = js_sys::Reflect::get(&this, &"now".into()).ok()?.dyn_into().ok()?;
    Some((this, now))
}

struct JsPulse {
    beat: Function,
}

impl JsPulse {
    async fn ask(&self, progress: Progress) -> std::result::Result<Beat, JsValue> {
        let args = Array::of5(
            &progress.states.into(),
            &(progress.edges as f64).into(),
            &(progress.depth as f64).into(),
            &progress.frontier.into(),
            &(progress.nodes as f64).into(),
        );
        let mut answer = self.beat.apply(&JsValue::UNDEFINED, &args)?;
        if answer.is_instance_of::<Promise>() {
            answer = JsFuture::from(answer.unchecked_into::<Promise>()).await?;
        }
        Ok(match answer.as_f64() {
            Some(1.0) => Beat::Stop,
            Some(2.0) => Beat::Late,
            _ => Beat::On,
        })
    }
}

impl Pulse for JsPulse {
    fn beat<'a>(&'a self, progress: Progress) -> Pin<Box<dyn Future<Output = Beat> + 'a>> {
        // A beat that throws has said enough.
        Box::pin(async move { self.ask(progress).await.unwrap_or(Beat::Stop) })
    }
}
