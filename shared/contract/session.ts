import * as param from './parameter.ts';
import { PROOF } from './proof.ts';
import {
  as,
  type Domain,
  flag,
  type Infer,
  named,
  nothing,
  object,
  optional,
  text,
  whole,
} from './schema.ts';

/** Signing in and out, and the account that is signed in. */

export type User = Domain<typeof User>;
export type WireUser = Infer<typeof User>;
export const User = named(
  object({
    uid: whole(1),
    email: text(),
    phone: text(),
    area_code: optional(text()),
    is_demo: flag(),
    invite_code: text(),
  }),
);

const CONTACT = param.text(1, 254);
const PASSWORD = param.text(1, 4_096);
/** 1 e-mail, 2 mobile. */
const CHANNEL = as('channel', param.choice(1, 2));
const AREA_ID = param.blank(param.integer(1, 999_999));

export const sessionRoutes = {
  createDemoAccount: {
    method: 'GET',
    path: '/api/user/createAccountDemoForU',
    changes: true,
    answer: object({ demo_id: text() }),
  },
  login: {
    method: 'POST',
    path: '/api/user/loginForU',
    /** Either a demo account's id alone, or an account with its password and channel. */
    request: {
      demo_id: optional(param.text(1, 128)),
      account: optional(CONTACT),
      password: optional(PASSWORD),
      login_type: optional(CHANNEL),
      area_id: AREA_ID,
      ...PROOF,
    },
    answer: object({ token: text(), user: User }),
  },
  logout: { method: 'POST', path: '/api/user/logout', session: true, answer: nothing() },
  getUser: { method: 'GET', path: '/api/user/info', session: true, answer: User },
} as const;
