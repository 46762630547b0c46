//! The recipe of a network in TOML: enough to train it again.

use std::num::NonZeroUsize;

use tandem_nets::architecture::{
    FEATURES, HELD, KINGS, OUTPUTS, QA, QB, SCALE, THREAT_WIDTH, THREATS, WIDTH,
};
use tandem_nets::{Network, Networks};
use tandem_rules::Variant;
use tandem_train::{Hyperparameters, Selection};

use super::data::{Data, DataFile};

/// All settings and data that a network depends on.
pub(super) fn of(
    plan: &Hyperparameters,
    data: &Data,
    variant: Option<Variant>,
    [parent, base]: [Option<&Networks>; 2],
) -> String {
    let trainer = quoted(concat!("Tandem ", env!("CARGO_PKG_VERSION")));
    let mut lines = vec!["# Recipe of this network.".to_owned(), format!("trainer = {trainer}")];
    lines.extend(variant.map(|variant| format!("variant = {}", quoted(variant.name()))));
    lines.extend(parent.map(|networks| format!("parent = {}", quoted(&networks.name()))));
    lines.extend(base.map(|networks| format!("rebased_from = {}", quoted(&networks.name()))));
    lines.extend([architecture(), training(plan, data)]);
    lines.extend(data.files.iter().map(of_file));
    lines.join("\n") + "\n"
}

fn architecture() -> String {
    format!(
        "\n[architecture]\nfeatures = {FEATURES}\nking_buckets = {KINGS}\nheld = {HELD:?}\n\
         threats = {}\nneurons = {WIDTH}\nthreat_neurons = {THREAT_WIDTH}\noutputs = {OUTPUTS}\n\
         qa = {QA}\nqb = {QB}\nscale = {SCALE}",
        2 * THREATS
    )
}

fn training(plan: &Hyperparameters, data: &Data) -> String {
    let Hyperparameters { epochs, seed, batch, rate, result, unit } = plan;
    let Selection { ahead, noisy, distinct, .. } = data.set.selection;
    let (noisy, threats) = (noisy.map_or(0, NonZeroUsize::get), data.threats);
    let (known, held_out) = (data.set.training.len(), data.set.validation.len());
    format!(
        "\n[training]\nseed = {seed}\nepochs = {epochs}\nbatch = {batch}\nrate = {rate:?}\n\
         result = {result:?}\nahead = {ahead:?}\nnoisy = {noisy}\ndistinct = {distinct}\nthreats = {threats}\nunit = {unit:?}\npositions = {known}\nheld_out = {held_out}"
    )
}

/// A file of games, with all lines of its header.
fn of_file(file: &DataFile) -> String {
    let name = quoted(&file.name);
    let lines = file.header.lines().iter();
    let lines = lines.map(|(name, value)| format!("{} = {}", key(name), quoted(value)));
    let own = format!("\n[[data]]\nfile = {name}\ngames = {}", file.games);
    [own].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// The result of a training: the hash of the network, the training loss of the last epoch, and the
/// held-out loss of the rounded network.
pub(super) fn result(network: &Network, [loss, held_out]: [f64; 2]) -> String {
    let hash = network.hash();
    format!("\n[network]\nhash = \"{hash:08x}\"\nloss = {loss:.6}\nheld_out_loss = {held_out:.6}\n")
}

fn key(name: &str) -> String {
    let is_bare = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { name.to_owned() } else { quoted(name) }
}

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    let escaped = text.chars().flat_map(|c| match c {
        '"' | '\\' => vec!['\\', c],
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)).chars().collect(),
        c => vec![c],
    });
    ['"'].into_iter().chain(escaped).chain(['"']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_names_are_those_of_toml() {
        assert_eq!(quoted(r#"a "b" \c"#), r#""a \"b\" \\c""#);
        assert_eq!(quoted("ä\u{7f}\n"), "\"ä\\u007F\\u000A\"");
        assert_eq!(key("Source1"), "Source1");
        assert_eq!(key("a.b"), "\"a.b\"");
    }
}
