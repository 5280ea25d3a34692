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
    for (what, seconds) in [("check", check as fn(&Cost) -> f64), ("release", release)] {
        let of = |wanted: Framework| {
            costs
                .iter()
                .find(|(framework, _)| *framework == wanted)
                .map_or(0.0, |(_, [_, many])| seconds(many))
        };
        let cheaper = of(Framework::Rmcp).min(of(Framework::Rig));
        println!(
            "{what} of {many} tools: {:.2} of the cheaper one's time",
            of(Framework::Resolve) / cheaper
        );
    }
}

fn check(cost: &Cost) -> f64 {
    median(&cost.check)
}

fn release(cost: &Cost) -> f64 {
    median(&cost.release)
}

/// What one tool adds.
#[expect(clippy::cast_precision_loss, reason = "lines and bytes are far below 2^52")]
fn a_tool(one: usize, many: usize) -> f64 {
    let [few, most] = TOOLS;
    (many as f64 - one as f64) / (most - few) as f64
}
