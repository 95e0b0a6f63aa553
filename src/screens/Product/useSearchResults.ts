import { useEffect, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Refusal } from '../../../shared/result.ts';
import { later } from '../../clock.ts';
import { searchInstruments } from '../../state/market.ts';

export type SearchResults =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | { readonly status: 'found'; readonly keyword: string; readonly instruments: readonly Instrument[] };

/** Typing rests this long before the question goes out. */
const DEBOUNCE_MS = 250;

/** What the server finds for `keyword`; found rows stay while the next answer is on its way. */
export function useSearchResults(keyword: string): readonly [SearchResults, () => void] {
  const [results, setResults] = useState<SearchResults>({ status: 'none' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same again
  useEffect(() => {
    if (keyword === '') {
      setResults({ status: 'none' });
      return;
    }
    let current = true;
    setResults((before) => (before.status === 'found' ? before : { status: 'loading' }));
    const cancel = later(DEBOUNCE_MS, () => {
      void searchInstruments(keyword).then((answer) => {
        // An answer to an older keyword may come after the newer one's.
        if (!current) return;
        setResults(
          answer.ok
            ? { status: 'found', keyword, instruments: answer.value }
            : { status: 'failed', refusal: answer.error },
        );
      });
    });
    return () => {
      current = false;
      cancel();
    };
  }, [keyword, attempt]);
  return [results, () => setAttempt((n) => n + 1)];
}
