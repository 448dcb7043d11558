//! The headers of MiniZinc's specification tests, which are YAML with tags, as nodes that keep tags and quotes.

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};

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
    let mut events = Parser::new_from_str(text);
    let mut documents = Vec::new();
    while let Some(event) = next(&mut events)? {
        if let Event::DocumentStart(_) = event {
            let start = next(&mut events)?;
            documents.push(node(start, &mut events)?);
        }
    }
    Ok(documents)
}

type Events<'t> = Parser<'t, StrInput<'t>>;

fn next<'t>(events: &mut Events<'t>) -> Result<Option<Event<'t>>, String> {
    let event = events.next().transpose();
    Ok(event
        .map_err(|error| error.to_string())?
        .map(|(event, _)| event))
}

/// The node that starts with this event.
fn node<'t>(start: Option<Event<'t>>, events: &mut Events<'t>) -> Result<Node, String> {
    let (value, tag) = match start {
        Some(Event::Scalar(text, style, _, tag)) => {
            let quoted = style != ScalarStyle::Plain;
            (Value::Scalar(text.into_owned(), quoted), tag)
        }
        Some(Event::SequenceStart(_, tag)) => {
            let mut entries = Vec::new();
            loop {
                match next(events)? {
                    Some(Event::SequenceEnd) => break,
                    start => entries.push(node(start, events)?),
                }
            }
            (Value::List(entries), tag)
        }
        Some(Event::MappingStart(_, tag)) => {
            let mut entries = Vec::new();
            loop {
                let key = match next(events)? {
                    Some(Event::MappingEnd) => break,
                    start => node(start, events)?,
                };
                let start = next(events)?;
                let key = key.text().unwrap_or_default().to_string();
                entries.push((key, node(start, events)?));
            }
            (Value::Map(entries), tag)
        }
        other => return Err(format!("not understood: {other:?}")),
    };
    let tag = tag.map(|tag| tag.suffix.to_string()).unwrap_or_default();
    Ok(Node { tag, value })
}
