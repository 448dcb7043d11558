//! Every constraint and many whole models, in every encoding, against brute force.

use tantalizer_conformance::{conforms, whole_models};
use tantalizer_sat::{Encoding, Sat};

#[test]
fn every_constraint_with_the_encoding_chosen_by_variable() {
    conforms(&Sat::new());
}

#[test]
fn every_constraint_in_the_direct_encoding() {
    conforms(&Sat::with_encoding(Encoding::Direct));
}

#[test]
fn every_constraint_in_the_order_encoding() {
    conforms(&Sat::with_encoding(Encoding::Order));
}

#[test]
fn every_constraint_in_both_encodings() {
    conforms(&Sat::with_encoding(Encoding::Both));
}

#[test]
fn whole_models_in_every_encoding() {
    let engines = Encoding::ALL.map(Sat::with_encoding);
    whole_models::fuzz(&engines.each_ref().map(|engine| engine as _), 0..150);
}
