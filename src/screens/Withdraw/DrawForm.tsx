import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Draw, DrawCurrency, DrawMethod } from '../../../shared/contract/payments.ts';
import { money } from '../../../shared/domain/money.ts';
import { Button } from '../../components/Button.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { NumberField } from '../../components/form/NumberField.tsx';
import type { Form } from '../../components/form/use-form.ts';
import { Icon } from '../../components/Icon.tsx';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { SigText } from '../../components/SigText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { AMOUNT_DECIMALS, formatAmount, parseAmount, plainAmount } from '../../format/amount.ts';
import { fieldText } from '../../format/parse.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available } from '../../state/account.ts';
import { ask, type Loaded, useLoaded } from '../../state/ask.ts';
import { deviceNow } from '../../state/now.ts';
import { hideable } from '../shared/Balance.tsx';
import { ConfirmMethod } from '../shared/ConfirmMethod.tsx';
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx';
import { bindPath, currencyName, type DrawKind, FROM_HERE, isUsable } from '../shared/destinations.ts';
import { drawTerms, feeShareText, quoteDraw } from '../shared/draw-terms.ts';
import { MethodFacts } from '../shared/MethodFacts.tsx';
import { MethodState } from '../shared/MethodState.tsx';
import { useHoldEnd } from '../shared/use-hold-end.ts';
import { ConfirmDraw } from './ConfirmDraw.tsx';
import { Facts } from './Facts.tsx';
import { useDrawForm } from './use-draw-form.ts';
import styles from './WithdrawScreen.module.css';

interface DrawFormProps {
  readonly kind: DrawKind;
  readonly currencies: readonly DrawCurrency[];
  /** Newer ones were loaded. */
  readonly onCurrencies: (newer: { readonly list: readonly DrawCurrency[] }) => void;
  readonly onDone: (draw: Draw) => void;
}

export function DrawForm({ kind, currencies, onCurrencies, onDone }: DrawFormProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [unbound, setUnbound] = useState(false);
  const [confirming, setConfirming] = useState<number>();
  const [unchosen, setUnchosen] = useState(false);
  const chosen = useRef<DrawMethod>(undefined);
  const draw = useDrawForm({ kind, currencies, onCurrencies, methodOf: () => chosen.current, onDone });
  const { form, currency } = draw;
  const methods = useMethods(kind, currency?.id ?? 0, form.values.method);
  useEffect(() => {
    chosen.current = methods.chosen;
  });
  if (currency === undefined) return null;
  // While one is confirmed its hold may end, or it may leave the list.
  const method = draw.asking?.method ?? methods.chosen;
  const bind = (): void => navigate(bindPath(kind, currency.id), { state: FROM_HERE });
  return (
    <>
      <form
        className={`fields column ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          if (methods.chosen !== undefined) return form.onSubmit(event);
          event.preventDefault();
          if (methods.loaded.status !== 'ready') return;
          if (methods.loaded.value.list.length === 0) setUnbound(true);
          else setUnchosen(true);
        }}
      >
        <CurrencyChoice
          label={t('withdraw.currency')}
          currencies={currencies}
          value={String(currency.id)}
          onChange={(id) => {
            form.set('currency', id);
            form.set('method', '');
          }}
        />
        <MethodChoice
          methods={methods}
          error={unchosen && methods.chosen === undefined ? t('public.input_full') : undefined}
          onPick={(id) => form.set('method', String(id))}
          onConfirm={setConfirming}
          onAdd={bind}
        />
        <AmountField {...form.field('amount')} />
        <NetSummary amount={form.values.amount} currency={currency} />
        <FormField
          {...form.field('memo')}
          label={t('withdraw.memo')}
          hint={t('wallet.optional')}
          enterKeyHint="done"
        />
        <Button
          variant="primary"
          type="submit"
          wide
          busy={form.busy}
          disabled={methods.loaded.status !== 'ready' || methods.isWaiting}
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
        {method !== undefined && (
          <ConfirmDraw draw={draw} currency={draw.asking?.currency ?? currency} method={method} />
        )}
      </form>
      {draw.secondStep}
      {confirming !== undefined && (
        <ConfirmMethod
          id={confirming}
          onClose={() => setConfirming(undefined)}
          onConfirmed={() => {
            setConfirming(undefined);
            void methods.reload();
          }}
        />
      )}
    </>
  );
}

const availableText = (): string => hideable(available.value);

/** The amount in the account's currency, fee included, with the available amount below. */
function AmountField(field: ReturnType<Form<{ amount: string }>['field']>) {
  const { t } = useTranslation();
  const takeAll = (): void => {
    const all = available.peek();
    if (all !== undefined) field.onChange(plainAmount(all));
  };
  return (
    <div className={styles.amount}>
      <NumberField
        {...field}
        terms={{ decimals: AMOUNT_DECIMALS, unit: 'USD' }}
        label={t('withdraw.amount')}
        placeholder={fieldText('0.00')}
        enterKeyHint="next"
        end={
          <>
            <span className={styles.unit}>USD</span>
            <Button variant="quiet" size="s" onClick={takeAll}>
              {t('withdraw.max')}
            </Button>
          </>
        }
      />
      <p className={`ends faint ${styles.available}`}>
        <span>{t('wallet.available')}</span>
        <SigText text={availableText} />
      </p>
    </div>
  );
}

interface MethodChoiceProps {
  readonly methods: Methods;
  readonly error: string | undefined;
  readonly onPick: (id: number) => void;
  readonly onConfirm: (id: number) => void;
  readonly onAdd: () => void;
}

/** The destination: one of the saved addresses or accounts of the currency. */
function MethodChoice({ methods, error, onPick, onConfirm, onAdd }: MethodChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const { loaded, chosen } = methods;
  if (loaded.status === 'loading') return <Skeleton height={84} />;
  if (loaded.status === 'failed') return <RefusalState error={loaded.error} onRetry={methods.reload} />;
  const { list } = loaded.value;
  return (
    <fieldset className={styles.methods}>
      <legend className="soft">{t('withdraw.pay_to')}</legend>
      {list.map((method) => (
        <label key={method.id} className={`card ${styles.method}`}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={method.id === chosen?.id}
            disabled={!isUsable(method, deviceNow())}
            onChange={() => onPick(method.id)}
          />
          <MethodFacts method={method}>
            <MethodState method={method} onConfirm={() => onConfirm(method.id)} />
          </MethodFacts>
          <span className={styles.mark}>
            <Icon name="check" size={20} />
          </span>
        </label>
      ))}
      {list.length === 0 && <p className={`soft ${styles.none}`}>{t('wallet.not_bind')}</p>}
      {error !== undefined && (
        <p className="warning" role="alert">
          {error}
        </p>
      )}
      <Button variant="quiet" size="s" onClick={onAdd}>
        <Icon name="plus" size={16} />
        {t(list.length === 0 ? 'wallet.bind' : 'wallet.add_another')}
      </Button>
    </fieldset>
  );
}

/** The fee and the received amount, as the exchange will compute them. */
function NetSummary({ amount, currency }: { readonly amount: string; readonly currency: DrawCurrency }) {
  const { t } = useTranslation();
  const terms = drawTerms(currency);
  const parsed = parseAmount(amount);
  const quote = parsed.ok ? quoteDraw(money(parsed.value.millionths), terms) : undefined;
  const share = feeShareText(terms);
  // A fixed fee is known without an amount.
  const fee = terms.fee.type === 'fixed' ? terms.fee.amount : quote?.fee;
  return (
    <Facts
      rows={[
        {
          label: share === undefined ? t('withdraw.fee') : t('withdraw.fee_share', { share }),
          value: `${formatAmount(fee)} USD`,
        },
        { label: t('withdraw.rate'), value: `1 USD = ${formatAmount(terms.drawRate)} ${currency.code}` },
        {
          label: t('withdraw.receive'),
          value: `${formatAmount(quote?.net)} ${currency.code}`,
          strong: true,
        },
      ]}
    />
  );
}

interface Methods {
  readonly loaded: Loaded<{ readonly list: readonly DrawMethod[] }>;
  readonly reload: () => Promise<void>;
  /** The picked one, as long as it can be used; before a pick the latest that can. */
  readonly chosen: DrawMethod | undefined;
  /** There are destinations, and none can be used yet. */
  readonly isWaiting: boolean;
}

/** The saved destinations of a currency. */
function useMethods(kind: DrawKind, currencyId: number, picked: string): Methods {
  const load = useCallback(() => ask('getDrawMethods', { kind, currencyId }), [kind, currencyId]);
  const { loaded, reload } = useLoaded(load);
  const list = loaded.status === 'ready' ? loaded.value.list : [];
  useHoldEnd(list);
  const usable = list.filter((one) => isUsable(one, deviceNow()));
  const chosen = picked === '' ? usable[0] : usable.find(({ id }) => String(id) === picked);
  return { loaded, reload, chosen, isWaiting: list.length > 0 && usable.length === 0 };
}
