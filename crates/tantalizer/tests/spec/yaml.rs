//! As much of YAML as the headers of MiniZinc's specification tests use: block and flow lists and maps, tags, scalars.

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
    let mut documents = vec![Vec::new()];
    for line in text.lines() {
        if line == "---" || line.starts_with("--- ") {
            documents.push(vec![line[3..].trim_start()]);
        } else if let Some(last) = documents.last_mut() {
            last.push(line);
        }
    }
    let filled = documents
        .into_iter()
        .filter(|lines| lines.iter().any(|line| !blank(line)));
    filled.map(|lines| document(&lines)).collect()
}

fn document(lines: &[&str]) -> Result<Node, String> {
    let lines: Vec<(usize, String)> = lines
        .iter()
        .filter(|line| !blank(line))
        .map(|line| without_comment(line))
        .map(|line| {
            (
                line.len() - line.trim_start().len(),
                line.trim().to_string(),
            )
        })
        .collect();
    let mut block = Block { lines, at: 0 };
    let node = block.node(0)?;
    match block.lines.get(block.at) {
        None => Ok(node),
        Some(left) => Err(format!("not understood: {}", left.1)),
    }
}

/// A line up to a remark at its end.
fn without_comment(line: &str) -> &str {
    match line.find(" #") {
        Some(at) if !line[..at].contains(['"', '\'']) => &line[..at],
        _ => line,
    }
}

fn blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// Lines with their indentation.
struct Block {
    lines: Vec<(usize, String)>,
    at: usize,
}

impl Block {
    /// A value whose lines are indented at least so far.
    fn node(&mut self, least: usize) -> Result<Node, String> {
        let Some((indent, line)) = self.lines.get(self.at).cloned() else {
            return Ok(plain(""));
        };
        if indent < least {
            return Ok(plain(""));
        }
        if line.starts_with('!') && !line.contains(": ") && !line.ends_with(':') {
            // A tag alone, or a tag with a value on the same line.
            let (tag, rest) = split_tag(&line);
            self.at += 1;
            if !rest.is_empty() {
                return self.inline(&line, indent);
            }
            let inner = match self.lines.get(self.at) {
                Some(next) if next.0 >= least => self.node(least)?,
                _ => plain(""),
            };
            return Ok(Node { tag, ..inner });
        }
        match (is_entry(&line), key(&line)) {
            (true, _) => self.list(indent),
            (false, Some(_)) => self.map(indent),
            _ => {
                self.at += 1;
                self.inline(&line, indent)
            }
        }
    }

    fn list(&mut self, indent: usize) -> Result<Node, String> {
        let mut entries = Vec::new();
        while let Some((here, line)) = self.lines.get(self.at).cloned() {
            if here != indent || !is_entry(&line) {
                break;
            }
            let rest = line[1..].trim_start().to_string();
            if rest.is_empty() {
                self.at += 1;
                entries.push(self.node(indent + 1)?);
            } else {
                // What follows the dash is a line of its own, further in.
                let inner = indent + line.len() - rest.len();
                self.lines[self.at] = (inner, rest);
                entries.push(self.value(inner, indent)?);
            }
        }
        Ok(untagged(Value::List(entries)))
    }

    /// A value that starts in the middle of a line; what belongs to it is indented further than `outer`.
    fn value(&mut self, inner: usize, outer: usize) -> Result<Node, String> {
        let line = self.lines[self.at].1.clone();
        if line.starts_with('!') {
            let (tag, rest) = split_tag(&line);
            if rest.is_empty() {
                self.at += 1;
                let below = self.node(outer + 1)?;
                return Ok(Node { tag, ..below });
            }
            self.at += 1;
            return self.inline(&line, inner);
        }
        self.node(inner)
    }

    fn map(&mut self, indent: usize) -> Result<Node, String> {
        let mut entries = Vec::new();
        while let Some((here, line)) = self.lines.get(self.at).cloned() {
            let Some((name, rest)) = key(&line).filter(|_| here == indent) else {
                break;
            };
            let (tag, after) = split_tag(&rest);
            self.at += 1;
            let node = if after.is_empty() {
                // A list may stand as far in as the key it belongs to.
                let next = self.lines.get(self.at);
                let list = next.is_some_and(|next| next.0 == indent && is_entry(&next.1));
                let inner = self.node(if list { indent } else { indent + 1 })?;
                match tag.is_empty() {
                    true => inner,
                    false => Node { tag, ..inner },
                }
            } else {
                self.inline(&rest, indent)?
            };
            entries.push((name, node));
        }
        Ok(untagged(Value::Map(entries)))
    }

    /// A value that ends with its line, or within the lines indented further.
    fn inline(&mut self, text: &str, indent: usize) -> Result<Node, String> {
        let mut text = text.to_string();
        if text.ends_with('|') || text.ends_with('>') {
            text.pop();
        }
        while let Some(next) = self.lines.get(self.at) {
            if next.0 <= indent {
                break;
            }
            text.push(' ');
            text.push_str(&next.1);
            self.at += 1;
        }
        let mut flow = Flow { text: &text };
        let node = flow.node(true)?;
        Ok(node)
    }
}

fn untagged(value: Value) -> Node {
    Node {
        tag: String::new(),
        value,
    }
}

fn plain(text: &str) -> Node {
    untagged(Value::Scalar(text.to_string(), false))
}

fn is_entry(line: &str) -> bool {
    line == "-" || line.starts_with("- ")
}

/// `key: rest`, the key perhaps in quotes.
fn key(line: &str) -> Option<(String, String)> {
    if line.starts_with(['[', '{', '!']) {
        return None;
    }
    let (name, rest) = match line.strip_suffix(':') {
        Some(name) if !name.contains(": ") => (name, ""),
        _ => line.split_once(": ")?,
    };
    let name = name.trim().trim_matches(['"', '\'']);
    Some((name.to_string(), rest.trim().to_string()))
}

fn split_tag(text: &str) -> (String, String) {
    if !text.starts_with('!') {
        return (String::new(), text.to_string());
    }
    let (tag, rest) = text.split_once(' ').unwrap_or((text, ""));
    (
        tag.trim_start_matches('!').to_string(),
        rest.trim().to_string(),
    )
}

/// Values within a line.
struct Flow<'a> {
    text: &'a str,
}

impl Flow<'_> {
    fn node(&mut self, whole: bool) -> Result<Node, String> {
        self.text = self.text.trim_start();
        let mut tag = String::new();
        while self.text.starts_with('!') {
            let end = self.text.find(' ').unwrap_or(self.text.len());
            tag = self.text[..end].trim_start_matches('!').to_string();
            self.text = self.text[end..].trim_start();
        }
        let value = match self.text.chars().next() {
            Some('[') => Value::List(
                self.sequence(']')?
                    .into_iter()
                    .map(|entry| entry.1)
                    .collect(),
            ),
            Some('{') => {
                let entries = self.sequence('}')?;
                match entries.iter().all(|entry| entry.0.is_some()) && !entries.is_empty() {
                    true => Value::Map(
                        entries
                            .into_iter()
                            .map(|(key, node)| (key.unwrap_or_default(), node))
                            .collect(),
                    ),
                    false => Value::List(entries.into_iter().map(|entry| entry.1).collect()),
                }
            }
            Some(quote @ ('"' | '\'')) => {
                let rest = &self.text[1..];
                let end = rest.find(quote).ok_or("a quote is not closed")?;
                let text = rest[..end].to_string();
                self.text = &rest[end + 1..];
                Value::Scalar(text, true)
            }
            _ => {
                let end = match whole {
                    true => self.text.len(),
                    false => self
                        .text
                        .find([',', ']', '}', ':'])
                        .unwrap_or(self.text.len()),
                };
                let text = self.text[..end].trim().to_string();
                self.text = &self.text[end..];
                Value::Scalar(text, false)
            }
        };
        Ok(Node { tag, value })
    }

    /// Entries with commas between them, perhaps with keys.
    fn sequence(&mut self, end: char) -> Result<Vec<(Option<String>, Node)>, String> {
        self.text = &self.text[1..];
        let mut entries = Vec::new();
        loop {
            self.text = self.text.trim_start();
            if let Some(rest) = self.text.strip_prefix(end) {
                self.text = rest;
                return Ok(entries);
            }
            if self.text.is_empty() {
                return Err(format!("`{end}` is missing"));
            }
            let node = self.node(false)?;
            self.text = self.text.trim_start();
            let entry = match self.text.strip_prefix(':') {
                Some(rest) => {
                    self.text = rest;
                    let key = node.text().unwrap_or_default().to_string();
                    (Some(key), self.node(false)?)
                }
                None => (None, node),
            };
            entries.push(entry);
            self.text = self.text.trim_start();
            self.text = self.text.strip_prefix(',').unwrap_or(self.text);
        }
    }
}
