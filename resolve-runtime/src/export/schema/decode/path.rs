//! Where something is in the arguments.

use std::fmt;

/// The way from the root, made of what stands on the stack.
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(parent, key) if is_plain(key) => match parent {
                Self::Root => f.write_str(key),
                parent => write!(f, "{parent}.{key}"),
            },
            Self::Key(parent, key) => write!(f, "{parent}[{key:?}]"),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '$'))
}
