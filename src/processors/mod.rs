//! The processors, one file each, and the table by which pipelines find them.
//!
//! To add one: a file with a `KIND` and its tests, a `mod` line, a line in the table.

mod after;
mod always;
mod apply;
mod apply_partial;
mod build_string;
mod copies;
mod cumulate;
mod custom;
mod decimate;
mod delayed;
mod divert;
mod end_when;
mod event_time;
mod eventually;
mod every;
mod every_new;
mod exists;
mod extent;
mod filter;
mod filter_on;
mod find_pattern;
mod for_all;
mod for_all_new;
mod fork;
mod freeze;
mod globally;
mod group;
mod insert;
mod integrate;
mod interpret;
mod intersect;
mod join;
mod keep_last;
mod limit;
mod local_maximum;
mod ltl;
mod ltl_formula;
mod merge_maps;
mod moore;
mod multiplex;
mod next;
mod pack;
mod pad;
mod passthrough;
mod persist;
mod plateau;
mod prefix;
mod project;
mod put_into;
mod quantifier;
mod range_cep;
mod reset_last;
mod run_on;
mod select;
mod session_window;
mod slice;
mod slice_last;
mod slices;
mod sliding_fold;
mod smooth;
mod some;
mod sometime;
mod spawning;
mod splice;
mod stutter;
mod support;
mod threshold;
mod time_decimate;
mod time_pack;
mod time_window;
mod travel_rise;
mod trim;
mod turn_into;
mod union;
mod unpack;
mod until;
mod up_to;
mod values;
mod variable_stutter;
mod verdict;
mod where_holds;
mod width;
mod window;
mod window_fn;

#[cfg(test)]
mod examples;
#[cfg(test)]
pub mod testing;

use crate::engine::Kind;

/// Every kind of processor, in the order of palettes and help.
pub static KINDS: &[&Kind] = &[
    // Flow
    &passthrough::KIND,
    &fork::KIND,
    &trim::KIND,
    &prefix::KIND,
    &decimate::KIND,
    &time_decimate::KIND,
    &keep_last::KIND,
    &filter::KIND,
    &filter_on::KIND,
    &freeze::KIND,
    &insert::KIND,
    &pad::KIND,
    &stutter::KIND,
    &variable_stutter::KIND,
    &turn_into::KIND,
    &multiplex::KIND,
    &divert::KIND,
    &end_when::KIND,
    &reset_last::KIND,
    &values::KIND,
    &splice::KIND,
    // Windows and slices
    &window::KIND,
    &window_fn::KIND,
    &slice::KIND,
    &slice_last::KIND,
    &group::KIND,
    // Functions
    &apply::KIND,
    &apply_partial::KIND,
    &cumulate::KIND,
    &integrate::KIND,
    &custom::KIND,
    // Collections and texts
    &pack::KIND,
    &time_pack::KIND,
    &unpack::KIND,
    &put_into::KIND,
    &union::KIND,
    &intersect::KIND,
    &merge_maps::KIND,
    &run_on::KIND,
    &build_string::KIND,
    &find_pattern::KIND,
    // Temporal logic
    &globally::KIND,
    &eventually::KIND,
    &next::KIND,
    &until::KIND,
    &always::KIND,
    &sometime::KIND,
    &after::KIND,
    &up_to::KIND,
    &for_all::KIND,
    &exists::KIND,
    &every::KIND,
    &some::KIND,
    &for_all_new::KIND,
    &every_new::KIND,
    &ltl::KIND,
    &interpret::KIND,
    // State machines
    &moore::KIND,
    // Signals
    &local_maximum::KIND,
    &travel_rise::KIND,
    &plateau::KIND,
    &persist::KIND,
    &limit::KIND,
    &smooth::KIND,
    &threshold::KIND,
    // Complex events
    &range_cep::KIND,
    // Objects
    &select::KIND,
    &where_holds::KIND,
    &project::KIND,
    &join::KIND,
    // Event time
    &time_window::KIND,
    &session_window::KIND,
];

/// All kinds, in that order.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().copied()
}

/// The kind of that name in pipeline JSON.
pub fn kind(name: &str) -> Option<&'static Kind> {
    kinds().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_one_kind() {
        let names: Vec<&str> = kinds().map(|kind| kind.name).collect();
        let mut distinct = names.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), names.len());
        assert!(kinds().all(|kind| !kind.about.is_empty() && !kind.symbol.is_empty()));
    }
}
