//! Fuzzes checkpoints of a training: the bytes as they are, and as the fields of a checkpoint of the
//! right length.
#![no_main]

mod wire;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tandem_train::{Checkpoint, Weights};

/// Bytes of a checkpoint without a text, and of what comes before its numbers.
static USUAL: LazyLock<usize> =
    LazyLock::new(|| Checkpoint::new(Weights::random(1)).to_bytes("").len());
const HEAD: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    a_checkpoint_survives(bytes);
    if let Some((&length, rest)) = bytes.split_first() {
        let (text, numbers) = rest.split_at(rest.len().min(usize::from(length)));
        a_checkpoint_survives(&sealed(text, numbers));
    }
});

/// A checkpoint with this text, whose numbers are these bytes, repeated.
fn sealed(text: &[u8], numbers: &[u8]) -> Vec<u8> {
    let numbers = if numbers.is_empty() { &[0] } else { numbers };
    let mut body = (text.len() as u32).to_le_bytes().to_vec();
    body.extend(text);
    body.extend(numbers.iter().copied().cycle().take(*USUAL - HEAD));
    [&b"TandemT1"[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
}

/// Checks that a checkpoint is written as it was read, and that a network comes of any weights.
fn a_checkpoint_survives(bytes: &[u8]) {
    match Checkpoint::parse(bytes) {
        Ok((checkpoint, text)) => {
            assert!(checkpoint.to_bytes(&text) == bytes, "it is written as it was read");
            let network = checkpoint.weights().to_network();
            assert!(
                network
                    .outputs()
                    .iter()
                    .flatten()
                    .flat_map(|row| row.0)
                    .all(|weight| { (-127..=127).contains(&weight) })
            );
        }
        Err(error) => wire::assert_one_message(&error),
    }
}
