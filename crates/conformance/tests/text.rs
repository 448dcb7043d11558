//! Models as text read back as the same models; damaged texts are refused or mean something else, and never
//! panic.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_model::{ConstraintId, ConstraintKind, Model, Objective};

fn same(model: &Model, label: &str) {
    let text = model.to_text();
    let read = match Model::from_text(&text) {
        Ok(read) => read,
        Err(error) => panic!("{label}: {error} in\n{text}"),
    };
    assert_eq!(read.to_text(), text, "{label}");
    assert_eq!(read.name(), model.name(), "{label}");
    assert_eq!(read.answer(), model.answer(), "{label}");
    assert_eq!(read.objective(), model.objective(), "{label}");
    assert_eq!(read.var_count(), model.var_count(), "{label}");
    for var in model.vars() {
        assert_eq!(read.domain(var), model.domain(var), "{label}");
        assert_eq!(read.var_name(var), model.var_name(var), "{label}");
        assert_eq!(read.is_constant(var), model.is_constant(var), "{label}");
    }
    assert_eq!(
        read.constraints().len(),
        model.constraints().len(),
        "{label}"
    );
    for (a, b) in read.constraints().iter().zip(model.constraints()) {
        assert_eq!(a.constraint, b.constraint, "{label}");
        assert_eq!(a.name, b.name, "{label}");
    }
}

#[test]
fn every_constraint_and_whole_models_read_back() {
    for kind in ConstraintKind::ALL {
        for seed in 0..100 {
            let instance = Instance::random(kind, seed);
            same(&instance.model, &format!("{} seed {seed}", kind.name()));
        }
    }
    for seed in 0..300 {
        let mut model = random_model(seed);
        let first = model.vars().next().expect("a variable");
        model.set_objective(Objective::Maximise(first));
        same(&model, &format!("whole model, seed {seed}"));
    }
}

#[test]
fn names_of_any_kind_read_back() {
    let mut model = Model::new("two\nlines \\ and a backslash\r");
    let x = model.int("", 0..=1);
    let y = model.int(" spaces  within ", [i32::MIN, -3, 0, 1, 2, i32::MAX]);
    model.constant(-7);
    let id = model.all_different(&[x, y]).expect("valid");
    model.name_constraint(id, "name with\nline");
    same(&model, "names");
    let read = Model::from_text(&model.to_text()).expect("it was just written");
    assert_eq!(read.constraint_name(ConstraintId(0)), "name with\nline");
}

#[test]
fn damaged_texts_never_panic() {
    let mut refused = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut text = random_model(seed).to_text().into_bytes();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..3) {
                0 => text[at] = b" -0919<.\nx"[rng.random_range(0..10)],
                1 => drop(text.remove(at)),
                _ => text.truncate(at.max(1)),
            }
        }
        if let Ok(text) = String::from_utf8(text) {
            refused += u32::from(Model::from_text(&text).is_err());
        }
    }
    assert!(refused > 100, "only {refused} were refused");
    let nested = format!(
        "model m\nvariable 0..1 x\nconstraint {}",
        "reified 0 ".repeat(100_000)
    );
    assert!(Model::from_text(&nested).is_err());
}
