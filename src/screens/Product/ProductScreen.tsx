import { useCallback, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
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
import { market } from '../../state/market.ts';
import { followQuotes } from '../../state/quotes.ts';
import { recentInstruments } from '../../state/recent-instruments.ts';
import { listedOf, popularOf } from '../shared/instrument-search.ts';
import { useInstrumentSearch } from '../shared/use-instrument-search.ts';
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
  const search = useRef<HTMLElement>(null);
  // After the page, which gives the focus to its heading.
  useEffect(() => search.current?.querySelector('input')?.focus(), []);
  return (
    <Page title={t('product.title')} back>
      <search ref={search} className={styles.search}>
        <SearchInput
          label={t('product.title')}
          placeholder={t('trade.search')}
          value={keyword}
          onChange={setKeyword}
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
  useSignals();
  const { t } = useTranslation();
  const list = market.value;
  const instruments = list.status === 'ready' ? list.instruments : NONE;
  const [results, retry] = useInstrumentSearch(instruments, keyword);
  if (keyword === '') return <BeforeTyping instruments={instruments} />;
  switch (results.status) {
    case 'searching':
      return <Outline rows={[36, 36, 36, 36]} />;
    case 'failed':
      return <RefusalState error={results.refusal} onRetry={retry} />;
    case 'found':
      return results.instruments.length === 0 ? (
        <EmptyState icon="search" title={t('product.none', { keyword })} text={t('product.none_text')} />
      ) : (
        <Rows label={t('product.title')} instruments={results.instruments} />
      );
  }
}

const NONE: readonly Instrument[] = [];

/** The instruments last opened on this device, and some that most people look for. */
function BeforeTyping({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const { t } = useTranslation();
  const [recent] = useState(recentInstruments);
  const opened = listedOf(instruments, recent);
  const others = popularOf(instruments).filter(({ id }) => !recent.includes(id));
  if (instruments.length === 0)
    return <EmptyState icon="search" title={t('product.start')} text={t('product.start_text')} />;
  return (
    <>
      {opened.length > 0 && <Group title={t('product.recent')} instruments={opened} />}
      {others.length > 0 && <Group title={t('product.popular')} instruments={others} />}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly instruments: readonly Instrument[];
}

const Group = ({ title, instruments }: GroupProps) => (
  <>
    <h2 className={`faint ${styles.title}`}>{title}</h2>
    <Rows label={title} instruments={instruments} />
  </>
);

const Rows = ({ label, instruments }: { readonly label: string } & Omit<GroupProps, 'title'>) => (
  <VirtualRows
    items={instruments}
    rowHeight={ROW_HEIGHT}
    renderRow={(slot) => <ResultRow slot={slot} />}
    label={label}
    follow={followQuotes}
  />
);

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
