import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormOutline } from '../../components/form/Form.tsx';
import { LoadedView } from '../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { BANK, COIN } from '../shared/destinations.ts';
import { BankForm, CoinForm } from './BindForms.tsx';

/**
 * `/mine/withdraw-way?type=1|2`: sets up a coin address or a bank account. `draw_id` is the currency chosen on the screen
 * before.
 */
export function BindScreen() {
  const { t } = useTranslation();
  const query = new URLSearchParams(useSearch());
  const kind = query.get('type') === String(BANK) ? BANK : COIN;
  const wanted = Number(query.get('draw_id'));
  const currencies = useLoaded(useCallback(() => ask('getDrawCurrencies', { kind }), [kind]));
  const Form = kind === COIN ? CoinForm : BankForm;
  return (
    <Page title={t(kind === COIN ? 'wallet.add_coin' : 'wallet.add_bank')} back>
      <LoadedView {...currencies} outline={<FormOutline rows={[48, 48, 48]} />}>
        {({ list }) =>
          list.length > 0 ? (
            <Form key={kind} currencies={list} wanted={wanted} />
          ) : (
            <EmptyState
              icon={kind === COIN ? MORE_ICONS.coin : MORE_ICONS.bank}
              title={t('withdraw.no_pay_way')}
            />
          )
        }
      </LoadedView>
    </Page>
  );
}
