import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { type Fields, parseJson } from '../../shared/json.ts';
import { CID_KEPT_DAYS, COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import type { Result } from '../../shared/result.ts';
import type { TextStore } from '../link/storage.ts';

/** A decision of the user that is noted on this device until its outcome is known. */
export interface Note {
  readonly cid: string;
  readonly uid: number;
  /** The tab that sent it. */
  readonly tab: string;
  readonly madeAtMs: number;
}

/** A decision to open or close something. */
export interface Intent extends Note {
  /** `intentKey`: no second intent of the same key is sent while this one is unsettled. */
  readonly key: string;
  readonly what:
    | { readonly kind: 'submit'; readonly request: OrderRequest }
    /** `reverses`: the first half of a reversal, see `reverse.ts`. */
    | {
        readonly kind: 'close';
        readonly id: OrderId;
        readonly volume?: Volume;
        readonly reverses?: true;
        /** The price on the screen at the tap; absent while unknown. It is not sent. */
        readonly seenPrice?: Price | undefined;
      };
}

export type IntentResult = Result<Position | PendingOrder | ClosedOrder>;

/** The end of an intent whose outcome had been unknown. */
export type SettledIntent =
  | { readonly status: 'known'; readonly intent: Intent; readonly result: IntentResult }
  /** The server no longer remembers its cid. Working orders and history show what became of it. */
  | { readonly status: 'given-up'; readonly intent: Intent };

const CID_KEPT_MS = CID_KEPT_DAYS * 86_400_000;

/** Whether to ask for the outcome now. An unknown cid is sealed by that, so its sender must have given up first. */
export function lookUpOf(note: Note, nowMs: number, tab: string): 'ask' | 'wait' | 'give-up' {
  const age = nowMs - note.madeAtMs;
  if (age > CID_KEPT_MS) return 'give-up';
  // Another tab may still be waiting for its result. `abs`: a clock that was set back must not prolong the wait.
  return note.tab !== tab && Math.abs(age) < 2 * COMMAND_DEADLINE_MS ? 'wait' : 'ask';
}

/**
 * What an order's button stands for. The same key while an order is under way is the same tap; another one is another
 * order.
 */
export function orderKey(
  instrumentId: InstrumentId,
  { side, volume, kind }: Pick<OrderRequest, 'side' | 'volume'> & { readonly kind: OrderKind },
): string {
  const at = kind.type === 'pending' ? kind.targetPrice : 'market';
  return `${instrumentId} ${side} ${volume} ${at}`;
}

type OrderKind = { readonly type: 'market' } | { readonly type: 'pending'; readonly targetPrice: Price };

export const intentKey = (what: Intent['what']): string =>
  what.kind === 'close'
    ? `close ${what.id} ${what.volume ?? 'all'}`
    : orderKey(what.request.instrumentId, what.request);

const PREFIX = 'intent.';

/** The unsettled decisions in a store: one entry each, so that two tabs never overwrite each other's. */
export interface Notes<N extends Note> {
  /** Oldest first. */
  all(uid: number): readonly N[];
  put(note: N): void;
  drop(cid: string): void;
  /** Drops an account's notes of every kind. Another tab may have another account. */
  clear(uid: number): void;
}

export type OrderNotes = Notes<Intent>;

export const createOrderNotes = (store: TextStore): OrderNotes => createNotes(store, isIntent);

/** @param isOne whether a note is of this kind: one store may hold several */
export function createNotes<N extends Note>(
  store: TextStore,
  isOne: (value: unknown) => value is N,
): Notes<N> {
  return {
    all: (uid) =>
      store
        .keys(PREFIX)
        .map((key) => parseJson(store.get(key) ?? ''))
        .filter(isOne)
        .filter((note) => note.uid === uid)
        .sort((a, b) => a.madeAtMs - b.madeAtMs),
    put: (note) => store.set(PREFIX + note.cid, JSON.stringify(note)),
    drop: (cid) => store.remove(PREFIX + cid),
    clear(uid) {
      for (const key of store.keys(PREFIX)) {
        const note = parseJson(store.get(key) ?? '');
        if (hasFields(note, { uid: 'number' }) && note['uid'] === uid) store.remove(key);
      }
    },
  };
}

/** Checks only as much as keeps out entries of another version of the app, or edited ones. */
function isIntent(value: unknown): value is Intent {
  if (!isNote(value, { key: 'string' })) return false;
  const what: unknown = value['what'];
  if (hasFields(what, { kind: 'string', id: 'number' })) return what['kind'] === 'close';
  return (
    hasFields(what, { kind: 'string', request: 'object' }) &&
    what['kind'] === 'submit' &&
    hasFields(what['request'], { cid: 'string', instrumentId: 'number', side: 'string', volume: 'number' }) &&
    hasFields(what['request']['kind'], { type: 'string' })
  );
}

/** Whether it is a note that has also `more`. */
export const isNote = (value: unknown, more: Readonly<Record<string, string>>): value is Fields =>
  hasFields(value, { cid: 'string', uid: 'number', tab: 'string', madeAtMs: 'number', ...more });

const hasFields = (value: unknown, types: Readonly<Record<string, string>>): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  // Nothing is said about the kind of any field.
  Object.entries(types).every(([name, type]) => typeof (value as Fields)[name] === type);
