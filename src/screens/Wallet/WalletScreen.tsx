import { addMoney, type Money, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { MAX_WAITING_PAYMENTS, PAGE_SIZE } from '../../../shared/limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Fact } from '../../components/Fact.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available, figures } from '../../state/account.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { Balance, hideable, hideableText } from '../shared/Balance.tsx';
import { BANK, COIN, type DrawKind } from '../shared/destinations.ts';
import styles from './WalletScreen.module.css';

/** `/mine/wallet`: the balance, deposits, withdrawals and saved destinations. */
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

const free = (): string => hideable(available.value);
const margin = () => figures.margin.value;

/** The balance, the free amount, the margin of open positions, and withdrawals in review. */
function WalletCard() {
  const { t } = useTranslation();
  const { loaded } = useLoaded(loadInReview);
  const inReview = loaded.status === 'ready' ? loaded.value : undefined;
  return (
    <section className={`card ${styles.card}`} aria-label={t('wallet.balance')}>
      <Balance label={t('wallet.balance')}>
        <Fact label={t('wallet.available')} value={free} />
        <Fact label={t('wallet.margin')} value={<Amount of={margin} mask={hideableText} />} />
        <Fact label={t('wallet.in_review')} value={() => hideable(inReview)} />
      </Balance>
    </section>
  );
}

/** Status of a withdrawal in review. */
const IN_REVIEW = 0;
/** Pages that hold the largest number of waiting withdrawals; longer histories are not read for one figure. */
const MAX_PAGES = MAX_WAITING_PAYMENTS / PAGE_SIZE;

/** The sum of withdrawals in review; undefined if the history is too long. */
async function loadInReview(): Promise<Result<Money | undefined>> {
  const [coin, bank] = await Promise.all([heldBy(COIN), heldBy(BANK)]);
  if (!coin.ok) return coin;
  if (!bank.ok) return bank;
  return ok(
    coin.value === undefined || bank.value === undefined ? undefined : addMoney(coin.value, bank.value),
  );
}

async function heldBy(kind: DrawKind): Promise<Result<Money | undefined>> {
  let held = ZERO_MONEY;
  for (let page = 1, seen = 0; page <= MAX_PAGES; page++) {
    const answer = await ask('getDraws', { kind, page });
    if (!answer.ok) return answer;
    const { list, total } = answer.value;
    for (const { status, amount } of list) if (status === IN_REVIEW) held = addMoney(held, amount);
    seen += list.length;
    if (list.length === 0 || seen >= total) return ok(held);
  }
  return ok(undefined);
}
