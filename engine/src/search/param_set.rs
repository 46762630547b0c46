//! The parameters of the search for all variants.

use tandem_rules::Variant;

use super::params::{ParamError, Params};

/// The parameters of the search, for each variant its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamSet {
    bughouse: Params,
    crazyhouse: Params,
    chess: Params,
}

impl Default for ParamSet {
    fn default() -> Self {
        let [bughouse, crazyhouse, chess] = Variant::ALL.map(Params::usual);
        Self { bughouse, crazyhouse, chess }
    }
}

impl ParamSet {
    /// The parameters of a variant.
    pub const fn of(&self, variant: Variant) -> &Params {
        match variant {
            Variant::Bughouse => &self.bughouse,
            Variant::Crazyhouse => &self.crazyhouse,
            Variant::Chess => &self.chess,
        }
    }

    /// Sets a parameter by its name, for all variants.
    ///
    /// # Errors
    ///
    /// If no parameter has this name, or the value is out of range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let Self { bughouse, crazyhouse, chess } = self;
        [bughouse, crazyhouse, chess].into_iter().try_for_each(|params| params.set(name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_differ_until_a_parameter_is_set_for_all() {
        let name = "late_move_pruning_depth";
        let mut params = ParamSet::default();
        let values = |params: &ParamSet| {
            Variant::ALL.map(|variant| params.of(variant).get(name).expect(name))
        };
        let [bughouse, crazyhouse, chess] = values(&params);
        assert_eq!(bughouse, chess);
        assert_ne!(bughouse, crazyhouse);
        params.set(name, 5).expect("within its range");
        assert_eq!(values(&params), [5; 3]);
        assert!(params.set("windows", 5).is_err());
    }
}
