//! A pipeline and its state as bytes: versioned, with a checksum, so that nothing else passes for one.

use super::graph::compile;
use super::machine::Machine;
use super::params::Workshop;
use crate::error::{Code, Error, Result};
use crate::value::{Reader, Writer, damaged};

const MAGIC: &[u8; 4] = b"WTSN";
const VERSION: u32 = 1;

/// The bytes of a pipeline in its present state.
pub fn snapshot(machine: &Machine) -> Vec<u8> {
    let mut w = Writer::default();
    w.put(&machine.to_json().to_string());
    machine.save(&mut w);
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&checksum(&w.bytes).to_le_bytes());
    bytes.extend_from_slice(&w.bytes);
    bytes
}

/// The pipeline a snapshot was taken of, in the state it had then.
pub fn restore(bytes: &[u8], shop: &Workshop) -> Result<Machine> {
    let wrong = |message: &str| Error::new(Code::Snapshot, message);
    let Some((head, body)) = bytes.split_at_checked(16) else {
        return Err(wrong("not a snapshot: too short"));
    };
    if &head[..4] != MAGIC {
        return Err(wrong("not a snapshot of a pipeline"));
    }
    let version = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    if version != VERSION {
        return Err(wrong(&format!("a snapshot of version {version}; this is version {VERSION}")));
    }
    if head[8..16] != checksum(body).to_le_bytes() {
        return Err(damaged("the checksum does not fit"));
    }
    let mut r = Reader::new(body);
    let json: String = r.get()?;
    let mut machine = compile(&json, shop)?;
    machine.load(&mut r)?;
    if !r.is_empty() {
        return Err(damaged("it is longer than it should be"));
    }
    Ok(machine)
}

/// FNV-1a, 64 bits: finds accidents, not attacks; what it lets through is still checked piece by piece.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ *byte as u64).wrapping_mul(0x0000_0100_0000_01b3))
}
