//! One module for each propagation algorithm. Which constraint uses which is decided in `post`.

pub mod all_different;
pub mod all_equal;
pub mod any_of;
pub mod arithmetic;
pub mod bound;
pub mod cardinality;
pub mod clauses;
pub mod compact_table;
pub mod compare;
pub mod connected;
pub mod count;
pub mod element;
pub mod extremum;
pub mod inverse;
pub mod lex;
pub mod linear;
pub mod lookup;
pub mod loops;
pub mod member;
pub mod nvalue;
pub mod path_count;
pub mod regular;
pub mod reified;
pub mod xor;
