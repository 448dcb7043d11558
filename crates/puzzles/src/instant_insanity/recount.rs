//! The check of a design's certificate: the whole family counted again.
//!
//! The certificate lists all piece types as strings of faces and says how many sets of pieces have how many
//! towers. Here everything is made again from the strings and from geometry alone: that the list of types is complete and without
//! repetition, the towers of *every* set (no colour symmetry, no rotation of the tower is used), the sizes of the
//! classes, the minimum, how many sets attain it, and the witness. It shares no code with the rest of the folder, which wrote the certificate.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tantalizer_puzzle::Recounted;

/// Families with more sets are not counted again.
const MOST_SETS: u128 = 50_000_000;

/// Counts the family of a design's certificate again: what it shows, or why it is refused.
pub(super) fn recount(certificate: &Value) -> Result<Recounted, String> {
    let stated = Stated::read(certificate)?;
    let types = stated.types()?;
    let mut recount = Recount {
        stated: &stated,
        types: &types,
        classes: Default::default(),
        chosen: Vec::new(),
        wanted: stated.witness_types()?,
        witness: None,
    };
    recount.descend(0, &[Partial::EMPTY]);
    Ok(Recounted {
        claim: recount.compare(certificate)?,
        trusted: "this program's recount of all sets, which uses no symmetry",
    })
}

/// What the certificate says of its family.
struct Stated {
    size: usize,
    colours: usize,
    sides: usize,
    /// Faces that can show: six of a cube, the sides of a prism.
    showing: usize,
    repeats: bool,
    any_colouring: bool,
    different: bool,
    equal: bool,
    faces: Vec<Vec<u8>>,
    witness: Vec<Vec<u8>>,
    /// For each orientation, which face is at which place.
    turns: Vec<Vec<usize>>,
}

impl Stated {
    fn read(certificate: &Value) -> Result<Stated, String> {
        let family = &certificate["family"];
        let number = |key: &str| {
            let value = family[key].as_u64().map(|n| n as usize);
            value.ok_or_else(|| format!("family: no number `{key}`"))
        };
        let truth = |key: &str| {
            let value = family[key].as_bool();
            value.ok_or_else(|| format!("family: no truth value `{key}`"))
        };
        let (size, colours) = (number("pieces")?, number("colours")?);
        let prism = match &family["sides"] {
            Value::Null => None,
            _ => Some(number("sides")?),
        };
        let sides = prism.unwrap_or(4);
        let showing = prism.unwrap_or(6);
        if size == 0 || colours == 0 || sides < 3 || sides * colours > 63 {
            return Err("family: its numbers are out of range".to_string());
        }
        let selection = &certificate["choices"]["selection"];
        let selection = selection.as_array().ok_or("choices: no selection")?;
        let texts: Option<Vec<&str>> = selection.iter().map(Value::as_str).collect();
        let texts = texts.ok_or("choices: a type is no text")?;
        let letters: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
        let letters: Vec<char> = letters.into_iter().collect();
        if letters.len() != colours {
            return Err(format!("{} letters for {colours} colours", letters.len()));
        }
        let read = |text: &str| -> Result<Vec<u8>, String> {
            let place = |letter| letters.iter().position(|&known| known == letter);
            let faces: Option<Vec<u8>> = text.chars().map(|c| Some(place(c)? as u8)).collect();
            match faces {
                Some(mut faces) if faces.len() == sides + 2 => {
                    faces.truncate(showing);
                    Ok(faces)
                }
                _ => Err(format!("`{text}` is no piece")),
            }
        };
        let witness = certificate["finding"]["witness"]["pieces"].as_array();
        let witness: Vec<&str> = witness
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let towers = family["towers"].as_str().unwrap_or_default();
        if !["adiis", "aeiis", "both"].contains(&towers) {
            return Err("family: no kind of towers".to_string());
        }
        Ok(Stated {
            size,
            colours,
            sides,
            showing,
            repeats: !truth("distinct")?,
            any_colouring: truth("any-colouring")?,
            different: towers != "aeiis",
            equal: towers != "adiis",
            faces: texts.into_iter().map(read).collect::<Result<_, _>>()?,
            witness: witness.into_iter().map(read).collect::<Result<_, _>>()?,
            turns: turns(sides, prism.is_some()),
        })
    }

    /// The smallest colouring among the rotations of a piece.
    fn smallest(&self, faces: &[u8]) -> Vec<u8> {
        let turned = |turn: &Vec<usize>| -> Vec<u8> {
            turn[..self.showing]
                .iter()
                .map(|&face| faces[face])
                .collect()
        };
        self.turns.iter().map(turned).min().unwrap_or_default()
    }

    /// The rings of each stated type, after seeing that the list is all types, each once.
    fn types(&self) -> Result<Vec<Rings>, String> {
        let mut known = BTreeSet::new();
        for faces in &self.faces {
            if !known.insert(self.smallest(faces)) {
                return Err("a piece type is listed twice".to_string());
            }
        }
        let mut all = BTreeSet::new();
        let mut faces = vec![0u8; self.showing];
        loop {
            let used: BTreeSet<u8> = faces.iter().copied().collect();
            if self.any_colouring || used.len() == self.colours {
                all.insert(self.smallest(&faces));
            }
            let Some(place) = faces.iter().rposition(|&c| (c as usize) + 1 < self.colours) else {
                break;
            };
            faces[place] += 1;
            faces[place + 1..].fill(0);
        }
        if all != known {
            return Err("the list of piece types is not complete".to_string());
        }
        let kinds = self.faces.len() as u128;
        let from = if self.repeats {
            kinds + self.size as u128 - 1
        } else {
            kinds
        };
        let sets = (0..self.size as u128).try_fold(1u128, |sets, i| {
            Some(sets.checked_mul(from.saturating_sub(i))? / (i + 1))
        });
        match sets {
            Some(sets) if sets <= MOST_SETS => {}
            _ => return Err(format!("more than {MOST_SETS} sets are not counted again")),
        }
        Ok(self.faces.iter().map(|faces| self.rings(faces)).collect())
    }

    /// The witness as numbers of types, in order.
    fn witness_types(&self) -> Result<Vec<usize>, String> {
        let find = |faces: &Vec<u8>| {
            let wanted = self.smallest(faces);
            let mut types = self.faces.iter();
            types.position(|known| self.smallest(known) == wanted)
        };
        let types: Option<Vec<usize>> = self.witness.iter().map(find).collect();
        let mut types = types.ok_or("the witness has a piece of no listed type")?;
        types.sort_unstable();
        Ok(types)
    }

    fn rings(&self, faces: &[u8]) -> Rings {
        let mut rings: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for turn in &self.turns {
            let ring = turn[..self.sides].iter().map(|&face| faces[face]).collect();
            *rings.entry(ring).or_insert(0) += 1;
        }
        rings
            .into_iter()
            .map(|(ring, orientations)| {
                let bit =
                    |(side, &colour): (usize, &u8)| 1u64 << (side * self.colours + colour as usize);
                let different: BTreeSet<u8> = ring.iter().copied().collect();
                Ring {
                    bits: ring.iter().enumerate().map(bit).sum(),
                    colourful: different.len() == ring.len(),
                    orientations,
                }
            })
            .collect()
    }
}

/// All rotations, made from two turns: about the axis, and (cubes) about another axis or (prisms) upside down.
fn turns(sides: usize, prism: bool) -> Vec<Vec<usize>> {
    let mut about: Vec<usize> = (0..sides).map(|place| (place + 1) % sides).collect();
    about.extend([sides, sides + 1]);
    let over: Vec<usize> = if prism {
        let reversed = (0..sides).map(|place| (sides - place) % sides);
        reversed.chain([sides + 1, sides]).collect()
    } else {
        vec![0, 4, 2, 5, 3, 1]
    };
    let mut all = vec![(0..sides + 2).collect::<Vec<usize>>()];
    let mut next = 0;
    while next < all.len() {
        for generator in [&about, &over] {
            let turned: Vec<usize> = generator.iter().map(|&place| all[next][place]).collect();
            if !all.contains(&turned) {
                all.push(turned);
            }
        }
        next += 1;
    }
    all
}

/// What a type can show.
type Rings = Vec<Ring>;

/// The colours around the tower, a bit for each side and colour, and in how many orientations they show.
struct Ring {
    bits: u64,
    colourful: bool,
    orientations: u64,
}

/// Half-built towers that have used the same colours, or show the same: how many, by orientations and by pictures.
#[derive(Clone, Copy)]
struct Partial {
    bits: u64,
    counts: [u64; 2],
    /// Whether it is an all-equal tower.
    equal: bool,
}

impl Partial {
    /// The tower of no pieces, which may become either kind.
    const EMPTY: Partial = Partial {
        bits: 0,
        counts: [1, 1],
        equal: false,
    };
}

struct Recount<'a> {
    stated: &'a Stated,
    types: &'a [Rings],
    /// For orientations and for pictures: how many sets have which counts.
    classes: [BTreeMap<Vec<u64>, u64>; 2],
    chosen: Vec<usize>,
    wanted: Vec<usize>,
    /// The counts of the witness.
    witness: Option<Vec<u64>>,
}

impl Recount<'_> {
    fn descend(&mut self, from: usize, towers: &[Partial]) {
        if self.chosen.len() == self.stated.size {
            return self.add(towers);
        }
        for kind in from..self.types.len() {
            let taller = self.taller(towers, &self.types[kind]);
            self.chosen.push(kind);
            self.descend(kind + usize::from(!self.stated.repeats), &taller);
            self.chosen.pop();
        }
    }

    fn taller(&self, towers: &[Partial], rings: &Rings) -> Vec<Partial> {
        let mut taller = Vec::new();
        let first = self.chosen.is_empty();
        for tower in towers {
            for ring in rings {
                let counts = [tower.counts[0] * ring.orientations, tower.counts[1]];
                if self.stated.different && !tower.equal && tower.bits & ring.bits == 0 {
                    taller.push(Partial {
                        bits: tower.bits | ring.bits,
                        counts,
                        equal: false,
                    });
                }
                let same = if first {
                    ring.colourful
                } else {
                    tower.equal && tower.bits == ring.bits
                };
                if self.stated.equal && same {
                    taller.push(Partial {
                        bits: ring.bits,
                        counts,
                        equal: true,
                    });
                }
            }
        }
        taller
    }

    fn add(&mut self, towers: &[Partial]) {
        let mut totals = [[0; 2]; 2];
        for tower in towers {
            for (convention, total) in totals.iter_mut().enumerate() {
                total[usize::from(tower.equal)] += tower.counts[convention];
            }
        }
        let asked = [self.stated.different, self.stated.equal];
        for (convention, total) in totals.iter().enumerate() {
            let counts: Vec<u64> = (0..2)
                .filter(|&kind| asked[kind])
                .map(|kind| total[kind])
                .collect();
            if convention == 0 && self.chosen == self.wanted {
                self.witness = Some(counts.clone());
            }
            *self.classes[convention].entry(counts).or_insert(0) += 1;
        }
    }

    fn compare(&self, certificate: &Value) -> Result<String, String> {
        for (convention, name) in ["orientations", "pictures"].into_iter().enumerate() {
            let rows = certificate["classes"][name].as_array();
            let rows = rows.ok_or_else(|| format!("no classes of {name}"))?;
            let row = |row: &Value| {
                let counts = row["counts"].as_array()?.iter().map(Value::as_u64);
                Some((
                    counts.collect::<Option<Vec<u64>>>()?,
                    row["instances"].as_str()?.parse().ok()?,
                ))
            };
            let stated: Option<BTreeMap<Vec<u64>, u64>> = rows.iter().map(row).collect();
            if stated.as_ref() != Some(&self.classes[convention]) {
                return Err(format!(
                    "the classes of {name} are not what a recount gives"
                ));
            }
        }
        let best = self.classes[0]
            .iter()
            .filter(|(counts, _)| counts.iter().all(|&count| count > 0))
            .map(|(counts, _)| counts.iter().sum::<u64>())
            .min();
        let finding = &certificate["finding"];
        let minimum = finding["minimum"]["orientations"].as_str();
        if minimum != best.map(|best| best.to_string()).as_deref() {
            return Err("the minimum does not follow from the classes".to_string());
        }
        let sets: u64 = self.classes[0].values().sum();
        let Some(best) = best else {
            return Ok(format!("none of {sets} sets of pieces has such towers"));
        };
        let attains = |counts: &Vec<u64>| {
            counts.iter().all(|&count| count > 0) && counts.iter().sum::<u64>() == best
        };
        let attained: u64 = self.classes[0]
            .iter()
            .filter(|(counts, _)| attains(counts))
            .map(|(_, sets)| sets)
            .sum();
        if finding["attained_by"].as_str() != Some(attained.to_string().as_str()) {
            return Err("the number of sets that attain the minimum is wrong".to_string());
        }
        match &self.witness {
            Some(counts) if attains(counts) => {}
            _ => return Err("the witness does not attain the minimum".to_string()),
        }
        Ok(format!(
            "{best} towers are the fewest, attained by {attained} of {sets} sets of pieces"
        ))
    }
}
