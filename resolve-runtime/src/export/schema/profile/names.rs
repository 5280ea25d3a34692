//! Names of properties, and patterns, as dialects take them.

/// What the names of properties are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    All,
    /// `^[a-zA-Z0-9_.-]{1,64}$`.
    Dotted,
    /// `^[A-Za-z_][A-Za-z0-9_]{0,63}$`.
    Identifiers,
}

impl Names {
    pub(crate) fn takes(self, name: &str) -> bool {
        let is_short = (1..=64).contains(&name.len());
        match self {
            Self::All => true,
            Self::Dotted => is_short && name.chars().all(|it| self.is_part(it)),
            Self::Identifiers => {
                let starts = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
                is_short && starts && name.chars().all(|it| self.is_part(it))
            }
        }
    }

    fn is_part(self, letter: char) -> bool {
        let dotted = self != Self::Identifiers && matches!(letter, '.' | '-');
        letter.is_ascii_alphanumeric() || letter == '_' || dotted
    }

    /// A name like it that is taken, and not among the others.
    pub(crate) fn made_from(self, name: &str, others: &[String]) -> String {
        let mut plain: String =
            name.chars().map(|it| if self.is_part(it) { it } else { '_' }).take(48).collect();
        if !self.takes(&plain) {
            plain.insert(0, '_');
        }
        let mut made = plain.clone();
        let mut number = 2;
        while others.contains(&made) {
            made = format!("{plain}_{number}");
            number += 1;
        }
        made
    }
}

/// What regular expressions are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patterns {
    All,
    /// Without looking ahead or behind.
    NoLookAround,
    /// Neither that, nor references to groups, word boundaries, or large counts.
    Simple,
}

impl Patterns {
    pub(crate) fn takes(self, pattern: &str) -> bool {
        let looks = ["(?=", "(?!", "(?<"].iter().any(|it| pattern.contains(it));
        match self {
            Self::All => true,
            Self::NoLookAround => !looks,
            Self::Simple => !looks && !pattern.contains("(?") && is_simple(pattern),
        }
    }
}

fn is_simple(pattern: &str) -> bool {
    const LARGE: u32 = 100;
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            if letters
                .next()
                .is_some_and(|it| matches!(it, 'b' | 'B' | 'k' | 'p' | 'P' | '1'..='9'))
            {
                return false;
            }
        } else if letter == '{' {
            let count: String = letters.clone().take_while(|it| *it != '}').collect();
            let counts = count.split(',').filter(|it| !it.is_empty());
            if counts.map(str::parse::<u32>).any(|it| it.is_ok_and(|it| it > LARGE)) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_that_are_taken_and_unique() {
        let taken = ["_2nd_name".to_owned()];
        assert_eq!(Names::Identifiers.made_from("2nd name", &taken), "_2nd_name_2");
        assert_eq!(Names::Dotted.made_from("a b.c", &[]), "a_b.c");
        assert!(Names::Identifiers.takes(&Names::Identifiers.made_from(&"ü".repeat(80), &[])));
        assert!(Names::Dotted.takes(&Names::Dotted.made_from("", &[])));
    }

    #[test]
    fn patterns_are_told_apart() {
        assert!(Patterns::Simple.takes(r"^[a-z]{1,8}\d+$"));
        for pattern in [r"\bword", r"(a)\1", "a{1,5000}", "(?=a)b", "(?<!a)b"] {
            assert!(!Patterns::Simple.takes(pattern), "{pattern}");
        }
        assert!(Patterns::NoLookAround.takes(r"\bword"));
        assert!(!Patterns::NoLookAround.takes("(?!a)b"));
    }
}
