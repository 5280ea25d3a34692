//! Asking a person.

use std::io::{self, BufRead, Write};

use resolve_runtime::Action;
use tokio::sync::oneshot;

/// What a person said.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A decision and its reason.
    Decided(Action, String),
    /// The input ended before a decision.
    Ended,
}

/// Asks in the terminal, on a thread of its own: a read from a terminal cannot be cancelled.
pub(super) async fn ask() -> Answer {
    let (told, answer) = oneshot::channel();
    std::thread::spawn(move || {
        let asked = ask_in(io::stdin().lock(), io::stderr());
        // Whoever asked may have been interrupted.
        let _ = told.send(asked.unwrap_or(Answer::Ended));
    });
    answer.await.unwrap_or(Answer::Ended)
}

fn ask_in(mut input: impl BufRead, mut output: impl Write) -> io::Result<Answer> {
    loop {
        let Some(line) = prompt(&mut input, &mut output, "Apply or discard? [a/d] ")? else {
            return Ok(Answer::Ended);
        };
        let action = match line.to_ascii_lowercase().as_str() {
            "a" | "apply" => Action::Apply,
            "d" | "discard" => Action::Discard,
            _ => {
                writeln!(output, "Please answer `a` to apply or `d` to discard.")?;
                continue;
            }
        };
        return Ok(match prompt(&mut input, &mut output, "Reason: ")? {
            Some(reason) => Answer::Decided(action, reason),
            None => Answer::Ended,
        });
    }
}

/// One line without what surrounds it, or none at the end of the input.
fn prompt(
    input: &mut impl BufRead,
    output: &mut impl Write,
    question: &str,
) -> io::Result<Option<String>> {
    write!(output, "{question}")?;
    output.flush()?;
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(input: &str) -> Answer {
        ask_in(input.as_bytes(), Vec::new()).unwrap()
    }

    #[test]
    fn nothing_but_a_clear_answer_decides() {
        assert_eq!(answer("a\nfine\n"), Answer::Decided(Action::Apply, "fine".to_owned()));
        assert_eq!(answer("yes\n\nD\n\n"), Answer::Decided(Action::Discard, String::new()));
        assert_eq!(answer(""), Answer::Ended);
        assert_eq!(answer("maybe\n"), Answer::Ended);
        assert_eq!(answer("a\n"), Answer::Ended);
    }
}
