import type { Clock } from '../clock.ts';
import { createLimit } from '../limit.ts';
import { type Letter, MailError, type Mailer } from './mailer.ts';
import { type KeptLetter, type OutboxPlace, openOutboxFile } from './outbox-file.ts';

/**
 * Letters to users: e-mails go to the mail server, with retries; text messages, and e-mails without a mail server, wait in a
 * file for the operator. Verification sends through it; the wording of a letter stays with its sender.
 */
export interface Outbox {
  /** Returns at once; later failures are reported. */
  send(letter: Letter): void;
  /** Number of letters on their way: to the mail server, or to the file. */
  underWay(): number;
  /** Latest first. */
  list(limit: number): Promise<readonly KeptLetter[]>;
  /** Waits a moment for letters on their way, then gives up the rest. */
  stop(): Promise<void>;
}

export interface OutboxDeps {
  readonly place: OutboxPlace;
  readonly clock: Clock;
  /** Sends the e-mails; without it they wait in the file like the text messages. */
  readonly mailer?: Mailer | undefined;
  /** A line for whoever watches the server. */
  readonly log: (line: string) => void;
  /** Receives what could not be sent or written. */
  readonly report: (error: unknown) => void;
}

/** Before each further try; a code is good for ten minutes. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000];
const MAILS_AT_ONCE = 4;
/** While the mail server is away; more would be codes that have run out. */
const MAX_UNDER_WAY = 500;
const STOP_WITHIN_MS = 2_000;

export function createOutbox({ place, clock, mailer, log, report }: OutboxDeps): Outbox {
  const file = openOutboxFile(place);
  const mailing = createLimit(MAILS_AT_ONCE);
  const writing = createLimit(1);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  const keep = (letter: Letter, state: KeptLetter['state']) =>
    writing(() => file.append({ ...letter, at: clock.now(), state }));

  async function mail(send: Mailer, letter: Letter): Promise<void> {
    for (let tried = 0; ; tried++) {
      const failure = await mailing(() => attempt(send, letter));
      if (failure === undefined || stopping.signal.aborted) return;
      const waitMs = failure.isPassing ? RETRY_AFTER_MS[tried] : undefined;
      if (waitMs === undefined) {
        report(failure);
        return keep({ ...letter, text: '' }, 'failed');
      }
      await pause(clock, waitMs, stopping.signal);
      if (stopping.signal.aborted) return;
    }
  }

  async function leave(letter: Letter): Promise<void> {
    if (letter.channel === 'email' && mailer) return mail(mailer, letter);
    log(`outbox: to ${letter.to}: ${letter.text}`);
    await keep(letter, 'waiting');
  }

  return {
    send(letter) {
      if (underWay.size >= MAX_UNDER_WAY) {
        report(new Error(`the outbox holds ${MAX_UNDER_WAY} letters already; one was dropped`));
        return;
      }
      // Not before the answer has left: how long that takes must not reveal whether a letter goes out.
      const work = pause(clock, 0, stopping.signal)
        .then(() => leave(letter))
        .catch(report)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    underWay: () => underWay.size,
    list: (limit) => writing(() => file.latest(limit)),
    async stop() {
      stopping.abort();
      const late = new AbortController();
      await Promise.race([Promise.all(underWay), pause(clock, STOP_WITHIN_MS, late.signal)]);
      late.abort();
    },
  };
}

async function attempt(send: Mailer, letter: Letter): Promise<MailError | undefined> {
  try {
    await send(letter);
    return undefined;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

/** Resolves after the time, or at once when it is cut. */
const pause = (clock: Clock, ms: number, cut: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (cut.aborted) return resolve();
    const done = () => {
      cancel();
      cut.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    cut.addEventListener('abort', done);
  });
