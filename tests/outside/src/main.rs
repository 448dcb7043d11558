//! Queens on a board of six by six, asked in the ways that a program with one engine can ask.

use std::error::Error;
use tantalizer::ask::{AskError, NoAnswer, about};
use tantalizer::model::expression::all_different;
use tantalizer::model::{EngineId, Model};

fn main() -> Result<(), Box<dyn Error>> {
    let mut model = Model::new("queens");
    let queens = model.array("queen", 6, 0..=5);
    for slope in [-1, 0, 1] {
        let lines = queens.iter().zip(0..).map(|(&queen, column)| queen + slope * column);
        model.require(all_different(lines).named(format!("slope {slope}")))?;
    }
    let question = about(&model).threads(2).seconds(60.0);
    assert_eq!(question.count()?, 4u32.into());
    assert!(!question.is_unique()?);
    assert!(question.forced()?.values.is_empty());
    assert_eq!(question.all()?.len(), 4);
    for solution in question.solutions()? {
        println!("{:?}", solution?.project(&queens));
    }
    // An engine that was left out is not silently replaced.
    let refused = question.engine(EngineId::Sat).count();
    assert!(matches!(refused, Err(NoAnswer::Ask(AskError::NotBuilt(EngineId::Sat)))));
    Ok(())
}
