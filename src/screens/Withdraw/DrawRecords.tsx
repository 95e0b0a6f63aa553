import { useCallback, useState } from 'react';
import type { WireDraw } from '../../../shared/contract/wire-payments.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { usePages } from '../../state/use-pages.ts';
import { BANK, COIN, type DrawKind } from '../shared/draw-kind.ts';
import { DrawRow } from './DrawRow.tsx';
import styles from './Withdraw.module.css';

const keyOf = ({ id }: WireDraw): number => id;

/** What was withdrawn, the latest first. */
export function DrawRecords() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<DrawKind>(COIN);
  const pages = usePages(
    useCallback((page: number) => ask('getDraws', { type: kind, page }), [kind]),
    keyOf,
  );
  return (
    <>
      <div className={styles.filter}>
        <Segmented
          label={t('withdraw.records')}
          value={kind}
          onChange={setKind}
          options={[
            { value: COIN, label: t('withdraw.coin') },
            { value: BANK, label: t('withdraw.bank') },
          ]}
        />
      </div>
      {pages.error !== undefined && pages.items.length === 0 ? (
        <ErrorState text={refusalText(t, pages.error)} onRetry={() => void pages.refresh()} />
      ) : (
        <PullToRefresh onRefresh={pages.refresh}>
          <InfiniteList
            items={pages.items}
            renderItem={(draw) => <DrawRow key={draw.id} draw={draw} />}
            onEnd={pages.more}
            loading={pages.loading}
            done={pages.done}
            empty={<EmptyState icon={MORE_ICONS.withdraw} title={t('public.no_data')} />}
          />
        </PullToRefresh>
      )}
    </>
  );
}
