import type { WireFault } from '../../shared/contract/wire-faults.ts';
import type { Fault } from './faults.ts';

export const wireFault = ({ kind, on, share, ms, skip, seed, struck, count, endsAt }: Fault): WireFault => ({
  kind,
  on,
  share,
  ms,
  skip,
  seed,
  struck,
  count_left: count === undefined ? 0 : count - struck,
  ends_at: Number.isFinite(endsAt) ? new Date(endsAt).toISOString() : '',
});
