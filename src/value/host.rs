//! Objects of the host (JS) by reference: only the fields a pipeline reads cross over, and the object itself
//! comes out as the one that went in.

use super::nesting::let_go;
use super::{Entries, Value};
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
    opened: OnceCell<Value>,
}

/// What the host does for objects by reference.
pub trait Realm {
    /// What the object holds, one level deep.
    fn open(&self, id: f64) -> Value;
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
    /// What the object holds; asked of the host once. Where nothing else is read of it, that is its projected fields.
    pub fn open(&self) -> &Value {
        self.opened.get_or_init(|| match realm() {
            Some(realm) if self.id != 0.0 => realm.open(self.id),
            _ => self.projected(),
        })
    }
    /// An object in which every path of the shape leads to its field.
    fn projected(&self) -> Value {
        let mut paths: Vec<(Vec<&str>, &Value)> =
            self.shape.paths.iter().map(|path| path.split('.').collect()).zip(&self.fields).collect();
        paths.sort_by(|a, b| a.0.cmp(&b.0));
        nested(&paths, 0)
    }
}

/// The object of those paths from a depth on; they are sorted, so that one comes before those it is a part of.
fn nested(paths: &[(Vec<&str>, &Value)], depth: usize) -> Value {
    let mut entries = Entries::default();
    for group in paths.chunk_by(|a, b| a.0[depth] == b.0[depth]) {
        let (path, value) = &group[0];
        // A member that is read itself holds what is read of it.
        let value = if path.len() == depth + 1 { (*value).clone() } else { nested(group, depth + 1) };
        entries.insert(Value::str(path[depth]), value);
    }
    Value::object(entries)
}

impl Drop for HostObject {
    fn drop(&mut self) {
        if self.id != 0.0 {
            if let Some(realm) = realm() {
                realm.release(self.id);
            }
        }
        let_go(self.opened.take());
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
