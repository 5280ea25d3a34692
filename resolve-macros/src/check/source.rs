//! Rules about where the value of one parameter comes from.

use syn::{Ident, Pat, PatType, Type};

use super::serde::{SerdeAttributes, is_converted, is_demanded, take_decoder};
use super::{name, types};
use crate::docs::Text;
use crate::errors::Errors;
use crate::model::{Absent, Argument, Decoded, Field, Source, Style};
use crate::signature::is_helper;

/// The type of a state that is lent.
pub(super) fn state(ty: &Type, errors: &mut Errors) -> Option<Type> {
    let Type::Reference(reference) = types::ungrouped(ty) else {
        let message = "the session keeps its state and lends it: take a reference, as in \
                       `#[state] store: &Store`";
        errors.at(ty, message);
        return None;
    };
    if let Some(mutability) = &reference.mutability {
        let message = "the state is shared by all calls of the session: take `&` and put what \
                       changes into a `Mutex`";
        errors.at(mutability, message);
        return None;
    }
    match types::ungrouped(&reference.elem) {
        Type::TraitObject(_) | Type::Slice(_) => {
            let message = "the state is a value of one known size: put it into an `Arc`, as in \
                           `#[state] store: &Arc<dyn Store>`";
            errors.at(&reference.elem, message);
            None
        }
        elem if types::has_lifetime(elem) => {
            let message = "the state of a session cannot borrow: use owned fields, or an `Arc`";
            errors.at(elem, message);
            None
        }
        elem => Some(elem.clone()),
    }
}

/// The context, which is lent as well.
pub(super) fn context(ty: &Type, errors: &mut Errors) -> Option<Source> {
    match types::ungrouped(ty) {
        Type::Reference(reference) if reference.mutability.is_none() => {
            Some(Source::Context(ty.clone()))
        }
        _ => {
            let message =
                "the context is lent to the tool: write `#[context] cx: &CallContext<'_>`";
            errors.at(ty, message);
            None
        }
    }
}

/// All arguments.
pub(super) fn whole(ty: &Type, errors: &mut Errors) -> Option<Decoded> {
    let decoded = decoded(ty, errors)?;
    if types::unsized_kind(&decoded.ty).is_some() {
        let message = "the arguments of a call are members of one object: take a struct with a \
                       field for each, as in `#[args] order: &Order`, or leave `#[args]` out";
        errors.at(ty, message);
        return None;
    }
    Some(decoded)
}

/// One argument, and whether it wants a derive.
pub(super) fn argument(
    input: &PatType,
    style: &mut Style,
    errors: &mut Errors,
) -> Option<Argument> {
    let name = parameter_name(&input.pat, errors);
    let decoded = decoded(&input.ty, errors);
    super::refuse_blank(&input.attrs, "what the argument is", errors);
    let serde = SerdeAttributes::read(&input.attrs, errors);
    let (field, decoded) = (name?, decoded?);
    if serde.needs_derive && *style == Style::OneByOne {
        *style = Style::Derived;
    }
    if serde.flattened && types::is_scalar(&decoded.ty) {
        let message = "what is flattened has named fields, which stand among the arguments: take a \
                       struct, or leave `flatten` out";
        errors.at(&decoded.ty, message);
    }
    let mut attributes: Vec<_> =
        input.attrs.iter().filter(|attribute| is_helper(attribute)).cloned().collect();
    let absent = match is_demanded(&input.attrs) {
        false => Absent::AsSaid,
        true if types::is_option(&decoded.ty) => Absent::Optional,
        true => Absent::Demanded,
    };
    let decoded_by = take_decoder(&mut attributes, errors);
    let name = serde.rename.unwrap_or_else(|| name::of_argument(&field));
    if !serde.flattened {
        name::check_argument(&name, errors);
    }
    Some(Argument {
        decoded,
        name,
        description: Text::of_docs(&input.attrs),
        default: serde.default,
        field: Box::new(Field {
            name: field,
            attributes,
            flattened: serde.flattened,
            converted: is_converted(&input.attrs),
            absent,
            decoder: decoded_by,
        }),
    })
}

/// The name of an argument, which a pattern does not have.
fn parameter_name(pattern: &Pat, errors: &mut Errors) -> Option<Ident> {
    match pattern {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            Some(pattern.ident.clone())
        }
        Pat::Wild(pattern) => {
            let message = "an argument needs a name, which the model reads: write `_name` if the \
                           value is not used";
            errors.at(pattern, message);
            None
        }
        pattern => {
            let message = "an argument needs a name, which the model reads: take it by a plain \
                           name and destructure it in the body";
            errors.at(pattern, message);
            None
        }
    }
}

/// What is decoded for a parameter of this type.
pub(super) fn decoded(ty: &Type, errors: &mut Errors) -> Option<Decoded> {
    let ty = types::ungrouped(ty);
    refuse_unmarked_context(ty, errors)?;
    let (inner, borrowed) = match ty {
        Type::Reference(reference) => (&*reference.elem, true),
        ty => (ty, false),
    };
    if let Type::Reference(reference) = ty {
        refuse_odd_reference(reference, errors)?;
    }
    if types::has_dyn(inner) {
        let message = "an argument is decoded into a value of one type, which `dyn Trait` is not: \
                       write the type in full, or take the value from the session, as in \
                       `#[state] store: &Arc<dyn Store>`";
        errors.at(ty, message);
        return None;
    }
    if types::has_lifetime(inner) || types::has_reference(inner) {
        let message = "an argument is decoded into a value of its own, so nothing in its type can \
                       borrow: write `Option<String>` instead of `Option<&str>`";
        errors.at(inner, message);
        return None;
    }
    Some(Decoded { ty: inner.clone(), borrowed })
}

fn refuse_unmarked_context(ty: &Type, errors: &mut Errors) -> Option<()> {
    let pointed_to = match ty {
        Type::Reference(reference) => &reference.elem,
        ty => ty,
    };
    if let Some(path) = types::path(pointed_to)
        && let Some(last) = path.segments.last()
        && last.ident == "CallContext"
    {
        let message = "the context is no argument of the model's: mark it, as in \
                       `#[context] cx: &CallContext<'_>`";
        errors.at(ty, message);
        return None;
    }
    Some(())
}

fn refuse_odd_reference(reference: &syn::TypeReference, errors: &mut Errors) -> Option<()> {
    if let Some(mutability) = &reference.mutability {
        let message = "an argument cannot be changed for the caller, who is a model: take the \
                       value, as in `mut name: String`";
        errors.at(mutability, message);
        return None;
    }
    if let Some(lifetime) = &reference.lifetime
        && lifetime.ident == "static"
    {
        // Another lifetime is a mistake of the generics.
        let message = "an argument lives as long as its call: leave the lifetime out, as in \
                       `name: &str`";
        errors.at(lifetime, message);
        return None;
    }
    Some(())
}
