//! What crosses the border.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use tantalizer_web::Interface;

unsafe extern "C" {
    /// A line, as UTF-8.
    fn tantalizer_tell(start: *const u8, length: usize);
    /// The memory is used up; does not return.
    safe fn tantalizer_out_of_memory();
    /// The program has made a mistake; what it says about it. Does not return.
    fn tantalizer_mistake(start: *const u8, length: usize);
}

thread_local! {
    static INTERFACE: Interface = begin();
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn begin() -> Interface {
    std::panic::set_hook(Box::new(|panic| {
        let said = panic.to_string();
        // SAFETY: the bytes live until the call is over.
        unsafe { tantalizer_mistake(said.as_ptr(), said.len()) }
    }));
    Interface::new()
}

/// Room for the address and the body of a question.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes, 0);
        room.as_mut_ptr()
    })
}

/// Answers the question in the room: an address of so many bytes, then its body.
#[unsafe(no_mangle)]
pub extern "C" fn ask(address: usize, streamed: bool) {
    let question = ROOM.take();
    let (address, body) = question.split_at(address.min(question.len()));
    let address = String::from_utf8_lossy(address);
    INTERFACE.with(|interface| {
        interface.ask(&address, body, streamed, |line| {
            // SAFETY: the bytes live until the call is over.
            unsafe { tantalizer_tell(line.as_ptr(), line.len()) }
        });
    });
}

/// The allocator of the standard library, which says it when there is no more.
struct Told;

// SAFETY: everything is handed on to the allocator of the standard library.
unsafe impl GlobalAlloc for Told {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        there(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        there(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        there(unsafe { System.realloc(start, layout, bytes) })
    }
}

fn there(start: *mut u8) -> *mut u8 {
    if start.is_null() {
        tantalizer_out_of_memory();
    }
    start
}

#[global_allocator]
static ALLOCATOR: Told = Told;
