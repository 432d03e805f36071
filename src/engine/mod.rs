//! The engine: a pipeline's graph is checked, made into a flat plan, and run on single events or on columns.

mod batch;
mod graph;
mod lane;
mod lineage;
mod machine;
mod params;
mod plan;
mod processor;
mod queue;
mod single;
mod sketch;
mod sliding;
mod snapshot;

pub use graph::{compile, nested};
pub use lane::{Fold, Lane, Simple, Told};
pub use machine::Machine;
pub use params::{HostProcessors, Params, Registry, Workshop};
pub use plan::{NodePlan, Plan, Source, Target};
pub use processor::{Because, Built, Emit, Failure, Flow, Kind, Processor, Reads, Sliding, Type, batch_by_steps, fits};
pub use sketch::{Bounds, Cell, Cells, Declared, Hazard, Loss, Overflow, QueueSketch, Signal, Sketch, Slot};
pub use snapshot::{restore, snapshot};
