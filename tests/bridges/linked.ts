import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../bridges/clock.ts';
import { type Link, openLink } from '../../bridges/link.ts';
import { type Counts, noCounts } from '../../bridges/report.ts';
import { TOKEN } from './receiver.ts';

export interface Linked {
  readonly link: Link;
  readonly counts: Counts;
  readonly said: string[];
  readonly denied: string[];
  onOpened(run: () => void): void;
}

/** A link to a receiver, with the shortest pauses; closed at the end of the test. */
export function linked(
  url: string,
  {
    clock = systemClock,
    token = TOKEN,
    repeats = false,
  }: { clock?: Clock; token?: string; repeats?: boolean } = {},
): Linked {
  const counts = noCounts();
  const [said, denied]: [string[], string[]] = [[], []];
  let opened = (): void => undefined;
  const link = openLink(
    {
      clock,
      chance: () => 0,
      say: (line) => said.push(line),
      counts: () => counts,
      opened: () => opened(),
      denied: (sentence) => denied.push(sentence),
    },
    { url, source: 'a', token, repeats },
  );
  onTestFinished(() => link.close());
  return {
    link,
    counts,
    said,
    denied,
    onOpened(run) {
      opened = run;
    },
  };
}
