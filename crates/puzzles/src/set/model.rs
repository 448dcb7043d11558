//! SET as a constraint model: the paper's section 3.1.
//!
//! One variable a card of the set, its value a place in the deal; for each of
//! them and each attribute a variable with the card's value there, tied by a
//! table. On every attribute the values are all equal or all different: a
//! table again, of few rows, or for decks of many values "one different value
//! or as many as cards". The places ascend, so that a set is found once.

use std::sync::Arc;
use tantalizer_model::constraints::NValue;

use tantalizer_model::{Constraint, Model, ModelError, Rel, Tuples, Var};

use super::deck::{Card, Deal};

/// The most values for which "all equal or all different" is a table: its
/// rows are as many as the orders of the values.
const MOST_VALUES_IN_A_TABLE: usize = 5;

/// The model of a deal; its answer is the places of the cards, from 0.
pub(super) fn build(deal: &Deal) -> Result<Model, ModelError> {
    let deck = deal.deck();
    let (attributes, values) = (deck.attributes(), deck.values());
    let mut model = Model::new("set");
    let places: Vec<i32> = (0..deal.cards().len() as i32).collect();
    let cards: Vec<Var> = (1..=values)
        .map(|number| model.int(format!("card{number}"), places.clone()))
        .collect();
    let mut value_of: Vec<Vec<Var>> = vec![Vec::new(); attributes];
    for number in 1..=values {
        for (attribute, vars) in value_of.iter_mut().enumerate() {
            let name = format!("card{number}.{}", deck.attribute_name(attribute));
            vars.push(model.int(name, 0..=values as i32 - 1));
        }
    }
    for (attribute, vars) in value_of.iter().enumerate() {
        let rows = deal
            .cards()
            .iter()
            .zip(0..)
            .map(|(&card, place)| [place, deck.value(card, attribute) as i32]);
        let tie = Arc::new(Tuples::new(2, rows)?);
        for (number, (&card, &value)) in (1..).zip(cards.iter().zip(vars)) {
            let id = model.table(&[card, value], Arc::clone(&tie))?;
            model.name_constraint(id, format!("card {number} lies on the table"));
        }
    }
    let rows = (values <= MOST_VALUES_IN_A_TABLE).then(|| equal_or_different(values));
    let rows = rows
        .map(|rows| Tuples::new(values, rows))
        .transpose()?
        .map(Arc::new);
    for (attribute, vars) in value_of.iter().enumerate() {
        let name = deck.attribute_name(attribute);
        let id = match &rows {
            Some(rows) => model.table(vars, Arc::clone(rows))?,
            None => {
                let count = model.int(format!("{name} values"), [1, values as i32]);
                model.post(Constraint::NValue(NValue {
                    vars: vars.clone(),
                    count,
                }))?
            }
        };
        model.name_constraint(id, name.clone());
        model.explain_constraint(
            id,
            format!("the cards of a set are all equal or all different in {name}"),
        );
    }
    for pair in cards.windows(2) {
        let id = model.compare(pair[0], Rel::Less, pair[1])?;
        model.name_constraint(id, "the cards of a set are told in one order");
    }
    model.set_answer(cards);
    Ok(model)
}

/// The solution of the model that a set is.
pub(super) fn solution(deal: &Deal, set: &[Card]) -> Vec<i32> {
    let deck = deal.deck();
    let place = |card: &Card| deal.cards().partition_point(|other| other < card) as i32;
    let mut values: Vec<i32> = set.iter().map(place).collect();
    for &card in set {
        values.extend(deck.values_of(card).iter().map(|&value| i32::from(value)));
    }
    if deck.values() > MOST_VALUES_IN_A_TABLE {
        for attribute in 0..deck.attributes() {
            let equal = deck.value(set[0], attribute) == deck.value(set[1], attribute);
            values.push(if equal { 1 } else { deck.values() as i32 });
        }
    }
    values
}

/// All ways for as many cards as values to be all equal or all different.
fn equal_or_different(values: usize) -> Vec<Vec<i32>> {
    let mut orders: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..values {
        orders = orders
            .iter()
            .flat_map(|start| {
                let unused = (0..values as i32).filter(|value| !start.contains(value));
                unused.map(move |value| [&start[..], &[value]].concat())
            })
            .collect();
    }
    let equal = (0..values as i32).map(|value| vec![value; values]);
    equal.chain(orders).collect()
}
