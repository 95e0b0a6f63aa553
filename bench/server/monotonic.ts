/** Header in which a server reports when it received a request and when its response left. */
export const STAMPS = 'bench-stamps';

/** The machine's monotonic clock, which is the same in all processes. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
