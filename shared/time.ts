import type { Brand } from './brand.ts';

/** Epoch milliseconds, UTC. */
export type TimestampMs = Brand<number, 'TimestampMs'>;
/** Epoch seconds, UTC. */
export type TimestampS = Brand<number, 'TimestampS'>;

export const timestampMs = (ms: number): TimestampMs => ms as TimestampMs;
export const timestampS = (s: number): TimestampS => s as TimestampS;
export const toSeconds = (ms: TimestampMs): TimestampS => Math.floor(ms / 1000) as TimestampS;
export const toMs = (s: TimestampS): TimestampMs => (s * 1000) as TimestampMs;
