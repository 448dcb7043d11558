//! The server refuses what it should, says why in JSON, keeps its limits, and lets go of work that nobody waits for.

mod client;
mod serving;

use client::{chunk, get, head, post};
use serde_json::{Value, json};
use serving::serve;
use std::time::{Duration, Instant};

fn board() -> Value {
    json!({ "puzzle": "tricky-triple", "board": ["1 . 1", ". . .", "3 . #"] })
}

/// Work that takes until its limit: no such board is found soon, if at all.
fn long(seconds: f64) -> Value {
    // So few clues are never enough.
    json!({ "rows": 20, "cols": 20, "clues": 10, "time_limit": seconds })
}

const LONG: &str = "/api/design/tricky-triple";

#[test]
fn the_page_and_its_parts_are_served_with_a_strict_policy() {
    let server = serve();
    for path in [
        "/",
        "/tricky-triple",
        "/colors",
        "/spinpossible",
        "/instant-insanity",
        "/set",
    ] {
        let page = get(server.address, path).send();
        assert_eq!(page.status, 200);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(page.body.contains("Tantalizer"));
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(page.header("x-content-type-options"), "nosniff");
    }
    let script = get(server.address, "/js/main.js").send();
    assert_eq!(
        script.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    let tag = script.header("etag").to_string();
    let again = get(server.address, "/js/main.js").with("If-None-Match", &tag);
    assert_eq!(again.send().status, 304);
}

#[test]
fn what_is_refused_is_refused_in_json() {
    let server = serve();
    let at = server.address;
    let solve = |body: Value| post(at, "/api/solve", &body);
    let good = || solve(json!({ "puzzle": board() }));
    assert_eq!(good().send().status, 200);
    let cases = [
        (get(at, "/nothing"), 404, "not-found"),
        (get(at, "/js/../Cargo.toml"), 404, "not-found"),
        (post(at, "/api/nothing", &json!({})), 404, "not-found"),
        (get(at, "/api/solve"), 405, "method"),
        (good().method("PUT"), 405, "method"),
        (get(at, "/").method("POST"), 405, "method"),
        (good().without("Content-Type"), 415, "type"),
        (good().with("Content-Type", "text/plain"), 415, "type"),
        (good().with("Host", "puzzles.example"), 403, "foreign"),
        (
            good().without("Host").with("Host", "127.0.0.1"),
            403,
            "foreign",
        ),
        (
            good().with("Origin", "http://puzzles.example"),
            403,
            "foreign",
        ),
        (good().with("Sec-Fetch-Site", "cross-site"), 403, "foreign"),
        (good().body("{"), 400, "bad-request"),
        (good().body("[]"), 400, "bad-request"),
        (
            good().body(vec!['x'; 0].into_iter().collect::<String>()),
            400,
            "bad-request",
        ),
        (
            good().body(format!("{{\"file\":\"{}\"}}", "x".repeat(1 << 20))),
            413,
            "too-large",
        ),
        (solve(json!({})), 400, "bad-request"),
        (
            solve(json!({ "puzzle": board(), "file": "x" })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "alll": true })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "all": 1 })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "all": true, "limit": 2 })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "limit": 100_000 })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "time_limit": 1e9 })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "engine": "warp" })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "strategy": "warp" })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": board(), "flags": { "algorithm": "brute" } })),
            400,
            "bad-request",
        ),
        (
            solve(json!({ "puzzle": { "puzzle": "chess" } })),
            400,
            "bad-request",
        ),
        (
            // Flags that name a file would open files of this machine.
            solve(
                json!({ "puzzle": { "puzzle": "spinpossible", "board": ["2 1"] }, "flags": { "table": "/etc/passwd" } }),
            ),
            400,
            "bad-request",
        ),
        (
            post(
                at,
                "/api/design/spinpossible",
                &json!({ "rows": 1, "cols": 2, "distance": 50 }),
            ),
            400,
            "bad-request",
        ),
        (post(at, LONG, &long(0.05)), 422, "unanswered"),
    ];
    for (number, (request, status, kind)) in cases.into_iter().enumerate() {
        let answer = request.send();
        assert_eq!(
            (answer.status, &*answer.kind()),
            (status, kind),
            "case {number}: {}",
            answer.body
        );
        assert!(
            answer.json()["error"]["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
        assert!(!answer.header("content-security-policy").is_empty());
    }
}

#[test]
fn a_message_about_a_file_names_the_line() {
    let server = serve();
    let file = "puzzle = \"tricky-triple\"\nboard = \"\"\"\n1 2\n1 x\n\"\"\"\n";
    let answer = post(server.address, "/api/read", &json!({ "file": file })).send();
    assert_eq!(answer.status, 400);
    let message = answer.json()["error"]["message"].to_string();
    assert!(message.contains("the file:4"), "{message}");
}

#[test]
fn long_work_is_busy_when_there_is_too_much_and_freed_when_nobody_waits() {
    let server = serve();
    let request = post(server.address, LONG, &long(60.0)).with("Accept", "application/x-ndjson");
    // Fill the lane with streams.
    let mut streams = Vec::new();
    let busy = loop {
        let mut reader = request.start();
        let answer = head(&mut reader);
        match answer.status {
            200 => streams.push(reader),
            status => break status,
        }
        assert!(streams.len() < 1000, "there is no limit");
    };
    assert_eq!(busy, 503);
    assert!(streams.len() >= 2);
    // Quick questions are still answered.
    let quick = post(server.address, "/api/solve", &json!({ "puzzle": board() }));
    assert_eq!(quick.send().status, 200);
    // Whoever goes away gives the place free, long before the limit of 60 seconds.
    drop(streams);
    let start = Instant::now();
    let short = post(server.address, LONG, &long(2.5));
    loop {
        let status = short.send().status;
        if status != 503 {
            assert_eq!(status, 422);
            break;
        }
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the work goes on without anybody"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_answer_that_nobody_streams_is_cancelled_too() {
    let server = serve();
    let request = post(server.address, LONG, &long(60.0));
    let mut waiting = Vec::new();
    let start = Instant::now();
    // All places of the lane are taken when a further question is refused.
    while post(server.address, LONG, &long(2.1)).send().status != 503 {
        waiting.push(request.start());
        assert!(waiting.len() < 1000, "there is no limit");
    }
    drop(waiting);
    while post(server.address, LONG, &long(2.1)).send().status == 503 {
        assert!(
            start.elapsed() < Duration::from_secs(50),
            "the work goes on without anybody"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn solutions_and_nodes_are_streamed() {
    let server = serve();
    let stream = |path: &str, body: Value| {
        let request = post(server.address, path, &body).with("Accept", "application/x-ndjson");
        let answer = request.send();
        assert_eq!(answer.header("content-type"), "application/x-ndjson");
        let lines = answer
            .body
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<Value>>()
    };
    let lines = stream("/api/solve", json!({ "puzzle": board(), "all": true }));
    let solutions: Vec<&Value> = lines
        .iter()
        .filter_map(|line| line.get("solution"))
        .collect();
    let answer = &lines.last().unwrap()["answer"];
    assert_eq!(answer["count"], solutions.len().to_string());
    assert_eq!(
        answer["solutions"]
            .as_array()
            .unwrap()
            .iter()
            .collect::<Vec<_>>(),
        solutions
    );

    let lines = stream(
        "/api/watch",
        json!({ "puzzle": board(), "all": true, "strategy": "leftmost" }),
    );
    let nodes: Vec<&Value> = lines.iter().filter_map(|line| line.get("node")).collect();
    let answer = &lines.last().unwrap()["answer"];
    let decisions = nodes
        .iter()
        .filter(|node| node["second"] == false && node["depth"] != 0)
        .count();
    assert_eq!(answer["statistics"]["nodes"], decisions);
    assert_eq!(nodes[0]["changed"]["r1c1"], json!([1]));
    assert_eq!(answer["count"], "32");

    let lines = stream(
        "/api/watch",
        json!({ "puzzle": board(), "all": true, "nodes": 5 }),
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.get("node").is_some())
            .count(),
        5
    );
    assert_eq!(lines.last().unwrap()["answer"]["complete"], false);
}

#[test]
fn progress_is_streamed_while_long_work_goes_on() {
    let server = serve();
    let body = json!({ "rows": 3, "cols": 3, "time_limit": 100 });
    let request = post(server.address, "/api/states/spinpossible", &body);
    let mut reader = request.with("Accept", "application/x-ndjson").start();
    assert_eq!(head(&mut reader).status, 200);
    let first = chunk(&mut reader).expect("a line");
    assert!(
        String::from_utf8(first)
            .unwrap()
            .starts_with("{\"progress\":")
    );
}

#[test]
fn it_stops_gracefully_in_the_middle_of_work() {
    let server = serve();
    let request = post(server.address, LONG, &long(100.0)).with("Accept", "application/x-ndjson");
    let mut reader = request.start();
    assert_eq!(head(&mut reader).status, 200);
    let address = server.address;
    let asked = Instant::now();
    server.stop();
    let taken = asked.elapsed();
    assert!(taken < Duration::from_secs(2), "{taken:?}");
    // The cancelled work still says what became of it, after whatever it told before.
    let mut rest = String::new();
    while let Some(bytes) = chunk(&mut reader) {
        rest += &String::from_utf8_lossy(&bytes);
    }
    let lines: Vec<Value> = rest
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (last, before) = lines.split_last().expect("a last word");
    assert!(before.iter().all(|line| line.get("progress").is_some()));
    assert_eq!(last["error"]["kind"], "unanswered", "{rest}");
    let message = last["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("cancelled"), "{rest}");
    assert!(std::net::TcpStream::connect(address).is_err());
}

#[test]
fn a_key_that_stands_there_twice_is_refused() {
    let server = serve();
    let good = post(server.address, "/api/count", &json!({ "puzzle": board() }));
    for body in [
        r#"{"time_limit": 1, "puzzle": {"puzzle": "tricky-triple", "board": ["1 ."]}, "time_limit": 2}"#,
        r#"{"puzzle": {"puzzle": "tricky-triple", "board": ["1 ."], "board": ["2 ."]}}"#,
    ] {
        let answer = good.clone().body(body).send();
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains("twice"), "{}", answer.body);
    }
}

#[test]
fn people_get_a_page_where_there_is_nothing() {
    let server = serve();
    let person = |path: &str| get(server.address, path).with("Accept", "text/html,*/*");
    let page = person("/nonsense").send();
    assert_eq!(page.status, 404);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.body.contains("main.js"));
    let moved = person("/set/").send();
    assert_eq!((moved.status, moved.header("location")), (308, "/set"));
    assert_eq!(person("//puzzles.example/").send().status, 404);
}

#[test]
fn a_named_origin_is_served() {
    let server = serving::serve_as(&["https://puzzles.example"]);
    let ask = |host: &str, origin: &str| {
        let request = post(server.address, "/api/count", &json!({ "puzzle": board() }));
        let request = request.with("Host", host).with("Origin", origin);
        request.send().status
    };
    assert_eq!(ask("puzzles.example", "https://puzzles.example"), 200);
    assert_eq!(ask("puzzles.example", "https://else.example"), 403);
    assert_eq!(ask("else.example", "https://puzzles.example"), 403);
    assert!(server.address.ip().is_loopback());
}

#[test]
fn many_questions_that_could_take_long_are_all_answered_when_they_do_not() {
    let server = serve();
    let hint = json!({ "puzzle": board(), "hint": true, "time_limit": 10 });
    let request = post(server.address, "/api/explain", &hint);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..30)
            .map(|_| scope.spawn(|| request.send().status))
            .collect();
        let answered = clients
            .into_iter()
            .map(|client| client.join().expect("a client"));
        answered.collect()
    });
    assert_eq!(statuses, [200; 30]);
}

#[test]
fn requests_that_are_sent_half_are_dropped() {
    use std::io::{Read, Write};
    let server = serve();
    let halves = [
        "GET / HT".to_string(),
        format!("GET / HTTP/1.1\r\nHost: {}\r\n", server.address),
        format!(
            "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
            server.address
        ),
        String::new(),
    ];
    let start = Instant::now();
    let mut connections = Vec::new();
    for half in halves.iter().cycle().take(50) {
        let mut stream = std::net::TcpStream::connect(server.address).expect("it listens");
        stream.write_all(half.as_bytes()).expect("it is sent");
        let patience = Duration::from_secs(20);
        stream.set_read_timeout(Some(patience)).expect("a socket");
        connections.push(stream);
    }
    for (number, mut stream) in connections.into_iter().enumerate() {
        let mut rest = String::new();
        stream.read_to_string(&mut rest).expect("it is closed");
        let slow = number % halves.len() == 2;
        assert_eq!(rest.contains("\"kind\":\"slow\""), slow, "{number}: {rest}");
    }
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(15), "{taken:?}");
}

/// Questions are sent and no answer is read: the server has more to say than any buffer holds, and closes the connection.
#[test]
fn answers_that_nobody_takes_are_given_up() {
    use std::io::{ErrorKind, Write};
    let server = serve();
    let mut stream = std::net::TcpStream::connect(server.address).expect("it listens");
    let pause = Duration::from_millis(200);
    stream.set_write_timeout(Some(pause)).expect("a socket");
    let question = format!(
        "GET /css/parts.css HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    // A few thousand answers fill every buffer on the way; from then on nothing more is taken of the questions, until the connection is gone.
    let end = Instant::now() + Duration::from_secs(90);
    let error = loop {
        assert!(Instant::now() < end, "the connection is still open");
        match stream.write(question.as_bytes()) {
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => break error,
        }
    };
    let closed = [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe];
    assert!(closed.contains(&error.kind()), "{error}");
}
