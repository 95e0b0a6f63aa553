import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { TextInput } from '../../components/TextInput.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { companyMode } from '../../state/company.ts';
import { followQuotes } from '../../state/quotes.ts';
import { CompanySearch } from './CompanySearch.tsx';
import styles from './ProductScreen.module.css';
import { ResultRow } from './ResultRow.tsx';
import { useSearchResults } from './useSearchResults.ts';

const ROW_HEIGHT = 60;
const OUTLINE = [1, 2, 3, 4] as const;

/** `/product`: search of all instruments by name or code, or of companies where the status check says so. */
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
        <TextInput
          type="search"
          inputMode="search"
          enterKeyHint="search"
          label={t('product.title')}
          placeholder={t('trade.search')}
          value={keyword}
          onChange={setKeyword}
          autoFocus
          start={<Icon name="search" size={20} />}
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
      return (
        <div className={styles.outline} role="status" aria-label={t('public.loading')}>
          {OUTLINE.map((row) => (
            <Skeleton key={row} height={36} />
          ))}
        </div>
      );
    case 'failed':
      return <ErrorState text={refusalText(t, results.refusal)} onRetry={retry} />;
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
