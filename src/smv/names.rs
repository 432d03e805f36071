//! Names that SMV takes: letters, digits and `_`, no keyword, no two alike.

use rustc_hash::FxHashSet;

/// Words that mean something to NuSMV or nuXmv, among those a pipeline may well use.
const KEYWORDS: [&str; 72] = [
    "A",
    "ABF",
    "ABG",
    "AF",
    "AG",
    "ASSIGN",
    "AX",
    "BU",
    "COMPASSION",
    "COMPUTE",
    "CONSTANTS",
    "CONSTRAINT",
    "CTLSPEC",
    "DEFINE",
    "E",
    "EBF",
    "EBG",
    "EF",
    "EG",
    "EX",
    "F",
    "FAIRNESS",
    "FALSE",
    "FROZENVAR",
    "FUN",
    "G",
    "H",
    "IN",
    "INIT",
    "INVAR",
    "INVARSPEC",
    "ISA",
    "ITYPE",
    "IVAR",
    "JUSTICE",
    "LTLSPEC",
    "LTLWFF",
    "MAX",
    "MIN",
    "MODULE",
    "NAME",
    "O",
    "PRED",
    "S",
    "SPEC",
    "T",
    "TRANS",
    "TRUE",
    "U",
    "V",
    "VAR",
    "X",
    "Y",
    "Z",
    "abs",
    "array",
    "bool",
    "boolean",
    "case",
    "count",
    "esac",
    "in",
    "init",
    "integer",
    "main",
    "max",
    "min",
    "mod",
    "next",
    "of",
    "process",
    "self",
];
const MORE: [&str; 14] = [
    "extend", "floor", "real", "resize", "sizeof", "signed", "swconst", "toint", "union", "unsigned", "uwconst",
    "word", "word1", "xor",
];

/// Hands out names.
#[derive(Default)]
pub struct Names {
    used: FxHashSet<String>,
}

impl Names {
    /// A name close to the wished one.
    pub fn fresh(&mut self, wish: &str) -> String {
        let mut name = String::new();
        for c in wish.chars() {
            let kept = c.is_ascii_alphanumeric() || c == '_';
            match (kept, name.ends_with('_')) {
                (true, _) => name.push(c),
                (false, false) => name.push('_'),
                (false, true) => {}
            }
        }
        let name = name.trim_end_matches('_');
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let base = if !starts || KEYWORDS.contains(&name) || MORE.contains(&name) || name.len() == 1 {
            format!("v_{name}")
        } else {
            name.to_string()
        };
        let mut unique = base.clone();
        let mut k = 2;
        while !self.used.insert(unique.clone()) {
            unique = format!("{base}_{k}");
            k += 1;
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_keyword_and_no_name_twice() {
        let mut names = Names::default();
        assert_eq!(names.fresh("sum.queue[1].length"), "sum_queue_1_length");
        assert_eq!(names.fresh("sum queue 1 length"), "sum_queue_1_length_2");
        assert_eq!(names.fresh("self"), "v_self");
        assert_eq!(names.fresh("G"), "v_G");
        assert_eq!(names.fresh("x"), "v_x");
        assert_eq!(names.fresh("my-sum"), "my_sum");
        assert_eq!(names.fresh("7th"), "v_7th");
        assert_eq!(names.fresh("état"), "_tat");
    }
}
