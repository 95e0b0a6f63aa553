import { randomBytes } from 'node:crypto';

/** Unpredictable bytes as an argument, so that a simulation can stand in. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
