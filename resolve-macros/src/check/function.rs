//! Rules about the function as a whole.

use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericArgument, GenericParam, PathArguments, PathSegment, ReturnType, Safety,
    Signature, Token, Type, TypeParamBound,
};

use super::types;
use crate::errors::Errors;
use crate::model::Outcome;
use crate::signature::Function;

/// What has to stand there, for messages.
const USAGE: &str = "`async fn tool(argument: String, ..) -> Result<Preview<Plan>, BoxError>`";

pub(super) fn check_kind(function: &Function, errors: &mut Errors) {
    let signature = &function.signature;
    // Only an `unsafe extern` function has any number of arguments.
    if signature.variadic.is_none() {
        refuse_qualifiers(signature, errors);
    }
    refuse_generics(signature, errors);
    refuse_receiver(signature, errors);
    refuse_variadic(signature, errors);
}

fn refuse_qualifiers(signature: &Signature, errors: &mut Errors) {
    if let Some(constness) = &signature.constness {
        errors.at(constness, format!("a preview tool cannot be `const`: write {USAGE}"));
    }
    if let Safety::Unsafe(unsafety) = &signature.safety {
        let message = "a preview tool cannot be `unsafe`: the runtime calls it with what a model \
                       wrote; check that in a safe function";
        errors.at(unsafety, message);
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, format!("a preview tool cannot be `extern`: write {USAGE}"));
    }
}

fn refuse_generics(signature: &Signature, errors: &mut Errors) {
    let generics = &signature.generics;
    let only_lifetimes =
        generics.params.iter().all(|parameter| matches!(parameter, GenericParam::Lifetime(_)));
    if !generics.params.is_empty() && only_lifetimes {
        let message = "a preview tool has no named lifetimes: leave them out, as in \
                       `name: &str` or `#[state] store: &Store`";
        errors.at(&generics.params, message);
    } else if !generics.params.is_empty() {
        let message = "a preview tool cannot be generic: a model calls it by one name with one \
                       schema. Take what varies from the session, as in \
                       `#[state] store: &Arc<dyn Store>`, or implement `PreviewTool` by hand for \
                       a generic type";
        errors.at(&generics.params, message);
    } else if let Some(clause) = &generics.where_clause {
        let message = "a preview tool has no `where` clause, for it cannot be generic: name the \
                       types in full, or implement `PreviewTool` by hand for a generic type";
        errors.at(clause, message);
    }
}

fn refuse_receiver(signature: &Signature, errors: &mut Errors) {
    let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else {
        refuse_self_type(signature, errors);
        return;
    };
    let message = "a preview tool is a free function and has no `self`: take what it needs from \
                   the session, as in `#[state] store: &Store`, or implement `PreviewTool` by hand \
                   for the type";
    errors.at(receiver, message);
}

/// Only a function of a type knows `Self`. In the body it may be that of an item there.
fn refuse_self_type(signature: &Signature, errors: &mut Errors) {
    if let Some(found) = types::find_word(signature, "Self") {
        let message = "a preview tool is a free function and knows no `Self`: put it beside the \
                       `impl`, and write the type in full";
        errors.at(found, message);
    }
}

fn refuse_variadic(signature: &Signature, errors: &mut Errors) {
    if let Some(variadic) = &signature.variadic {
        let message = "a preview tool has named arguments only: take a list, as in \
                       `files: Vec<String>`";
        errors.at(variadic, message);
    }
}

/// What a call gives: the result itself, or what a returned future gives.
pub(super) fn outcome(signature: &Signature, errors: &mut Errors) -> Option<Outcome> {
    let ReturnType::Type(_, result) = &signature.output else {
        let message =
            format!("a preview tool returns what it would do: add the result, as in {USAGE}");
        errors.at(&signature.ident, message);
        return None;
    };
    let is_async = signature.asyncness.is_some();
    let (result, is_future) = match future_output(result) {
        Some(output) if !is_async => (output, true),
        _ => (&**result, is_async),
    };
    if types::has_impl(result) {
        let message = format!("the plan's type has to be named: write {USAGE}");
        errors.at(result, message);
        return None;
    }
    if types::has_placeholder(result) {
        // The compiler says so of the function itself.
        return None;
    }
    if let Some(plan) = plan(result)
        && types::has_reference(plan)
        && !types::has_lifetime(plan)
    {
        let message = "a plan is stored, and decoded again to be applied, so nothing in its type \
                       can borrow: write `String` instead of `&'static str`";
        errors.at(plan, message);
        return None;
    }
    if !is_future && is_named_future(result) {
        let message = "a future is known as one where it is written out: return `impl Future<Output \
                       = ..> + Send`, or make the function `async`";
        errors.at(result, message);
        return None;
    }
    if types::has_lifetime(result) {
        let message = "what a preview tool returns cannot borrow: the plan is stored until it is \
                       resolved; use owned fields and errors";
        errors.at(result, message);
        return None;
    }
    Some(Outcome { result: result.clone(), is_future })
}

/// Whether the type is a future by its name, such as the `BoxFuture` of other crates.
fn is_named_future(ty: &Type) -> bool {
    let last = types::path(ty).and_then(|path| path.segments.last());
    last.is_some_and(|last| last.ident.to_string().ends_with("Future"))
}

/// The `P` of a `Preview<P>` that is written in the result.
fn plan(result: &Type) -> Option<&Type> {
    let last = types::path(result)?.segments.last()?;
    let first = arguments(last).find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })?;
    if last.ident == "Preview" { Some(first) } else { plan(first) }
}

/// The `T` of `impl Future<Output = T>`, or of a boxed `dyn Future<Output = T>`.
fn future_output(ty: &Type) -> Option<&Type> {
    match types::ungrouped(ty) {
        Type::ImplTrait(ty) => output_of(&ty.bounds),
        Type::TraitObject(ty) => output_of(&ty.bounds),
        ty => {
            let last = types::path(ty)?.segments.last()?;
            let is_box = last.ident == "Pin" || last.ident == "Box";
            future_output(arguments(last).filter(|_| is_box).find_map(
                |argument| match argument {
                    GenericArgument::Type(boxed) => Some(boxed),
                    _ => None,
                },
            )?)
        }
    }
}

fn output_of(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<&Type> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        arguments(bound.path.segments.last()?).find_map(|argument| match argument {
            GenericArgument::AssocType(assoc) if assoc.ident == "Output" => Some(&assoc.ty),
            _ => None,
        })
    })
}

fn arguments(segment: &PathSegment) -> impl Iterator<Item = &GenericArgument> {
    let arguments = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    arguments.into_iter().flatten()
}
