//! A recorded run: what crossed each interface, in order, as rows of five numbers.
//!
//! A row is `[what, interface, request, end, flag]`. Interface 0 is the module's output, where the sink is; 1, 2, ...
//! are its inputs, one for each source. Requests are counted from 1 on each interface.

/// Numbers in a row.
pub const FIELDS: usize = 5;

/// The first parameter of a request or an answer: `abort` or `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// null, false: an ask, or a value.
    No,
    /// true: an abort, or done.
    Done,
    /// An error.
    Error,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Request {
        interface: usize,
        request: usize,
        abort: End,
        has_callback: bool,
    },
    Answer {
        interface: usize,
        request: usize,
        end: End,
        has_data: bool,
    },
    /// The module threw into whoever called it.
    Throw {
        interface: usize,
        request: usize,
    },
    /// A sink called its done callback.
    Done {
        end: End,
    },
    /// The stack was full.
    Overflow {
        interface: usize,
    },
}

/// The events of a recording; rows of unknown kind are left out.
pub fn events(rows: &[i32]) -> impl Iterator<Item = Event> {
    rows.chunks_exact(FIELDS).filter_map(event)
}

fn event(row: &[i32]) -> Option<Event> {
    let number = |k: usize| usize::try_from(row[k]).unwrap_or(0);
    let (interface, request, flag) = (number(1), number(2), row[4] != 0);
    let end = match row[3] {
        0 => End::No,
        1 => End::Done,
        _ => End::Error,
    };
    Some(match row[0] {
        1 => Event::Request { interface, request, abort: end, has_callback: flag },
        2 => Event::Answer { interface, request, end, has_data: flag },
        3 => Event::Throw { interface, request },
        4 => Event::Done { end },
        5 => Event::Overflow { interface },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_events() {
        let rows = [1, 0, 1, 0, 1, 2, 0, 1, 1, 0, 4, 0, 0, 2, 0, 99, 0, 0, 0, 0];
        let read: Vec<_> = events(&rows).collect();
        assert_eq!(
            read,
            [
                Event::Request { interface: 0, request: 1, abort: End::No, has_callback: true },
                Event::Answer { interface: 0, request: 1, end: End::Done, has_data: false },
                Event::Done { end: End::Error },
            ]
        );
    }
}
