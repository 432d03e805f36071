//! Which JS objects the engine still refers to, so that JS keeps those and no others.
//!
//! An object that came alone is counted by its references. The objects of a batch stand in columns, which do not
//! count; but whatever came of a batch shares the batch's own `Rc<Shape>`. Once every holder of that shape is a
//! counted reference, no column of the batch is left, and from then on its objects are counted like any other.

use super::{errors, host, values};
use crate::error::Result;
use crate::value::{Realm, Shape, Value, install_realm};
use js_sys::Array;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[derive(Default)]
struct References {
    counts: FxHashMap<u64, u32>,
    batches: Vec<Batch>,
}

struct Batch {
    first: f64,
    end: f64,
    shape: Rc<Shape>,
    references: usize,
}

thread_local! {
    static REFERENCES: RefCell<References> = RefCell::default();
}

struct Objects;

/// Makes this the realm of the engine.
pub fn install() {
    install_realm(Rc::new(Objects));
}

impl Realm for Objects {
    fn open(&self, id: f64) -> Result<Value> {
        let opened = host::this().open(id);
        match opened.dyn_ref::<Array>() {
            Some(parts) => values::from_opened(parts),
            None => Err(errors::host_failure("reading an object")),
        }
    }
    fn pin(&self, id: f64) {
        REFERENCES.with_borrow_mut(|all| {
            *all.counts.entry(id as u64).or_default() += 1;
            if let Some(batch) = all.batch_of(id) {
                batch.references += 1;
            }
        });
    }
    fn release(&self, id: f64) {
        let gone = REFERENCES.with_borrow_mut(|all| {
            let in_batch = match all.batch_of(id) {
                Some(batch) => {
                    batch.references -= 1;
                    true
                }
                None => false,
            };
            match all.counts.get_mut(&(id as u64)) {
                Some(count) if *count > 1 => {
                    *count -= 1;
                    false
                }
                _ => {
                    all.counts.remove(&(id as u64));
                    !in_batch
                }
            }
        });
        if gone {
            super::mail::gone(id);
        }
    }
}

impl References {
    fn batch_of(&mut self, id: f64) -> Option<&mut Batch> {
        self.batches.iter_mut().find(|batch| batch.first <= id && id < batch.end)
    }
}

/// Objects of these ids are about to stand in columns of that shape, which is used for nothing else.
pub fn begin_batch(first: f64, count: usize, shape: Rc<Shape>) {
    let batch = Batch { first, end: first + count as f64, shape, references: 0 };
    REFERENCES.with_borrow_mut(|all| all.batches.push(batch));
}

/// If no column of the batch is left: the ids that are still referred to, from then on counted one by one.
/// Otherwise `undefined`: JS keeps all and asks again after the next call.
#[wasm_bindgen]
pub fn settle(first: f64) -> Option<Vec<f64>> {
    REFERENCES.with_borrow_mut(|all| {
        let k = all.batches.iter().position(|batch| batch.first == first)?;
        let batch = &all.batches[k];
        // One holder is the batch's own entry here.
        if Rc::strong_count(&batch.shape) - 1 > batch.references {
            return None;
        }
        let batch = all.batches.swap_remove(k);
        if batch.references == 0 {
            return Some(Vec::new());
        }
        let ids = (batch.first as u64)..(batch.end as u64);
        Some(ids.filter(|id| all.counts.contains_key(id)).map(|id| id as f64).collect())
    })
}
