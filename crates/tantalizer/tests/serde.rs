//! Questions and answers, as other programs send and read them.

use serde_json::{json, to_value};
use tantalizer::ask::ask;
use tantalizer::model::{Model, Question, Request, Silent, Status};

#[test]
fn questions_come_back_as_they_were() {
    for (question, text) in [
        (Question::One, json!("one")),
        (
            Question::All { limit: Some(3) },
            json!({ "all": { "limit": 3 } }),
        ),
        (Question::Count, json!("count")),
        (
            Question::UpTo { symmetry: 1 },
            json!({ "up-to": { "symmetry": 1 } }),
        ),
        (
            Question::Sample { wanted: 5 },
            json!({ "sample": { "wanted": 5 } }),
        ),
    ] {
        assert_eq!(to_value(question).unwrap(), text);
        assert_eq!(serde_json::from_value::<Question>(text).unwrap(), question);
    }
    assert_eq!(to_value(Status::Unsatisfiable).unwrap(), "unsatisfiable");
}

#[test]
fn an_answer_is_an_object_with_its_count_as_digits() {
    let mut model = Model::new("many");
    model.array("x", 30, 0..=9);
    let answer = ask(&model, &Request::new(Question::Count), &mut Silent).unwrap();
    let json = to_value(&answer).unwrap();
    assert_eq!(json["count"], format!("1{}", "0".repeat(30)));
    assert_eq!(json["status"], "satisfiable");
    assert_eq!(json["engine"], "diagram");
    assert_eq!(
        (&json["complete"], &json["stopped_by"]),
        (&json!(true), &json!(null))
    );
    let one = ask(&model, &Request::new(Question::Unique), &mut Silent).unwrap();
    assert_eq!(to_value(&one).unwrap()["stopped_by"], "solutions");
}
