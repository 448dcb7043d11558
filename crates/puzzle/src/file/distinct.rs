//! JSON in which no object has a key twice.
//!
//! The JSON parsers at hand keep the last of two values under one key. A person who wrote both meant one of them, and nobody knows which.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

/// Any JSON without repeated keys. What it holds is left out: read the text once more for that.
#[derive(Debug)]
pub struct DistinctKeys;

impl<'de> Deserialize<'de> for DistinctKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = DistinctKeys;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<DistinctKeys, E> {
        Ok(DistinctKeys)
    }

    fn visit_i64<E>(self, _: i64) -> Result<DistinctKeys, E> {
        Ok(DistinctKeys)
    }

    fn visit_u64<E>(self, _: u64) -> Result<DistinctKeys, E> {
        Ok(DistinctKeys)
    }

    fn visit_f64<E>(self, _: f64) -> Result<DistinctKeys, E> {
        Ok(DistinctKeys)
    }

    fn visit_str<E>(self, _: &str) -> Result<DistinctKeys, E> {
        Ok(DistinctKeys)
    }

    fn visit_unit<E>(self) -> Result<DistinctKeys, E> {
        Ok(DistinctKeys)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<DistinctKeys, A::Error> {
        while items.next_element::<DistinctKeys>()?.is_some() {}
        Ok(DistinctKeys)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<DistinctKeys, A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format!(
                    "the key `{key}` stands there twice"
                )));
            }
            keys.insert(key);
            entries.next_value::<DistinctKeys>()?;
        }
        Ok(DistinctKeys)
    }
}

#[cfg(test)]
mod tests {
    use super::DistinctKeys;

    #[test]
    fn a_key_is_refused_the_second_time_at_any_depth() {
        let refused = |text| serde_json::from_str::<DistinctKeys>(text).map_err(|e| e.to_string());
        for good in [
            "null",
            "[1, -1, 1.5, true, \"a\"]",
            r#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}"#,
        ] {
            assert!(refused(good).is_ok(), "{good}");
        }
        for bad in [
            r#"{"a": 1, "a": 1}"#,
            r#"[{"b": {"a": 1, "a": 2}}]"#,
            r#"{"a": 1, "\u0061": 2}"#,
        ] {
            let reason = refused(bad).expect_err("twice");
            assert!(
                reason.starts_with("the key `a` stands there twice"),
                "{reason}"
            );
        }
        assert!(refused("{").is_err());
    }
}
