//! A running pipeline, many events at a time: the same processors on typed columns.
//!
//! The result is that of feeding the events one by one. Where that could differ - the order of arrival matters,
//! or a processor may fail while another branch has run ahead - the events are fed one by one.

use super::lane::Simple;
use super::machine::Machine;
use super::plan::{Plan, Source, Target};
use super::processor::{Failure, Flow, Type};
use super::queue::Queue;
use crate::error::{Error, Result};
use crate::value::Column;

/// Fronts in one go: few enough for the columns to stay in cache.
const CHUNK: usize = 1024;

impl Machine {
    /// Feeds a column to each input: event k of every input, in order, before event k + 1 of any.
    pub fn run(&mut self, columns: &[Column]) -> Result<()> {
        let longest = columns.iter().map(Column::len).max().unwrap_or(0);
        let columnar = self.columnar(columns);
        let mut from = 0;
        while from < longest {
            let to = (from + CHUNK).min(longest);
            if columnar && self.roomy() && !self.failed && !self.ended.iter().any(|e| *e) {
                let result = if to - from == longest {
                    self.chunk(columns)
                } else {
                    let chunk: Vec<Column> = columns.iter().map(|column| column.part(from..to)).collect();
                    self.chunk(&chunk)
                };
                self.keep(result)?;
            } else {
                for k in from..to {
                    for (input, column) in columns.iter().enumerate() {
                        if k < column.len() {
                            self.push(input, column.get(k))?;
                        }
                    }
                }
            }
            from = to;
        }
        self.nodes.iter_mut().for_each(|node| node.queues.iter_mut().for_each(Queue::settle));
        Ok(())
    }

    fn columnar(&self, columns: &[Column]) -> bool {
        let plan = &self.plan;
        if plan.by_arrival || plan.has_sources || self.lineage.is_some() {
            return false;
        }
        plan.chain || self.never_fails(columns)
    }

    /// No processor can fail on columns of these types.
    pub fn never_fails(&self, columns: &[Column]) -> bool {
        let inputs: Vec<Type> = columns.iter().map(type_of).collect();
        self.types(&inputs).is_some()
    }

    /// The types of the outputs, if no event of these types can make a processor fail.
    pub fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        let mut types: Vec<Vec<Type>> = Vec::new();
        for (node, place) in self.nodes.iter().zip(&self.plan.nodes) {
            let coming = |source: &Source| match *source {
                Source::Input(i) => inputs.get(i).copied().unwrap_or(Type::Any),
                Source::Node(n, k) => types[n][k],
            };
            let mut found: Vec<Type> = place.sources.iter().map(coming).collect();
            // What waits in a queue may be of another type than what comes now.
            for (found, queue) in found.iter_mut().zip(&node.queues) {
                if !queue.is_empty() && type_of(queue.column()) != *found {
                    *found = Type::Any;
                }
            }
            types.push(node.processor.types(&found)?);
        }
        let type_of = |source: &Source| match *source {
            Source::Input(i) => inputs.get(i).copied().unwrap_or(Type::Any),
            Source::Node(n, k) => types[n][k],
        };
        Some(self.plan.outputs.iter().map(type_of).collect())
    }

    /// No queue comes near its limit within a chunk; near it, events go one by one so that the limit holds exactly.
    fn roomy(&self) -> bool {
        self.nodes
            .iter()
            .zip(&self.plan.nodes)
            .all(|(node, place)| node.queues.iter().all(|q| q.len() + 2 * CHUNK < place.limit))
    }

    fn chunk(&mut self, inputs: &[Column]) -> Result<()> {
        let plan = self.plan.clone();
        let mut outs = std::mem::take(&mut self.scratch);
        outs.resize_with(plan.nodes.len(), Vec::new);
        let mut failure: Option<Error> = None;
        for (made, place) in outs.iter_mut().zip(&plan.nodes) {
            made.resize_with(place.targets.len(), Column::default);
            made.iter_mut().for_each(Column::clear);
        }
        let mut n = 0;
        while n < plan.nodes.len() {
            let sizes = self.run_sizes(n, inputs, &mut outs, &plan);
            let (result, count) = match sizes {
                Some(result) => (result, 2),
                None if self.nodes[n].done => (Ok(()), 1),
                None => {
                    let mut made = std::mem::take(&mut outs[n]);
                    let result = self.run_node(n, inputs, &outs, &mut made, &plan);
                    outs[n] = made;
                    (result, 1)
                }
            };
            // What reached this processor are events from before the failure of one above it: this one came first.
            failure = result.err().or(failure);
            n += count;
        }
        for (k, source) in plan.outputs.iter().enumerate() {
            let column = match *source {
                Source::Input(i) => &inputs[i],
                Source::Node(n, port) => &outs[n][port],
            };
            self.outs[k].extend(column, 0..column.len());
        }
        self.scratch = outs;
        // What a failure came too late for: the events before it ended every output.
        failure.filter(|_| !self.done()).map_or(Ok(()), Err)
    }

    /// A processor whose maps go nowhere but to the next one, which only counts them: both at once, without the maps. `None`
    /// where that is not how it is.
    fn run_sizes(&mut self, n: usize, inputs: &[Column], outs: &mut [Vec<Column>], plan: &Plan) -> Option<Result<()>> {
        let next = self.nodes.get(n + 1).filter(|next| next.is_count && !next.done)?;
        let place = &plan.nodes[n];
        let only = next.queues.is_empty()
            && matches!(&place.targets[..], [targets] if targets[..] == [Target::Node(n + 1, 0)]);
        if !only || self.nodes[n].done || !self.nodes[n].queues.is_empty() || self.exhausted(n) {
            return None;
        }
        let (before, after) = outs.split_at_mut(n + 1);
        let column = match place.sources[..] {
            [Source::Input(i)] => &inputs[i],
            [Source::Node(m, port)] => &before[m][port],
            _ => return None,
        };
        let sizes = &mut after[0][0];
        let result = self.nodes[n].processor.batch_sizes(std::slice::from_ref(column), column.len(), sizes)?;
        Some(result.map(|_| ()).map_err(|failure| place.blame(failure.error)))
    }

    fn run_node(
        &mut self,
        n: usize,
        inputs: &[Column],
        outs: &[Vec<Column>],
        made: &mut [Column],
        plan: &Plan,
    ) -> Result<()> {
        let place = &plan.nodes[n];
        let column = |source: Source| match source {
            Source::Input(i) => &inputs[i],
            Source::Node(m, port) => &outs[m][port],
        };
        let node = &mut self.nodes[n];
        let result = if node.queues.is_empty() {
            let column = column(place.sources[0]);
            match (column.len(), column, &mut made[..]) {
                (0, ..) => Ok((0, Flow::More)),
                (count, Column::Num(input), [Column::Num(out)]) if !matches!(node.simple, Simple::No) => {
                    node.simple.column(input, out);
                    Ok((count, Flow::More))
                }
                (count, ..) => node.processor.batch(std::slice::from_ref(column), count, made),
            }
        } else {
            for (queue, source) in node.queues.iter_mut().zip(&place.sources) {
                queue.extend(column(*source));
            }
            match node.queues.iter().map(Queue::len).min().unwrap_or(0) {
                0 => Ok((0, Flow::More)),
                count => {
                    let fronts: Vec<Column> = node.queues.iter_mut().map(|q| q.take(count)).collect();
                    node.processor.batch(&fronts, count, made)
                }
            }
        };
        match result {
            Ok((_, Flow::Done)) => self.close(n, plan),
            Ok((_, Flow::More)) => {
                if self.exhausted(n) {
                    let mut emit = Default::default();
                    let ended = self.nodes[n].processor.end(&mut emit);
                    emit.events.into_iter().for_each(|(port, value)| made[port].push(value));
                    self.close(n, plan);
                    ended.map_err(|e| plan.nodes[n].blame(e))?;
                }
            }
            Err(Failure { error, .. }) => return Err(plan.nodes[n].blame(error)),
        }
        Ok(())
    }

    /// A processor will emit nothing more: those it feeds come later in the order and see it when it is their turn.
    fn close(&mut self, n: usize, plan: &Plan) {
        self.nodes[n].done = true;
        for target in plan.nodes[n].targets.iter().flatten() {
            match *target {
                Target::Node(m, port) => self.nodes[m].ended[port] = true,
                Target::Output(k) => self.end_output(k),
            }
        }
    }
}

fn type_of(column: &Column) -> Type {
    match column {
        Column::Num(_) => Type::Num,
        Column::Bool(_) => Type::Bool,
        Column::Sym(_) => Type::Text,
        _ => Type::Any,
    }
}
