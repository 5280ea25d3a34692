//! A checked tool: the only types that [`expand`](crate::expand) reads.

use syn::{Attribute, Expr, ExprPath, Ident, LitStr, Type, Visibility};

use crate::docs::Text;
use crate::paths::Paths;

/// A tool in which nothing is wrong.
pub(crate) struct Tool {
    pub(crate) paths: Paths,
    pub(crate) structure: Structure,
    pub(crate) function: Ident,
    pub(crate) outcome: Outcome,
    pub(crate) definition: Definition,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) style: Style,
    pub(crate) handlers: Handlers,
    pub(crate) extra: Option<Type>,
}

/// The generated struct.
pub(crate) struct Structure {
    pub(crate) name: Ident,
    pub(crate) visibility: Visibility,
    /// Those that it has in common with the function.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) cfgs: Vec<Attribute>,
}

/// What a call of the function gives.
pub(crate) struct Outcome {
    /// The result of the preview.
    pub(crate) result: Type,
    /// Whether the call gives a future of it.
    pub(crate) is_future: bool,
}

/// What hosts tell models.
pub(crate) struct Definition {
    pub(crate) name: LitStr,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Text,
    /// The type of the details of a preview.
    pub(crate) output: Option<Type>,
    pub(crate) destructive: bool,
    pub(crate) idempotent: bool,
}

/// How arguments are decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// One by one, without generated code beyond a list.
    OneByOne,
    /// Through a derived struct, for the sake of attributes that only a derive understands.
    Derived,
    /// As a type of the author's own.
    Whole,
}

/// A parameter of the function, in its order.
pub(crate) struct Parameter {
    /// The local variable that holds its value.
    pub(crate) local: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) source: Source,
}

/// Where the value of a parameter comes from.
pub(crate) enum Source {
    /// One argument of the call.
    Argument(Argument),
    /// All arguments of the call, as one type.
    Whole(Decoded),
    /// The session's state of this type.
    State(Type),
    /// The context of the call, of this type.
    Context(Type),
}

/// A decoded value.
pub(crate) struct Decoded {
    /// The type as it is written, without the reference.
    pub(crate) ty: Type,
    /// Whether the parameter is a reference, to an owned form that is decoded.
    pub(crate) borrowed: bool,
}

/// One argument.
pub(crate) struct Argument {
    pub(crate) decoded: Decoded,
    /// The name on the wire.
    pub(crate) name: LitStr,
    pub(crate) description: Text,
    pub(crate) default: Default,
    pub(crate) field: Box<Field>,
}

/// What stands for an argument that is not there.
pub(crate) enum Default {
    /// What the type itself says.
    OfType,
    /// `Default::default()`.
    Trait,
    /// What a function returns.
    Function(ExprPath),
}

/// The same argument as a field of a derived struct.
pub(crate) struct Field {
    pub(crate) name: Ident,
    /// Documentation and `serde` and `schemars` attributes.
    pub(crate) attributes: Vec<Attribute>,
    /// Whether its own fields stand among the arguments.
    pub(crate) flattened: bool,
    /// Whether functions of the author's decode or describe it: its type need not be able to.
    pub(crate) converted: bool,
    /// What serde does not do for it by itself.
    pub(crate) absent: Absent,
    /// The function that decodes it, instead of its type.
    pub(crate) decoder: Option<ExprPath>,
}

/// What becomes of a field of a derived struct that is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// What its type or its attributes say.
    AsSaid,
    /// It is an option that may be left out, although a function decodes it.
    Optional,
    /// It is demanded, whatever its type is, because a function decodes it.
    Demanded,
}

/// The functions that follow a preview.
pub(crate) struct Handlers {
    pub(crate) apply: ExprPath,
    pub(crate) reject: Option<ExprPath>,
    pub(crate) verify: Option<ExprPath>,
}
