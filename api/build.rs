//! Tells the program what it is built from: `SOURCES_HASH`, a hash of the sources of the library and the api. It is the
//! same on every machine, so that the processes of a deployment agree. The name does not begin with `ALMONER_`, because
//! `cargo run` hands it on to the program, which takes such variables for settings.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for sources in ["src", "../shared/src", "../Cargo.lock"] {
        println!("cargo::rerun-if-changed={sources}");
        add_files(Path::new(sources), &mut files)?;
    }
    // The order in a folder differs between file systems.
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=SOURCES_HASH={:016x}", hasher.finish());
    Ok(())
}

fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        add_files(&entry?.path(), files)?;
    }
    Ok(())
}
