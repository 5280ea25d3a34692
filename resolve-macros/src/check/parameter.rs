//! Rules about parameters: what each is, alone and among the others.

use proc_macro2::Span;
use quote::format_ident;
use syn::{Attribute, FnArg, PatType, Signature};

use super::{source, types};
use crate::conditional::{Conditional, cfgs};
use crate::errors::Errors;
use crate::model::{Argument, Parameter, Source, Style};
use crate::signature::meant_helper;

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
    // Nobody knows what the parameter was meant to be then.
    check_attributes(&input.attrs, errors)?;
    let role = role(&input.attrs, errors)?;
    if role != Role::Argument {
        refuse_serde(&input.attrs, errors);
    }
    if types::has_impl(&input.ty) {
        let message = "a parameter needs one type, which `impl Trait` is not: write it in full, as \
                       in `text: String`";
        errors.at(&input.ty, message);
        return None;
    }
    if let Some(kind) = types::unsized_kind(&input.ty) {
        let message = format!(
            "a parameter has a value of a known size, which {kind} is not: take an owned value or \
             a reference, such as `String` or `&str`"
        );
        errors.at(&input.ty, message);
        return None;
    }
    // The compiler says so of the function itself, unless the parameter is not there.
    if cfgs(&input.attrs).is_empty() && types::has_placeholder(&input.ty) {
        return None;
    }
    let source = match role {
        Role::State => Source::State(source::state(&input.ty, errors)?),
        Role::Context => source::context(&input.ty, errors)?,
        Role::Whole => {
            *style = Style::Whole;
            Source::Whole(source::whole(&input.ty, errors)?)
        }
        Role::Argument => Source::Argument(source::argument(input, style, errors)?),
    };
    Some(Parameter {
        // Under a name that nothing else has: a pattern would mean a constant of the same name,
        // wherever that was written.
        local: format_ident!("__value_{}", index, span = Span::mixed_site()),
        cfgs: cfgs(&input.attrs),
        source,
    })
}

/// Attributes that look like one of ours but are not, or that cannot be conditional.
fn check_attributes(attributes: &[Attribute], errors: &mut Errors) -> Option<()> {
    let mut known = Some(());
    for attribute in attributes {
        if let Some(meant) = meant_helper(attribute) {
            known = None;
            let message = format!("there is no such attribute; did you mean `{meant}`?");
            errors.at(attribute.path(), message);
        }
        refuse_conditional_role(attribute, errors);
    }
    known
}

fn refuse_conditional_role(attribute: &Attribute, errors: &mut Errors) {
    let Conditional { predicate, attribute } = Conditional::of(attribute);
    let is_role = ["state", "context", "args"].iter().any(|role| attribute.path().is_ident(role));
    if predicate.is_some() && is_role {
        let message = "where a value comes from cannot depend on the configuration: write the \
                       parameter twice, each with a `#[cfg(..)]`";
        errors.at(&attribute.meta, message);
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
        attributes.iter().any(|attribute| attribute.path().is_ident(mark))
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
        let mut marked = inputs.iter().filter(|input| marked(&input.attrs, mark)).filter(always);
        if marked.next().is_some()
            && let Some(second) = marked.next()
        {
            errors.at(second, format!("only one parameter can be `#[{mark}]`; keep one"));
        }
    }
    if inputs.iter().any(|input| marked(&input.attrs, "args")) {
        let plain = inputs.iter().filter(|input| {
            !["args", "state", "context"].iter().any(|mark| marked(&input.attrs, mark))
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
            Source::Argument(argument) if !argument.field.flattened => Some(argument),
            _ => None,
        })
        .collect();
    for (index, argument) in named.iter().enumerate() {
        let text = argument.name.value();
        // Where the parameters themselves have one name, the compiler says so.
        let is_equal = |before: &&&Argument| {
            before.name.value() == text && before.field.name != argument.field.name
        };
        if named[..index].iter().any(|before| is_equal(&before)) {
            let message = format!("two arguments are called `{text}`; rename one of them");
            errors.at(&argument.name, message);
        }
    }
}
