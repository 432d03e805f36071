//! Events on their way out: tags and numbers at a fixed place in memory that JS reads without calling.

use super::{texts, values};
use crate::trouble;
use crate::value::{Column, Value};
use js_sys::Array;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Events that fit; more than that go into a JS array.
const ROOM: usize = 1024;

pub const NULL: u8 = 0;
pub const FALSE: u8 = 1;
pub const TRUE: u8 = 2;
pub const NUMBER: u8 = 3;
/// The number is the id of an object.
pub const OBJECT: u8 = 4;
/// The number is the code of a text.
pub const TEXT: u8 = 5;
/// The value is the next one of the side array; in staged input: a long text by its index.
pub const SIDE: u8 = 6;
/// Added to the first tag of a staged column where all have the same.
pub const ALL: u8 = 128;

struct Mail {
    tags: Vec<u8>,
    ports: Vec<u32>,
    numbers: Vec<f64>,
    /// Ids of objects nobody refers to any more; JS sets the count back to 0.
    gone: Vec<f64>,
    /// How many ids are in `gone`.
    gone_count: Vec<u32>,
    more_gone: Vec<f64>,
    used: usize,
    side: Array,
}

thread_local! {
    // The vectors never grow: their addresses are handed out once.
    static MAIL: RefCell<Mail> = RefCell::new(Mail {
        tags: vec![0; ROOM],
        ports: vec![0; ROOM],
        numbers: vec![0.0; ROOM],
        gone: vec![0.0; ROOM],
        gone_count: vec![0],
        more_gone: Vec::new(),
        used: 0,
        side: Array::new(),
    });
}

/// Where JS finds it all: room, then the addresses of tags, ports, numbers, gone and its count.
#[wasm_bindgen]
pub fn mail_layout() -> Vec<u32> {
    MAIL.with_borrow(|mail| {
        vec![
            ROOM as u32,
            mail.tags.as_ptr() as u32,
            mail.ports.as_ptr() as u32,
            mail.numbers.as_ptr() as u32,
            mail.gone.as_ptr() as u32,
            mail.gone_count.as_ptr() as u32,
        ]
    })
}

/// The side array of the last answer.
#[wasm_bindgen]
pub fn take_side() -> Array {
    MAIL.with_borrow_mut(|mail| std::mem::replace(&mut mail.side, Array::new()))
}

/// The ids that did not fit into the fixed place.
#[wasm_bindgen]
pub fn take_more_gone() -> Vec<f64> {
    MAIL.with_borrow_mut(|mail| std::mem::take(&mut mail.more_gone))
}

/// An object is no longer referred to.
pub fn gone(id: f64) {
    MAIL.with_borrow_mut(|mail| {
        let n = mail.gone_count[0] as usize;
        if n < ROOM {
            mail.gone[n] = id;
            mail.gone_count[0] = n as u32 + 1;
        } else {
            mail.more_gone.push(id);
        }
    });
}

/// One number came out; the mailbox holds it alone.
#[inline(always)]
pub fn number(n: f64) -> i32 {
    MAIL.with_borrow_mut(|mail| {
        mail.tags[0] = NUMBER;
        mail.ports[0] = 0;
        mail.numbers[0] = n;
    });
    1
}

/// Empties the columns into the mailbox; gives the number of events.
pub fn deliver(outs: &mut [Column]) -> i32 {
    let mut taken: Vec<(usize, Column)> = Vec::new();
    let n = MAIL.with_borrow_mut(|mail| {
        mail.used = 0;
        for (port, column) in outs.iter_mut().enumerate() {
            match column {
                Column::Num(numbers) => {
                    let fit = numbers.len().min(ROOM - mail.used.min(ROOM));
                    let place = mail.used..mail.used + fit;
                    mail.tags[place.clone()].fill(NUMBER);
                    mail.ports[place.clone()].fill(port as u32);
                    mail.numbers[place].copy_from_slice(&numbers[..fit]);
                    mail.used += fit;
                    for n in &numbers[fit..] {
                        mail.aside(port, JsValue::from_f64(*n));
                    }
                    numbers.clear();
                }
                other if other.is_empty() => {}
                other => {
                    for i in 0..other.len() {
                        mail.event(port, other, i);
                    }
                    // Dropped after the mailbox is free again: an object may go with it.
                    taken.push((port, std::mem::take(other)));
                }
            }
        }
        mail.used as i32
    });
    drop(taken);
    n
}

/// Puts a part of a column into the mailbox, from a position on, as much as fits; gives how many.
pub fn deliver_part(column: &Column, from: usize) -> i32 {
    let n = MAIL.with_borrow_mut(|mail| {
        mail.used = 0;
        for i in from..column.len().min(from + ROOM) {
            mail.event(0, column, i);
        }
        mail.used as i32
    });
    // This call cannot fail, and no other should in its place: what could go wrong was asked before.
    trouble::taken();
    n
}

impl Mail {
    fn event(&mut self, port: usize, column: &Column, i: usize) {
        match column {
            Column::Num(v) => self.put(port, NUMBER, v[i], || JsValue::from_f64(v[i])),
            Column::Bool(v) => self.value(port, &Value::Bool(v[i])),
            Column::Host(v) => {
                self.put(port, OBJECT, v.ids[i], || super::host::this().held(v.ids[i]));
            }
            Column::Any(v) => self.value(port, &v[i]),
            Column::Sym(_) | Column::Map(_) => self.value(port, &column.get(i)),
        }
    }

    fn value(&mut self, port: usize, value: &Value) {
        let whole = || values::to_js(value);
        match value {
            Value::Null => self.put(port, NULL, 0.0, whole),
            Value::Bool(b) => self.put(port, if *b { TRUE } else { FALSE }, 0.0, whole),
            Value::Num(n) => self.put(port, NUMBER, *n, whole),
            Value::Host(object) => self.put(port, OBJECT, object.id, whole),
            Value::Str(text) => match texts::code(text) {
                Some(code) => self.put(port, TEXT, code as f64, whole),
                None => self.aside(port, whole()),
            },
            _ => self.aside(port, whole()),
        }
    }

    #[inline]
    fn put(&mut self, port: usize, tag: u8, number: f64, whole: impl FnOnce() -> JsValue) {
        if self.used < ROOM {
            self.tags[self.used] = tag;
            self.ports[self.used] = port as u32;
            self.numbers[self.used] = number;
            self.used += 1;
        } else {
            self.aside(port, whole());
        }
    }

    fn aside(&mut self, port: usize, value: JsValue) {
        if self.used < ROOM {
            self.tags[self.used] = SIDE;
            self.ports[self.used] = port as u32;
        } else {
            self.side.push(&JsValue::from_f64(port as f64));
        }
        self.side.push(&value);
        self.used += 1;
    }
}
