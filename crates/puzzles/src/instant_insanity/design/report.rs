//! What was found about sets of pieces, in all ways of counting.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};
use tantalizer_design::{Account, Finding, Survey, Told, counted};

use super::automata::AutomataFinding;
use super::family::{PieceSets, SetParameters, Towers};
use crate::instant_insanity::{Instance, Rule};

impl PieceSets {
    /// The family whose parameters were stored with a survey.
    pub fn from_stored(parameters: &Value) -> Result<Self, String> {
        let mut parameters = parameters.clone();
        if let Some(fields) = parameters.as_object_mut() {
            fields.remove("puzzle");
        }
        let parameters = serde_json::from_value(parameters).map_err(|error| error.to_string())?;
        PieceSets::new(parameters).map_err(|error| error.to_string())
    }

    /// What branch and bound over automata found; it does not count how many sets attain the minimum.
    pub fn tell_automata(&self, found: &AutomataFinding) -> Account {
        let finding = found.witness.as_ref().map(|witness| Finding {
            value: found.counts.iter().sum(),
            counts: found.counts.clone(),
            witness: witness.clone(),
            orbits: 0,
            instances: 0,
        });
        let mut json = self.fields("automata", finding.as_ref(), found.answer.complete);
        for field in [
            "minimum_pictures",
            "witness_pictures",
            "instances",
            "attained_by",
        ] {
            json.insert(field.into(), Value::Null);
        }
        let statistics = &found.answer.statistics;
        json.insert(
            "statistics".into(),
            json!({"nodes": statistics.nodes, "failures": statistics.failures}),
        );
        Account {
            json,
            text: self.minimum_text(finding.as_ref(), found.answer.complete),
            drawing: finding.map(|found| self.witness(&found).draw_nets()),
        }
    }

    /// The witness as a puzzle; with both kinds of towers it is given with the rule all-different.
    fn witness(&self, finding: &Finding) -> Instance {
        let rule = match self.parameters().towers {
            Towers::Aeiis => Rule::EQUAL,
            Towers::Adiis | Towers::Both => Rule::AllDifferent,
        };
        self.instance(&finding.witness, rule)
    }

    fn fields(&self, way: &str, finding: Option<&Finding>, proved: bool) -> Map<String, Value> {
        let parameters = self.parameters();
        let mut fields = Map::new();
        fields.insert("puzzle".into(), json!("instant-insanity"));
        let objective = format!("minimise {}", parameters.towers.name());
        fields.insert("objective".into(), json!(objective));
        fields.insert("way".into(), json!(way));
        let minimum = finding.map(|finding| self.orientations_json(finding));
        fields.insert("minimum".into(), json!(minimum));
        fields.insert("proved".into(), json!(proved));
        let witness = finding.map(|finding| self.witness(finding).to_file());
        fields.insert("witness".into(), json!(witness));
        fields
    }

    /// A number of orientations in the three conventions. Turns about the axis and rotations of the tower act
    /// freely on tuples of orientations, so their orbits all have as many members as there are rotations.
    fn orientations_json(&self, finding: &Finding) -> Value {
        let turns = self.types().shape.sides() as u64;
        let mut fields = Map::new();
        let number = |count: u64| json!(count.to_string());
        fields.insert("orientations".into(), number(finding.value));
        fields.insert("axis".into(), number(finding.value / turns));
        fields.insert("tower".into(), number(finding.value / (2 * turns)));
        self.add_kinds(&mut fields, finding);
        Value::Object(fields)
    }

    /// For both kinds of towers, how many of each.
    fn add_kinds(&self, fields: &mut Map<String, Value>, finding: &Finding) {
        if let (Towers::Both, [adiis, aeiis]) = (self.parameters().towers, &finding.counts[..]) {
            fields.insert("adiis".into(), json!(adiis.to_string()));
            fields.insert("aeiis".into(), json!(aeiis.to_string()));
        }
    }

    fn minimum_text(&self, finding: Option<&Finding>, proved: bool) -> String {
        let SetParameters {
            pieces,
            colours,
            towers,
            ..
        } = *self.parameters();
        let sides = self.types().shape.sides() as u64;
        let mut text = String::new();
        let kind = towers.name();
        let standing = if proved {
            "proved"
        } else {
            "so far, not proved"
        };
        match finding {
            None => {
                let set = format!(
                    "set of {} in {}",
                    plural(pieces, "piece"),
                    plural(colours, "colour")
                );
                let _ = if proved {
                    writeln!(text, "no {set} has towers of the kind {kind} (proved)")
                } else {
                    writeln!(
                        text,
                        "not finished: no {set} with towers of the kind {kind} was found so far"
                    )
                };
            }
            Some(found) => {
                let _ = writeln!(
                    text,
                    "fewest {kind} of {} in {}: {} orientations, \
                     {} modulo axis, {} modulo tower ({standing})",
                    plural(pieces, "piece"),
                    plural(colours, "colour"),
                    found.value,
                    found.value / sides,
                    found.value / (2 * sides),
                );
                if let (Towers::Both, [adiis, aeiis]) = (towers, &found.counts[..]) {
                    let _ = writeln!(text, "of these, adiis: {adiis}, aeiis: {aeiis}");
                }
                let instance = self.witness(found);
                let texts: Vec<String> = (0..pieces).map(|i| instance.piece_text(i)).collect();
                let _ = writeln!(text, "pieces: {}", texts.join(", "));
            }
        }
        text
    }
}

/// A number with what it counts.
fn plural(count: impl ToString, noun: &str) -> String {
    match count.to_string() {
        one if one == "1" => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

impl Told for PieceSets {
    fn tell(&self, survey: &Survey) -> Account {
        let wish = self.parameters().wish();
        let proved = survey.is_complete();
        let orientations = wish.answer(&survey.tallies[0]);
        let pictures = wish.answer(&survey.tallies[1]);
        let mut json = self.fields("orbits", orientations.as_ref(), proved);
        let fewest = pictures.as_ref().map(|found| found.value.to_string());
        json.insert("minimum_pictures".into(), json!(fewest));
        let witness = pictures.as_ref().map(|found| self.witness(found).to_file());
        json.insert("witness_pictures".into(), json!(witness));
        if let Some(found) = &pictures {
            let mut fields = Map::new();
            self.add_kinds(&mut fields, found);
            fields.insert("attained_by".into(), json!(found.instances.to_string()));
            fields.insert(
                "attained_by_up_to_colours".into(),
                json!(found.orbits.to_string()),
            );
            json.insert("pictures".into(), Value::Object(fields));
        }
        json.extend(counted(survey, orientations.as_ref(), "colours"));
        json.insert("types".into(), json!(self.types().types.len().to_string()));
        let mut text = self.minimum_text(orientations.as_ref(), proved);
        if let Some(found) = &orientations {
            let _ = writeln!(
                text,
                "attained by {} of {} sets{} ({} of {} up to renaming of colours)",
                found.instances,
                survey.instances(),
                if proved { "" } else { " looked at so far" },
                found.orbits,
                survey.orbits()
            );
        }
        if let Some(found) = &pictures {
            let instance = self.witness(found);
            let pieces = 0..self.parameters().pieces;
            let texts: Vec<String> = pieces.map(|i| instance.piece_text(i)).collect();
            let _ = writeln!(
                text,
                "fewest pictures of the long sides{}: {}, attained by {}, such as {}",
                if proved { "" } else { " so far" },
                found.value,
                plural(found.instances, "set"),
                texts.join(", ")
            );
        }
        Account {
            json,
            text,
            drawing: orientations.map(|found| self.witness(&found).draw_nets()),
        }
    }

    fn histogram(&self, survey: &Survey) -> BTreeMap<Option<u64>, (u64, u128)> {
        self.parameters().wish().histogram(&survey.tallies[0])
    }
}
