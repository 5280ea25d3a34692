//! The languages that are built in.

use std::path::Path;

use ast_grep_language::{Language as _, LanguageExt as _, SupportLang};

/// The languages whose grammars are compiled in. ast-grep knows more names than that, and panics when it is asked to
/// parse one of the others, so this list decides; it mirrors the features in the manifest.
const LANGUAGES: [SupportLang; 16] = [
    SupportLang::Bash,
    SupportLang::C,
    SupportLang::Cpp,
    SupportLang::Css,
    SupportLang::Go,
    SupportLang::Html,
    SupportLang::Java,
    SupportLang::JavaScript,
    SupportLang::Json,
    SupportLang::Lua,
    SupportLang::Python,
    SupportLang::Ruby,
    SupportLang::Rust,
    SupportLang::Tsx,
    SupportLang::TypeScript,
    SupportLang::Yaml,
];

/// The names of the languages that can be rewritten.
pub fn languages() -> impl Iterator<Item = String> {
    all().map(|language| language.to_string())
}

/// The languages that can be rewritten.
pub(super) fn all() -> impl Iterator<Item = SupportLang> {
    LANGUAGES.into_iter()
}

/// The place of a language among [`all`].
pub(super) fn index(language: SupportLang) -> Option<usize> {
    LANGUAGES.iter().position(|known| *known == language)
}

/// The language of a file, by its extension.
pub(super) fn of_path(path: &Path) -> Option<SupportLang> {
    SupportLang::from_path(path).filter(|language| index(*language).is_some())
}

/// The languages that can stand inside of a file of `host`, as scripts and styles do in HTML.
pub(super) fn injectable(host: SupportLang) -> Vec<SupportLang> {
    let names = host.injectable_languages().unwrap_or_default();
    let mut found: Vec<SupportLang> = Vec::new();
    for language in names.iter().filter_map(|name| name.parse().ok()) {
        if index(language).is_some() && !found.contains(&language) {
            found.push(language);
        }
    }
    found
}
