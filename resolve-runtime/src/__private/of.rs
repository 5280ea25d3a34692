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
use std::future::{Ready, ready};
use std::marker::PhantomData;

use super::{CopyPlan, Verified};
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::preview::VerifyPlan;
use crate::tool::PreviewTool;

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
pub trait CopyByClone<T: PreviewTool> {
    /// How to copy a plan.
    fn __copy(&self) -> CopyPlan<T::Plan>;
}

impl<T: PreviewTool<Plan: Clone>> CopyByClone<T> for Of<T> {
    fn __copy(&self) -> CopyPlan<T::Plan> {
        |plan| Ok(plan.clone())
    }
}

/// Every plan can be stored and loaded again.
pub trait CopyBySerde<T: PreviewTool> {
    /// How to copy a plan.
    fn __copy(&self) -> CopyPlan<T::Plan>;
}

impl<T: PreviewTool> CopyBySerde<T> for &Of<T> {
    fn __copy(&self) -> CopyPlan<T::Plan> {
        |plan| {
            let stored = serde_json::to_vec(plan)?;
            Ok(serde_json::from_slice(&stored)?)
        }
    }
}

/// A plan that can verify itself does.
pub trait VerifyByPlan<T: PreviewTool> {
    /// Verifies the plan.
    fn __verify(
        &self,
        plan: &T::Plan,
        cx: &ResolveContext<'_, T::Extra>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send;
}

impl<T: PreviewTool<Plan: VerifyPlan>> VerifyByPlan<T> for Of<T> {
    fn __verify(
        &self,
        plan: &T::Plan,
        _: &ResolveContext<'_, T::Extra>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send {
        plan.verify()
    }
}

/// For every other plan the world is always the one that was previewed.
pub trait VerifyNothing<T: PreviewTool> {
    /// Does nothing.
    fn __verify(&self, _: &T::Plan, _: &ResolveContext<'_, T::Extra>) -> Ready<Verified> {
        ready(Ok(()))
    }
}

impl<T: PreviewTool> VerifyNothing<T> for &Of<T> {}
