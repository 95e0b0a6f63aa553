import * as param from './parameter.ts';
import {
  as,
  type Domain,
  flag,
  type Infer,
  listed,
  named,
  number,
  object,
  optional,
  time,
  timeOrEmpty,
  whole,
  word,
} from './schema.ts';

/** Price alerts: the exchange watches an instrument and notifies the account when it gets there. */

export type Alert = Domain<typeof Alert>;
export type WireAlert = Infer<typeof Alert>;
/** Either `price` or `percent` is other than 0. */
export const Alert = named(
  object({
    id: whole(1),
    forex_id: as('instrumentId', whole(1)),
    price: number(),
    percent: number(),
    side: word('above', 'below'),
    repeat: as('repeats', flag()),
    on: as('isOn', flag()),
    created_at: time(),
    fired_at: timeOrEmpty(),
  }),
);

export type AlertFiring = Domain<typeof AlertFiring>;
/** Either `price` or `percent` is other than 0. */
export const AlertFiring = named(
  object({
    id: whole(1),
    forex_id: as('instrumentId', whole(1)),
    price: number(),
    percent: number(),
    side: word('above', 'below'),
    reached: number(),
    fired_at: time(),
  }),
);

/** Ids are of the width in which a database numbers rows. */
const ID = param.integer(1, 2_147_483_647);
const ANSWER = listed(Alert);

export const alertRoutes = {
  getAlerts: { method: 'GET', path: '/api/alert/list', session: true, answer: ANSWER },
  getAlertFirings: { method: 'GET', path: '/api/alert/history', session: true, answer: listed(AlertFiring) },
  /** Either a price or a percentage. */
  addAlert: {
    method: 'POST',
    path: '/api/alert/add',
    session: true,
    request: {
      forex_id: as('instrumentId', param.integer(1)),
      price: param.blank(param.decimal()),
      percent: param.blank(param.decimal()),
      repeat: as('repeats', optional(param.choice(0, 1))),
    },
    answer: ANSWER,
  },
  setAlert: {
    method: 'POST',
    path: '/api/alert/set',
    session: true,
    request: { id: ID, on: as('isOn', param.choice(0, 1)) },
    answer: ANSWER,
  },
  deleteAlert: {
    method: 'POST',
    path: '/api/alert/delete',
    session: true,
    request: { id: ID },
    answer: ANSWER,
  },
} as const;
