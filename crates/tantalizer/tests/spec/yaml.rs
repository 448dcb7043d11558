//! The headers of MiniZinc's specification tests, which are YAML with tags, as nodes that keep tags and quotes.

use saphyr::{ScalarStyle, Tag, Yaml, YamlLoader};
use saphyr_parser::Parser;

/// A value with its tag, such as `!Solution`.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The tag without its marks of exclamation; empty if there is none.
    pub tag: String,
    /// The value.
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text as it stands; quotes are gone, and the flag tells that there were some.
    Scalar(String, bool),
    /// A list.
    List(Vec<Node>),
    /// A map, in order.
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The entry of a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => entries
                .iter()
                .find(|entry| entry.0 == key)
                .map(|entry| &entry.1),
            _ => None,
        }
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// The entries of a list.
    pub fn list(&self) -> &[Node] {
        match &self.value {
            Value::List(entries) => entries,
            _ => &[],
        }
    }
}

/// Reads the documents of a header, which stand between lines `---`.
pub fn documents(text: &str) -> Result<Vec<Node>, String> {
    let mut loader = YamlLoader::<Yaml>::default();
    // What a scalar stands for is for the test to say.
    loader.early_parse(false);
    let loaded = Parser::new_from_str(text).load(&mut loader, true);
    loaded.map_err(|error| error.to_string())?;
    if let Some(error) = loader.error() {
        return Err(error.to_string());
    }
    Ok(loader.into_documents().iter().map(node).collect())
}

fn node(yaml: &Yaml) -> Node {
    let name = |tag: &Tag| tag.suffix.to_string();
    let value = match yaml {
        Yaml::Tagged(tag, inner) => {
            let inner = node(inner);
            return Node {
                tag: name(tag),
                ..inner
            };
        }
        Yaml::Representation(text, style, tag) => {
            return Node {
                tag: tag.as_deref().map(name).unwrap_or_default(),
                value: Value::Scalar(text.to_string(), *style != ScalarStyle::Plain),
            };
        }
        Yaml::Sequence(entries) => Value::List(entries.iter().map(node).collect()),
        Yaml::Mapping(entries) => {
            let entry = |(key, value): (&Yaml, &Yaml)| {
                let key = node(key);
                (key.text().unwrap_or_default().to_string(), node(value))
            };
            Value::Map(entries.iter().map(entry).collect())
        }
        Yaml::Value(_) | Yaml::Alias(_) | Yaml::BadValue => Value::Scalar(String::new(), false),
    };
    Node {
        tag: String::new(),
        value,
    }
}
