import { PushSettings, type pushRoutes } from '../../../../shared/contract/push.ts';
import { type CallWords, shape } from './words.ts';

const KINDS = {
  price_alerts: 'a price alert has fired',
  fills:
    'a pending order was filled, or cancelled for want of free margin; or a take profit, stop loss or trailing stop has closed a position',
  stop_outs: 'a position was stopped out',
  margin_calls: 'the margin level has fallen below 100 %; again only after it was above 110 %',
};

export const pushCalls: CallWords<keyof typeof pushRoutes> = {
  getPushKey: {
    summary: "The exchange's key for Web Push (VAPID)",
    text:
      'What `pushManager.subscribe` takes as `applicationServerKey`. A push message (RFC 8291) is JSON: `title`, `body`, `tag` ' +
      '(replaces an older notification), `path` (of the app, for a tap), `at` (epoch ms), `lang`, `dir`. It never has a balance, ' +
      'an equity, a profit or an account. All subscribed devices of the account get it; a device that shows the app need not show it.',
    answer: { key: 'uncompressed point of P-256, base64url' },
  },
  subscribePush: {
    summary: 'Sends notifications to a browser, in the language of the request',
    text:
      'The body is `JSON.stringify` of a PushSubscription; a form names the nested fields with a dot. Replaces what the same ' +
      'browser had, also for another account. Ends with the session; beyond 10 browsers of an account the oldest ends.',
    parameters: {
      endpoint: 'address at a push service that the exchange knows (`PUSH_SERVICES`)',
      expirationTime: 'ignored',
      'keys.p256dh': "the browser's key, base64url",
      'keys.auth': "the browser's secret, base64url",
    },
    refusals: ['conflict'],
  },
  unsubscribePush: {
    summary: 'Sends a browser no more notifications',
    text: 'Also a success when it had none.',
    parameters: { endpoint: 'as subscribed' },
  },
  getPushSettings: { summary: 'What the account is notified of' },
  setPushSettings: {
    summary: 'Switches kinds of notifications on or off, for all devices',
    text: 'Kinds that are absent stay as they are; at first all are on.',
    parameters: KINDS,
  },
};

export const pushShapes = { PushSettings: shape(PushSettings, KINDS) };
