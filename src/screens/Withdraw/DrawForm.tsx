import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { WireDraw, WireDrawCurrency } from '../../../shared/contract/wire-payments.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx';
import { bindPath, currencyName, type DrawKind, FROM_HERE } from '../shared/draw-kind.ts';
import { AmountField } from './AmountField.tsx';
import { ConfirmDraw } from './ConfirmDraw.tsx';
import { MethodChoice } from './MethodChoice.tsx';
import { NetSummary } from './NetSummary.tsx';
import { useDrawForm } from './use-draw-form.ts';
import { useMethods } from './use-methods.ts';
import styles from './Withdraw.module.css';

interface DrawFormProps {
  readonly kind: DrawKind;
  readonly currencies: readonly WireDrawCurrency[];
  readonly onDone: (draw: WireDraw) => void;
}

export function DrawForm({ kind, currencies, onDone }: DrawFormProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [unbound, setUnbound] = useState(false);
  const methodId = useRef<number>(undefined);
  const desk = useDrawForm({ kind, currencies, methodOf: () => methodId.current, onDone });
  const { form, currency } = desk;
  const methods = useMethods(kind, currency?.id ?? 0, form.values.method);
  useEffect(() => {
    methodId.current = methods.chosen?.id;
  });
  if (currency === undefined) return null;
  const bind = (): void => navigate(bindPath(kind, currency.id), { state: FROM_HERE });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (methods.chosen !== undefined) return form.onSubmit(event);
        event.preventDefault();
        if (methods.loaded.status === 'ready') setUnbound(true);
      }}
    >
      <CurrencyChoice
        label={t('withdraw.currency')}
        currencies={currencies}
        value={String(currency.id)}
        onChange={(id) => form.set('currency', id)}
      />
      <MethodChoice methods={methods} onPick={(id) => form.set('method', String(id))} onAdd={bind} />
      <AmountField
        value={form.values.amount}
        onChange={(text) => form.set('amount', text)}
        error={form.errors.amount}
      />
      <NetSummary amount={form.values.amount} currency={currency} />
      <FormField
        name="memo"
        label={t('withdraw.memo')}
        hint={t('wallet.optional')}
        enterKeyHint="done"
        value={form.values.memo}
        onChange={(text) => form.set('memo', text)}
        error={form.errors.memo}
      />
      <Button
        variant="primary"
        type="submit"
        wide
        busy={form.busy}
        disabled={methods.loaded.status !== 'ready'}
      >
        {t('withdraw.title')}
      </Button>
      <ConfirmDialog
        open={unbound}
        title={t('wallet.not_bind')}
        text={t('wallet.not_bind_text', { currency: currencyName(currency) })}
        action={t('wallet.bind')}
        onClose={() => setUnbound(false)}
        onConfirm={bind}
      />
      {methods.chosen !== undefined && (
        <ConfirmDraw desk={desk} currency={currency} method={methods.chosen} />
      )}
    </form>
  );
}
