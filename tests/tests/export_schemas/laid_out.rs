//! JSON as people read it: what is short stands on one line.

use serde_json::Value;

const WIDTH: usize = 100;

pub(crate) fn laid_out(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text.push('\n');
    text
}

fn write(value: &Value, depth: usize, text: &mut String) {
    let short = value.to_string();
    let is_short = short.len() + 2 * depth <= WIDTH;
    match value {
        Value::Object(members) if !is_short => {
            let members =
                members.iter().map(|(name, it)| (format!("{}: ", Value::from(name.as_str())), it));
            lines('{', members, '}', depth, text);
        }
        Value::Array(items) if !is_short => {
            lines('[', items.iter().map(|it| (String::new(), it)), ']', depth, text);
        }
        _ => text.push_str(&short),
    }
}

fn lines<'a>(
    begin: char,
    members: impl Iterator<Item = (String, &'a Value)>,
    end: char,
    depth: usize,
    text: &mut String,
) {
    text.push(begin);
    let mut comma = "\n";
    for (name, value) in members {
        text.push_str(comma);
        text.push_str(&"  ".repeat(depth + 1));
        text.push_str(&name);
        write(value, depth + 1, text);
        comma = ",\n";
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(end);
}
