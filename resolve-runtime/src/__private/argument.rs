//! What parameters are decoded as. Each requirement is a trait of its own, whose error says what to
//! write.

use std::marker::PhantomData;

use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Of;
use crate::arguments::{ArgumentError, Arguments, Parameter, Shape, SplitArguments};
use crate::error::BoxError;

/// A type of one argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "not an argument",
    note = "an argument is decoded from what the model writes, and described to it: its type needs \
            `#[derive(Deserialize, JsonSchema)]`",
    note = "a value that the host gives is lent, and marked: `#[state] name: &Type`"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// What stands behind the reference that a parameter is: an owned form of it is decoded.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be an argument of a tool",
    label = "not an argument",
    note = "a value that the host gives is marked: `#[state] name: &{Self}`",
    note = "what the model writes is decoded, and described to the model: its type needs \
            `#[derive(Clone, Deserialize, JsonSchema)]`, or without `Clone` is taken by value"
)]
pub trait LentArgument {
    /// The form that is decoded.
    type Owned: Argument;

    /// What the function takes.
    fn lend(owned: &Self::Owned) -> &Self;
}

#[diagnostic::do_not_recommend]
impl<T: ToOwned<Owned: Argument> + ?Sized> LentArgument for T {
    type Owned = T::Owned;

    fn lend(owned: &T::Owned) -> &T {
        std::borrow::Borrow::borrow(owned)
    }
}

/// A type of all arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "not a type of arguments",
    note = "arguments are decoded from what the model writes, and described to it: their type needs \
            `#[derive(Deserialize, JsonSchema)]`"
)]
pub trait WholeArguments: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> WholeArguments for T {}

/// Stands for a parameter that is a reference to a `T`.
#[derive(Debug)]
pub struct Lent<T: ?Sized>(PhantomData<fn() -> Box<T>>);

/// What is decoded for a parameter: of a type as it is, or [`Lent`].
pub trait Decoded {
    /// The type.
    type Value: DeserializeOwned + JsonSchema;
}

impl<T: Argument> Decoded for T {
    type Value = T;
}

impl<T: LentArgument + ?Sized> Decoded for Lent<T> {
    type Value = T::Owned;
}

impl<T: Decoded> Of<T> {
    /// What is to be known of the argument.
    pub const SHAPE: Shape = Shape::of_type::<T::Value>();

    /// Whether it is an argument.
    pub const IS_ARGUMENT: bool = true;

    /// The schema of all arguments.
    pub const SCHEMA: fn() -> Schema = crate::schema::of_decoded::<T::Value>;
}

impl<T: DeserializeOwned> Of<T> {
    /// Decodes all arguments.
    pub const DECODE: fn(&Arguments<'_>) -> Result<T, ArgumentError> =
        |arguments| arguments.decode();
}

/// What stands for a type that is no argument. The code that has it never runs.
pub trait NoArgument {
    /// Whatever.
    const SHAPE: Shape = Shape::NONE;
    /// It is not.
    const IS_ARGUMENT: bool = false;
    /// Whatever.
    const SCHEMA: fn() -> Schema = Schema::default;
}

impl<T: ?Sized> NoArgument for Of<T> {}

/// What stands for a derived struct that cannot be decoded.
pub trait NoDecoding<T> {
    /// Never called.
    const DECODE: fn(&Arguments<'_>) -> Result<T, ArgumentError> = |_| unreachable!();
}

impl<T> NoDecoding<T> for Of<T> {}

/// What a derived struct has for an argument. There is an answer for every type.
pub type Field<T, const IS_ARGUMENT: bool> = <Of<T> as FieldOf<IS_ARGUMENT>>::Field;

/// Tells the type of the field, if it is known that there is one.
pub trait FieldOf<const IS_ARGUMENT: bool> {
    /// The type of the field.
    type Field;

    /// What is taken out of it.
    type Value;

    /// Takes it out.
    fn value(field: Self::Field) -> Self::Value;
}

impl<T: Decoded> FieldOf<true> for Of<T> {
    type Field = T::Value;
    type Value = T::Value;

    fn value(field: T::Value) -> T::Value {
        field
    }
}

impl<T: ?Sized> FieldOf<false> for Of<T> {
    type Field = Nothing;
    type Value = Never;

    fn value(_: Nothing) -> Never {
        unreachable!()
    }
}

/// The field of a type that is no argument.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct Nothing;

/// The type that no stable name stands for: it turns into every other.
pub type Never = <fn() -> ! as Returns>::Output;

/// What a function returns.
pub trait Returns {
    /// The type.
    type Output;
}

impl<T> Returns for fn() -> T {
    type Output = T;
}

/// Requires an argument that a derived struct decodes.
#[must_use]
pub const fn argument<T: Argument>() -> &'static Of<T> {
    &Of::NEW
}

/// Requires an argument that is lent.
#[must_use]
pub const fn lent_argument<T: LentArgument + ?Sized>() -> &'static Of<T> {
    &Of::NEW
}

/// Decodes what is lent.
pub trait TakeLent<T: LentArgument + ?Sized> {
    /// Decodes the next argument.
    ///
    /// # Errors
    ///
    /// If it does not fit, or is missing and the type has no value for that.
    fn __take<const N: usize>(
        &self,
        values: &mut SplitArguments<'_, N>,
    ) -> Result<T::Owned, BoxError> {
        Ok(values.take()?)
    }

    /// Decodes the next argument, for which the default of its type may stand.
    ///
    /// # Errors
    ///
    /// If it is there and does not fit.
    fn __take_or_default<const N: usize>(
        &self,
        values: &mut SplitArguments<'_, N>,
    ) -> Result<T::Owned, BoxError>
    where
        T::Owned: Default,
    {
        Ok(values.take_or(Default::default)?)
    }

    /// Decodes the next argument, which has a default.
    ///
    /// # Errors
    ///
    /// If it is there and does not fit.
    fn __take_or<const N: usize>(
        &self,
        values: &mut SplitArguments<'_, N>,
        default: impl FnOnce() -> T::Owned,
    ) -> Result<T::Owned, BoxError> {
        Ok(values.take_or(default)?)
    }

    /// What the function takes.
    fn __lend<'v>(&self, owned: &'v T::Owned) -> &'v T {
        T::lend(owned)
    }
}

impl<T: LentArgument + ?Sized> TakeLent<T> for Of<T> {}

/// Requires a type of all arguments that is lent.
#[must_use]
#[expect(clippy::needless_maybe_sized, reason = "a type of unknown size is told once")]
pub const fn lent_arguments<T: WholeArguments + ?Sized>() -> &'static Of<T> {
    &Of::NEW
}

/// Decodes all arguments for a parameter that is a reference.
pub trait TakeAllLent<T: WholeArguments> {
    /// Decodes them.
    ///
    /// # Errors
    ///
    /// If they do not fit.
    fn __take_all(&self, arguments: &Arguments<'_>) -> Result<T, BoxError> {
        take_all(arguments)
    }

    /// What the function takes.
    fn __lend_all<'v>(&self, owned: &'v T) -> &'v T {
        owned
    }
}

impl<T: WholeArguments> TakeAllLent<T> for Of<T> {}

/// What stands for a type that cannot be lent. It is never called.
pub trait TakeNothing<T: ?Sized> {
    /// Nothing.
    fn __take<V>(&self, _: V) -> Result<Nothing, BoxError> {
        unreachable!()
    }

    /// Nothing.
    fn __take_or_default<V>(&self, _: V) -> Result<Nothing, BoxError> {
        unreachable!()
    }

    /// Nothing.
    fn __take_or<V, D>(&self, _: V, _: D) -> Result<Nothing, BoxError> {
        unreachable!()
    }

    /// Nothing.
    fn __lend<V>(&self, _: &V) -> &'static T {
        unreachable!()
    }

    /// Nothing.
    fn __take_all<V>(&self, _: V) -> Result<Nothing, BoxError> {
        unreachable!()
    }

    /// Nothing.
    fn __lend_all<V>(&self, _: &V) -> &'static T {
        unreachable!()
    }
}

impl<T: ?Sized> TakeNothing<T> for &Of<T> {}

// The functions that follow are called with the same types by many tools: each stands once in a
// program, and boxes its own error.

/// Splits the arguments.
///
/// # Errors
///
/// If they are no object, or there is one that the tool does not have.
#[inline(never)]
pub fn split<'a, const N: usize>(
    arguments: &'a Arguments<'_>,
    parameters: &'static [Parameter],
) -> Result<SplitArguments<'a, N>, BoxError> {
    match N {
        0 => Ok(arguments.split(parameters)?),
        _ => Ok(arguments.in_order(parameters)),
    }
}

/// Decodes the next argument.
///
/// # Errors
///
/// If it does not fit, or is missing and the type has no value for that.
#[inline(never)]
pub fn take<T: Argument, const N: usize>(
    values: &mut SplitArguments<'_, N>,
) -> Result<T, BoxError> {
    Ok(values.take()?)
}

/// Decodes the next argument, for which the default of its type may stand.
///
/// # Errors
///
/// If it is there and does not fit.
pub fn take_or_default<T: Argument + Default, const N: usize>(
    values: &mut SplitArguments<'_, N>,
) -> Result<T, BoxError> {
    Ok(values.take_or(T::default)?)
}

/// Decodes the next argument, which has a default.
///
/// # Errors
///
/// If it is there and does not fit.
pub fn take_or<T: Argument, const N: usize>(
    values: &mut SplitArguments<'_, N>,
    default: impl FnOnce() -> T,
) -> Result<T, BoxError> {
    Ok(values.take_or(default)?)
}

/// Decodes all arguments.
///
/// # Errors
///
/// If they do not fit.
pub fn take_all<T: WholeArguments>(arguments: &Arguments<'_>) -> Result<T, BoxError> {
    Ok(arguments.decode()?)
}
