//! Objects of the host (JS) by reference: only the fields a pipeline reads cross over, and the object itself
//! comes out as the one that went in.

use super::Value;
use super::nesting::let_go;
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
    /// What the object holds; asked of the host once.
    pub fn open(&self) -> &Value {
        self.opened.get_or_init(|| realm().map(|r| r.open(self.id)).unwrap_or_default())
    }
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
