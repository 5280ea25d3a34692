//! That the documentation leaves nothing out.

use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands in double quotes, in order.
fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

/// The section of a heading, up to the next one of the same level.
fn section<'t>(text: &'t str, heading: &str) -> Option<&'t str> {
    let (_, section) = text.split_once(&format!("\n{heading}\n"))?;
    Some(section.split("\n## ").next().unwrap_or(section))
}

#[test]
fn every_key_of_the_attribute_has_a_row_and_an_example() {
    let source = read("resolve-macros/src/attribute.rs");
    let (_, list) = source.split_once("const KEYS").expect("the list of the keys");
    let keys = quoted(list.split_once("];").expect("its end").0);
    assert!(keys.contains(&"apply") && keys.contains(&"crate"), "{keys:?}");
    let pages = read("resolve-runtime/docs/preview_tool/keys.md");
    for key in keys {
        assert!(pages.contains(&format!("\n| [`{key}`](#{key}) |")), "`{key}` has no row");
        let section = section(&pages, &format!("## `{key}`"));
        let section = section.unwrap_or_else(|| panic!("`{key}` has no section"));
        assert!(section.contains("\n```\n"), "`{key}` has no example");
    }
}

#[test]
fn every_form_of_a_parameter_has_an_example() {
    let page = read("resolve-runtime/docs/preview_tool/parameters.md");
    let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
    let rows = page.lines().filter(|line| line.contains("](#")).count();
    assert_eq!(headings.len(), rows, "a row for each section");
    for heading in headings {
        let section = section(&page, heading).expect("it was found there");
        assert!(section.contains("\n```\n"), "{heading}");
    }
}

/// The names behind `pub use` in the crate's root.
fn exported(root: &str) -> Vec<&str> {
    let uses = root.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let names = uses.filter_map(|path| path.rsplit_once("::")).map(|(path, last)| {
        // A list in braces holds no further path.
        path.split_once("::{").map_or(last, |(_, list)| list)
    });
    names.flat_map(|names| names.split([',', '{', '}'])).map(str::trim).collect()
}

#[test]
fn the_map_of_the_crate_names_every_item() {
    let root = read("resolve-runtime/src/lib.rs");
    let names: Vec<&str> = exported(&root).into_iter().filter(|name| !name.is_empty()).collect();
    for known in ["preview_tool", "Session", "CancellationToken", "TurnError"] {
        assert!(names.contains(&known), "{known} among {names:?}");
    }
    let page = read("resolve-runtime/docs/crate.md");
    let missing: Vec<_> =
        names.iter().filter(|name| !page.contains(&format!("[`{name}`]"))).collect();
    assert!(missing.is_empty(), "the map lacks {missing:?}");
}
