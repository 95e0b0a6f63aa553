import { createAccounts } from './accounts/accounts.ts';
import { createMembership, type MembershipDeps } from './accounts/membership.ts';
import type { Passwords } from './accounts/password.ts';
import { createChat, MESSAGE_RATE } from './chat/chat.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { createContent } from './content/content.ts';
import { plantContent } from './content/seed.ts';
import type { Files } from './files/files.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createMailer } from './outbox/mailer.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { Random } from './random.ts';
import type { Services } from './services.ts';
import type { Store } from './store/store.ts';
import { openKey } from './verification/key.ts';
import { createVerification, SENDS_PER_ADDRESS } from './verification/verification.ts';

// Constructs the rooms that the server and the whole-system simulation share; `start.ts` adds the others.

interface PeopleDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<Config, 'dataDir' | 'demoBalance' | 'mail' | 'site'>;
  /** Prints a letter that stays in the outbox because no mail server is configured. */
  readonly log: (line: string) => void;
  readonly report: (where: string) => (error: unknown) => void;
  /** Default: scrypt at full cost. */
  readonly passwords?: Passwords | undefined;
}

type People = Pick<Services, 'accounts' | 'membership' | 'verification' | 'outbox'>;

const CAPTCHA_REG_TYPE = 2;
const PHONE_PARTS: Readonly<Record<number, MembershipDeps['phonePart']>> = { 1: 'optional', 3: 'required' };

/** Accounts, membership, verification, and the outbox that sends their letters. */
export function openPeople(deps: PeopleDeps): People {
  const { store, clock, random, config, log, report, passwords } = deps;
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

interface ContentDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim' | 'link'>;
  readonly report: (where: string) => (error: unknown) => void;
}

/** Content and chat. A new database gets its initial content. */
export async function openContent({
  store,
  clock,
  files,
  report,
}: ContentDeps): Promise<Pick<Services, 'content' | 'chat'>> {
  await plantContent(store, clock.now());
  const takeTurn = createRateLimit(clock, MESSAGE_RATE);
  return {
    content: createContent({ store, clock }),
    chat: createChat({ store, clock, files, takeTurn, report: report('chat') }),
  };
}
