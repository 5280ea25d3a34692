//! The costs as people read them.

use crate::framework::Framework;
use crate::measure::{Cost, median};
use crate::{Costs, TOOLS};

pub(crate) fn print(costs: &Costs) {
    let [one, many] = TOOLS;
    println!(
        "| | lines a tool | bytes of code a tool | check, {one} -> {many} tools | release, {one} -> {many} tools |"
    );
    println!("|---|---|---|---|---|");
    for (framework, [one, many]) in costs {
        println!(
            "| {} | {:.0} | {:.0} | {:.2} -> {:.2} s | {:.2} -> {:.2} s |",
            framework.name(),
            a_tool(one.lines, many.lines),
            a_tool(one.text_bytes, many.text_bytes),
            median(&one.check),
            median(&many.check),
            median(&one.release),
            median(&many.release),
        );
    }
    println!();
    let ratio = |what: &str, cost: fn(&[Cost; 2]) -> f64| {
        let of = |wanted: Framework| {
            let found = costs.iter().find(|(framework, _)| *framework == wanted);
            found.map_or(f64::NAN, |(_, costs)| cost(costs))
        };
        let cheaper = of(Framework::Rmcp).min(of(Framework::Rig));
        println!("{what}: {:.3} of the cheaper of the others", of(Framework::Resolve) / cheaper);
    };
    ratio("lines a tool", |[one, many]| a_tool(one.lines, many.lines));
    ratio("bytes a tool", |[one, many]| a_tool(one.text_bytes, many.text_bytes));
    ratio("check of the larger crate", |[_, many]| median(&many.check));
    ratio("release of the larger crate", |[_, many]| median(&many.release));
}

/// What one tool adds.
#[expect(clippy::cast_precision_loss, reason = "lines and bytes are far below 2^52")]
fn a_tool(one: usize, many: usize) -> f64 {
    let [few, most] = TOOLS;
    (many as f64 - one as f64) / (most - few) as f64
}
