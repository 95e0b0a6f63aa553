import * as v from 'valibot';
import type { Bus } from '../bus/bus.ts';
import { readJson, sendJson } from '../bus/json-messages.ts';
import type { Clock } from '../clock.ts';

/** What a process publishes about itself. */
const presentSchema = v.object({
  role: v.string(),
  /** Names it, together with `pid`. */
  node: v.string(),
  pid: v.number(),
  url: v.string(),
  /** When it began, in ms by its own clock. */
  since: v.number(),
  state: v.string(),
  /** How late its prices are, in ms; null for one that makes them. */
  lag_ms: v.nullable(v.number()),
});

export type Present = v.InferOutput<typeof presentSchema>;

const WHO = 'who';
const EVERY_MS = 1_000;
/** A process that has been silent for so long is not present. */
const GONE_MS = 3_500;

/** Announces from now on that this process is present. @returns stop */
export function announce(bus: Bus, clock: Clock, describe: () => Present): () => void {
  const say = () => {
    if (bus.isConnected()) sendJson(bus, WHO, describe());
  };
  say();
  return clock.every(EVERY_MS, say);
}

export interface Presence {
  /** Roles in order, and in each the nodes by name. */
  list(): readonly Present[];
  stop(): void;
}

/** Follows which processes are present. A process is known within a second and a half. */
export function listenPresence(bus: Bus, clock: Clock, report: (sentence: string) => void): Presence {
  const seen = new Map<string, { readonly said: Present; readonly at: number }>();
  const stop = bus.subscribe(WHO, (message) => {
    const said = readJson(presentSchema, message, report);
    if (said !== undefined) seen.set(`${said.role} ${said.node} ${said.pid}`, { said, at: clock.steady() });
  });
  return {
    list() {
      for (const [name, { at }] of seen) if (clock.steady() - at > GONE_MS) seen.delete(name);
      return [...seen]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([, { said }]) => said);
    },
    stop,
  };
}

/** How long a reader listens before it knows everybody. */
export const LISTEN_MS = EVERY_MS + 500;
