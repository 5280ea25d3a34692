//! Rules about parameters: what each is, and where its value comes from.

use proc_macro2::Span;
use quote::format_ident;
use syn::{Attribute, FnArg, Ident, Pat, PatType, Signature, Type};

use super::serde::SerdeAttributes;
use super::{name, types};
use crate::docs::Text;
use crate::errors::{Errors, did_you_mean};
use crate::model::{Argument, Decoded, Field, Parameter, Source, Style};
use crate::signature::{HELPERS, cfg_attr, cfgs, is_helper};

/// The parameters and how they are decoded, if all of them can be taken.
pub(super) fn check_all(
    signature: &Signature,
    errors: &mut Errors,
) -> Option<(Vec<Parameter>, Style)> {
    let mut parameters = Vec::new();
    let mut style = Style::OneByOne;
    let mut complete = true;
    for (index, input) in signature.inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else {
            continue;
        };
        match check_one(index, input, &mut style, errors) {
            Some(parameter) => parameters.push(parameter),
            None => complete = false,
        }
    }
    check_together(signature, errors);
    refuse_equal_names(&parameters, errors);
    complete.then_some((parameters, style))
}

/// What the author marked the parameter as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Argument,
    Whole,
    State,
    Context,
}

fn check_one(
    index: usize,
    input: &PatType,
    style: &mut Style,
    errors: &mut Errors,
) -> Option<Parameter> {
    check_attributes(&input.attrs, errors);
    let role = role(&input.attrs, errors)?;
    if types::has_impl(&input.ty) {
        let message = "a parameter needs one type, which `impl Trait` is not: write it in full, as \
                       in `text: String`";
        errors.at(&input.ty, message);
        return None;
    }
    let source = match role {
        Role::State => Source::State(state(&input.ty, errors)?),
        Role::Context => context(&input.ty, errors)?,
        Role::Whole => {
            *style = Style::Whole;
            Source::Whole(decoded(&input.ty, errors)?)
        }
        Role::Argument => Source::Argument(argument(input, style, errors)?),
    };
    if role != Role::Argument {
        refuse_serde(&input.attrs, errors);
    }
    Some(Parameter {
        local: format_ident!("value_{}", index, span = Span::mixed_site()),
        cfgs: cfgs(&input.attrs),
        source,
    })
}

/// Attributes that look like one of ours but are not.
fn check_attributes(attributes: &[Attribute], errors: &mut Errors) {
    /// What the compiler itself takes on a parameter.
    const BUILT_IN: [&str; 7] = [
        "allow", "cfg", "cfg_attr", "deny", "expect", "forbid", "warn",
    ];
    for attribute in attributes {
        let Some(ident) = attribute.path().get_ident() else {
            continue;
        };
        let written = ident.to_string();
        if is_helper(&attribute.meta) || BUILT_IN.contains(&written.as_str()) {
            refuse_conditional_role(attribute, errors);
        } else if let Some(meant) = did_you_mean(&written, &HELPERS) {
            let message =
                format!("there is no `#[{written}]` for parameters; did you mean `#[{meant}]`?");
            errors.at(ident, message);
        }
    }
}

fn refuse_conditional_role(attribute: &Attribute, errors: &mut Errors) {
    let Some((_, metas)) = cfg_attr(attribute) else {
        return;
    };
    for meta in metas {
        if ["state", "context", "args"]
            .iter()
            .any(|role| meta.path().is_ident(role))
        {
            let message = "where a value comes from cannot depend on the configuration: write the \
                           parameter twice, each with a `#[cfg(..)]`";
            errors.at(meta, message);
        }
    }
}

fn role(attributes: &[Attribute], errors: &mut Errors) -> Option<Role> {
    let mut roles = attributes.iter().filter_map(|attribute| {
        let role = match attribute.path() {
            path if path.is_ident("state") => Role::State,
            path if path.is_ident("context") => Role::Context,
            path if path.is_ident("args") => Role::Whole,
            _ => return None,
        };
        Some((role, attribute))
    });
    let Some((role, attribute)) = roles.next() else {
        return Some(Role::Argument);
    };
    if attribute.meta.require_path_only().is_err() {
        let message = "this attribute takes nothing: write `#[state]`, `#[context]` or `#[args]`";
        errors.at(attribute, message);
        return None;
    }
    if let Some((_, second)) = roles.next() {
        let message = "a parameter is one of `#[state]`, `#[context]` and `#[args]`; keep one";
        errors.at(second, message);
        return None;
    }
    Some(role)
}

fn state(ty: &Type, errors: &mut Errors) -> Option<Type> {
    let Type::Reference(reference) = ty else {
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
    match &*reference.elem {
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

fn context(ty: &Type, errors: &mut Errors) -> Option<Source> {
    match ty {
        Type::Reference(reference) if reference.mutability.is_none() => Some(Source::Context),
        _ => {
            let message =
                "the context is lent to the tool: write `#[context] cx: &CallContext<'_>`";
            errors.at(ty, message);
            None
        }
    }
}

fn argument(input: &PatType, style: &mut Style, errors: &mut Errors) -> Option<Argument> {
    let name = parameter_name(&input.pat, errors);
    let decoded = decoded(&input.ty, errors);
    let serde = SerdeAttributes::read(&input.attrs, errors);
    let (field, decoded) = (name?, decoded?);
    if serde.needs_derive && *style == Style::OneByOne {
        *style = Style::Derived;
    }
    let attributes = input
        .attrs
        .iter()
        .filter(|attribute| {
            is_helper(&attribute.meta)
                || cfg_attr(attribute).is_some_and(|(_, metas)| metas.iter().any(is_helper))
        })
        .cloned()
        .collect();
    Some(Argument {
        decoded,
        name: serde.rename.unwrap_or_else(|| name::of_argument(&field)),
        description: Text::of_docs(&input.attrs),
        default: serde.default,
        field: Field {
            name: field,
            attributes,
            flattened: serde.flattened,
        },
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
fn decoded(ty: &Type, errors: &mut Errors) -> Option<Decoded> {
    let (inner, borrowed) = match ty {
        Type::Reference(reference) => (&*reference.elem, true),
        Type::Paren(paren) => return decoded(&paren.elem, errors),
        ty => (ty, false),
    };
    if let Type::Reference(reference) = ty {
        refuse_unmarked_context(reference, errors)?;
        refuse_odd_reference(reference, errors)?;
    }
    if types::has_lifetime(inner) {
        let message = "an argument is decoded into a value of its own, so nothing in its type can \
                       borrow: write `Option<String>` instead of `Option<&str>`";
        errors.at(inner, message);
        return None;
    }
    Some(Decoded {
        ty: inner.clone(),
        borrowed,
    })
}

fn refuse_unmarked_context(reference: &syn::TypeReference, errors: &mut Errors) -> Option<()> {
    if let Type::Path(path) = &*reference.elem
        && let Some(last) = path.path.segments.last()
        && last.ident == "CallContext"
    {
        let message = "the context is no argument of the model's: mark it, as in \
                       `#[context] cx: &CallContext<'_>`";
        errors.at(reference, message);
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
        && lifetime.ident != "_"
    {
        let message = "an argument lives as long as its call: leave the lifetime out, as in \
                       `name: &str`";
        errors.at(lifetime, message);
        return None;
    }
    Some(())
}

fn refuse_serde(attributes: &[Attribute], errors: &mut Errors) {
    for attribute in attributes {
        if attribute.path().is_ident("serde") || attribute.path().is_ident("schemars") {
            let message = "this parameter is not decoded by itself: only plain arguments have \
                           `serde` and `schemars` attributes";
            errors.at(attribute, message);
        }
    }
}

/// Rules that no parameter breaks alone.
fn check_together(signature: &Signature, errors: &mut Errors) {
    let marked = |attributes: &[Attribute], mark: &str| {
        attributes
            .iter()
            .any(|attribute| attribute.path().is_ident(mark))
    };
    let inputs: Vec<&PatType> = signature
        .inputs
        .iter()
        .filter_map(|input| match input {
            FnArg::Typed(input) => Some(input),
            FnArg::Receiver(_) => None,
        })
        .collect();
    // Of parameters with a `cfg`, only some may be there.
    let always = |input: &&&PatType| cfgs(&input.attrs).is_empty();
    for mark in ["context", "args"] {
        let mut marked = inputs
            .iter()
            .filter(|input| marked(&input.attrs, mark))
            .filter(always);
        if marked.next().is_some()
            && let Some(second) = marked.next()
        {
            errors.at(
                second,
                format!("only one parameter can be `#[{mark}]`; keep one"),
            );
        }
    }
    if inputs.iter().any(|input| marked(&input.attrs, "args")) {
        let plain = inputs.iter().filter(|input| {
            !["args", "state", "context"]
                .iter()
                .any(|mark| marked(&input.attrs, mark))
        });
        for input in plain {
            let message = "`#[args]` takes all arguments of the call: move this one into its type, \
                           or mark it `#[state]` or `#[context]`";
            errors.at(input, message);
        }
    }
}

fn refuse_equal_names(parameters: &[Parameter], errors: &mut Errors) {
    let named: Vec<_> = parameters
        .iter()
        .filter(|parameter| parameter.cfgs.is_empty())
        .filter_map(|parameter| match &parameter.source {
            Source::Argument(argument) if !argument.field.flattened => Some(&argument.name),
            _ => None,
        })
        .collect();
    for (index, name) in named.iter().enumerate() {
        let text = name.value();
        if named[..index].iter().any(|before| before.value() == text) {
            let message = format!("two arguments are called `{text}`; rename one of them");
            errors.at(name, message);
        }
    }
}
