//! The rewrite room: transformations of models that all engines share.

pub mod multidimensional;
