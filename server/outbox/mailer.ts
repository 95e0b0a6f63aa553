import { createTransport } from 'nodemailer';
import type { MailServer } from '../config/mail.ts';

export interface Letter {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone with its dialling code. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Why a mail was not taken. Says nothing of whom it was for or what it said. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Another try may go better. */
  readonly isPassing: boolean;

  constructor(reason: string, isPassing: boolean) {
    super(`the mail server did not take a letter: ${reason}`);
    this.isPassing = isPassing;
  }
}

/** @returns hands one letter over; rejects with MailError */
export type Mailer = (letter: Letter) => Promise<void>;

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 20_000;
const SENDER_NAME = 'Pipstream';

export function createMailer({ host, port, secure, login, from }: MailServer): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    // A password goes out in the clear to this very machine at most.
    requireTLS: login !== undefined && !isThisMachine(host),
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password() } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    try {
      await transport.sendMail({
        from: { name: SENDER_NAME, address: from },
        to: { name: '', address: to },
        subject,
        text,
      });
    } catch (error) {
      throw mailError(error);
    }
  };
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

function mailError(error: unknown): MailError {
  const facts = (error ?? {}) as { readonly code?: unknown; readonly responseCode?: unknown };
  const status = typeof facts.responseCode === 'number' ? facts.responseCode : undefined;
  const reason = [facts.code, status].filter((part) => part !== undefined).join(' ') || 'unknown';
  // A mail server says with 5xx that asking again is of no use.
  return new MailError(reason, status === undefined || status < 500);
}
