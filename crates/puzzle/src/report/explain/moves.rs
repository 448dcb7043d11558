//! A puzzle by moves explained: a shortest way, move by move, and why none is shorter.

use super::Explained;
use crate::{OwnExplanation, Puzzle, PuzzleError, Sentence, View};
use tantalizer_ask::Inquiry;
use tantalizer_draw::Drawing;
use tantalizer_model::{Answer, Collect, Question, Request, Solution};

/// A shortest way, move by move, and why none is shorter; of a hint its first move.
pub(super) fn by_moves<'a>(
    puzzle: &'a dyn Puzzle,
    inquiry: &mut Inquiry,
    request: &Request,
    hint: bool,
) -> Result<Explained<'a>, PuzzleError> {
    let mut found = Collect::default();
    let answer = inquiry.ask(&request.with_question(Question::One), &mut found)?;
    let Some(way) = found.solutions.pop() else {
        if let Some(limit) = answer.stopped_by {
            return Ok(Explained::Nothing(limit));
        }
        let none = "No way leads there: everything that the moves reach was looked at.";
        let sentence = Sentence {
            under: 0,
            text: none.into(),
        };
        let drawing = Drawing::Label(none.into());
        let own = OwnExplanation::in_sentences(answer.status, Vec::new(), &[sentence], drawing);
        return Ok(Explained::Own(Box::new(own)));
    };
    let (length, bound) = (way.0.len(), answer.bound.unwrap_or(0));
    let told = if hint { length.min(1) } else { length };
    let moves = way.0[..told].iter().enumerate();
    let mut sentences: Vec<String> = moves
        .map(|(position, &value)| format!("{}.", puzzle.value_word(position, value)))
        .collect();
    if !hint {
        sentences.push(why_not_shorter(length, bound, &answer));
    }
    let sentences = sentences
        .into_iter()
        .map(|text| Sentence { under: 0, text });
    let sentences: Vec<Sentence> = sentences.collect();
    let way = Solution(way.0[..told].to_vec());
    let drawing = puzzle.draw(&View::solution(&way));
    let mut own = OwnExplanation::in_sentences(answer.status, vec![way], &sentences, drawing);
    own.below = Some(own.drawing.clone());
    own.json.insert("length".into(), length.into());
    own.json.insert("lower_bound".into(), bound.into());
    own.stopped_by = answer.stopped_by.filter(|_| bound < length as i64);
    Ok(Explained::Own(Box::new(own)))
}

fn why_not_shorter(length: usize, bound: i64, answer: &Answer) -> String {
    if length == 0 {
        return "Nothing is to be done.".into();
    }
    if bound < length as i64 {
        return format!(
            "Whether a way of {bound} to {} moves exists is not known.",
            length - 1
        );
    }
    let nodes = answer.statistics.nodes;
    let looked_at = nodes.map(|nodes| format!(" ({nodes} states were looked at)"));
    let looked_at = looked_at.unwrap_or_default();
    format!(
        "No way is shorter: {} went through all that fewer moves lead to{looked_at}. `solve --certificate FILE` writes a proof.",
        answer.engine
    )
}
