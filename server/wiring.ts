import { createAccounts } from './accounts/accounts.ts';
import { createMembership, type MembershipDeps } from './accounts/membership.ts';
import type { Passwords } from './accounts/password.ts';
import { uidOf } from './accounts/user.ts';
import { type ChatDeps, createChat, MESSAGE_RATE } from './chat/chat.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { createContent } from './content/content.ts';
import { plantContent } from './content/seed.ts';
import { createFactors } from './factors/factors.ts';
import type { Files } from './files/files.ts';
import { openKeyFile } from './key-file.ts';
import { createOwnerLetters } from './letters/owner-letters.ts';
import type { Log } from './log.ts';
import { networkOf } from './network.ts';
import { createMailer } from './outbox/mailer.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { OutboxPlace } from './outbox/outbox-file.ts';
import { createPush, NOTICE_RATE, type Push } from './push/push.ts';
import { createPushPost } from './push/push-post.ts';
import type { Random } from './random.ts';
import { createRateLimit, type RateLimits, rateLimitsHere } from './rate-limit.ts';
import { createSecurityLog } from './security/security.ts';
import { SECURITY_KINDS, type SecurityKind } from './security/security-kinds.ts';
import type { NewSecurityRow } from './security/security-repository.ts';
import type { Services } from './services.ts';
import type { Store } from './store/store.ts';
import { openKey } from './verification/key.ts';
import { createVerification } from './verification/verification.ts';

// Constructs the rooms that the server and the whole-system simulation share; `roles/rooms.ts` adds the others.

interface PeopleDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<Config, 'dataDir' | 'demoBalance' | 'mail' | 'site' | 'limits'>;
  /** Where the keys are that all processes share. Default: the data folder. */
  readonly keysDir?: string | undefined;
  /** Where letters wait for the operator. Default: the data folder. */
  readonly outboxPlace?: OutboxPlace | undefined;
  /** Prints a letter that stays in the outbox because no mail server is configured. */
  readonly log: (line: string) => void;
  readonly report: (where: string) => (error: unknown) => void;
  /** Receives the security events, to log and to count them. Default: none. */
  readonly logger?: Log;
  readonly countEvent?: (kind: SecurityKind, count: number) => void;
  /** Default: scrypt at full cost. */
  readonly passwords?: Passwords | undefined;
}

type People = Pick<Services, 'accounts' | 'membership' | 'verification' | 'factors' | 'outbox' | 'security'>;

const CAPTCHA_REG_TYPE = 2;
const PHONE_PARTS: Readonly<Record<number, MembershipDeps['phonePart']>> = { 1: 'optional', 3: 'required' };

/** Accounts, membership, verification, second factors, the outbox that sends their letters, and the log of security events with its letters to owners. */
export function openPeople(deps: PeopleDeps): People {
  const { store, clock, random, config, log, report, passwords, logger, countEvent } = deps;
  const { dataDir, demoBalance, mail, site, limits } = config;
  const keysDir = deps.keysDir ?? dataDir;
  const outbox = createOutbox({
    place: deps.outboxPlace ?? { folder: dataDir },
    clock,
    mailer: mail && createMailer(mail),
    log,
    report: report('outbox'),
  });
  const letters = createOwnerLetters({ store, clock, outbox, report: report('outbox') });
  const security = createSecurityLog({
    store,
    clock,
    networkOf,
    onEvent: letters.notify,
    report: report('security log'),
    onRow(row) {
      if (logger) logSecurityEvent(logger, row);
      countEvent?.(row.kind, row.count);
    },
  });
  const factors = createFactors({
    store,
    clock,
    random,
    key: openKeyFile(keysDir, 'factors.key', random),
    security,
    report: report('factors'),
  });
  const key = openKey(keysDir, random);
  const accounts = createAccounts({
    store,
    clock,
    random,
    key,
    settings: { demoBalance },
    report: report('accounts'),
    factors,
    security,
    ...(passwords === undefined ? {} : { passwords }),
  });
  const verification = createVerification({
    store,
    clock,
    random,
    key,
    outbox,
    asksCaptcha: site.verifyRegType === CAPTCHA_REG_TYPE,
    limits: limits.codes,
    security,
  });
  const phonePart = PHONE_PARTS[site.isShowMobile] ?? 'none';
  const membership = createMembership({ store, accounts, factors, verification, phonePart, security });
  const stop = () => security.stop().then(letters.settled);
  return { accounts, membership, verification, factors, outbox, security: { ...security, stop } };
}

function logSecurityEvent(log: Log, { at, accountId, requestId, ...event }: NewSecurityRow): void {
  const level = SECURITY_KINDS[event.kind] === 'suspect' ? 'warn' : 'info';
  const uid = accountId === undefined ? undefined : uidOf(accountId);
  const since = new Date(at).toISOString();
  log[level]({ log: 'security', since, uid, request: requestId, ...event }, `security: ${event.kind}`);
}

interface ContentDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim' | 'link'>;
  readonly report: (where: string) => (error: unknown) => void;
  /** Default: those of this process alone. */
  readonly rateLimits?: RateLimits | undefined;
  readonly isDealt?: ChatDeps['isDealt'];
}

/** Content and chat. A new database gets its initial content. */
export async function openContent({
  store,
  clock,
  files,
  report,
  rateLimits = rateLimitsHere(clock),
  isDealt,
}: ContentDeps): Promise<Pick<Services, 'content' | 'chat'>> {
  await plantContent(store, clock.now());
  const takeTurn = rateLimits.exact('chat', MESSAGE_RATE);
  return {
    content: createContent({ store, clock }),
    chat: createChat({ store, clock, files, takeTurn, isDealt, report: report('chat') }),
  };
}

interface PushDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<Config, 'dataDir' | 'site' | 'pushServices'>;
  /** Where the keys are that all processes share. Default: the data folder. */
  readonly keysDir?: string | undefined;
  readonly report: (where: string) => (error: unknown) => void;
}

/** Notifications, with the exchange's identity for push services. */
export const openPush = ({ store, clock, random, config, keysDir, report }: PushDeps): Push =>
  createPush({
    store,
    clock,
    key: openKeyFile(keysDir ?? config.dataDir, 'push.key', random),
    subject: `mailto:${config.site.contactEmail}`,
    services: config.pushServices,
    post: createPushPost(),
    takeTurn: createRateLimit(clock, NOTICE_RATE),
    report: report('push'),
  });
