import { useCallback, useState } from 'react';
import type { Deposit } from '../../../shared/contract/payments.ts';
import { Button } from '../../components/Button.tsx';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { formatAmount } from '../../format/amount.ts';
import { formatDateTime } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { useFresh } from '../../state/use-fresh.ts';
import { usePages } from '../../state/use-pages.ts';
import { BankDeposit } from './BankDeposit.tsx';
import styles from './ChargeScreen.module.css';
import { CoinDeposit } from './CoinDeposit.tsx';

type Part = 'coin' | 'wire' | 'records';

/** `/mine/charge`: deposits by coin or by bank transfer, and their records. */
export function ChargeScreen() {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('coin');
  const [sent, setSent] = useState<DepositKind>(COIN);
  /** Unless another part was opened meanwhile. */
  const toRecords = (kind: DepositKind, from: Part): void => {
    setSent(kind);
    setPart((now) => (now === from ? 'records' : now));
  };
  return (
    <Page title={t('charge.title')} back>
      <Tabs
        tabs={[
          { id: 'coin', label: t('charge.coin') },
          { id: 'wire', label: t('charge.wire') },
          { id: 'records', label: t('charge.records') },
        ]}
        value={part}
        onChange={setPart}
      />
      <div role="tabpanel" aria-labelledby={`tab-${part}`}>
        {part === 'coin' && <CoinDeposit onSent={() => toRecords(COIN, part)} />}
        {part === 'wire' && <BankDeposit onSent={() => toRecords(WIRE, part)} />}
        {part === 'records' && <DepositRecords first={sent} onDeposit={setPart} />}
      </div>
    </Page>
  );
}

/** Specification, section 3. */
const STATES = ['unchecked', 'finished', 'rejected', 'invalid'] as const;
const idOf = ({ id }: Deposit): number => id;

/** As in the contract. */
type DepositKind = 0 | 1;
const COIN: DepositKind = 0;
const WIRE: DepositKind = 1;

interface DepositRecordsProps {
  readonly first: DepositKind;
  /** Shows the form of a kind. */
  readonly onDeposit: (part: Part) => void;
}

/** Deposits and their states, the latest first. */
function DepositRecords({ first, onDeposit }: DepositRecordsProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState(first);
  const load = useCallback((page: number) => ask('getDeposits', { kind, page }), [kind]);
  const pages = usePages(load, idOf);
  useFresh(
    pages.renew,
    pages.items.some(({ status }) => STATES[status] === 'unchecked'),
  );
  return (
    <>
      <div className={styles.records}>
        <Segmented
          options={[
            { value: COIN, label: t('charge.coin') },
            { value: WIRE, label: t('charge.wire') },
          ]}
          value={kind}
          onChange={setKind}
          label={t('charge.kind')}
        />
      </div>
      <PagedList
        pages={pages}
        renderItem={(one) => <DepositRow key={one.id} deposit={one} />}
        icon={MORE_ICONS.deposit}
        emptyText={t('charge.empty_text')}
        emptyAction={
          <Button variant="primary" onClick={() => onDeposit(kind === COIN ? 'coin' : 'wire')}>
            {t('charge.title')}
          </Button>
        }
      />
    </>
  );
}

function DepositRow({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useTranslation();
  const state = STATES[deposit.status] ?? 'unchecked';
  return (
    <div className={`entry ${styles.record}`}>
      <span className={`strong ${styles.number}`} dir="ltr" translate="no">
        {formatAmount(deposit.amount)} {deposit.currency}
      </span>
      <span className={`soft ${styles.state}`} data-state={state}>
        {t(`charge.state.${state}`)}
      </span>
      <time className={`tiny ${styles.time}`} translate="no" dateTime={deposit.createdAt}>
        {formatDateTime(Date.parse(deposit.createdAt))}
      </time>
      {deposit.remark !== '' && (
        <p className={`soft ${styles.remark}`} dir="auto">
          {deposit.remark}
        </p>
      )}
    </div>
  );
}
