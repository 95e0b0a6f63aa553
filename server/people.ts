import type { Accounts } from './accounts/accounts.ts';
import { createAccounts } from './accounts/create.ts';
import { createMembership, type Membership, type MembershipParts } from './accounts/membership.ts';
import type { Passwords } from './accounts/password.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createOutbox } from './outbox/create.ts';
import { createMailer } from './outbox/mailer.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Random } from './random.ts';
import type { Store } from './store/store.ts';
import { createVerification, SENDS_PER_ADDRESS } from './verification/create.ts';
import { openKey } from './verification/key.ts';
import type { Verification } from './verification/verification.ts';

export interface PeopleParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<Config, 'dataDir' | 'demoBalance' | 'mail' | 'site'>;
  /** A line for whoever watches the server: what waits in the outbox, since nothing else sends it. */
  readonly log: (line: string) => void;
  readonly report: (where: string) => (error: unknown) => void;
  /** How passwords are kept; scrypt at full strength unless told. */
  readonly passwords?: Passwords | undefined;
}

export interface People {
  readonly accounts: Accounts;
  readonly membership: Membership;
  readonly verification: Verification;
  readonly outbox: Outbox;
}

const CAPTCHA_REG_TYPE = 2;
const PHONE_PARTS: Readonly<Record<number, MembershipParts['phonePart']>> = { 1: 'optional', 3: 'required' };

/** Puts together what knows people: who they are, what shows it, and what is sent to them. */
export function openPeople(parts: PeopleParts): People {
  const { store, clock, random, config, log, report, passwords } = parts;
  const { dataDir, demoBalance, mail, site } = config;
  const accounts = createAccounts({
    store,
    clock,
    random,
    settings: { demoBalance },
    report: report('accounts'),
    ...(passwords === undefined ? {} : { passwords }),
  });
  const outbox = createOutbox({
    dataDir,
    clock,
    mailer: mail && createMailer(mail),
    log,
    report: report('outbox'),
  });
  const verification = createVerification({
    store,
    clock,
    random,
    key: openKey(dataDir, random),
    outbox,
    asksCaptcha: site.verifyRegType === CAPTCHA_REG_TYPE,
    takeSend: createRateLimit(clock, SENDS_PER_ADDRESS),
  });
  const phonePart = PHONE_PARTS[site.isShowMobile] ?? 'none';
  const membership = createMembership({ store, accounts, verification, phonePart });
  return { accounts, membership, verification, outbox };
}
