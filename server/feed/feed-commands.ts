import { err, ok } from '../../shared/result.ts';
import type { Bus } from '../bus/bus.ts';
import { jsonData } from '../bus/json-messages.ts';
import type { Resource } from '../resource.ts';
import type { SourceState } from './market.ts';

interface FeedDeps {
  /** Undefined while the feed does not answer; an empty list where prices do not come from outside. */
  readonly sources?: (() => Promise<readonly SourceState[] | undefined>) | undefined;
}

export const feed: Resource<FeedDeps> = {
  help: 'Prices from outside',
  usual: 'list',
  verbs: {
    list: {
      help: 'Lists the sources in order of preference: ticks since the start, those not taken, and how many instruments follow each',
      parameters: {},
      async run({ sources }) {
        const found = await sources?.();
        if (found === undefined) return err('The feed does not answer.');
        if (found.length === 0) return err('Prices do not come from outside: FEED is not push.');
        const rows = found.map(({ source, isConnected, ageMs, ticks, refused, leads }) => ({
          source,
          connected: isConnected,
          age_s: ageMs === undefined ? null : Math.round(ageMs / 100) / 10,
          followed_by: leads,
          ticks,
          ...refused,
        }));
        if (found.some(({ isConnected }) => isConnected)) return ok({ rows });
        return ok({ rows, note: 'No source is connected.', failed: true });
      },
    },
  },
};

const SUBJECT = 'px.sources';
const TIMEOUT_MS = 2_000;

/** Answers `askSources`. @returns stop */
export const serveSources = (bus: Bus, sources: () => readonly SourceState[]): (() => void) =>
  bus.subscribe(SUBJECT, ({ respond }) => respond?.(jsonData(sources())));

/** The sources as the feed, another process, has them. */
export async function askSources(bus: Bus): Promise<readonly SourceState[] | undefined> {
  const answer = await bus.request(SUBJECT, new Uint8Array(), TIMEOUT_MS);
  return answer.ok ? (JSON.parse(new TextDecoder().decode(answer.value)) as SourceState[]) : undefined;
}
