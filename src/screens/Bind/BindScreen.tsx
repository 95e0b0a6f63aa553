import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { BANK, COIN } from '../shared/draw-kind.ts';
import { BankForm, CoinForm } from './BindForms.tsx';
import styles from './BindScreen.module.css';

/** `/mine/withdraw-way?type=1|2`: sets up a coin address or a bank account; `draw_id` is the currency chosen before. */
export function BindScreen() {
  const { t } = useTranslation();
  const query = new URLSearchParams(useSearch());
  const kind = query.get('type') === String(BANK) ? BANK : COIN;
  const wanted = Number(query.get('draw_id'));
  const { loaded, reload } = useLoaded(useCallback(() => ask('getDrawCurrencies', { type: kind }), [kind]));
  const Form = kind === COIN ? CoinForm : BankForm;
  return (
    <Page title={t(kind === COIN ? 'wallet.add_coin' : 'wallet.add_bank')} back>
      {loaded.status === 'loading' && <Outline />}
      {loaded.status === 'failed' && (
        <ErrorState text={refusalText(t, loaded.error)} onRetry={() => void reload()} />
      )}
      {loaded.status === 'ready' && loaded.value.list.length === 0 && (
        <EmptyState
          icon={kind === COIN ? MORE_ICONS.coin : MORE_ICONS.bank}
          title={t('withdraw.no_pay_way')}
        />
      )}
      {loaded.status === 'ready' && loaded.value.list.length > 0 && (
        <Form key={kind} currencies={loaded.value.list} wanted={wanted} />
      )}
    </Page>
  );
}

function Outline() {
  return (
    <div className={styles.form}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </div>
  );
}
