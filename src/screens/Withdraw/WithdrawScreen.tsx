import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Draw } from '../../../shared/contract/payments.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormOutline } from '../../components/form/Form.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadedView } from '../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { formatAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { BANK, COIN, type DrawKind, payeeOf } from '../shared/destinations.ts';
import { DrawForm } from './DrawForm.tsx';
import { DrawRecords } from './DrawRecords.tsx';
import { Facts } from './Facts.tsx';
import styles from './WithdrawScreen.module.css';

const TABS = ['coin', 'bank', 'records'] as const;
type TabId = (typeof TABS)[number];
const LABELS = { coin: 'withdraw.coin', bank: 'withdraw.bank', records: 'withdraw.records' } as const;

/** `/mine/withdraw?tab=`: withdrawals to a coin address or a bank account, and their records. */
export function WithdrawScreen() {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === asked) ?? 'coin';
  // The tab is in the URL, so that going back from another screen restores it.
  const show = (next: TabId): void => navigate(`${path}?tab=${next}`, { replace: true });
  return (
    <Page title={t('withdraw.title')} back>
      <Tabs value={tab} onChange={show} tabs={TABS.map((id) => ({ id, label: t(LABELS[id]) }))} />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'records' ? (
          <DrawRecords onDraw={(kind) => show(kind === COIN ? 'coin' : 'bank')} />
        ) : (
          <DrawTab key={tab} kind={tab === 'coin' ? COIN : BANK} onRecords={() => show('records')} />
        )}
      </div>
    </Page>
  );
}

/** The form of one kind, replaced by the result when it is sent. */
function DrawTab({ kind, onRecords }: { readonly kind: DrawKind; readonly onRecords: () => void }) {
  const { t } = useTranslation();
  const currencies = useLoaded(useCallback(() => ask('getDrawCurrencies', { kind }), [kind]));
  const [done, setDone] = useState<Draw>();
  if (done !== undefined)
    return <DrawDone draw={done} onRecords={onRecords} onAgain={() => setDone(undefined)} />;
  return (
    <LoadedView {...currencies} outline={<FormOutline rows={[{ width: '70%', height: 44 }, 84, 48, 48]} />}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState
            icon={kind === COIN ? MORE_ICONS.coin : MORE_ICONS.bank}
            title={t('withdraw.no_pay_way')}
          />
        ) : (
          <DrawForm kind={kind} currencies={list} onCurrencies={currencies.put} onDone={setDone} />
        )
      }
    </LoadedView>
  );
}

interface DrawDoneProps {
  readonly draw: Draw;
  readonly onRecords: () => void;
  readonly onAgain: () => void;
}

/** The accepted withdrawal. */
function DrawDone({ draw, onRecords, onAgain }: DrawDoneProps) {
  const { t } = useTranslation();
  return (
    <div className={`fields column ${styles.done}`}>
      <span className={styles.sign}>
        <Icon name="check" size={28} />
      </span>
      <h2 className={`strong ${styles.doneTitle}`} role="status">
        {t('withdraw.done')}
      </h2>
      <p className={`soft ${styles.doneText}`}>{t('withdraw.done_text')}</p>
      <Facts
        rows={[
          {
            label: t('withdraw.pay_to'),
            value: payeeOf(draw),
          },
          { label: t('withdraw.amount'), value: `${formatAmount(draw.amount)} USD` },
          { label: t('withdraw.fee'), value: `${formatAmount(draw.fee)} USD` },
          {
            label: t('withdraw.receive'),
            value: `${formatAmount(draw.net)} ${draw.currency.code}`,
            strong: true,
          },
        ]}
      />
      <Button variant="primary" wide onClick={onRecords}>
        {t('withdraw.records')}
      </Button>
      <Button variant="quiet" wide onClick={onAgain}>
        {t('withdraw.again')}
      </Button>
    </div>
  );
}
