import { Alert, AlertFiring, type alertRoutes } from '../../../../shared/contract/alerts.ts';
import { MAX_ALERT_FIRINGS, MAX_ALERTS } from '../../../../shared/limits.ts';
import { type CallWords, shape } from './words.ts';

const ID = '`id` in `getAlerts`';

export const alertCalls: CallWords<keyof typeof alertRoutes> = {
  getAlerts: {
    summary: 'Price alerts of the account, latest first',
    text: 'The exchange judges them at every tick, also while nobody is connected. They also come on the topic `ALERT`.',
  },
  getAlertFirings: {
    summary: "Firings of the account's alerts, latest first",
    text: `The last ${MAX_ALERT_FIRINGS}, of alerts that were deleted since as well. An alert that fired several times before that could be stored is listed once.`,
  },
  addAlert: {
    summary: 'Adds an alert',
    text:
      'Either `price` or `percent`. The side follows from the price now: at the target itself it is refused (4105), without a ' +
      `price with 4101. At most ${MAX_ALERTS} an account (4009). The first price of a day is no move of the day.`,
    parameters: {
      forex_id: '`Id` of the instrument',
      price: "fires when the price reaches it; at most the instrument's decimals",
      percent:
        'fires when the move of the day (`Change` from `Open`) reaches it: signed, not 0, two decimals',
      repeat: '1 fires each time the price crosses from the side where it stands now; 0 or absent: once',
    },
    refusals: ['notFound', 'conflict', 'marketClosed', 'wrongSidePrice'],
  },
  setAlert: {
    summary: 'Switches an alert on or off',
    text: 'An alert that is switched on takes its side from the price now, as a new one does (4101, 4105).',
    parameters: { id: ID, on: '1 on, 0 off' },
    refusals: ['notFound', 'marketClosed', 'wrongSidePrice'],
  },
  deleteAlert: { summary: 'Deletes an alert', parameters: { id: ID }, refusals: ['notFound'] },
};

export const alertShapes = {
  Alert: shape(Alert, {
    id: 'names it; later alerts have higher ones',
    forex_id: '`Id` of the instrument',
    price: 'the price that it waits for; 0 of an alert on the move of the day',
    percent: 'the move of the day that it waits for, signed; 0 of an alert on the price',
    side: 'fires at or above the target, or at or below it',
    repeat: '1 fires each time, after the price has gone back across; 0 once',
    on: 'whether it is judged; 0 after one that does not repeat has fired',
    created_at: 'when it was added',
    fired_at: 'when it fired last; empty before',
  }),
  AlertFiring: shape(AlertFiring, {
    id: 'names it; later ones have higher ones',
    forex_id: '`Id` of the instrument',
    price: 'the price that the alert waited for; 0 of one on the move of the day',
    percent: 'the move of the day that it waited for, signed; 0 of one on the price',
    side: 'fired at or above the target, or at or below it',
    reached: 'the price of the tick, at the target or beyond it',
    fired_at: 'when',
  }),
};
