import { addMoney, type Money, moneyFromWire, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { MAX_WAITING_PAYMENTS, PAGE_SIZE } from '../../../shared/limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatMoney } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available, figures } from '../../state/account.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { balanceHidden } from '../../state/preferences.ts';
import { BANK, COIN, type DrawKind } from '../shared/draw-kind.ts';
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

const HIDDEN = '••••••';
const shown = (amount: Money | undefined, decimals?: number): string =>
  balanceHidden.value ? HIDDEN : formatMoney(amount, decimals);
const balance = (): string => shown(figures.balance.value);
const free = (): string => shown(available.value);
const margin = (): string => shown(figures.margin.value, 6);

/** The balance, the free amount, the margin of open positions, and withdrawals in review. */
function WalletCard() {
  useSignals();
  const { t } = useTranslation();
  const { loaded } = useLoaded(loadInReview);
  const hidden = balanceHidden.value;
  return (
    <section className={`card ${styles.card}`} aria-label={t('wallet.balance')}>
      <div className={styles.head}>
        <span className="faint">{t('wallet.balance')}</span>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'account.show_balance' : 'account.hide_balance')}
          onClick={() => {
            balanceHidden.value = !hidden;
          }}
        />
      </div>
      <p className={styles.amount}>
        <SigText text={balance} />
        <span className={`faint ${styles.currency}`}>USD</span>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('wallet.available')}</dt>
          <dd>
            <SigText text={free} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.margin')}</dt>
          <dd>
            <SigText text={margin} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.in_review')}</dt>
          <dd dir="ltr">{shown(loaded.status === 'ready' ? loaded.value : undefined)}</dd>
        </div>
      </dl>
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

async function heldBy(type: DrawKind): Promise<Result<Money | undefined>> {
  let held = ZERO_MONEY;
  for (let page = 1, seen = 0; page <= MAX_PAGES; page++) {
    const answer = await ask('getDraws', { type, page });
    if (!answer.ok) return answer;
    const { list, total } = answer.value;
    for (const { status, number } of list)
      if (status === IN_REVIEW) held = addMoney(held, moneyFromWire(number));
    seen += list.length;
    if (list.length === 0 || seen >= total) return ok(held);
  }
  return ok(undefined);
}
