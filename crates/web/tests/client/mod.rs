//! A small client of the server: exactly the headers that a test wants, and connections that it can drop.

#![allow(dead_code)] // each test program uses some of it

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Response {
    pub fn header(&self, name: &str) -> &str {
        let mut headers = self.headers.iter();
        headers
            .find(|header| header.0 == name)
            .map_or("", |header| &header.1)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The kind of an error.
    pub fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap_or("").into()
    }
}

/// A request to a server.
#[derive(Clone)]
pub struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

pub fn get(address: SocketAddr, path: &str) -> Request {
    Request {
        address,
        method: "GET".into(),
        path: path.into(),
        headers: vec![("Host".into(), address.to_string())],
        body: String::new(),
    }
}

pub fn post(address: SocketAddr, path: &str, body: &Value) -> Request {
    let request = get(address, path).with("Content-Type", "application/json");
    Request {
        method: "POST".into(),
        body: body.to_string(),
        ..request
    }
}

impl Request {
    /// With this header instead of what was there.
    pub fn with(mut self, name: &str, value: &str) -> Request {
        self.headers.retain(|header| header.0 != name);
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn without(mut self, name: &str) -> Request {
        self.headers.retain(|header| header.0 != name);
        self
    }

    pub fn method(mut self, method: &str) -> Request {
        self.method = method.into();
        self
    }

    pub fn body(mut self, body: impl Into<String>) -> Request {
        self.body = body.into();
        self
    }

    /// Sends it and gives the connection.
    pub fn start(&self) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let mut text = format!(
            "{} {} HTTP/1.1\r\nConnection: close\r\n",
            self.method, self.path
        );
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", self.body.len());
        // A server that refuses a large body may close before all of it is sent.
        let _ = stream.write_all(text.as_bytes());
        let _ = stream.write_all(self.body.as_bytes());
        BufReader::new(stream)
    }

    /// Sends it and reads the whole answer.
    pub fn send(&self) -> Response {
        read(&mut self.start())
    }
}

/// Reads status and headers.
pub fn head(reader: &mut impl BufRead) -> Response {
    let mut line = String::new();
    reader.read_line(&mut line).expect("a status line");
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.to_string()));
    }
    Response {
        status: status.unwrap_or_else(|| panic!("no status in {line:?}")),
        headers,
        body: String::new(),
    }
}

fn read(reader: &mut impl BufRead) -> Response {
    let mut response = head(reader);
    let mut bytes = Vec::new();
    if response.header("transfer-encoding") == "chunked" {
        while let Some(chunk) = chunk(reader) {
            bytes.extend(chunk);
        }
    } else {
        let length = response.header("content-length").parse().unwrap_or(0);
        bytes.resize(length, 0);
        reader.read_exact(&mut bytes).expect("the body");
    }
    response.body = String::from_utf8(bytes).expect("text");
    response
}

/// The next chunk of a streamed body.
pub fn chunk(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim(), 16).ok()?;
    let mut bytes = vec![0; length + 2];
    reader.read_exact(&mut bytes).ok()?;
    bytes.truncate(length);
    (length > 0).then_some(bytes)
}
