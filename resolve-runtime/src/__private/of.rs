//! What a type can do, found out where it is known.
//!
//! The answers are there for every type: whether a type can do what a tool wants of it is checked
//! in one place of the generated code, and everything else goes on as if it could. So a mistake
//! becomes one error.
//!
//! A constant has two definitions: the one in an `impl` of [`Of`] for types that can do something
//! is found first, the one in a trait for all types else. A method is implemented for `Of<P>` in
//! the special case, and for `&Of<P>` in the general one. The names of the methods start with
//! underscores, because traits of the user's own are in scope as well.

use std::fmt;
use std::marker::PhantomData;

use super::{CopyPlan, Running, Verified};
use crate::preview::{Plan, VerifyPlan};

/// Stands for a type.
pub struct Of<T: ?Sized>(PhantomData<fn() -> Box<T>>);

impl<T: ?Sized> Of<T> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<T: ?Sized> fmt::Debug for Of<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Of")
    }
}

/// A plan that can be cloned is.
pub trait CopyByClone<P> {
    /// How to copy a plan.
    fn __copy(&self) -> CopyPlan<P>;
}

impl<P: Clone> CopyByClone<P> for Of<P> {
    fn __copy(&self) -> CopyPlan<P> {
        |plan| Ok(plan.clone())
    }
}

/// Every plan can be stored and loaded again.
pub trait CopyBySerde<P> {
    /// How to copy a plan.
    fn __copy(&self) -> CopyPlan<P>;
}

impl<P: Plan> CopyBySerde<P> for &Of<P> {
    fn __copy(&self) -> CopyPlan<P> {
        |plan| {
            let stored = serde_json::to_vec(plan)?;
            Ok(serde_json::from_slice(&stored)?)
        }
    }
}

/// A plan that can verify itself does.
pub trait VerifyByPlan<P> {
    /// Verifies the plan.
    fn __verify<'a>(&self, plan: &'a P) -> Option<Running<'a, Verified>>;
}

impl<P: VerifyPlan> VerifyByPlan<P> for Of<P> {
    fn __verify<'a>(&self, plan: &'a P) -> Option<Running<'a, Verified>> {
        Some(Box::pin(plan.verify()))
    }
}

/// For every other plan the world is always the one that was previewed.
pub trait VerifyNothing<P> {
    /// Does nothing.
    fn __verify<'a>(&self, _: &'a P) -> Option<Running<'a, Verified>> {
        None
    }
}

impl<P> VerifyNothing<P> for &Of<P> {}
