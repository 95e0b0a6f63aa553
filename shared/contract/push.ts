import * as param from './parameter.ts';
import { as, type Domain, flag, type Infer, named, nothing, object, optional, text } from './schema.ts';

/** Web Push: notifications on a device that shows no page of the app. */

/** What a notification may be about; the account switches each on or off. */
export type PushKind = 'price_alerts' | 'fills' | 'stop_outs' | 'margin_calls';

/**
 * The content of a push message, as JSON. Names the instrument and the price of the event, never a balance, a profit or the
 * account: a locked phone shows it to everybody.
 */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A notification with the same tag replaces an older one. */
  readonly tag: string;
  /** Path of the app that a tap opens. */
  readonly path: string;
  /** Time of the event, epoch ms. */
  readonly at: number;
  /** Language of the texts as BCP 47, and its direction. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

export type PushSettings = Domain<typeof PushSettings>;
export type WirePushSettings = Infer<typeof PushSettings>;
export const PushSettings = named(
  object({ price_alerts: flag(), fills: flag(), stop_outs: flag(), margin_calls: flag() }),
);

const SWITCH = optional(param.choice(0, 1));
const ENDPOINT = param.text(1, 1_024);

export const pushRoutes = {
  getPushKey: {
    method: 'GET',
    path: '/api/push/key',
    answer: object({ key: text('^[A-Za-z0-9_-]{87}$') }),
  },
  /** The JSON of a PushSubscription; in a form its nested fields have dotted names. */
  subscribePush: {
    method: 'POST',
    path: '/api/push/subscribe',
    session: true,
    request: {
      endpoint: ENDPOINT,
      expirationTime: param.blank(param.integer(0)),
      'keys.p256dh': as('p256dh', param.like(/^[A-Za-z0-9_-]{87}=?$/)),
      'keys.auth': as('auth', param.like(/^[A-Za-z0-9_-]{22}(==)?$/)),
    },
    answer: nothing(),
  },
  unsubscribePush: {
    method: 'POST',
    path: '/api/push/unsubscribe',
    session: true,
    request: { endpoint: ENDPOINT },
    answer: nothing(),
  },
  getPushSettings: { method: 'GET', path: '/api/push/settings', session: true, answer: PushSettings },
  setPushSettings: {
    method: 'POST',
    path: '/api/push/settings',
    session: true,
    request: { price_alerts: SWITCH, fills: SWITCH, stop_outs: SWITCH, margin_calls: SWITCH },
    answer: PushSettings,
  },
} as const;
