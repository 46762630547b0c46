//! CECP features: what an engine says that it can do and wants.

use tandem_protocol::cecp::{Command, Feature, Switch};
use tandem_protocol::text::Word;

/// Features of one engine; those it has not named have the defaults of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Features {
    pub(super) name: Option<String>,
    /// Variants that it plays; `None` if it has not named any.
    variants: Option<Vec<Word>>,
    /// Names of its options.
    options: Vec<String>,
    /// Switches that are on.
    on: Vec<Switch>,
    /// The last `done` that it has sent: true if these are all its features, false if it needs more
    /// time.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        let on = vec![Switch::Time, Switch::Draw, Switch::Reuse];
        Self { name: None, variants: None, options: Vec::new(), on, done: None }
    }
}

impl Features {
    pub(super) fn has(&self, switch: Switch) -> bool {
        self.on.contains(&switch)
    }

    /// True if it plays a variant: it has named that variant, or none at all.
    pub(super) fn plays(&self, variant: &str) -> bool {
        self.variants.as_ref().is_none_or(|names| names.iter().any(|name| *name == variant))
    }

    /// True if it has an option of this name, regardless of case.
    pub(super) fn offers(&self, option: &str) -> bool {
        self.options.iter().any(|name| name.eq_ignore_ascii_case(option))
    }

    /// Records a feature and returns the answer to it.
    pub(super) fn take(&mut self, feature: &Feature) -> Option<Command> {
        let (name, understood) = match feature {
            Feature::Switch(Switch::Done, on) => {
                self.done = Some(*on);
                ("done", true)
            }
            Feature::Switch(switch, on) => (switch.name(), self.switch(*switch, *on)),
            Feature::MyName(name) => {
                self.name = Some(name.to_string());
                ("myname", true)
            }
            Feature::Variants(names) => {
                self.variants = Some(names.clone());
                ("variants", true)
            }
            Feature::Option(option) => {
                self.options.push(option.name.to_string());
                ("option", true)
            }
            Feature::Other { name, .. } => (name.as_str(), false),
        };
        let name = Word::new(name)?;
        Some(if understood { Command::Accepted(name) } else { Command::Rejected(name) })
    }

    /// Sets a switch and returns true if it is accepted. Signals, moves in algebraic notation,
    /// `white` and `black`, and news of the other board are never used here, whatever the engine
    /// wants.
    fn switch(&mut self, switch: Switch, on: bool) -> bool {
        use Switch::{Colors, Ics, Name, OtherBoard, Pause, San, SigInt, SigTerm};
        let never = [Colors, Ics, Name, OtherBoard, Pause, San, SigInt, SigTerm];
        if on && never.contains(&switch) {
            return matches!(switch, Ics | Name | Pause); // these can be ignored
        }
        self.on.retain(|&other| other != switch);
        self.on.extend(on.then_some(switch));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_protocol::cecp::Reply;

    fn take(features: &mut Features, line: &str) -> Vec<String> {
        let Reply::Features(list) = Reply::parse(line) else { panic!("no features: {line}") };
        list.iter().filter_map(|feature| features.take(feature)).map(|c| c.to_string()).collect()
    }

    #[test]
    fn each_feature_is_accepted_or_rejected_and_taken_note_of() {
        let mut features = Features::default();
        let line = "feature ping=1 usermove=0 time=0 san=1 sigint=0 colors=1 mood=5 done=0";
        let answers = take(&mut features, line);
        let expected = [
            "accepted ping",
            "accepted usermove",
            "accepted time",
            "rejected san",
            "accepted sigint",
            "rejected colors",
            "rejected mood",
            "accepted done",
        ];
        assert_eq!(answers, expected);
        assert!(features.has(Switch::Ping) && !features.has(Switch::UserMove));
        assert!(!features.has(Switch::Time) && features.has(Switch::Reuse));
        assert_eq!(features.done, Some(false));
    }

    #[test]
    fn an_engine_that_names_no_variants_may_play_any() {
        let mut features = Features::default();
        assert!(features.plays("bughouse"));
        take(&mut features, "feature myname=\"Sjeng 11.2\" variants=\"normal,bughouse\"");
        assert!(features.plays("bughouse") && !features.plays("crazyhouse"));
        assert_eq!(features.name.as_deref(), Some("Sjeng 11.2"));
    }
}
