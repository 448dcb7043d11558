//! Writes the kernels of `states --gpu` compiled for one kind of card, for
//! machines that have the card and no compiler:
//! `cargo run -p tantalizer-states --features gpu --example ptx -- compute_90 > kernels.ptx`.

fn main() -> std::process::ExitCode {
    let architecture = std::env::args().nth(1);
    let architecture = architecture.as_deref().unwrap_or("compute_90");
    match tantalizer_states::compile_kernels(architecture) {
        Ok(ptx) => {
            print!("{}", ptx.trim_end_matches('\0'));
            std::process::ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::from(2)
        }
    }
}
