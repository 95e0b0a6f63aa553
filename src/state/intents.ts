import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { CID_KEPT_DAYS, COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import type { Result } from '../../shared/result.ts';
import type { TextStore } from '../link/storage.ts';

/** One decision of the user that opens or closes something, noted on this device until its outcome is known. */
export interface Intent {
  /** What the button stands for: no second one of the same key while this one is unsettled. */
  readonly key: string;
  readonly cid: string;
  readonly uid: number;
  /** The tab that sent it. */
  readonly tab: string;
  readonly madeAtMs: number;
  readonly what:
    | { readonly kind: 'submit'; readonly request: OrderRequest }
    | { readonly kind: 'close'; readonly id: OrderId; readonly volume?: Volume };
}

export type IntentResult = Result<Position | PendingOrder | ClosedOrder>;

/** How an intent ended whose outcome had been unknown. */
export type IntentSettled =
  | { readonly status: 'known'; readonly intent: Intent; readonly result: IntentResult }
  /** Asking again could carry it out late; the working orders and the history tell what became of it. */
  | { readonly status: 'given-up'; readonly intent: Intent };

/**
 * How long a pending order or a close may still be sent again. One that never reached the server is carried out by the
 * question itself, and later than this the user no longer means it.
 */
export const RESEND_LIMIT_MS = 120_000;
const CID_KEPT_MS = CID_KEPT_DAYS * 86_400_000;

/**
 * Whether the outcome may be asked for, which means sending the same request with the same cid. A market order always
 * may while the server remembers cids: it carries the time of the price the user saw, and the server refuses an old one.
 */
export function lookUpOf(intent: Intent, nowMs: number, tab: string): 'ask' | 'wait' | 'give-up' {
  const age = nowMs - intent.madeAtMs;
  const { what } = intent;
  const market = what.kind === 'submit' && what.request.kind.type === 'market';
  if (age > (market ? CID_KEPT_MS : RESEND_LIMIT_MS)) return 'give-up';
  // Another tab may be waiting for its answer right now.
  return intent.tab !== tab && age < 2 * COMMAND_DEADLINE_MS ? 'wait' : 'ask';
}

export const keyOf = (what: Intent['what']): string =>
  what.kind === 'close'
    ? `close ${what.id} ${what.volume ?? 'all'}`
    : `${what.request.kind.type} ${what.request.instrumentId} ${what.request.side} ${what.request.volume}`;

const PREFIX = 'intent.';

/** The notes themselves: one text each, so that two tabs never overwrite each other's. */
export interface IntentNotes {
  all(uid: number): readonly Intent[];
  put(intent: Intent): void;
  drop(cid: string): void;
  /** Drops the notes of every account. */
  clear(): void;
}

export function createIntentNotes(store: TextStore): IntentNotes {
  return {
    all: (uid) =>
      store
        .keys(PREFIX)
        .map((key) => parseIntent(store.get(key)))
        .filter((intent) => intent !== undefined)
        .filter((intent) => intent.uid === uid)
        .sort((a, b) => a.madeAtMs - b.madeAtMs),
    put: (intent) => store.set(PREFIX + intent.cid, JSON.stringify(intent)),
    drop: (cid) => store.remove(PREFIX + cid),
    clear() {
      for (const key of store.keys(PREFIX)) store.remove(key);
    },
  };
}

function parseIntent(text: string | null): Intent | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isIntent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The notes are our own; this only keeps out what another version of the app or a curious hand left there. */
function isIntent(value: unknown): value is Intent {
  if (!hasFields(value, { key: 'string', cid: 'string', uid: 'number', tab: 'string', madeAtMs: 'number' }))
    return false;
  const what: unknown = value.what;
  if (hasFields(what, { kind: 'string', id: 'number' })) return what.kind === 'close';
  return (
    hasFields(what, { kind: 'string', request: 'object' }) &&
    what.kind === 'submit' &&
    hasFields(what.request, { cid: 'string', instrumentId: 'number', side: 'string', volume: 'number' }) &&
    hasFields(what.request.kind, { type: 'string' })
  );
}

function hasFields(
  value: unknown,
  types: Readonly<Record<string, string>>,
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(types).every(([name, type]) => typeof fields.get(name) === type);
}
