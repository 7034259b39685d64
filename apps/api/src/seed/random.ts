/** A pseudorandom source, the same for the same seed: demo data is the same everywhere. */
export type Random = {
  /** From 0 up to, but excluding, 1. */
  next(): number;
  /** An integer, both ends included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
};

/** Chance from a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick<T>(list: readonly T[]): T {
      const index = int(0, list.length - 1);
      const picked = list[index];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
    chance: (probability) => next() < probability,
  };
}
