import { useState } from 'react';
import { Page } from '../../components/Page.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CoinDeposit } from './CoinDeposit.tsx';
import { COIN, type DepositKind, DepositRecords, WIRE } from './DepositRecords.tsx';
import { WireDeposit } from './WireDeposit.tsx';

type Part = 'coin' | 'wire' | 'records';

/** `/mine/charge`: money in, by coin or by bank wire, and what became of it. */
export function ChargeScreen() {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('coin');
  const [sent, setSent] = useState<DepositKind>(COIN);
  const toRecords = (kind: DepositKind): void => {
    setSent(kind);
    setPart('records');
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
        {part === 'coin' && <CoinDeposit onSent={() => toRecords(COIN)} />}
        {part === 'wire' && <WireDeposit onSent={() => toRecords(WIRE)} />}
        {part === 'records' && <DepositRecords first={sent} />}
      </div>
    </Page>
  );
}
