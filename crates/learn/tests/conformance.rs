//! Every constraint and random models, against brute force.

use tantalizer_conformance::{conforms, whole_models};
use tantalizer_learn::Learn;

#[test]
fn learn_conforms() {
    conforms(&Learn);
}

#[test]
fn learn_agrees_on_whole_models() {
    whole_models::fuzz(&[&Learn], 0..300);
}
