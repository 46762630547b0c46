//! The embedded networks and their recipes.

use tandem_nets::Networks;
use tandem_rules::Variant;

#[test]
fn the_networks_that_come_along_are_those_that_their_recipes_tell_of() {
    let networks = Networks::embedded();
    let recipes = [
        (Variant::Bughouse, include_str!("../bughouse.toml")),
        (Variant::Crazyhouse, include_str!("../crazyhouse.toml")),
    ];
    for (variant, recipe) in recipes {
        let network = networks.of(variant).expect("a variant with drops");
        let hash = format!("hash = \"{:08x}\"", network.hash());
        assert!(recipe.lines().any(|line| line == hash), "{variant:?}: {hash}");
    }
}
