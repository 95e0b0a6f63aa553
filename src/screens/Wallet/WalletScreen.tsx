import { ListRow } from '../../components/ListRow.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { WalletCard } from './WalletCard.tsx';

/** `/mine/wallet`: what there is, and the ways in and out. */
export function WalletScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('wallet.title')} back>
      <WalletCard />
      <Section>
        <ListRow icon={MORE_ICONS.deposit} title={t('wallet.deposit')} href="/mine/charge" />
        <ListRow icon={MORE_ICONS.withdraw} title={t('withdraw.title')} href="/mine/withdraw" />
        <ListRow icon={MORE_ICONS.ledger} title={t('wallet.ledger')} href="/mine/history" />
      </Section>
      <Section title={t('wallet.saved')}>
        <ListRow icon={MORE_ICONS.coin} title={t('wallet.coins')} href="/mine/coin-address-list" />
        <ListRow icon={MORE_ICONS.bank} title={t('wallet.banks')} href="/mine/bank-card-list" />
      </Section>
    </Page>
  );
}
