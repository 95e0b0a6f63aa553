import { memo, useCallback, useMemo, useState } from 'react';
import type { Category } from '../../../shared/contract/market.ts';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { Chips } from '../../components/Chips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Outline } from '../../components/LoadedView.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLogo } from '../../components/SigLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { SearchInput } from '../../components/TextInput.tsx';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { followQuotes } from '../../state/quotes.ts';
import { recentInstruments } from '../../state/recent-instruments.ts';
import styles from './InstrumentPicker.module.css';
import { listedOf } from './instrument-search.ts';
import { useInstrumentSearch } from './use-instrument-search.ts';
import { useRowTexts } from './use-row-texts.ts';

interface InstrumentPickerProps {
  readonly open: boolean;
  readonly list: {
    readonly instruments: readonly Instrument[];
    readonly categories: readonly Category[];
  };
  readonly chosen: InstrumentId | undefined;
  readonly onPick: (id: InstrumentId) => void;
  readonly onClose: () => void;
}

/** A drawer with all instruments by category or name, with live prices. */
export function InstrumentPicker({ open, list, chosen, onPick, onClose }: InstrumentPickerProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} side="start" title={t('trade.pick')}>
      <Choices list={list} chosen={chosen} onPick={onPick} />
    </Sheet>
  );
}

/** The chips before those of the categories, whose ids start at 1. */
const ALL = 0;
const RECENT = -1;

/** A component of its own: it unmounts with the drawer, which resets the filters. */
function Choices({ list, chosen, onPick }: Pick<InstrumentPickerProps, 'list' | 'chosen' | 'onPick'>) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const [category, setCategory] = useState<number>(ALL);
  const { instruments } = list;
  const [recent] = useState(recentInstruments);
  const [results, retry] = useInstrumentSearch(instruments, keyword);
  const found = results.status === 'found' ? results.instruments : undefined;
  const shown = useMemo(() => {
    if (category === ALL) return found;
    const ofChip = (one: Instrument) =>
      category === RECENT ? recent.includes(one.id) : one.categoryId === category;
    return (keyword === '' && category === RECENT ? listedOf(instruments, recent) : found)?.filter(ofChip);
  }, [found, instruments, recent, keyword, category]);
  const chips = [
    { value: ALL, label: t('trade.all') },
    ...(recent.length > 0 ? [{ value: RECENT, label: t('product.recent') }] : []),
    ...list.categories.map((one) => ({ value: one.id, label: one.name })),
  ];
  return (
    <>
      <search className={styles.filters}>
        <div className={styles.search}>
          <SearchInput
            label={t('public.search')}
            placeholder={t('trade.search')}
            value={keyword}
            onChange={setKeyword}
          />
        </div>
        <Chips options={chips} value={category} onChange={setCategory} label={t('trade.categories')} />
      </search>
      {results.status === 'failed' ? (
        <RefusalState error={results.refusal} onRetry={retry} />
      ) : shown === undefined ? (
        <Outline rows={[40, 40, 40]} />
      ) : shown.length === 0 ? (
        <EmptyState icon="search" title={t('trade.none')} text={t('product.none_text')} />
      ) : (
        <VirtualRows
          items={shown}
          rowHeight={PICKER_ROW_PX}
          renderRow={(slot) => <PickerRow slot={slot} chosen={chosen} onPick={onPick} />}
          label={t('trade.pick')}
          follow={followQuotes}
        />
      )}
    </>
  );
}

const PICKER_ROW_PX = 56;

interface PickerRowProps {
  readonly slot: RowSlot<Instrument>;
  readonly chosen: InstrumentId | undefined;
  readonly onPick: (id: InstrumentId) => void;
}

/** An instrument to choose, with its live price. */
const PickerRow = memo(function PickerRow({ slot, chosen, onPick }: PickerRowProps) {
  const { item } = slot;
  const mark = useCallback(
    (node: HTMLButtonElement) => {
      if (item.value.id === chosen) node.setAttribute('aria-current', 'true');
      else node.removeAttribute('aria-current');
    },
    [item, chosen],
  );
  const button = useNodeEffect(mark);
  const { code, name, price, change, tone } = useRowTexts(item);
  return (
    <button ref={button} type="button" className={`row ${styles.row}`} onClick={() => onPick(item.peek().id)}>
      <SigLogo of={item} size={28} />
      <span className={`grow ${styles.names}`}>
        <SigText className={`one-line strong ${styles.name}`} text={code} words />
        <SigText className="one-line tiny" text={name} words />
      </span>
      <span className={styles.numbers}>
        <SigText className={styles.price} text={price} />
        <SigText className={styles.change} text={change} tone={tone} />
      </span>
    </button>
  );
});
