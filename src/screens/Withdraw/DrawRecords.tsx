import { useCallback, useState } from 'react';
import type { Draw } from '../../../shared/contract/payments.ts';
import { Button } from '../../components/Button.tsx';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { formatAmount } from '../../format/amount.ts';
import { formatDateTime } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { useFresh } from '../../state/use-fresh.ts';
import { usePages } from '../../state/use-pages.ts';
import { BANK, COIN, type DrawKind, payeeOf } from '../shared/destinations.ts';
import { Facts } from './Facts.tsx';
import styles from './WithdrawScreen.module.css';

const keyOf = ({ id }: Draw): number => id;

/**
 * Withdrawals, the latest first.
 * @param onDraw shows the form of a kind
 */
export function DrawRecords({ onDraw }: { readonly onDraw: (kind: DrawKind) => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<DrawKind>(COIN);
  const pages = usePages(
    useCallback((page: number) => ask('getDraws', { kind, page }), [kind]),
    keyOf,
  );
  useFresh(
    pages.renew,
    pages.items.some(({ status }) => LOOKS[status] === 'waiting'),
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
      <PagedList
        pages={pages}
        renderItem={(draw) => <DrawRow key={draw.id} draw={draw} />}
        icon={MORE_ICONS.withdraw}
        emptyText={t('withdraw.empty_text')}
        emptyAction={
          <Button variant="primary" onClick={() => onDraw(kind)}>
            {t('withdraw.title')}
          </Button>
        }
      />
    </>
  );
}

const LOOKS = ['waiting', 'paid', 'rejected'] as const;

/** A withdrawal: its state, received amount and fee, destination and note. */
function DrawRow({ draw }: { readonly draw: Draw }) {
  const { t } = useTranslation();
  // The whole amount went back: nothing is received, and no fee is charged.
  const isRejected = LOOKS[draw.status] === 'rejected';
  const notes = draw.notes === '' ? [] : [{ label: t('withdraw.notes'), value: draw.notes, words: true }];
  return (
    <article className={`entry ${styles.row}`}>
      <header className={`ends ${styles.rowHead}`}>
        <span className="strong" dir="ltr" translate="no">
          {formatAmount(draw.amount)} USD
        </span>
        <span className={styles.state} data-look={LOOKS[draw.status]}>
          {draw.statusName}
        </span>
      </header>
      <time className="tiny" translate="no" dateTime={draw.createdAt}>
        {formatDateTime(Date.parse(draw.createdAt))}
      </time>
      <Facts
        rows={[
          ...(isRejected
            ? []
            : [
                { label: t('withdraw.receive'), value: `${formatAmount(draw.net)} ${draw.currency.code}` },
                { label: t('withdraw.fee'), value: `${formatAmount(draw.fee)} USD` },
              ]),
          {
            label: t('withdraw.pay_to'),
            value: payeeOf(draw),
          },
          ...notes,
        ]}
      />
    </article>
  );
}
