//! As many parameters as the alphabet has letters, with and without a derived struct.
#![deny(warnings)]
// The names are those of the letters.
#![allow(clippy::many_single_char_names)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, names};

async fn done(plan: String, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.into())
}

fn staged(values: &[u8]) -> Result<Preview<String>, BoxError> {
    let text = format!("{values:?}");
    Ok(Preview::stage(text.clone(), text))
}

#[preview_tool(apply = done)]
async fn many(
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
    m: u8,
    n: u8,
    o: u8,
    p: u8,
    q: u8,
    r: u8,
    s: u8,
    t: u8,
    u: u8,
    v: u8,
    w: u8,
    x: u8,
    y: u8,
    z: u8,
) -> Result<Preview<String>, BoxError> {
    staged(&[
        a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    ])
}

#[preview_tool(apply = done)]
async fn derived(
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
    m: u8,
    n: u8,
    o: u8,
    p: u8,
    q: u8,
    r: u8,
    s: u8,
    t: u8,
    u: u8,
    v: u8,
    w: u8,
    x: u8,
    y: u8,
    #[serde(alias = "zed")]
    z: u8,
) -> Result<Preview<String>, BoxError> {
    staged(&[
        a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    ])
}

fn main() {
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    assert_eq!(names(&Many), letters);
    assert_eq!(names(&Derived), letters);
    // Each has a value of its own, and they come in another order.
    let pairs = letters.iter().enumerate().rev();
    let pairs: Vec<_> = pairs.map(|(index, name)| format!("\"{name}\":{index}")).collect();
    let arguments = format!("{{{}}}", pairs.join(","));
    let shown = format!("{:?}", (0..26).collect::<Vec<u8>>());
    assert_runs(Many, &arguments, &shown, &shown);
    assert_runs(Derived, &arguments.replace("\"z\"", "\"zed\""), &shown, &shown);
}
