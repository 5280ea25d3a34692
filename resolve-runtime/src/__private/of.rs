//! What a plan can do, found out where its type is known.
//!
//! Each question has two traits with one method: the one for the special case is implemented for
//! `Of<P>`, the other for `&Of<P>`. A call on `&Of<P>` finds the special one first, if there is
//! one. The names of the methods start with underscores, because traits of the user's own are in
//! scope as well.

use std::fmt;
use std::future::{Ready, ready};
use std::marker::PhantomData;

use super::CopyPlan;
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::preview::{Plan, VerifyPlan};

/// Stands for the type of a plan.
pub struct Of<P>(PhantomData<fn() -> P>);

impl<P> Of<P> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<P> fmt::Debug for Of<P> {
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
    fn __verify<E>(
        &self,
        plan: &P,
        cx: &ResolveContext<'_, E>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send;
}

impl<P: VerifyPlan> VerifyByPlan<P> for Of<P> {
    fn __verify<E>(
        &self,
        plan: &P,
        _: &ResolveContext<'_, E>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send {
        plan.verify()
    }
}

/// For every other plan the world is always the one that was previewed.
pub trait VerifyNothing<P> {
    /// Does nothing.
    fn __verify<E>(&self, plan: &P, cx: &ResolveContext<'_, E>) -> Ready<Result<(), BoxError>>;
}

impl<P> VerifyNothing<P> for &Of<P> {
    fn __verify<E>(&self, _: &P, _: &ResolveContext<'_, E>) -> Ready<Result<(), BoxError>> {
        ready(Ok(()))
    }
}
