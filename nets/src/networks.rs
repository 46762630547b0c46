//! The networks that a program evaluates with: one for each variant with drops.

use std::sync::{Arc, LazyLock};

use tandem_rules::Variant;

use crate::Network;

/// A network for bughouse and one for crazyhouse, or one for both. Chess has none: it is evaluated by
/// hand.
#[derive(Clone)]
pub struct Networks {
    bughouse: Arc<Network>,
    /// The network for crazyhouse, if it has one of its own.
    crazyhouse: Option<Arc<Network>>,
}

impl Networks {
    /// The embedded networks; `bughouse.toml` and `crazyhouse.toml` describe how they were trained, and
    /// `fourth.toml` the network that both came from.
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Networks>> = LazyLock::new(|| {
            let networks = Networks::parse(include_bytes!(env!("TANDEM_NETWORK")));
            Arc::new(networks.expect("a test reads it"))
        });
        Arc::clone(&EMBEDDED)
    }

    /// A network for bughouse and one for crazyhouse.
    pub(crate) fn of_both(bughouse: Network, crazyhouse: Network) -> Self {
        Self { bughouse: Arc::new(bughouse), crazyhouse: Some(Arc::new(crazyhouse)) }
    }

    /// The network of a variant; `None` for chess.
    pub fn of(&self, variant: Variant) -> Option<&Arc<Network>> {
        match variant {
            Variant::Bughouse => Some(&self.bughouse),
            Variant::Crazyhouse => Some(self.crazyhouse.as_ref().unwrap_or(&self.bughouse)),
            Variant::Chess => None,
        }
    }

    /// A copy in which a variant has another network, and the other variant keeps its own; `None` for
    /// chess.
    pub fn with(&self, variant: Variant, network: Network) -> Option<Self> {
        let network = Arc::new(network);
        let crazyhouse = self.of(Variant::Crazyhouse).cloned();
        match variant {
            Variant::Bughouse => Some(Self { bughouse: network, crazyhouse }),
            Variant::Crazyhouse => Some(Self { crazyhouse: Some(network), ..self.clone() }),
            Variant::Chess => None,
        }
    }

    /// Each network once: that for bughouse, then that for crazyhouse if it has one of its own.
    pub(crate) fn all(&self) -> Vec<&Network> {
        [&self.bughouse].into_iter().chain(&self.crazyhouse).map(|network| &**network).collect()
    }

    /// The [hash](Network::hash) of each network in hexadecimal, with a plus between two.
    pub fn name(&self) -> String {
        let hashes = self.all().into_iter().map(|network| format!("{:08x}", network.hash()));
        hashes.collect::<Vec<_>>().join("+")
    }
}

impl From<Network> for Networks {
    /// One network for all variants.
    fn from(network: Network) -> Self {
        Self { bughouse: Arc::new(network), crazyhouse: None }
    }
}
