//! What a resolution carries for one tool.

use super::Of;
use super::preview::Unknown;
use crate::tool::Extra;

impl<X: Extra> Of<X> {
    /// Whether it can be an `extra`.
    pub const IS_EXTRA: bool = true;
}

/// What stands for every other type.
pub trait NoExtra {
    /// It cannot.
    const IS_EXTRA: bool = false;
}

impl<X: ?Sized> NoExtra for Of<X> {}

/// The `extra` of a tool that names a type for it. There is an answer for every type.
pub type ExtraOf<X, const IS_EXTRA: bool> = <Of<X> as Carries<IS_EXTRA>>::Extra;

/// Tells the type, if it is known that it can be one.
pub trait Carries<const IS_EXTRA: bool> {
    /// The type.
    type Extra: Extra;
}

impl<X: Extra> Carries<true> for Of<X> {
    type Extra = X;
}

impl<X: ?Sized> Carries<false> for Of<X> {
    type Extra = Unknown;
}

/// Requires an `extra`.
#[expect(clippy::needless_maybe_sized, reason = "a type of unknown size is told once")]
pub const fn extra<X: Extra + ?Sized>() {}
