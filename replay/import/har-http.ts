import { ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../shared/json.ts';
import type { RecordBody } from '../format/format.ts';
import { durationOf, placeOf, type Timed } from './har-socket.ts';
import { UNREAD } from './har-text.ts';
import { msOfTime, readTime } from './har-time.ts';
import { count, type ImportReport } from './import-report.ts';

const SHAPES: readonly RouteShape[] = Object.values(ROUTES);
const API = SHAPES.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The method of the call at a path; undefined for an unknown path. */
export const methodAt = (path: string): RouteShape['method'] | undefined =>
  API.find(({ pattern }) => pattern.test(path))?.method;

/** The record of an HTTP entry, if it is one of our calls; its time is that of the answer. */
export function answerOf(entry: Fields, report: ImportReport): Timed | undefined {
  if (!isCall(entry)) {
    const hasAddress = addressOf(fieldsOf(entry['request'])['url']) !== undefined;
    count(report.ignored, hasAddress ? 'foreign request' : 'request without an address');
    return undefined;
  }
  if (isUnanswered(entry)) {
    count(report.ignored, 'request without an answer');
    return undefined;
  }
  const body = callOf(entry);
  const startMs = msOfTime(entry['startedDateTime']);
  const ms = startMs === undefined ? answeredMs(entry) : startMs + durationOf(entry);
  if (typeof body === 'string' || ms === undefined) {
    count(report.dropped, typeof body === 'string' ? body : 'request without a time');
    return undefined;
  }
  count(report.taken, body.kind);
  return { ms, body, place: placeOf(entry) };
}

/** Whether an entry is a call of ours, on any host. */
export function isCall(entry: Fields): boolean {
  const { url, method } = fieldsOf(entry['request']);
  const path = addressOf(url)?.pathname;
  const verb = textOf(method).toUpperCase();
  return path !== undefined && API.some((one) => one.method === verb && one.pattern.test(path));
}

/** The server's time of an answer, by its header. */
export function answeredMs(entry: Fields): number | undefined {
  const header = listOf(fieldsOf(entry['response'])['headers'])
    .map(fieldsOf)
    .find(({ name }) => /^date$/i.test(textOf(name)));
  return readTime(header?.['value'])?.ms;
}

/** Aborted, led elsewhere, or answered by something before the exchange. */
function isUnanswered(entry: Fields): boolean {
  const { status, content } = fieldsOf(entry['response']);
  const isGood = typeof status !== 'number' || (status >= 200 && status < 300);
  return !isGood && envelopeOf(fieldsOf(content)) === undefined;
}

/** @returns the reason if the answer cannot be read */
function callOf(entry: Fields): RecordBody | string {
  const address = addressOf(fieldsOf(entry['request'])['url']);
  const unread = entry[UNREAD];
  if (typeof unread === 'string') return `answer ${unread}`;
  const { content } = fieldsOf(entry['response']);
  const body = envelopeOf(fieldsOf(content));
  if (body === undefined)
    return fieldsOf(content)['text'] === undefined
      ? 'answer saved without its body'
      : 'answer without an envelope';
  const query = Object.fromEntries([...(address?.searchParams ?? [])].filter(([name]) => name !== 't'));
  return { kind: 'http', path: address?.pathname ?? '', query, body };
}

/** Some proxies write the path alone. */
export function addressOf(url: unknown): URL | undefined {
  const text = textOf(url);
  try {
    return new URL(text.startsWith('/') ? `http://har.invalid${text}` : text);
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
