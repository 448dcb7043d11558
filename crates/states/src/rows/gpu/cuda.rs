//! An NVIDIA card. The driver is loaded when it is asked for, and so is NVRTC,
//! which compiles the kernels for the card at hand.

// Kernels are foreign code that reads and writes where the table says. All of
// its addresses are of memory that is taken here and kept as long as the card.
#![allow(unsafe_code)]

use std::path::Path;
use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaStream, DeviceRepr, DriverError, LaunchConfig,
    PushKernelArg, result, sys,
};
use cudarc::nvrtc::{self, CompileError, CompileOptions, Ptx};

use super::orders::Table;
use super::{Device, GpuError, GpuLevels, GpuOptions, search};
use crate::signed::SignedPuzzle;

/// The kernels' source.
const KERNELS: &str = include_str!("kernel.cu");

/// The lanes of a warp, of every card so far.
const LANES: u64 = 32;

/// Warps of a block, as the kernels' `__launch_bounds__` has it.
const WARPS_A_BLOCK: u64 = 8;

/// Blocks of a launch at most; what is left is done by the same warps.
const BLOCKS: u64 = 1 << 16;

/// All levels of a puzzle, found by the first card of this machine. Kernels that
/// are compiled already (PTX) can be named for a machine without NVRTC.
pub fn build_on_gpu(
    puzzle: &SignedPuzzle,
    kernels: Option<&Path>,
    options: &GpuOptions<'_>,
) -> Result<GpuLevels, GpuError> {
    let mut card = Card::open(kernels)?;
    search(&mut card, puzzle, options)
}

/// The kernels compiled for cards of a kind, such as `compute_90`, as PTX. That
/// needs NVRTC and no card.
pub fn compile_kernels(architecture: &str) -> Result<String, GpuError> {
    // Only asks whether a library can be loaded.
    if !unsafe { nvrtc::sys::is_culib_present() } {
        return Err(GpuError::NoCompiler);
    }
    let options = CompileOptions {
        options: vec![
            format!("--gpu-architecture={architecture}"),
            "--std=c++17".into(),
        ],
        name: Some("kernel.cu".into()),
        ..CompileOptions::default()
    };
    match nvrtc::compile_ptx_with_opts(KERNELS, options) {
        Ok(ptx) => Ok(ptx.to_src()),
        Err(CompileError::CompileError { log, .. }) => {
            Err(GpuError::Compile(log.to_string_lossy().into_owned()))
        }
        Err(other) => Err(GpuError::Compile(other.to_string())),
    }
}

fn read_kernels(path: &Path) -> std::io::Result<String> {
    let text = std::fs::read_to_string(path)?;
    if !text.contains(".entry level_1") || text.contains('\0') {
        let kind = std::io::ErrorKind::InvalidData;
        return Err(std::io::Error::new(kind, "expected the kernels as PTX"));
    }
    Ok(text)
}

struct Card {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    module: Arc<CudaModule>,
    functions: Vec<(String, CudaFunction)>,
    taken: Vec<u64>,
    name: String,
}

/// The driver's words for what went wrong.
fn failed(doing: impl Into<String>) -> impl FnOnce(DriverError) -> GpuError {
    let doing = doing.into();
    move |error| GpuError::Failed {
        doing,
        error: words(&error),
    }
}

fn words(error: &DriverError) -> String {
    match error.error_string() {
        Ok(words) => words.to_string_lossy().into_owned(),
        Err(_) => format!("{error:?}"),
    }
}

impl Card {
    fn open(kernels: Option<&Path>) -> Result<Self, GpuError> {
        // Only asks whether a library can be loaded.
        if !unsafe { sys::is_culib_present() } {
            return Err(GpuError::NoDriver);
        }
        let no_card = |error: DriverError| GpuError::NoCard(words(&error));
        let context = CudaContext::new(0).map_err(no_card)?;
        let name = context.name().map_err(no_card)?;
        let (major, minor) = context.compute_capability().map_err(no_card)?;
        let ptx = match kernels {
            Some(path) => read_kernels(path).map_err(|error| GpuError::Kernels {
                path: path.display().to_string(),
                error,
            })?,
            None => compile_kernels(&format!("compute_{major}{minor}"))?,
        };
        let module = context
            .load_module(Ptx::from_src(ptx))
            .map_err(failed("loading the kernels"))?;
        Ok(Card {
            stream: context.default_stream(),
            context,
            module,
            functions: Vec::new(),
            taken: Vec::new(),
            name: format!("{name}, compute capability {major}.{minor}"),
        })
    }

    fn function(&mut self, kernel: &str) -> Result<CudaFunction, GpuError> {
        if let Some((_, function)) = self.functions.iter().find(|(name, _)| name == kernel) {
            return Ok(function.clone());
        }
        let function = self
            .module
            .load_function(kernel)
            .map_err(failed(format!("finding the kernel {kernel}")))?;
        self.functions.push((kernel.to_owned(), function.clone()));
        Ok(function)
    }
}

/// A kernel's argument.
#[repr(transparent)]
struct Words([u64; Table::FIELDS]);

// Numbers without gaps, as the kernels' `Table` has them.
unsafe impl DeviceRepr for Words {}

impl Device for Card {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn lanes(&self) -> u64 {
        LANES
    }

    fn free(&mut self) -> Result<u64, GpuError> {
        let (free, _) = self
            .context
            .mem_get_info()
            .map_err(failed("asking for its memory"))?;
        Ok(free as u64)
    }

    fn zeros(&mut self, bytes: u64) -> Result<u64, GpuError> {
        let doing = || failed(format!("taking {bytes} bytes"));
        let bytes = bytes.max(1) as usize;
        // The memory is ours until `drop`, and no kernel is running.
        let address = unsafe { result::malloc_sync(bytes) }.map_err(doing())?;
        self.taken.push(address);
        unsafe { result::memset_d8_sync(address, 0, bytes) }.map_err(doing())?;
        Ok(address)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), GpuError> {
        // Into memory that `zeros` gave, and no kernel is running.
        unsafe { result::memcpy_htod_sync(address, bytes) }
            .map_err(failed(format!("writing {} bytes", bytes.len())))
    }

    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        let length = bytes.len();
        // From memory that `zeros` gave and cleared, and no kernel is running.
        unsafe { result::memcpy_dtoh_sync(bytes, address) }
            .map_err(failed(format!("reading {length} bytes")))
    }

    fn launch(&mut self, kernel: &str, warps: u64, table: &Table) -> Result<(), GpuError> {
        let function = self.function(kernel)?;
        let blocks = warps.div_ceil(WARPS_A_BLOCK).clamp(1, BLOCKS);
        let shape = LaunchConfig {
            grid_dim: (blocks as u32, 1, 1),
            block_dim: ((LANES * WARPS_A_BLOCK) as u32, 1, 1),
            shared_mem_bytes: 0,
        };
        let table = Words(table.words());
        let mut launch = self.stream.launch_builder(&function);
        launch.arg(&table);
        // The kernels are the ones that `Table` was written for.
        unsafe { launch.launch(shape) }.map_err(failed(format!("starting {kernel}")))?;
        self.stream
            .synchronize()
            .map_err(failed(format!("running {kernel}")))
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        for address in self.taken.drain(..) {
            // Nothing can be done about what the driver says now.
            let _ = unsafe { result::free_sync(address) };
        }
    }
}
