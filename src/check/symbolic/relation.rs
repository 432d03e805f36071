//! Steps between sets of states, by a transition relation in parts (Burch, Clarke and Long 1991): a variable is
//! quantified as soon as no part to come speaks of it.

use super::diagram::Diagram;
use super::encode::Encoded;
use super::session::Session;
use crate::check::Cut;

/// Parts are put together while they have no more nodes than this.
const CLUSTER: usize = 1000;

/// A condition on steps, with the rule whose own steps are free of it.
#[derive(Clone)]
pub struct Mark {
    pub on: Diagram,
    pub rule: Option<usize>,
}

/// Parts of a relation, each with the variables that are quantified with it.
struct Schedule {
    /// What no part speaks of is quantified before all.
    before: Diagram,
    parts: Vec<(Diagram, Diagram)>,
}

/// One way a step can go.
struct Way {
    /// From states to the next ones. What steps must satisfy is in it.
    forward: Schedule,
    /// From next states back, over states and inputs.
    backward: Schedule,
    /// The same over states alone.
    backward_states: Schedule,
    /// The bits it changes, and their next ones.
    now: Diagram,
    next: Diagram,
    /// The bits of the first.
    bits: Vec<u32>,
}

/// The steps of a system.
pub struct Relation {
    ways: Vec<Way>,
}

/// One step: the bits of a state, the inputs and the next state.
pub struct Step {
    pub now: Vec<bool>,
    pub next: Vec<bool>,
}

impl Relation {
    /// The steps of a system, `more` being a relation of the extra bits. Forward they satisfy all that `steps` says.
    pub async fn new(
        session: &mut Session<'_>,
        encoded: &Encoded,
        more: Option<&Diagram>,
        steps: &[Diagram],
    ) -> Result<Relation, Cut> {
        let inputs = encoded.input_bits();
        let mut ways = Vec::new();
        for m in &encoded.moves {
            let mut bits: Vec<u32> = m.changes.iter().flat_map(|(bits, _)| bits).copied().collect();
            let mut parts: Vec<Diagram> = m.changes.iter().map(|(_, part)| part.clone()).collect();
            parts.extend(m.guard.clone());
            if let Some(more) = more {
                bits.extend(&encoded.extra);
                parts.push(more.clone());
            }
            let next_bits: Vec<u32> = bits.iter().map(|bit| bit + 1).collect();
            let both: Vec<u32> = next_bits.iter().chain(&inputs).copied().collect();
            let old: Vec<u32> = bits.iter().chain(&inputs).copied().collect();
            let backward = Schedule::new(session, parts.clone(), &next_bits, &[]).await?;
            let backward_states = Schedule::new(session, parts.clone(), &both, &[]).await?;
            parts.extend(steps.iter().cloned());
            let forward = Schedule::new(session, parts, &old, &inputs).await?;
            let now = session.work(&|d| d.cube(&bits)).await?;
            let next = session.work(&|d| d.cube(&next_bits)).await?;
            ways.push(Way { forward, backward, backward_states, now, next, bits });
        }
        Ok(Relation { ways })
    }

    /// The states that follow on some.
    pub async fn after(&self, session: &mut Session<'_>, from: &Diagram) -> Result<Diagram, Cut> {
        let mut all = session.diagrams.truth(false);
        for way in &self.ways {
            let found = way.forward.product(session, from.clone()).await?;
            let found = session.work(&|d| d.raised(&found, &way.next)).await?;
            all = session.or(&all, &found).await?;
        }
        Ok(all)
    }

    /// The steps, or with `states` the states, from which some are next, by steps that satisfy conditions.
    pub async fn before(
        &self,
        session: &mut Session<'_>,
        to: &Diagram,
        on: &[Diagram],
        mark: Option<&Mark>,
        states: bool,
    ) -> Result<Diagram, Cut> {
        let mut all = session.diagrams.truth(false);
        for (k, way) in self.ways.iter().enumerate() {
            let start = self.start(session, k, to, on, mark).await?;
            let schedule = if states { &way.backward_states } else { &way.backward };
            let found = schedule.product(session, start).await?;
            all = session.or(&all, &found).await?;
        }
        Ok(all)
    }

    /// One step from some states to others that satisfies conditions.
    pub async fn step(
        &self,
        session: &mut Session<'_>,
        from: &Diagram,
        to: &Diagram,
        on: &[Diagram],
        mark: Option<&Mark>,
    ) -> Result<Option<Step>, Cut> {
        for (k, way) in self.ways.iter().enumerate() {
            let start = self.start(session, k, to, on, mark).await?;
            let mut set = session.and(&start, from).await?;
            for (part, _) in &way.backward.parts {
                if set.is_false() {
                    break;
                }
                set = session.and(&set, part).await?;
            }
            let Some(picked) = session.diagrams.pick(&set) else { continue };
            let mut now = vec![false; session.diagrams.variables()];
            for (var, value) in picked {
                now[var as usize] = value;
            }
            let mut next = now.clone();
            for bit in &way.bits {
                next[*bit as usize] = now[*bit as usize + 1];
            }
            return Ok(Some(Step { now, next }));
        }
        Ok(None)
    }

    async fn start(
        &self,
        session: &mut Session<'_>,
        way: usize,
        to: &Diagram,
        on: &[Diagram],
        mark: Option<&Mark>,
    ) -> Result<Diagram, Cut> {
        let to = session.work(&|d| d.lowered(to, &self.ways[way].now)).await?;
        let set = session.all(&to, on).await?;
        match mark {
            Some(mark) if mark.rule != Some(way) => session.and(&set, &mark.on).await,
            _ => Ok(set),
        }
    }
}

impl Schedule {
    /// An order of parts, and when each variable goes. Those of `inner` are spoken of by the parts alone, so that they
    /// can be quantified within one part once and for all.
    async fn new(
        session: &mut Session<'_>,
        parts: Vec<Diagram>,
        quantified: &[u32],
        inner: &[u32],
    ) -> Result<Schedule, Cut> {
        let mut left: Vec<(Diagram, Vec<u32>)> = Vec::new();
        for part in parts {
            let support = session.diagrams.support(&part);
            left.push((part, support));
        }
        let count = session.diagrams.variables();
        let mut goes = vec![false; count];
        quantified.iter().for_each(|var| goes[*var as usize] = true);
        let mut users = vec![0u32; count];
        for var in left.iter().flat_map(|(_, support)| support) {
            users[*var as usize] += 1;
        }
        let unused: Vec<u32> = quantified.iter().copied().filter(|var| users[*var as usize] == 0).collect();
        let before = session.work(&|d| d.cube(&unused)).await?;
        // First the part that lets most variables go and brings the fewest new ones.
        let mut known = vec![false; count];
        let mut sorted: Vec<(Diagram, Vec<u32>)> = Vec::new();
        while !left.is_empty() {
            let score = |support: &[u32]| {
                let going = support.iter().filter(|var| goes[**var as usize] && users[**var as usize] == 1).count();
                let new = support.iter().filter(|var| !goes[**var as usize] && !known[**var as usize]).count();
                2 * going as i64 - new as i64
            };
            let scores: Vec<i64> = left.iter().map(|(_, support)| score(support)).collect();
            let best = (0..left.len()).max_by_key(|k| (scores[*k], std::cmp::Reverse(*k))).unwrap_or(0);
            let (part, support) = left.remove(best);
            for var in &support {
                users[*var as usize] -= 1;
                known[*var as usize] = true;
            }
            sorted.push((part, support));
        }
        let mut clusters: Vec<(Diagram, Vec<u32>)> = Vec::new();
        for (part, support) in sorted {
            if let Some((last, known)) = clusters.last_mut() {
                if session.diagrams.size(last) + session.diagrams.size(&part) <= CLUSTER {
                    let joined = session.and(last, &part).await?;
                    if session.diagrams.size(&joined) <= CLUSTER {
                        *last = joined;
                        known.extend(support);
                        continue;
                    }
                }
            }
            clusters.push((part, support));
        }
        // A variable goes with the last part that speaks of it.
        let mut later = vec![false; count];
        let mut parts = Vec::new();
        for k in (0..clusters.len()).rev() {
            let (mut part, support) = clusters[k].clone();
            let mut own: Vec<u32> =
                support.iter().copied().filter(|var| goes[*var as usize] && !later[*var as usize]).collect();
            support.iter().for_each(|var| later[*var as usize] = true);
            let others = || clusters.iter().enumerate().filter(|(other, _)| *other != k);
            let alone = |var: &u32| inner.contains(var) && !others().any(|(_, (_, support))| support.contains(var));
            let (inside, outside): (Vec<u32>, Vec<u32>) = own.drain(..).partition(alone);
            if !inside.is_empty() {
                let cube = session.work(&|d| d.cube(&inside)).await?;
                part = session.exists(&part, &cube).await?;
            }
            let cube = session.work(&|d| d.cube(&outside)).await?;
            parts.push((part, cube));
        }
        parts.reverse();
        Ok(Schedule { before, parts })
    }

    async fn product(&self, session: &mut Session<'_>, start: Diagram) -> Result<Diagram, Cut> {
        let mut set = session.exists(&start, &self.before).await?;
        for (part, cube) in &self.parts {
            if set.is_false() {
                break;
            }
            set = session.work(&|d| d.and_exists(&set, part, cube)).await?;
        }
        Ok(set)
    }
}
