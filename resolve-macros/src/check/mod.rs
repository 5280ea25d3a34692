//! What is written, against the rules: each rule is one function with one message.

mod function;
mod name;
mod parameter;
mod serde;
mod source;
pub(crate) mod types;

use proc_macro2::Span;
use quote::quote;
use syn::Attribute;

use crate::attribute::RawAttribute;
use crate::conditional::{Conditional, cfgs, under};
use crate::docs::{self, Text};
use crate::errors::Errors;
use crate::model::{Definition, Handlers, Structure, Tool};
use crate::paths::Paths;
use crate::signature::Function;

/// The tool, if nothing stands in its way; else the mistakes are among the errors.
pub(crate) fn check(
    attribute: &RawAttribute,
    function: &Function,
    errors: &mut Errors,
) -> Option<Tool> {
    function::check_kind(function, errors);
    refuse_missing_files(&function.attributes, errors);
    if attribute.description.is_none() {
        refuse_blank(&function.attributes, "what the tool does", errors);
    }
    let outcome = function::outcome(&function.signature, errors);
    let parameters = parameter::check_all(&function.signature, errors);
    refuse_odd_extra(attribute, errors);
    let handlers = handlers(attribute, errors);
    let name = name::of_tool(attribute, function, errors);
    let structure = name::of_struct(attribute, function, errors);
    let (parameters, style) = parameters?;
    let structure = structure?;
    Some(Tool {
        paths: Paths::new(attribute.crate_path.as_ref()),
        definition: definition(attribute, function, name?),
        structure: Structure {
            attributes: of_struct(function, &structure),
            name: structure,
            visibility: function.visibility.clone(),
            cfgs: cfgs(&function.attributes),
        },
        function: function.signature.ident.clone(),
        outcome: outcome?,
        parameters,
        style,
        handlers: handlers?,
        extra: attribute.extra.clone(),
    })
}

/// The struct that a function would get, for the code that stands in for a broken tool.
pub(crate) fn struct_name(attribute: &RawAttribute, function: &Function) -> Option<syn::Ident> {
    name::of_struct(attribute, function, &mut Errors::default())
}

/// Refuses documentation that a model would read, and that says nothing.
fn refuse_blank(attributes: &[syn::Attribute], subject: &str, errors: &mut Errors) {
    if let Some(blank) = docs::blank(attributes) {
        let message = format!(
            "this documentation is empty, and a model reads it: say {subject}, or leave it out"
        );
        errors.at(blank, message);
    }
}

/// Refuses documentation that cannot be read.
fn refuse_missing_files(attributes: &[Attribute], errors: &mut Errors) {
    for file in attributes.iter().filter_map(docs::missing_file) {
        let message = format!(
            "there is no file `{}` to read the documentation from; a relative path begins at the \
             folder of this file",
            file.value()
        );
        errors.at(file, message);
    }
}

/// Whether the function can be seen to be one of a type.
pub(crate) fn is_associated(signature: &syn::Signature) -> bool {
    types::find_word(signature, "self").or_else(|| types::find_word(signature, "Self")).is_some()
}

fn refuse_odd_extra(attribute: &RawAttribute, errors: &mut Errors) {
    let Some(extra) = &attribute.extra else {
        return;
    };
    if let Some(kind) = types::undecodable(extra) {
        let message = format!(
            "the `extra` of a resolution is decoded into a value of one type, which {kind} is not: \
             name a struct with `#[derive(Deserialize, JsonSchema)]`, as in `extra = Options`"
        );
        errors.at(extra, message);
    } else if types::has_reference(extra) || types::has_lifetime(extra) {
        errors.at(extra, "the `extra` of a resolution cannot borrow: use owned fields");
    }
}

fn handlers(attribute: &RawAttribute, errors: &mut Errors) -> Option<Handlers> {
    let Some(apply) = &attribute.apply else {
        if !attribute.apply_is_broken {
            let message = "`apply` is missing: name the function that carries the plan out, \
                           `#[preview_tool(apply = rename)]` with \
                           `async fn rename(plan: Plan, cx: &ResolveContext<'_>) \
                           -> Result<ToolOutput, BoxError>`";
            errors.at_span(Span::call_site(), message);
        }
        return None;
    };
    Some(Handlers {
        apply: apply.clone(),
        reject: attribute.reject.clone(),
        verify: attribute.verify.clone(),
    })
}

fn definition(attribute: &RawAttribute, function: &Function, name: syn::LitStr) -> Definition {
    let description = match &attribute.description {
        Some(description) => Text::of_expr(description),
        None => Text::of_docs(&function.attributes),
    };
    Definition {
        name,
        title: attribute.title.clone(),
        description,
        output: attribute.output.clone(),
        destructive: attribute.destructive.is_some(),
        idempotent: attribute.idempotent.is_some(),
    }
}

/// The documentation of the function, and whether it is deprecated: the struct is what is used.
fn of_struct(function: &Function, structure: &syn::Ident) -> Vec<Attribute> {
    let deprecated = function.attributes.iter().filter(|attribute| is(attribute, "deprecated"));
    let mut attributes = structure_docs(function, structure);
    attributes.extend(deprecated.cloned());
    attributes
}

/// The documentation of the struct: that of the function, or else a sentence, so that a crate that
/// asks for documentation everywhere can have tools.
fn structure_docs(function: &Function, structure: &syn::Ident) -> Vec<Attribute> {
    let docs = function.attributes.iter().filter(|attribute| is(attribute, "doc"));
    // The examples are tested where they are written.
    let mut docs: Vec<_> = docs.map(|doc| under(&quote!(not(doctest)), doc)).collect();
    if !function.attributes.iter().any(docs::is_text) {
        let text = format!(" The tool of the function `{}`.", function.signature.ident);
        let text = syn::LitStr::new(&text, structure.span());
        docs.push(syn::parse_quote!(#[doc = #text]));
    }
    docs
}

/// Whether the attribute is called so, under whatever condition.
fn is(attribute: &Attribute, name: &str) -> bool {
    Conditional::of(attribute).attribute.path().is_ident(name)
}
