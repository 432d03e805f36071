//! Objects of the host (JS) by reference: only the fields a pipeline reads cross over, and the object itself
//! comes out as the one that went in.

use super::nesting::let_go;
use super::{Entries, Value};
use crate::error::{Error, Result};
use crate::trouble;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The paths a pipeline reads of the objects of one input, such as `["v", "user.id"]`.
#[derive(Debug, Default, PartialEq)]
pub struct Shape {
    pub paths: Vec<String>,
}

impl Shape {
    /// Where a path stands in the shape.
    pub fn position(&self, path: &str) -> Option<usize> {
        self.paths.iter().position(|p| p == path)
    }
}

/// One object of the host, with the fields that were projected when it came in.
pub struct HostObject {
    /// Never used twice; the host looks the object up by it. 0 where nothing but the projected fields is read.
    pub id: f64,
    shape: Rc<Shape>,
    fields: Box<[Value]>,
    opened: OnceCell<Opened>,
}

/// What the host said when it was asked what an object holds.
struct Opened {
    value: Value,
    /// Why it could not tell: whoever looks into the object again fails again.
    error: Option<Box<Error>>,
}

/// What the host does for objects by reference.
pub trait Realm {
    /// What the object holds, one level deep.
    fn open(&self, id: f64) -> Result<Value>;
    /// A reference came to be: keep the object.
    fn pin(&self, id: f64);
    /// A reference is gone.
    fn release(&self, id: f64);
}

thread_local! {
    static REALM: RefCell<Option<Rc<dyn Realm>>> = const { RefCell::new(None) };
}

/// Names the host of this thread. Without one, host objects are empty.
pub fn install_realm(realm: Rc<dyn Realm>) {
    REALM.with(|cell| *cell.borrow_mut() = Some(realm));
}

fn realm() -> Option<Rc<dyn Realm>> {
    REALM.with(|cell| cell.borrow().clone())
}

impl HostObject {
    /// Takes a reference to the object of that id.
    pub fn new(id: f64, shape: Rc<Shape>, fields: Box<[Value]>) -> HostObject {
        if id != 0.0 {
            if let Some(realm) = realm() {
                realm.pin(id);
            }
        }
        HostObject { id, shape, fields, opened: OnceCell::new() }
    }
    /// A projected field, if that path was projected.
    pub fn field(&self, path: &str) -> Option<&Value> {
        self.shape.position(path).map(|i| &self.fields[i])
    }
    /// What the object holds; asked of the host once. Where nothing else is read of it, that is its projected fields. An
    /// error of the host is noted ([`trouble`]), and it holds nothing.
    pub fn open(&self) -> &Value {
        let opened = self.opened.get_or_init(|| {
            let result = match realm() {
                Some(realm) if self.id != 0.0 => realm.open(self.id),
                _ => Ok(self.projected()),
            };
            match result {
                Ok(value) => Opened { value, error: None },
                Err(error) => Opened { value: Value::Null, error: Some(Box::new(error)) },
            }
        });
        if let Some(error) = &opened.error {
            trouble::note((**error).clone());
        }
        &opened.value
    }
    /// An object in which every path of the shape leads to its field.
    fn projected(&self) -> Value {
        let mut entries = Entries::default();
        self.shape.paths.iter().zip(&self.fields).for_each(|(path, field)| put(&mut entries, path, field));
        Value::object(entries)
    }
}

/// Puts a field where its path leads. A member that is read itself holds what is read of it.
fn put(entries: &mut Entries, path: &str, field: &Value) {
    let Some((name, rest)) = path.split_once('.') else {
        entries.insert(Value::str(path), field.clone());
        return;
    };
    let inner = entries.entry(Value::str(name)).or_insert_with(|| Value::object(Entries::default()));
    if let Value::Object(inner) = inner {
        if let Some(inner) = Rc::get_mut(inner) {
            put(inner, rest, field);
        }
    }
}

impl Drop for HostObject {
    fn drop(&mut self) {
        if self.id != 0.0 {
            if let Some(realm) = realm() {
                realm.release(self.id);
            }
        }
        let_go(self.opened.take().map(|opened| opened.value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::to_json;
    use serde_json::json;

    #[test]
    fn an_object_of_which_only_fields_are_read_is_those_fields() {
        let paths = ["user.name", "v", "user.at.x", "list", "list.length"].map(String::from).to_vec();
        let fields: Vec<Value> = vec!["ada".into(), 1.0.into(), 2.0.into(), Value::list(vec![3.0.into()]), 1.0.into()];
        let object = HostObject::new(0.0, Rc::new(Shape { paths }), fields.into());
        assert_eq!(to_json(object.open()), json!({"list": [3], "user": {"at": {"x": 2}, "name": "ada"}, "v": 1}));
    }
}
