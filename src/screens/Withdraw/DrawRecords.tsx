import { useCallback, useState } from 'react';
import type { Draw } from '../../../shared/contract/payments.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { formatAmount } from '../../format/amount.ts';
import { formatDateTime } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { usePages } from '../../state/use-pages.ts';
import { payeeOf } from '../shared/destination.ts';
import { BANK, COIN, type DrawKind } from '../shared/draw-kind.ts';
import { Facts } from './Facts.tsx';
import styles from './WithdrawScreen.module.css';

const keyOf = ({ id }: Draw): number => id;

/** Withdrawals, the latest first. */
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
      <PagedList
        pages={pages}
        renderItem={(draw) => <DrawRow key={draw.id} draw={draw} />}
        icon={MORE_ICONS.withdraw}
      />
    </>
  );
}

const LOOKS = ['waiting', 'paid', 'rejected'] as const;

/** A withdrawal: its state, fee, received amount, destination and note. */
function DrawRow({ draw }: { readonly draw: Draw }) {
  const { t } = useTranslation();
  const notes = draw.notes === '' ? [] : [{ label: t('withdraw.notes'), value: draw.notes, words: true }];
  return (
    <article className={`entry ${styles.row}`}>
      <header className={`ends ${styles.rowHead}`}>
        <span className="strong" dir="ltr">
          {formatAmount(moneyFromWire(draw.number))} USD
        </span>
        <span className={styles.state} data-look={LOOKS[draw.status]}>
          {draw.status_name}
        </span>
      </header>
      <time className="tiny" dateTime={draw.created_at}>
        {formatDateTime(Date.parse(draw.created_at))}
      </time>
      <Facts
        rows={[
          {
            label: t('withdraw.receive'),
            value: `${formatAmount(moneyFromWire(draw.real_number))} ${draw.draw_currency.code}`,
          },
          { label: t('withdraw.fee'), value: `${formatAmount(moneyFromWire(draw.fee))} USD` },
          {
            label: t('withdraw.pay_to'),
            value: payeeOf({ dc_address: draw.address, payee_account: draw.payee_account }),
          },
          ...notes,
        ]}
      />
    </article>
  );
}
