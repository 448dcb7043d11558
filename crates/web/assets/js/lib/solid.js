// Cubes and prisms: how their faces move when they are turned.
//
// How a piece lies is the list of the faces found at the places of the tower: the long sides in order around the axis, counter-clockwise
// seen from the top, then the top and the bottom. A turn permutes the places.

/**
 * The turns of a piece with so many sides; only a cube may be tipped over.
 * @param {number} sides
 * @param {boolean} cube
 */
export function turnsOf(sides, cube) {
  const around = Array.from({ length: sides }, (_, place) => (place + 1) % sides);
  const flip = Array.from({ length: sides }, (_, place) => (sides - place) % sides);
  return {
    around: [...around, sides, sides + 1],
    over: cube ? [0, 5, 2, 4, 1, 3] : [...flip, sides + 1, sides],
  };
}

/**
 * What is found at each place after a turn.
 * @param {number[]} faces
 * @param {number[]} turn
 */
export function turn(faces, turn) {
  return turn.map((place) => faces[place]);
}

/**
 * All ways in which a piece can lie.
 * @param {number} sides
 * @param {boolean} cube
 */
export function orientations(sides, cube) {
  const { around, over } = turnsOf(sides, cube);
  const start = Array.from({ length: sides + 2 }, (_, face) => face);
  const seen = new Map([[start.join(), start]]);
  const open = [start];
  for (let faces = open.pop(); faces; faces = open.pop()) {
    for (const next of [turn(faces, around), turn(faces, over)]) {
      if (seen.has(next.join())) continue;
      seen.set(next.join(), next);
      open.push(next);
    }
  }
  return [...seen.values()];
}
