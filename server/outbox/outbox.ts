import type { TimestampMs } from '../../shared/domain/time.ts';

export interface Letter {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone with its dialling code. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What an operator finds in the outbox. */
export interface KeptLetter extends Letter {
  readonly at: TimestampMs;
  /** `waiting`: nobody has sent it yet. `failed`: the mail server did not take it; then the text is not kept. */
  readonly state: 'waiting' | 'failed';
}

/** What leaves the house. */
export interface Outbox {
  /** Comes back at once; what goes wrong later is reported. */
  send(letter: Letter): void;
  /** Latest first. */
  list(limit: number): Promise<readonly KeptLetter[]>;
  /** Lets what is on its way go through, for a moment, and gives up the rest. */
  stop(): Promise<void>;
}
