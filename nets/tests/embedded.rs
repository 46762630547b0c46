//! The embedded network and its recipe.

use tandem_nets::Networks;

#[test]
fn the_network_that_comes_along_is_the_one_that_its_recipe_tells_of() {
    let recipe = include_str!("../default.toml");
    let hash = format!("hash = \"{}\"", Networks::embedded().name());
    assert!(recipe.lines().any(|line| line == hash), "{hash}");
}
