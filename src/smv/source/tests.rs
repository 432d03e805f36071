//! Structures that are read, and mistakes with their places.

use super::*;
use crate::check::{Answer, Reach, Steady, check, wait};
use crate::model::{Formula, Logic, One, Property, parse_ctl};

/// Whether a formula of CTL holds in all first states.
fn holds(text: &str, formula: &str) -> bool {
    let mut system = read_structure(text).unwrap().system;
    let formula = parse_ctl(formula, &mut system).unwrap();
    let property = Property { name: "p".into(), logic: Logic::Ctl, formula };
    wait(check(&mut system, &property, &Reach::default(), &Steady)).unwrap().answer == Answer::Holds
}

const COUNTER: &str = "
MODULE cell(carry) -- one bit
VAR bit : boolean;
ASSIGN init(bit) := FALSE; next(bit) := bit xor carry;
DEFINE out := bit & carry;
/-- the counter
    of two bits --/
MODULE main
VAR on : boolean; low : cell(on); high : cell(low.out);
DEFINE value := (low.bit ? 1 : 0) + case high.bit : 2; TRUE : 0; esac;
CTLSPEC AG value < 4
INVARSPEC value < 3;
";

#[test]
fn modules_with_parameters() {
    assert_eq!(read_structure(COUNTER).unwrap().specifications, 2);
    assert!(holds(COUNTER, "AG (value = 3 & on -> AX value = 0)"));
    assert!(holds(COUNTER, "AG (value = 1 & on -> AX (high.bit & !low.bit))"));
    assert!(holds(COUNTER, "AG EF value = 3"));
    assert!(!holds(COUNTER, "AF value = 3"), "it may stay off");
}

const LIGHT: &str = "
MODULE main
VAR light : {red, green, yellow}; wait : 0..2;
IVAR go : boolean;
ASSIGN
  init(light) := {red, yellow};
  next(light) := case
    light = red & go & wait = 2 : green;
    light = green : {green, yellow};
    light = yellow : red;
    TRUE : light;
  esac;
  init(wait) := 0;
INVAR light != red -> wait = 0
TRANS light = red & next(light) = red -> next(wait) in {wait, wait + 1}
FAIRNESS light = red
";

#[test]
fn choices_are_made_when_the_step_comes() {
    assert!(holds(LIGHT, "AG (light = 'green' -> EX light = 'green' & EX light = 'yellow')"));
    assert!(holds(LIGHT, "AG (light = 'green' -> AF light = 'red')"), "by fairness");
    assert!(holds(LIGHT, "AG (light = 'yellow' -> AX light = 'red')"));
    assert!(holds(LIGHT, "AG (light = 'red' & wait < 2 -> AX light = 'red')"));
    assert!(holds(LIGHT, "AG (light = 'red' & wait = 2 -> EX light = 'green' & EX light = 'red')"));
}

#[test]
fn mistakes_have_a_place() {
    let main = |text: &str| format!("MODULE main\n{text}");
    for (text, message) in [
        ("", "1:1: expected a module 'main', found none"),
        ("VAR x : boolean;", "1:1: expected 'MODULE', got 'VAR'"),
        (
            &main("VAR x : array 0..1 of boolean;"),
            "2:9: 'array' is not in the subset of SMV that structures are read from",
        ),
        (&main("VAR x : 3..1;"), "2:9: expected a range from low to high, got 3..1"),
        (&main("VAR x : boolean"), "2:16: expected ';', got the end"),
        (&main("VAR x : other;"), "2:5: expected a type or a module, 'other' is neither"),
        (&main("VAR m : main;"), "1:1: the module 'main' has an instance of itself inside"),
        (&main("VAR x : boolean; x : boolean;"), "2:18: 'x' is declared twice"),
        (&main("VAR x : 0..3;\nASSIGN next(x) := x + 1;"), "3:21: expected values of 'x', this can be another"),
        (&main("VAR x : 0..3;\nASSIGN next(x) := y;"), "3:19: unknown name 'y' (variables: x)"),
        (&main("VAR x : 0..3;\nASSIGN next(x) := 1; next(x) := 2;"), "3:22: 'x' is assigned twice"),
        (
            &main("VAR x : 0..3;\nASSIGN next(x) := case x = 0 : 1; esac;"),
            "3:19: expected a case that covers everything: end it with 'TRUE : ...;'",
        ),
        (&main("VAR x : 0..3;\nINIT x & TRUE"), "3:6: expected a boolean, got a number"),
        (
            &main("VAR x : 0..3;\nINIT x = {1, 2}"),
            "3:10: expected one value, got a set: 'in' asks whether it has a value",
        ),
        (&main("VAR x : 0..3;\nINIT next(x) = 1"), "3:6: 'next' is not for this place"),
        (&main("IVAR i : boolean;\nINVAR i"), "3:7: 'i' is an IVAR: only TRANS and next values may speak of it"),
        (&main("DEFINE a := b; b := a;"), "2:13: this depends on itself"),
        (
            &main("COMPASSION (TRUE, TRUE)"),
            "2:1: 'COMPASSION' is not in the subset of SMV that structures are read from",
        ),
        (&main("VAR x : 0..3; INVAR x mod (x - 1) = 0"), "2:23: 'mod' is for numbers from 0, by numbers from 1"),
        (&main("/-- never ends"), "2:1: expected '--/' at the end of this comment"),
        (&main("VAR x : process sub;"), "2:9: 'process' is not in the subset of SMV that structures are read from"),
    ] {
        let error = read_structure(text).err().unwrap_or_else(|| panic!("read: {text}"));
        assert_eq!(error.message, message, "{text}");
    }
    let deep = main(&format!("INVAR {}TRUE", "!(".repeat(10_000)));
    assert_eq!(read_structure(&deep).err().unwrap().code.name(), "E_LIMIT");
    let long = main(&format!("INVAR TRUE{}", " & TRUE".repeat(10_000)));
    assert_eq!(read_structure(&long).err().unwrap().code.name(), "E_LIMIT");
}

#[test]
fn nothing_starts_and_nothing_stops() {
    let never = |text: &str| {
        let mut system = read_structure(text).unwrap().system;
        let formula = Formula::Is(crate::model::FALSE).under(One::Ag);
        let property = Property { name: "p".into(), logic: Logic::Ctl, formula };
        wait(check(&mut system, &property, &Reach::default(), &Steady)).unwrap().answer == Answer::Holds
    };
    assert!(never("MODULE main\nVAR x : boolean;\nINIT x & !x"));
    assert!(never("MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE;\nINVAR !x"));
    assert!(!never(COUNTER));
}
