// Chance from a seed: the same seed gives the same game.

/**
 * A generator of numbers from 0 up to 1 (the algorithm "mulberry32").
 * @param {number} seed
 */
export function generator(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The items in an order by chance.
 * @template T
 * @param {T[]} items
 * @param {number} seed
 */
export function shuffled(items, seed) {
  const random = generator(seed);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** A seed that nobody chose. */
export function anySeed() {
  return Math.floor(Math.random() * 1_000_000);
}
