import { useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Refusal } from '../../../shared/result.ts';
import { later } from '../../clock.ts';
import { searchInstruments } from '../../state/market.ts';
import { prepareSearch, searchHere, searchMistyped } from './instrument-search.ts';

type SearchResults =
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | { readonly status: 'found'; readonly instruments: readonly Instrument[] };

/** The exchange's answer to a keyword, and at which attempt. */
type Answer = { readonly keyword: string; readonly attempt: number } & Exclude<
  SearchResults,
  { readonly status: 'searching' }
>;

/** Debounce of what is asked while typing. */
const DEBOUNCE_MS = 250;

/**
 * The instruments that fit the keyword, the best first; all for an empty one. What nothing here fits is asked of the
 * exchange, which knows English names, nicknames and typos; without a connection, typos are looked for here.
 * @param instruments the list of this page; empty while it is not loaded
 */
export function useInstrumentSearch(
  instruments: readonly Instrument[],
  keyword: string,
): readonly [SearchResults, retry: () => void] {
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => prepareSearch(instruments), [instruments]);
  const here = useMemo(() => searchHere(instruments, keyword), [instruments, keyword]);
  const isAsked = keyword.trim() !== '' && here.length === 0;
  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    const cancel = later(DEBOUNCE_MS, () => {
      void searchInstruments(keyword.trim()).then((reply) => {
        // A reply for an older keyword may arrive after a newer one.
        if (!current) return;
        const near = reply.ok ? reply.value : searchMistyped(instruments, keyword);
        setAnswer(
          reply.ok || near.length > 0
            ? { status: 'found', keyword, attempt, instruments: near }
            : { status: 'failed', keyword, attempt, refusal: reply.error },
        );
      });
    });
    return () => {
      current = false;
      cancel();
    };
  }, [instruments, keyword, isAsked, attempt]);
  const results: SearchResults = !isAsked
    ? { status: 'found', instruments: here }
    : answer?.keyword === keyword && answer.attempt === attempt
      ? answer
      : { status: 'searching' };
  return [results, () => setAttempt((n) => n + 1)];
}
