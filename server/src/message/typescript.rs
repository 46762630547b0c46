//! The messages as types of TypeScript.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use super::{FromPage, LONGEST, ToPage, VERSION};

/// The variable of the environment that makes the test write the file in place of comparing it.
const WRITE: &str = "TANDEM_WRITE_TYPES";

/// The declarations of all types that messages are made of, by their names: the order in which types
/// are visited may differ from build to build.
#[derive(Default)]
struct Declarations {
    seen: HashSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        // Types of the standard library have no file of their own.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = format!("{docs}export {}\n", T::decl(&Config::default()));
            self.texts.insert(T::ident(&Config::default()), text);
        }
    }
}

fn module() -> String {
    let mut declarations = Declarations::default();
    declarations.visit::<FromPage>();
    declarations.visit::<ToPage>();
    format!(
        "// Made from server/src/message/ by `{WRITE}=1 cargo test -p tandem-server types_of`.\n\n\
         /** Version of the messages. */\nexport const VERSION = {VERSION};\n\n\
         /** Longest message of the page, in bytes. */\nexport const LONGEST = {LONGEST};\n\n{}",
        declarations.texts.into_values().collect::<Vec<_>>().join("\n")
    )
}

#[test]
fn types_of_the_page_are_those_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/wire/messages.ts");
    let module = module();
    if std::env::var_os(WRITE).is_some() {
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        fs::write(&path, &module).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, module, "give the command in its first line");
}
