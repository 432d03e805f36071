//! Both checkers on one question: the explicit one alone while it finds few states; then both in turn, on a machine
//! that may have no threads, until one of them has an answer.

use super::question::Question;
use super::{Answer, Beat, Cut, Engine, Outcome, Progress, Pulse};
use crate::error::Result;
use crate::model::System;
use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// States that the explicit checker finds before the symbolic one is asked, too.
const SWITCH: usize = 1_000_000;

/// A pulse that hands over the turn at each beat: the beats of both checkers are some tens of milliseconds apart.
struct Turns<'a> {
    pulse: &'a dyn Pulse,
    /// From so many states on.
    from: f64,
    /// It has just handed over.
    over: &'a Cell<bool>,
}

impl Pulse for Turns<'_> {
    fn beat<'a>(&'a self, progress: Progress) -> Pin<Box<dyn Future<Output = Beat> + 'a>> {
        if progress.states < self.from {
            return self.pulse.beat(progress);
        }
        Box::pin(async move {
            self.over.set(true);
            HandOver(false).await;
            self.pulse.beat(progress).await
        })
    }
}

/// Pending once.
struct HandOver(bool);

impl Future for HandOver {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Answers a question by whichever checker is first.
pub async fn ask(question: &Question<'_>, system: &mut System, pulse: &dyn Pulse) -> Result<Outcome> {
    if question.reach.states <= SWITCH || bound(system) <= SWITCH as f64 {
        let outcome = question.ask(Engine::Explicit, system, pulse).await?;
        if outcome.answer != Answer::Unknown(Cut::Inputs) {
            return Ok(outcome);
        }
        return question.ask(Engine::Symbolic, system, pulse).await;
    }
    let over = Cell::new(false);
    let turns = |from: usize| Turns { pulse, from: from as f64, over: &over };
    let (slow, other) = (turns(SWITCH), turns(0));
    let mut copy = system.clone();
    let mut first = question.ask(Engine::Explicit, system, &slow);
    let mut second = question.ask(Engine::Symbolic, &mut copy, &other);
    let mut without: [Option<Outcome>; 2] = [None, None];
    let mut turn = 0;
    let outcome: Option<Outcome> = std::future::poll_fn(|context| {
        loop {
            let polled = match turn {
                0 => first.as_mut().poll(context),
                _ => second.as_mut().poll(context),
            };
            match polled {
                Poll::Pending if !over.replace(false) => return Poll::Pending,
                Poll::Pending => {}
                Poll::Ready(Ok(outcome)) if goes_on(&outcome) => {
                    without[turn] = Some(outcome);
                    if without.iter().all(Option::is_some) {
                        return Poll::Ready(Ok(best(std::mem::take(&mut without))));
                    }
                }
                Poll::Ready(result) => return Poll::Ready(result.map(Some)),
            }
            if without[1 - turn].is_none() {
                turn = 1 - turn;
            }
        }
    })
    .await?;
    Ok(outcome.unwrap_or_else(|| Outcome::bare(Answer::Unknown(Cut::Inputs), Engine::Explicit)))
}

/// The other checker may still find an answer.
fn goes_on(outcome: &Outcome) -> bool {
    matches!(outcome.answer, Answer::Unknown(Cut::States(_) | Cut::Inputs | Cut::Nodes(_) | Cut::Bits(_)))
}

/// Of two that have no answer, the one that knows of longer runs.
fn best(without: [Option<Outcome>; 2]) -> Option<Outcome> {
    without.into_iter().flatten().max_by_key(|outcome| outcome.progress.depth)
}

/// A system has at most so many states.
fn bound(system: &System) -> f64 {
    system.states().map(|v| system.terms.domain(v).size() as f64).product()
}
