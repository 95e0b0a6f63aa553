import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Refusal } from '../../../shared/result.ts';
import { later } from '../../clock.ts';
import { onBack } from '../../state/ask.ts';
import { searchInstruments } from '../../state/market.ts';
import { prepareSearch, searchHere, searchNear } from './instrument-search.ts';

type SearchResults =
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | { readonly status: 'found'; readonly instruments: readonly Instrument[] };

/** The exchange's answer to a keyword, and at which attempt. */
type Answer = { readonly keyword: string; readonly attempt: number } & Exclude<
  SearchResults,
  { readonly status: 'searching' }
>;

/** What fits, and the same with what is near. */
interface Extended {
  readonly here: readonly Instrument[];
  readonly all: readonly Instrument[];
}

/** Debounce of what takes longer than a frame may. */
const DEBOUNCE_MS = 250;

/**
 * The instruments that fit the keyword, the best first; all for an empty one. After a pause in typing, those that it is near to
 * follow. What nothing here fits is asked of the exchange, which knows English names and nicknames,
 * and asked again when the connection comes back if that failed.
 * @param instruments the list of this page; empty while it is not loaded
 */
export function useInstrumentSearch(
  instruments: readonly Instrument[],
  keyword: string,
): readonly [SearchResults, retry: () => void] {
  const [answer, setAnswer] = useState<Answer>();
  const [extended, setExtended] = useState<Extended>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => prepareSearch(instruments), [instruments]);
  const here = useMemo(() => searchHere(instruments, keyword), [instruments, keyword]);
  const isAsked = keyword.trim() !== '' && here.length === 0;
  useEffect(() => {
    let current = true;
    const near = (): readonly Instrument[] => searchNear(instruments, keyword, here);
    const cancel = later(DEBOUNCE_MS, () => {
      if (!isAsked) return setExtended({ here, all: [...here, ...near()] });
      void searchInstruments(keyword.trim()).then((reply) => {
        // A reply for an older keyword may arrive after a newer one.
        if (!current) return;
        const best = reply.ok ? reply.value : near();
        setAnswer(
          reply.ok || best.length > 0
            ? { status: 'found', keyword, attempt, instruments: best }
            : { status: 'failed', keyword, attempt, refusal: reply.error },
        );
      });
    });
    return () => {
      current = false;
      cancel();
    };
  }, [instruments, here, keyword, isAsked, attempt]);
  const results: SearchResults = !isAsked
    ? { status: 'found', instruments: extended?.here === here ? extended.all : here }
    : answer?.keyword === keyword && answer.attempt === attempt
      ? answer
      : { status: 'searching' };
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  const hasFailed = results.status === 'failed';
  useEffect(() => (hasFailed ? onBack(retry) : undefined), [hasFailed, retry]);
  return [results, retry];
}
