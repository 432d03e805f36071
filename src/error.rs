//! The one error type of the crate: a stable code, one clear line, and the place it speaks of.

use std::fmt;

/// Stable error codes, as users see them in `WatertightError.code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The pipeline's JSON is not of the right form: unknown type, parameter, port, arity, a cycle.
    Shape,
    /// A limit was passed (size, depth, queue, slices, window width).
    Limit,
    /// An event or parameter has the wrong type.
    Type,
    /// An expression names a function that does not exist.
    UnknownFn,
    /// An expression or formula is not well formed (line and column in the message).
    Syntax,
    /// The bytes are not a snapshot of this version, or are damaged.
    Snapshot,
    /// The pipeline has no finite model: the message names the processor and the reason.
    Model,
    /// The pipeline failed earlier and was not reset.
    Failed,
    /// A JS function given by the user threw.
    Host,
    /// A defect of watertight itself.
    Internal,
}

impl Code {
    /// The name users match on, such as `E_SHAPE`.
    pub fn name(self) -> &'static str {
        match self {
            Code::Shape => "E_SHAPE",
            Code::Limit => "E_LIMIT",
            Code::Type => "E_TYPE",
            Code::UnknownFn => "E_UNKNOWN_FN",
            Code::Syntax => "E_SYNTAX",
            Code::Snapshot => "E_SNAPSHOT",
            Code::Model => "E_MODEL",
            Code::Failed => "E_FAILED",
            Code::Host => "E_HOST",
            Code::Internal => "E_INTERNAL",
        }
    }
}

/// What went wrong, in one line, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    pub code: Code,
    pub message: String,
    /// JSON path of the pipeline (`$.processors[2].fn`), when there is one.
    pub path: Option<String>,
}

/// The crate's result type.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error without a place; [`Error::at`] adds one.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), path: None }
    }
    /// A wrong shape of the pipeline's JSON.
    pub fn shape(message: impl Into<String>) -> Error {
        Error::new(Code::Shape, message)
    }
    /// An event or parameter of the wrong type.
    pub fn of_type(message: impl Into<String>) -> Error {
        Error::new(Code::Type, message)
    }
    /// A limit that was passed.
    pub fn limit(message: impl Into<String>) -> Error {
        Error::new(Code::Limit, message)
    }
    /// The same error with a place, unless it already has one.
    pub fn at(mut self, path: &str) -> Error {
        if self.path.is_none() {
            self.path = Some(path.to_string());
        }
        self
    }
    /// The same error, its message led by who says it.
    pub fn by(mut self, who: &str) -> Error {
        self.message = format!("{who}: {}", self.message);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {} ({path})", self.code.name(), self.message),
            None => write!(f, "{}: {}", self.code.name(), self.message),
        }
    }
}

impl std::error::Error for Error {}
