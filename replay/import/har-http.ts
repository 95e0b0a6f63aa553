import { ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { fieldsOf, textOf } from '../../shared/json.ts';
import type { RecordBody } from '../format/format.ts';
import { placeOf, type Timed } from './har-socket.ts';
import { msOfIso } from './har-time.ts';
import { count, type ImportReport } from './report.ts';

const SHAPES: readonly RouteShape[] = Object.values(ROUTES);
const API = SHAPES.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The method of the call at a path; undefined for an unknown path. */
export const methodAt = (path: string): RouteShape['method'] | undefined =>
  API.find(({ pattern }) => pattern.test(path))?.method;

/** The record of an HTTP entry, if it is one of our calls; its time is that of the answer. */
export function answerOf(entry: Readonly<Record<string, unknown>>, report: ImportReport): Timed | undefined {
  const body = callOf(entry);
  const startMs = msOfIso(entry['startedDateTime']);
  if (typeof body === 'string' || startMs === undefined) {
    count(report.ignored, typeof body === 'string' ? body : 'request without a time');
    return undefined;
  }
  count(report.taken, body.kind);
  const tookMs =
    typeof entry['time'] === 'number' && entry['time'] > 0 && entry['time'] < 1e9 ? entry['time'] : 0;
  return { ms: startMs + tookMs, body, place: placeOf(entry) };
}

/** @returns the reason if the entry is not a record */
function callOf(entry: Readonly<Record<string, unknown>>): RecordBody | string {
  const { url, method } = fieldsOf(entry['request']);
  const address = addressOf(url);
  if (address === undefined) return 'request without an address';
  const path = address.pathname;
  if (!API.some((one) => one.method === method && one.pattern.test(path))) return 'foreign request';
  const body = envelopeOf(fieldsOf(fieldsOf(entry['response'])['content']));
  if (body === undefined) return 'answer without an envelope';
  const query = Object.fromEntries([...address.searchParams].filter(([name]) => name !== 't'));
  return { kind: 'http', path, query, body };
}

export function addressOf(url: unknown): URL | undefined {
  try {
    return new URL(textOf(url));
  } catch {
    return undefined;
  }
}

function envelopeOf({ text, encoding }: Readonly<Record<string, unknown>>): unknown {
  try {
    const value: unknown = JSON.parse(encoding === 'base64' ? fromBase64(textOf(text)) : textOf(text));
    return typeof fieldsOf(value)['code'] === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

const fromBase64 = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
