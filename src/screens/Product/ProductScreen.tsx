import { useCallback, useEffect, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Refusal } from '../../../shared/result.ts';
import { later } from '../../clock.ts';
import { IconButton } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Outline } from '../../components/LoadedView.tsx';
import { Page } from '../../components/Page.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { SearchInput } from '../../components/TextInput.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { companyMode } from '../../state/company.ts';
import { searchInstruments } from '../../state/market.ts';
import { followQuotes } from '../../state/quotes.ts';
import { useRowTexts } from '../shared/use-row-texts.ts';
import { CompanySearch } from './CompanySearch.tsx';
import styles from './ProductScreen.module.css';

const ROW_HEIGHT = 60;

/** `/product`: the search for instruments by name or code, or for companies if the status check says so. */
export function ProductScreen() {
  useSignals();
  return companyMode.value ? <CompanySearch /> : <InstrumentSearch />;
}

function InstrumentSearch() {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  return (
    <Page title={t('product.title')} back>
      <search className={styles.search}>
        <SearchInput
          label={t('product.title')}
          placeholder={t('trade.search')}
          value={keyword}
          onChange={setKeyword}
          autoFocus
          end={
            keyword !== '' && (
              <IconButton icon="close" label={t('product.clear')} onClick={() => setKeyword('')} />
            )
          }
        />
      </search>
      <Results keyword={keyword.trim()} />
    </Page>
  );
}

function Results({ keyword }: { readonly keyword: string }) {
  const { t } = useTranslation();
  const [results, retry] = useSearchResults(keyword);
  switch (results.status) {
    case 'none':
      return <EmptyState icon="search" title={t('product.start')} text={t('product.start_text')} />;
    case 'loading':
      return <Outline rows={[36, 36, 36, 36]} />;
    case 'failed':
      return <RefusalState error={results.refusal} onRetry={retry} />;
    case 'found':
      return results.instruments.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('product.none', { keyword: results.keyword })}
          text={t('product.none_text')}
        />
      ) : (
        <VirtualRows
          items={results.instruments}
          rowHeight={ROW_HEIGHT}
          renderRow={(slot) => <ResultRow slot={slot} />}
          label={t('product.title')}
          follow={followQuotes}
        />
      );
  }
}

/** A found instrument with its live price. */
function ResultRow({ slot }: { readonly slot: RowSlot<Instrument> }) {
  const { item } = slot;
  const href = useCallback(() => `/trade?id=${item.value.id}`, [item]);
  const { name, code, price, change, tone } = useRowTexts(item);
  return (
    <SigLink href={href} className={`row ${styles.row}`}>
      <SigLogo of={item} size={28} />
      <span className={`grow ${styles.name}`}>
        <SigText className="strong" text={code} words />
        <SigText className="faint one-line" text={name} words />
      </span>
      <span className={styles.numbers}>
        <SigText className="strong" text={price} />
        <SigText className="faint" text={change} tone={tone} />
      </span>
    </SigLink>
  );
}

type SearchResults =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | { readonly status: 'found'; readonly keyword: string; readonly instruments: readonly Instrument[] };

/** Debounce of the search while typing. */
const DEBOUNCE_MS = 250;

/** The server's results for `keyword`. Found rows stay while the next search is running. */
function useSearchResults(keyword: string): readonly [SearchResults, () => void] {
  const [results, setResults] = useState<SearchResults>({ status: 'none' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the search
  useEffect(() => {
    if (keyword === '') {
      setResults({ status: 'none' });
      return;
    }
    let current = true;
    setResults((before) => (before.status === 'found' ? before : { status: 'loading' }));
    const cancel = later(DEBOUNCE_MS, () => {
      void searchInstruments(keyword).then((answer) => {
        // A reply for an older keyword may arrive after a newer one.
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
