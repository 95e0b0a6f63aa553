import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { BusMessage, Sealed } from '../bus/bus.ts';
import type { Random } from '../random.ts';

/*
 * Seals of messages between the parts of an exchange: an HMAC-SHA256 with a key that its members alone have, over the exchange,
 * the subject, when it was sent, a number that its sender uses only once, and the data. A seal is a text:
 * `1 <time, ms> <sender, random for each process> <number of the message> <HMAC, base64url>`; that of an answer is
 * `1 <HMAC>`, over the seal of its request and the data.
 */

export interface SealerOptions {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Names the exchange among others on the broker. */
  readonly exchange: string;
  readonly random: Random;
  /** The machine's clock, ms: it is compared with those of other machines. */
  readonly wallMs: () => number;
}

/**
 * `unsealed`: it has none. `forged`: made with another key, or for other data or another subject. `replayed`: it has come
 * before. `stale`: sent too long ago, or by a clock that is too far ahead.
 */
export const SEAL_FAULTS = ['unsealed', 'forged', 'replayed', 'stale'] as const;
export type SealFault = (typeof SEAL_FAULTS)[number];

export interface Sealer {
  seal(subject: string, data: Uint8Array): string;
  /** @returns why the message must not be believed; undefined if it may. Call it once for a message */
  faultOf(message: Pick<BusMessage, 'subject' | 'data' | 'seal'>): SealFault | undefined;
  sealAnswer(request: string, data: Uint8Array): string;
  isAnswer(request: string, answer: Sealed): boolean;
}

/** How far the clocks of two members may differ, with the time that a message takes. */
export const SEAL_WINDOW_MS = 30_000;

const SENDER_BYTES = 12;
const SEAL = /^1 (\d{1,15}) ([\w-]{16}) (\d{1,15}) ([\w-]{43})$/;
const ANSWER = /^1 ([\w-]{43})$/;

export function createSealer({ key, exchange, random, wallMs }: SealerOptions): Sealer {
  const secret = createSecretKey(key);
  const sender = Buffer.from(random.bytes(SENDER_BYTES)).toString('base64url');
  const seen = createSeen(wallMs);
  let count = 0;
  /** No part of a head has a line break. */
  const hmac = (head: string, data: Uint8Array): Buffer =>
    createHmac('sha256', secret).update(`${head}\n`).update(data).digest();
  const isHmac = (text: string, head: string, data: Uint8Array): boolean =>
    timingSafeEqual(Buffer.from(text, 'base64url'), hmac(head, data));
  const headOf = (subject: string, time: number | string, by: string, n: number | string): string =>
    `message ${exchange} ${subject} ${time} ${by} ${n}`;
  const answerHead = (request: string): string => `answer ${exchange} ${request}`;

  return {
    seal(subject, data) {
      const time = Math.round(wallMs());
      const made = hmac(headOf(subject, time, sender, ++count), data);
      return `1 ${time} ${sender} ${count} ${made.toString('base64url')}`;
    },
    faultOf({ subject, data, seal }) {
      if (seal === undefined) return 'unsealed';
      const [, time = '', by = '', n = '', text = ''] = SEAL.exec(seal) ?? [];
      if (text === '' || !isHmac(text, headOf(subject, time, by, n), data)) return 'forged';
      if (!seen.isNew(by, Number(n), Number(time))) return 'replayed';
      return Math.abs(wallMs() - Number(time)) > SEAL_WINDOW_MS ? 'stale' : undefined;
    },
    sealAnswer: (request, data) => `1 ${hmac(answerHead(request), data).toString('base64url')}`,
    isAnswer(request, { seal, data }) {
      const text = ANSWER.exec(seal ?? '')?.[1];
      return text !== undefined && isHmac(text, answerHead(request), data);
    },
  };
}

/** Messages of a sender arrive in order, except around a change of the broker's server: an older one than these is not new. */
const KEPT_NUMBERS = 4_096;
/** From so many senders on, those are forgotten whose messages are all stale. Each takes 32 kB. */
const KEPT_SENDERS = 200;

interface Sender {
  /** The last number in each place, a number's place being its remainder. */
  readonly numbers: Float64Array;
  highest: number;
  latestMs: number;
}

/** The numbers of messages that have come, of each sender the last ones. */
function createSeen(wallMs: () => number) {
  const senders = new Map<string, Sender>();
  const forget = (): void => {
    for (const [name, { latestMs }] of senders)
      if (wallMs() - latestMs > SEAL_WINDOW_MS) senders.delete(name);
  };
  const add = (name: string): Sender => {
    if (senders.size >= KEPT_SENDERS) forget();
    const sender = { numbers: new Float64Array(KEPT_NUMBERS), highest: 0, latestMs: 0 };
    senders.set(name, sender);
    return sender;
  };
  return {
    /** From now on it is not. Numbers begin at 1. */
    isNew(name: string, n: number, timeMs: number): boolean {
      const sender = senders.get(name) ?? add(name);
      const place = n % KEPT_NUMBERS;
      if (n <= sender.highest - KEPT_NUMBERS || sender.numbers[place] === n) return false;
      sender.numbers[place] = n;
      sender.highest = Math.max(sender.highest, n);
      sender.latestMs = Math.max(sender.latestMs, timeMs);
      return true;
    },
  };
}
