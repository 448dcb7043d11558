//! A server for a test, stopped when it is dropped.

#![allow(dead_code)] // each test program uses some of it

use std::net::SocketAddr;
use std::thread::JoinHandle;
use std::time::Duration;
use tantalizer_web::Server;

pub struct Serving {
    pub address: SocketAddr,
    stop: Option<std::sync::mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

pub fn serve() -> Serving {
    serve_as(&[])
}

/// A server that is known under these origins too.
pub fn serve_as(origins: &[&str]) -> Serving {
    let mut server = Server::bind(0).expect("a free port");
    for origin in origins {
        server = server.known_as(origin.parse().expect("an origin"));
    }
    let address = server.address();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let until = async move {
        while let Err(std::sync::mpsc::TryRecvError::Empty) = stopped.try_recv() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let thread = std::thread::spawn(move || server.run_until(until).expect("it serves"));
    Serving {
        address,
        stop: Some(stop),
        thread: Some(thread),
    }
}

impl Serving {
    /// Stops it and waits until it has.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends");
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.end();
    }
}
