import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import type { TextStore } from '../link/storage.ts';
import { createNotes, hasFields, isNote, type Note, type Notes, type Settled } from './intents.ts';

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

export type Order = Position | PendingOrder | ClosedOrder;
export type IntentResult = Result<Order>;
export type SettledIntent = Settled<Intent, Order>;

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

export const createOrderNotes = (store: TextStore): Notes<Intent> => createNotes(store, isIntent);

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
