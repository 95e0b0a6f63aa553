import { useState } from 'react';
import type { DepositCoin } from '../../../shared/contract/payments.ts';
import { Chips } from '../../components/Chips.tsx';
import { LoadedView } from '../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { QrCode } from '../../components/QrCode.tsx';
import { CopyRow, ListRow, Section } from '../../components/Section.tsx';
import { formatAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import styles from './ChargeScreen.module.css';
import { DepositForm, DepositOutline, useDepositForm } from './DepositForm.tsx';
import { NoChannel } from './NoChannel.tsx';

const loadCoins = () => ask('getDepositCoins', {});

/** A deposit in coins: coin, network, the operator's address, amount and proof. */
export function CoinDeposit({ onSent }: { readonly onSent: () => void }) {
  return (
    <LoadedView {...useLoaded(loadCoins)} outline={<DepositOutline />}>
      {({ list }) =>
        list[0] === undefined ? (
          <NoChannel icon={MORE_ICONS.coin} />
        ) : (
          <Coins list={list} first={list[0]} onSent={onSent} />
        )
      }
    </LoadedView>
  );
}

interface CoinsProps {
  readonly list: readonly DepositCoin[];
  readonly first: DepositCoin;
  readonly onSent: () => void;
}

function Coins({ list, first, onSent }: CoinsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(first.id);
  const coin = list.find(({ id }) => id === chosen) ?? first;
  const networks = list.filter(({ currency }) => currency === coin.currency);
  const codes = [...new Set(list.map(({ currency }) => currency))];
  const form = useDepositForm({
    kind: 'coin',
    to: coin.id,
    prompt: t('charge.input_coins'),
    submit: (fields, cid) =>
      ask('submitCoinDeposit', { ...fields, address: coin.address, coinId: coin.id, cid }),
    onSent,
  });
  return (
    <>
      <div className={styles.choice}>
        <Chips
          options={codes.map((code) => ({ value: code, label: code }))}
          value={coin.currency}
          onChange={(code) => setChosen(list.find((one) => one.currency === code)?.id ?? first.id)}
          label={t('charge.currency')}
        />
        <Chips
          options={networks.map(({ id, network }) => ({ value: id, label: network }))}
          value={coin.id}
          onChange={setChosen}
          label={t('charge.network')}
        />
      </div>
      <div className={styles.qr}>
        <QrCode text={coin.address} label={t('charge.qr')} />
        <p className="soft">{t('charge.only_this', { coin: coin.currency, network: coin.network })}</p>
      </div>
      <Section>
        <CopyRow label={t('charge.address')} text={coin.address} />
        <ListRow title={t('charge.receipt_currency')} value="USD" />
        <ListRow
          title={t('charge.rate')}
          value={
            <span dir="ltr" translate="no">
              1 {coin.currency} = {formatAmount(coin.usdPrice)} USD
            </span>
          }
        />
      </Section>
      <DepositForm form={form} label={t('charge.coins')} unit={coin.currency} />
    </>
  );
}
