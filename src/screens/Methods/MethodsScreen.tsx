import { useLocation } from 'wouter';
import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BANK, COIN } from '../shared/draw-kind.ts';
import { MethodList } from './MethodList.tsx';

/** `/mine/bank-card-list` and `/mine/coin-address-list`: where withdrawals may be paid to. */
export function MethodsScreen() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const kind = path.startsWith('/mine/coin-address-list') ? COIN : BANK;
  return (
    <Page title={t(kind === COIN ? 'wallet.coins' : 'wallet.banks')} back>
      <MethodList key={kind} kind={kind} />
    </Page>
  );
}
