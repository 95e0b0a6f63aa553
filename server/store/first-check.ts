import type { BookBreak } from '../audit/audit.ts';
import type { Progress } from '../audit/chain-audit.ts';
import type { BooksState } from '../audit/noted-state.ts';
import type { Clock } from '../clock.ts';
import { StoreError } from './errors.ts';

/** What reading the database as a whole brought to light. */
export interface Findings {
  /** One sentence that says what to do; undefined when the file is whole, or was checked as it was opened. */
  readonly damage: string | undefined;
  readonly breaks: readonly BookBreak[];
  /** Of the books of one moment; undefined when the file is not whole, or the moment could not be found. */
  readonly state: BooksState | undefined;
}

export interface Examination {
  readonly found: Promise<Findings>;
  stop(): void;
}

export interface ExamineOptions {
  /** Whether others use the database meanwhile: then nothing may hold them up. */
  readonly isDealing: boolean;
  readonly progress: Progress;
  /** What the books were once, to be proved again. */
  readonly against?: BooksState | undefined;
}

export interface FirstCheckDeps {
  readonly store: { examine(how: ExamineOptions): Examination };
  readonly clock: Clock;
  /** Whether to deal on books that are not in order; they are reported then. */
  readonly toleratesBreaks: boolean;
  /** Receives a sentence about books that are not in order. */
  readonly report: (sentence: string) => void;
  /** Receives a line on how far a long check has got. */
  readonly log: (line: string) => void;
  /** Receives the sentence about what was found after the start: the caller stops the exchange. */
  readonly onDamage: (sentence: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** A start waits this long for the check; the rest of it runs beside the dealing. */
const WAIT_MS = 5_000;
const PROGRESS_MS = 10_000;

/**
 * Proves the books before the exchange deals: in full when that takes five seconds, else to its end beside the dealing. Reads
 * the pages of a database that was too large for that when it was opened.
 * @returns stops
 * @throws StoreError with a sentence when something is wrong
 */
export async function checkAtStart(deps: FirstCheckDeps): Promise<() => void> {
  const { store, clock, report, onDamage, onFault } = deps;
  const examination = store.examine({ isDealing: false, progress: progressLines(deps) });
  let isStopped = false;
  const outcome = examination.found
    .then((findings) => sentenceOn(findings, deps))
    .catch((error: unknown) => {
      if (!isStopped) onFault(error);
      return undefined;
    });
  let cancel: () => void = () => undefined;
  const waited = new Promise<'later'>((resolve) => {
    cancel = clock.after(WAIT_MS, () => resolve('later'));
  });
  const first = await Promise.race([outcome, waited]);
  cancel();
  if (first === 'later')
    void outcome.then((found) => {
      if (isStopped || found === undefined) return;
      if (found.isGrave) onDamage(found.sentence);
      else report(found.sentence);
    });
  else if (first?.isGrave) throw new StoreError(first.sentence);
  else if (first) report(first.sentence);
  return () => {
    isStopped = true;
    examination.stop();
  };
}

function progressLines({ clock, log }: FirstCheckDeps): Progress {
  let next = clock.steady() + PROGRESS_MS;
  return (done, of) => {
    if (clock.steady() < next) return;
    next = clock.steady() + PROGRESS_MS;
    log(`The books are being checked: ${done} of ${of} rows.`);
  };
}

function sentenceOn({ damage, breaks }: Findings, { toleratesBreaks }: FirstCheckDeps) {
  if (damage !== undefined) return { sentence: damage, isGrave: true };
  const [first] = breaks;
  if (first === undefined) return undefined;
  const sentence =
    `The books are not in order, they break ${breaks.length} times (first: ${first.rule} at ${first.where}): ` +
    'npm run ops -- check lists all, docs/operating.md says how to go back to a copy' +
    (toleratesBreaks ? '.' : ', BROKEN_BOOKS=report deals on them all the same.');
  return { sentence, isGrave: !toleratesBreaks };
}
