//! The model room.
