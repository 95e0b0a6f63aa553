import { useLocation, useSearch } from 'wouter';
import { Page } from '../../components/Page.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BANK, COIN } from '../shared/draw-kind.ts';
import { DrawDesk } from './DrawDesk.tsx';
import { DrawRecords } from './DrawRecords.tsx';

const TABS = ['coin', 'bank', 'records'] as const;
type TabId = (typeof TABS)[number];
const LABELS = { coin: 'withdraw.coin', bank: 'withdraw.bank', records: 'withdraw.records' } as const;

/** `/mine/withdraw?tab=`: paying out to a coin address or a bank account, and what was paid out before. */
export function WithdrawScreen() {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === asked) ?? 'coin';
  // In the address, so that the way back from the bind page leads to the tab that was left.
  const show = (next: TabId): void => navigate(`${path}?tab=${next}`, { replace: true });
  return (
    <Page title={t('withdraw.title')} back>
      <Tabs value={tab} onChange={show} tabs={TABS.map((id) => ({ id, label: t(LABELS[id]) }))} />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'records' ? (
          <DrawRecords />
        ) : (
          <DrawDesk key={tab} kind={tab === 'coin' ? COIN : BANK} onRecords={() => show('records')} />
        )}
      </div>
    </Page>
  );
}
