//! Events on their way in: JS writes tags and numbers of whole columns into slots, Rust makes columns of them.

use super::mail::{ALL, FALSE, NULL, NUMBER, OBJECT, SIDE, TEXT, TRUE};
use super::{host, realm, texts, values};
use crate::value::{Column, HostColumn, Members, Shape, SymColumn, Value};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[derive(Default)]
struct Slot {
    tags: Vec<u8>,
    numbers: Vec<f64>,
}

thread_local! {
    static SLOTS: RefCell<Vec<Slot>> = RefCell::default();
    // Never grows: its addresses are handed out once.
    static SINGLE_EVENT: RefCell<Slot> = RefCell::new(Slot { tags: vec![NULL; SINGLE], numbers: vec![0.0; SINGLE] });
    // Likewise.
    static FEW: RefCell<Vec<f64>> = RefCell::new(vec![0.0; FEW_ROOM]);
}

/// Numbers of a small batch at a fixed place.
const FEW_ROOM: usize = 1024;

/// Where a small batch of numbers is staged: how many fit, and their address.
#[wasm_bindgen]
pub fn few_layout() -> Vec<u32> {
    FEW.with_borrow(|few| vec![FEW_ROOM as u32, few.as_ptr() as u32])
}

/// The first numbers of the small batch as a column.
pub fn few(n: usize) -> Column {
    FEW.with_borrow(|few| Column::Num(few[..n].to_vec()))
}

/// Makes room for n events in that many slots; gives the addresses, tags and numbers in turn.
#[wasm_bindgen]
pub fn stage_room(slots: usize, n: usize) -> Vec<u32> {
    SLOTS.with_borrow_mut(|all| {
        if all.len() < slots {
            all.resize_with(slots, Slot::default);
        }
        all[..slots]
            .iter_mut()
            .flat_map(|slot| {
                slot.tags.resize(n, NULL);
                slot.numbers.resize(n, 0.0);
                [slot.tags.as_ptr() as u32, slot.numbers.as_ptr() as u32]
            })
            .collect()
    })
}

/// Slots of a single event at a fixed place, so that JS need not ask for room each time.
const SINGLE: usize = 16;

/// Where a single event is staged: the number of slots, then the addresses of their tags and of their numbers.
#[wasm_bindgen]
pub fn single_layout() -> Vec<u32> {
    SINGLE_EVENT.with_borrow(|slot| vec![SINGLE as u32, slot.tags.as_ptr() as u32, slot.numbers.as_ptr() as u32])
}

/// The object of that id with its staged fields.
pub fn single(id: f64, shape: &Rc<Shape>) -> Value {
    SINGLE_EVENT.with_borrow(|slot| {
        let fields = (0..shape.paths.len()).map(|k| scalar(slot.tags[k], slot.numbers[k])).collect();
        values::by_reference(id, shape.clone(), fields)
    })
}

/// The object of that id with its members.
pub fn of_members(id: f64, shape: &Rc<Shape>, members: &Members) -> Value {
    let fields = (0..shape.paths.len()).map(|k| members.value(k)).collect();
    values::by_reference(id, shape.clone(), fields)
}

/// Makes room for n numbers in the first slot; gives their address.
#[wasm_bindgen]
pub fn stage_numbers(n: usize) -> u32 {
    SLOTS.with_borrow_mut(|all| {
        if all.is_empty() {
            all.push(Slot::default());
        }
        all[0].numbers.resize(n, 0.0);
        all[0].numbers.as_ptr() as u32
    })
}

/// The numbers of the first slot as a column.
pub fn numbers() -> Column {
    SLOTS.with_borrow(|all| Column::Num(all[0].numbers.clone()))
}

/// The one staged object: slot 0 is its id, the slots after it its projected fields.
pub fn event(shape: &Rc<Shape>) -> Value {
    SLOTS.with_borrow(|all| {
        let fields = (0..shape.paths.len()).map(|k| scalar(all[k + 1].tags[0], all[k + 1].numbers[0])).collect();
        values::by_reference(all[0].numbers[0], shape.clone(), fields)
    })
}

/// The staged events as a column. Objects of a batch have successive ids from `first` on, `objects` of them; where
/// only their fields are read, all have the id 0.
pub fn column(n: usize, known: &Rc<Shape>, first: f64, objects: usize) -> Column {
    SLOTS.with_borrow(|all| {
        if objects == 0 {
            return plain(&all[0], n);
        }
        let mut shape = known.clone();
        if first > 0.0 {
            shape = Rc::new(Shape { paths: known.paths.clone() });
            realm::begin_batch(first, objects, shape.clone());
        }
        let fields: Vec<Column> = (0..shape.paths.len()).map(|k| plain(&all[k + 1], n)).collect();
        if objects == n {
            let ids = if first > 0.0 { (0..n).map(|i| first + i as f64).collect() } else { vec![0.0; n] };
            return Column::Host(HostColumn { ids, shape, fields });
        }
        let event = |i: usize| match all[0].tags[i] {
            OBJECT => {
                let fields = fields.iter().map(|field| field.get(i)).collect();
                values::by_reference(all[0].numbers[i], shape.clone(), fields)
            }
            tag => scalar(tag, all[0].numbers[i]),
        };
        Column::Any((0..n).map(event).collect())
    })
}

fn plain(slot: &Slot, n: usize) -> Column {
    let (tags, numbers) = (&slot.tags[..n], &slot.numbers[..n]);
    match tags.first().map_or(NULL, |tag| *tag) {
        tag if tag == ALL + NUMBER => Column::Num(numbers.to_vec()),
        tag if tag == ALL + TEXT => {
            let codes = numbers.iter().map(|code| *code as u32).collect();
            Column::Sym(SymColumn { codes, strings: texts::current() })
        }
        _ if tags.iter().all(|tag| matches!(*tag, TRUE | FALSE)) => {
            Column::Bool(tags.iter().map(|tag| *tag == TRUE).collect())
        }
        _ => Column::Any(tags.iter().zip(numbers).map(|(tag, number)| scalar(*tag, *number)).collect()),
    }
}

/// A value by its tag; objects without projected fields.
pub fn scalar(tag: u8, number: f64) -> Value {
    match tag {
        FALSE => Value::Bool(false),
        TRUE => Value::Bool(true),
        NUMBER => Value::Num(number),
        TEXT => texts::value(number as u32),
        OBJECT => values::by_reference(number, Rc::new(Shape::default()), Vec::new()),
        SIDE => Value::str(&host::this().long(number)),
        _ => Value::Null,
    }
}
