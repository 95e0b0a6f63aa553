import { users } from '../accounts/user-commands.ts';
import { check } from '../audit/check-command.ts';
import { chat } from '../chat/chat-commands.ts';
import { cluster } from '../cluster/cluster-commands.ts';
import { companies } from '../content/company-commands.ts';
import { announcements, news } from '../content/publishing-commands.ts';
import { faults } from '../faults/fault-commands.ts';
import { feed } from '../feed/feed-commands.ts';
import { identity } from '../identity/identity-commands.ts';
import { calendar } from '../listings/calendar-commands.ts';
import { instruments } from '../listings/instrument-commands.ts';
import { log } from '../operators/log-commands.ts';
import { operators } from '../operators/operator-commands.ts';
import { outbox } from '../outbox/outbox-commands.ts';
import { balance } from '../payments/balance-commands.ts';
import { deposits } from '../payments/deposit-commands.ts';
import { depositBanks, depositCoins, withdrawalCurrencies } from '../payments/payment-option-commands.ts';
import { payoutAddresses } from '../payments/payout-commands.ts';
import { withdrawals } from '../payments/withdrawal-commands.ts';
import type { Resources } from '../resource.ts';
import { database } from './database-commands.ts';
import { exposure, report } from './house-commands.ts';
import { orders, positions } from './order-commands.ts';
import { security } from './security-commands.ts';

/** All resources of the operator's command, in the order of the help. */
export const RESOURCES = {
  instruments,
  calendar,
  feed,
  orders,
  positions,
  exposure,
  report,
  check,
  users,
  outbox,
  identity,
  deposits,
  withdrawals,
  'payout-addresses': payoutAddresses,
  balance,
  'deposit-coins': depositCoins,
  'deposit-banks': depositBanks,
  'withdrawal-currencies': withdrawalCurrencies,
  chat,
  news,
  announcements,
  companies,
  database,
  cluster,
  operators,
  log,
  security,
  faults,
} satisfies Resources<never>;
