//! SMV text as modules: a parser of the subset that describes structures, with NuSMV's precedences.

use super::super::trace::wrong;
use super::lexer::{Token, tokens};
use super::syntax::*;
use crate::error::{Error, Result};
use crate::limits::{SMV_DEPTH, SMV_HEIGHT};

/// Words that start a part of a module.
const SECTIONS: [&str; 14] = [
    "MODULE",
    "VAR",
    "IVAR",
    "FROZENVAR",
    "DEFINE",
    "CONSTANTS",
    "ASSIGN",
    "INIT",
    "INVAR",
    "TRANS",
    "FAIRNESS",
    "JUSTICE",
    "COMPASSION",
    "ISA",
];
/// Words that start a specification.
const SPECIFICATIONS: [&str; 7] = ["SPEC", "CTLSPEC", "LTLSPEC", "INVARSPEC", "PSLSPEC", "COMPUTE", "PARSYNTH"];
/// Words that are no names, and mean nothing here.
const REFUSED: [&str; 27] = [
    "array", "of", "process", "running", "self", "word", "word1", "unsigned", "signed", "integer", "real", "bool",
    "toint", "extend", "resize", "swconst", "uwconst", "sizeof", "count", "floor", "abs", "max", "min", "PRED",
    "MIRROR", "clock", "WRITE",
];
/// Words of the expressions.
const OPERATORS: [&str; 12] =
    ["TRUE", "FALSE", "case", "esac", "next", "init", "mod", "in", "union", "xor", "xnor", "boolean"];

/// Parses a file.
pub fn parse(text: &str) -> Result<Program> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, specifications: 0 };
    let mut modules: Vec<Module> = Vec::new();
    while *parser.peek() != Token::End {
        let place = parser.place();
        parser.word("MODULE")?;
        let module = parser.module(place)?;
        if modules.iter().any(|known| known.name == module.name) {
            return Err(wrong(place, format!("the module '{}' is there twice", module.name)));
        }
        modules.push(module);
    }
    Ok(Program { modules, specifications: parser.specifications })
}

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    depth: usize,
    specifications: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }
    fn place(&self) -> Place {
        self.tokens[self.at].1
    }
    fn step(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }
    fn expected(&self, what: &str) -> Error {
        let got = match self.peek() {
            Token::Word(word) => format!("'{word}'"),
            Token::Number(n) => n.to_string(),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::End => "the end".to_string(),
        };
        wrong(self.place(), format!("expected {what}, got {got}"))
    }
    fn eat(&mut self, signs: &[&str]) -> Option<&'static str> {
        match self.peek() {
            Token::Sign(sign) if signs.contains(sign) => {
                let sign = *sign;
                self.step();
                Some(sign)
            }
            _ => None,
        }
    }
    fn sign(&mut self, sign: &str) -> Result<()> {
        self.eat(&[sign]).map(|_| ()).ok_or_else(|| self.expected(&format!("'{sign}'")))
    }
    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.step();
        }
        found
    }
    fn word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("'{word}'"))) }
    }
    fn name(&mut self) -> Result<String> {
        match self.peek().clone() {
            Token::Word(word) if REFUSED.contains(&word.as_str()) => {
                Err(wrong(self.place(), format!("'{word}' is not in the subset of SMV that structures are read from")))
            }
            Token::Word(word) if !reserved(&word) => {
                self.step();
                Ok(word)
            }
            _ => Err(self.expected("a name")),
        }
    }
    /// Whether a part of a module, or the file, ends here.
    fn ends(&self) -> bool {
        match self.peek() {
            Token::Word(word) => SECTIONS.contains(&word.as_str()) || SPECIFICATIONS.contains(&word.as_str()),
            other => *other == Token::End,
        }
    }

    fn module(&mut self, place: Place) -> Result<Module> {
        let mut module = Module {
            name: self.name()?,
            place,
            parameters: Vec::new(),
            variables: Vec::new(),
            defines: Vec::new(),
            constants: Vec::new(),
            assigns: Vec::new(),
            constraints: Vec::new(),
        };
        if self.eat(&["("]).is_some() && self.eat(&[")"]).is_none() {
            loop {
                module.parameters.push(self.name()?);
                if self.eat(&[","]).is_none() {
                    break;
                }
            }
            self.sign(")")?;
        }
        while !self.is_word("MODULE") && *self.peek() != Token::End {
            self.section(&mut module)?;
        }
        Ok(module)
    }

    fn section(&mut self, module: &mut Module) -> Result<()> {
        let place = self.place();
        let Token::Word(word) = self.peek().clone() else {
            return Err(self.expected("a part of a module, such as VAR"));
        };
        let constraint = match word.as_str() {
            "INIT" => Some(Constraint::Init),
            "INVAR" => Some(Constraint::Invar),
            "TRANS" => Some(Constraint::Trans),
            "FAIRNESS" | "JUSTICE" => Some(Constraint::Justice),
            _ => None,
        };
        self.step();
        if let Some(constraint) = constraint {
            let condition = self.expression()?;
            self.eat(&[";"]);
            module.constraints.push((constraint, condition));
            return Ok(());
        }
        if SPECIFICATIONS.contains(&word.as_str()) {
            self.specifications += 1;
            while !self.ends() {
                self.step();
            }
            return Ok(());
        }
        let class = match word.as_str() {
            "VAR" => Class::State,
            "IVAR" => Class::Input,
            "FROZENVAR" => Class::Frozen,
            "DEFINE" => {
                while !self.ends() {
                    let name = self.name()?;
                    self.sign(":=")?;
                    let value = self.expression()?;
                    self.sign(";")?;
                    module.defines.push((name, value));
                }
                return Ok(());
            }
            "CONSTANTS" => {
                while !self.ends() && self.eat(&[";"]).is_none() {
                    module.constants.push(self.name()?);
                    self.eat(&[","]);
                }
                return Ok(());
            }
            "ASSIGN" => {
                while !self.ends() {
                    let assign = self.assign()?;
                    module.assigns.push(assign);
                }
                return Ok(());
            }
            _ => {
                return Err(wrong(
                    place,
                    format!("'{word}' is not in the subset of SMV that structures are read from"),
                ));
            }
        };
        while !self.ends() {
            let place = self.place();
            let name = self.name()?;
            self.sign(":")?;
            let kind = self.kind()?;
            self.sign(";")?;
            module.variables.push(Declaration { name, place, class, kind });
        }
        Ok(())
    }

    fn assign(&mut self) -> Result<Assign> {
        let place = self.place();
        let when = match self.peek() {
            Token::Word(word) if word == "init" => When::First,
            Token::Word(word) if word == "next" => When::Next,
            _ => When::Always,
        };
        let name = if when == When::Always {
            self.name()?
        } else {
            self.step();
            self.sign("(")?;
            let name = self.name()?;
            self.sign(")")?;
            name
        };
        self.sign(":=")?;
        let value = self.expression()?;
        self.sign(";")?;
        Ok(Assign { when, name, place, value })
    }

    fn kind(&mut self) -> Result<Type> {
        if self.eat_word("boolean") {
            return Ok(Type::Boolean);
        }
        if self.eat(&["{"]).is_some() {
            let mut values = Vec::new();
            loop {
                values.push(self.constant()?);
                if self.eat(&[","]).is_none() {
                    break;
                }
            }
            self.sign("}")?;
            return Ok(Type::Enumeration(values));
        }
        if matches!(self.peek(), Token::Number(_) | Token::Sign("-")) {
            let place = self.place();
            let lo = self.number()?;
            self.sign("..")?;
            let hi = self.number()?;
            if lo > hi {
                return Err(wrong(place, format!("expected a range from low to high, got {lo}..{hi}")));
            }
            return Ok(Type::Range(lo, hi));
        }
        let module = self.name()?;
        let mut arguments = Vec::new();
        if self.eat(&["("]).is_some() && self.eat(&[")"]).is_none() {
            loop {
                arguments.push(self.expression()?);
                if self.eat(&[","]).is_none() {
                    break;
                }
            }
            self.sign(")")?;
        }
        Ok(Type::Instance(module, arguments))
    }

    fn number(&mut self) -> Result<i32> {
        let negative = self.eat(&["-"]).is_some();
        let Token::Number(n) = *self.peek() else { return Err(self.expected("a number")) };
        self.step();
        Ok(if negative { -n } else { n })
    }
    fn constant(&mut self) -> Result<Constant> {
        if self.eat_word("TRUE") {
            return Ok(Constant::Bool(true));
        }
        if self.eat_word("FALSE") {
            return Ok(Constant::Bool(false));
        }
        if matches!(self.peek(), Token::Number(_) | Token::Sign("-")) {
            return Ok(Constant::Number(self.number()?));
        }
        Ok(Constant::Symbol(self.name()?))
    }

    // Expressions, from the loosest operator to the tightest.

    fn expression(&mut self) -> Result<Expr> {
        self.deeper()?;
        let left = self.equivalence()?;
        let place = self.place();
        let whole = match self.eat(&["->"]) {
            Some(sign) => two(sign, place, left, self.expression()?)?,
            None => left,
        };
        self.depth -= 1;
        Ok(whole)
    }
    fn equivalence(&mut self) -> Result<Expr> {
        self.chain(&["<->"], &[], Self::choice)
    }
    fn choice(&mut self) -> Result<Expr> {
        let condition = self.disjunction()?;
        let place = self.place();
        if self.eat(&["?"]).is_none() {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.sign(":")?;
        self.deeper()?;
        let no = self.choice()?;
        self.depth -= 1;
        let height = condition.height.max(yes.height).max(no.height);
        made(place, height, Node::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }
    fn disjunction(&mut self) -> Result<Expr> {
        self.chain(&["|"], &["xor", "xnor"], Self::conjunction)
    }
    fn conjunction(&mut self) -> Result<Expr> {
        self.chain(&["&"], &[], Self::comparison)
    }
    fn comparison(&mut self) -> Result<Expr> {
        self.chain(&["=", "!=", "<", ">", "<=", ">="], &[], Self::membership)
    }
    fn membership(&mut self) -> Result<Expr> {
        self.chain(&[], &["in"], Self::joined)
    }
    fn joined(&mut self) -> Result<Expr> {
        self.chain(&[], &["union"], Self::sum)
    }
    fn sum(&mut self) -> Result<Expr> {
        self.chain(&["+", "-"], &[], Self::product)
    }
    fn product(&mut self) -> Result<Expr> {
        self.chain(&["*", "/"], &["mod"], Self::unary)
    }
    /// Operands with operators of one precedence between them, grouped from the left.
    fn chain(
        &mut self,
        signs: &[&str],
        words: &[&'static str],
        operand: fn(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        let mut left = operand(self)?;
        loop {
            let place = self.place();
            let word = words.iter().find(|word| self.is_word(word)).copied();
            let operator = match word {
                Some(word) => {
                    self.step();
                    word
                }
                None => match self.eat(signs) {
                    Some(sign) => sign,
                    None => return Ok(left),
                },
            };
            left = two(operator, place, left, operand(self)?)?;
        }
    }
    fn unary(&mut self) -> Result<Expr> {
        let place = self.place();
        self.deeper()?;
        let whole = match self.eat(&["!", "-"]) {
            Some(sign) => {
                let inner = Box::new(self.unary()?);
                made(place, inner.height, if sign == "!" { Node::Not(inner) } else { Node::Minus(inner) })
            }
            None => self.primary(place),
        };
        self.depth -= 1;
        whole
    }
    fn primary(&mut self, place: Place) -> Result<Expr> {
        if self.eat(&["("]).is_some() {
            let inner = self.expression()?;
            self.sign(")")?;
            return Ok(inner);
        }
        if self.eat(&["{"]).is_some() {
            let mut list = Vec::new();
            loop {
                list.push(self.expression()?);
                if self.eat(&[","]).is_none() {
                    break;
                }
            }
            self.sign("}")?;
            return made(place, list.iter().map(|e: &Expr| e.height).max().unwrap_or(0), Node::Set(list));
        }
        if let Token::Number(_) = self.peek() {
            let lo = self.number()?;
            if self.eat(&[".."]).is_none() {
                return made(place, 0, Node::Constant(Constant::Number(lo)));
            }
            let hi = self.number()?;
            return made(place, 0, Node::Range(lo, hi));
        }
        if self.eat_word("case") {
            let mut branches = Vec::new();
            while !self.eat_word("esac") {
                let condition = self.expression()?;
                self.sign(":")?;
                let value = self.expression()?;
                self.sign(";")?;
                branches.push((condition, value));
            }
            if branches.is_empty() {
                return Err(self.expected("a branch before 'esac'"));
            }
            let height = branches.iter().map(|(c, e): &(Expr, Expr)| c.height.max(e.height)).max().unwrap_or(0);
            return made(place, height, Node::Case(branches));
        }
        if self.eat_word("next") {
            self.sign("(")?;
            let inner = self.expression()?;
            self.sign(")")?;
            return made(place, inner.height, Node::Next(Box::new(inner)));
        }
        let node = match self.peek().clone() {
            Token::Word(word) if word == "TRUE" || word == "FALSE" => Node::Constant(self.constant()?),
            Token::Word(word) if !reserved(&word) || REFUSED.contains(&word.as_str()) => Node::Name(self.name()?),
            _ => return Err(self.expected("an expression")),
        };
        made(place, 0, node)
    }
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > 2 * SMV_DEPTH { Err(too_deep(self.place())) } else { Ok(()) }
    }
}

fn made(place: Place, inner: usize, node: Node) -> Result<Expr> {
    if inner >= SMV_HEIGHT { Err(too_deep(place)) } else { Ok(Expr { place, height: inner + 1, node }) }
}

fn too_deep((line, column): Place) -> Error {
    Error::limit(format!("{line}:{column}: the expression nests too deep, or is too long"))
}

fn two(operator: &'static str, place: Place, left: Expr, right: Expr) -> Result<Expr> {
    let height = left.height.max(right.height);
    made(place, height, Node::Two(operator, Box::new(left), Box::new(right)))
}

fn reserved(word: &str) -> bool {
    SECTIONS.contains(&word) || SPECIFICATIONS.contains(&word) || OPERATORS.contains(&word) || REFUSED.contains(&word)
}
