import type { WireLeader } from '../../shared/contract/wire-people.ts';

/**
 * Simulated traders, who really trade: accounts of their own in the demo book that nobody can log into, the exchange's own
 * commands, and no money but what they started with.
 */
export interface Leaders {
  /** Those who closed something in the last three weeks, on figures that are at most a few seconds old. */
  list(): Promise<readonly WireLeader[]>;
  /** Begins to trade once the market runs. Who is new is taken on and led through its past in the background. */
  start(): void;
  /** Waits for the past and the commands that are under way. */
  idle(): Promise<void>;
  /** Ends what is under way as soon as it can be. */
  stop(): Promise<void>;
}
