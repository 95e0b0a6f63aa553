import type { BookBreak } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';

/** What reading the database as a whole brought to light. */
export interface Findings {
  /** One sentence that says what to do; undefined when the file is whole, or was checked as it was opened. */
  readonly damage: string | undefined;
  readonly breaks: readonly BookBreak[];
}

export interface Examination {
  readonly found: Promise<Findings>;
  stop(): void;
}

export interface FirstCheckDeps {
  readonly store: { examine(): Examination };
  readonly clock: Clock;
  /** Receives a sentence about books that are not in order. */
  readonly report: (sentence: string) => void;
  /** Receives the sentence about damage: the caller stops the exchange. */
  readonly onDamage: (sentence: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** The clients that come back after a start go first. */
const BEGIN_AFTER_MS = 2_000;

/**
 * Once after a start, while the exchange deals: reads the pages of a database that is too large to do so before, and
 * proves the books.
 * @returns stops
 */
export function checkAfterStart({ store, clock, report, onDamage, onFault }: FirstCheckDeps): () => void {
  let isStopped = false;
  let running: Examination | undefined;
  const check = async (): Promise<void> => {
    running = store.examine();
    try {
      const { damage, breaks } = await running.found;
      if (isStopped) return;
      if (damage !== undefined) onDamage(damage);
      else if (breaks.length > 0) report(sentenceOn(breaks));
    } catch (error) {
      if (!isStopped) onFault(error);
    }
  };
  const cancel = clock.after(BEGIN_AFTER_MS, () => void check());
  return () => {
    isStopped = true;
    cancel();
    running?.stop();
  };
}

const sentenceOn = (breaks: readonly BookBreak[]): string =>
  `The books are not in order, they break ${breaks.length} times (first: ${breaks[0]?.rule} at ${breaks[0]?.where}): ` +
  'npm run ops -- check lists all, docs/operating.md says how to go back to a copy.';
