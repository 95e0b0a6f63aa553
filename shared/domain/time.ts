import type { Brand } from '../brand.ts';

/** Epoch milliseconds, UTC. */
export type TimestampMs = Brand<number, 'TimestampMs'>;
/** Epoch seconds, UTC. */
export type TimestampS = Brand<number, 'TimestampS'>;

export const timestampMs = (ms: number): TimestampMs => ms as TimestampMs;
export const toSeconds = (ms: TimestampMs): TimestampS => Math.floor(ms / 1000) as TimestampS;
