import { effect } from '@preact/signals-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CODE } from '../../../../shared/contract/codes.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { type Price, price as priceOf } from '../../../../shared/domain/price.ts';
import { MAX_ALERT_PERCENT } from '../../../../shared/limits.ts';
import { Button } from '../../../components/Button.tsx';
import { NumberStepper } from '../../../components/NumberStepper.tsx';
import { Segmented } from '../../../components/Segmented.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { Switch } from '../../../components/Switch.tsx';
import { showRefusal } from '../../../components/show-refusal.ts';
import { showToast } from '../../../components/toast-store.ts';
import { PriceStepper } from '../../../components/trading/PriceStepper.tsx';
import { formatPercent } from '../../../format/number.ts';
import { plainPrice } from '../../../format/parse.ts';
import { firstDistance } from '../../../format/stops.ts';
import { priceProblemText } from '../../../i18n/problem-text.ts';
import { type Translate, useTranslation } from '../../../i18n/use-translation.ts';
import { addAlert } from '../../../state/alerts.ts';
import { useQuote } from '../../../state/quotes.ts';
import { LivePrice } from '../LivePrice.tsx';
import { useSpread } from '../use-spread.ts';
import styles from './AlertSheet.module.css';
import { type AlertDraft, type DraftProblem, readDraft } from './alert-model.ts';

interface AlertFormProps {
  readonly instrument: Instrument;
  /** Fills the field. */
  readonly price: Price | undefined;
}

/** A new alert on an instrument: at a price or at a move of the day, once or each time. */
export function AlertForm({ instrument, price }: AlertFormProps) {
  const { t } = useTranslation();
  const { id, precision } = instrument;
  const quote = useQuote(id);
  /** A price above the market: an alert there does not fire at once. */
  const start = useCallback(() => {
    const now = quote.close.value;
    return now === undefined ? '' : plainPrice(priceOf(now + firstDistance(now)), precision);
  }, [quote, precision]);
  const spread = useSpread(quote);
  const [draft, setDraft] = useState<AlertDraft>(() => ({
    kind: 'price',
    price: price === undefined ? start() : plainPrice(price, precision),
    direction: 'rises',
    percent: '',
    repeats: false,
  }));
  const [problem, setProblem] = useState<DraftProblem>();
  const [busy, setBusy] = useState(false);
  // A price that comes after the form fills the field once, unless that was typed in.
  const isFilled = useRef(draft.price !== '');
  useEffect(
    () =>
      effect(() => {
        const first = isFilled.current ? '' : start();
        if (first === '') return;
        isFilled.current = true;
        setDraft((before) => ({ ...before, price: before.price || first }));
      }),
    [start],
  );
  const edit = (change: Partial<AlertDraft>): void => {
    setDraft({ ...draft, ...change });
    setProblem(undefined);
  };
  const save = async (): Promise<void> => {
    const target = readDraft(draft, instrument, quote.close.peek());
    if (!target.ok) return setProblem(target.error);
    setBusy(true);
    const answer = await addAlert({ instrumentId: id, target: target.value, repeats: draft.repeats });
    setBusy(false);
    if (answer.ok) {
      showToast(t('alerts.added'), 'ok');
      // Not filled again: untouched it would be a second alert like this one.
      return edit({ price: '', percent: '' });
    }
    const { code } = answer.error;
    if (code === CODE.wrongSidePrice) setProblem('at-market');
    else if (code === CODE.conflict) showToast(t('alerts.limit'), 'error');
    else showRefusal(t, answer.error);
  };
  return (
    <form
      className={`fields ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <Segmented
        label={t('alerts.new')}
        options={[
          { value: 'price', label: t('alerts.price') },
          { value: 'move', label: t('alerts.move') },
        ]}
        value={draft.kind}
        onChange={(kind) => edit({ kind })}
      />
      <p className={`ends soft ${styles.reference}`}>
        {t('alerts.now')}
        {draft.kind === 'price' ? (
          <LivePrice quote={quote} precision={precision} flash className={styles.now} />
        ) : (
          <SigText className={`strong ${styles.now}`} text={() => formatPercent(quote.change.value)} />
        )}
      </p>
      {spread && draft.kind === 'price' && (
        <p className={`ends faint ${styles.reference}`}>
          {t('ticket.spread')}
          <SigText text={spread} words />
        </p>
      )}
      {draft.kind === 'price' ? (
        <PriceStepper
          label={t('alerts.price')}
          value={draft.price}
          onChange={(text) => edit({ price: text })}
          precision={precision}
          from={() => quote.close.peek()}
          away
          error={problem && problemText(t, problem, precision)}
        />
      ) : (
        <>
          <Segmented
            label={t('alerts.direction')}
            options={[
              { value: 'rises', label: t('alerts.rises') },
              { value: 'falls', label: t('alerts.falls') },
            ]}
            value={draft.direction}
            onChange={(direction) => edit({ direction })}
          />
          <NumberStepper
            label={t('alerts.percent')}
            value={draft.percent}
            onChange={(text) => edit({ percent: text })}
            step={0.5}
            min={0}
            max={MAX_ALERT_PERCENT}
            decimals={2}
            unit="%"
            error={problem && problemText(t, problem, precision)}
          />
        </>
      )}
      <div className={styles.repeat}>
        <Switch
          label={t('alerts.repeat')}
          hint={t('alerts.repeat_hint')}
          checked={draft.repeats}
          onChange={(repeats) => edit({ repeats })}
        />
      </div>
      <Button variant="primary" type="submit" wide busy={busy}>
        {t('alerts.add')}
      </Button>
    </form>
  );
}

function problemText(t: Translate, problem: DraftProblem, precision: number): string {
  switch (problem) {
    case 'required':
      return t('alerts.required');
    case 'at-market':
      return t('alerts.at_market');
    case 'percent':
      return t('alerts.percent_problem');
    default:
      return priceProblemText(t, problem, precision);
  }
}
