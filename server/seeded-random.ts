/** A stream of random numbers that is the same for the same seed on every machine. */
export interface SeededRandom {
  /** In [0, 1). */
  next(): number;
  /** Mean 0, standard deviation 1; bell-shaped within 3.5 deviations. */
  gauss(): number;
}

const SPREAD = Math.sqrt(3);

/** sfc32 (Doty-Humphrey), its state filled from the text by FNV-1a. */
export function seededRandom(seed: string): SeededRandom {
  let [a, b, c, d] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 12; i++) next();
  return { next, gauss: () => (next() + next() + next() + next() - 2) * SPREAD };
}

function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return value ^ (value >>> 13);
}
