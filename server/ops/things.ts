import type { Things } from './arguments.ts';
import { announcements } from './things/announcements.ts';
import { balance } from './things/balance.ts';
import { chat } from './things/chat.ts';
import { check } from './things/check.ts';
import { companies } from './things/companies.ts';
import { database } from './things/database.ts';
import { deposits } from './things/deposits.ts';
import { faults } from './things/faults.ts';
import { identity } from './things/identity.ts';
import { instruments } from './things/instruments.ts';
import { log } from './things/log.ts';
import { news } from './things/news.ts';
import { outbox } from './things/outbox.ts';
import { depositBanks, depositCoins, withdrawalCurrencies } from './things/payment-options.ts';
import { users } from './things/users.ts';
import { withdrawals } from './things/withdrawals.ts';

/** Everything an operator can ask for, in the order of the help. */
export const THINGS: Things = {
  instruments,
  check,
  users,
  outbox,
  identity,
  deposits,
  withdrawals,
  balance,
  'deposit-coins': depositCoins,
  'deposit-banks': depositBanks,
  'withdrawal-currencies': withdrawalCurrencies,
  chat,
  news,
  announcements,
  companies,
  database,
  log,
  faults,
};
