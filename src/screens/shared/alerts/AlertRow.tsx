import { useCallback, useState } from 'react';
import type { Alert } from '../../../../shared/contract/alerts.ts';
import { CODE } from '../../../../shared/contract/codes.ts';
import { instrumentId } from '../../../../shared/domain/instrument.ts';
import type { Result } from '../../../../shared/result.ts';
import { IconButton } from '../../../components/Button.tsx';
import { MORE_ICONS } from '../../../components/more-icons.ts';
import { SigText } from '../../../components/SigText.tsx';
import { SwitchInput } from '../../../components/Switch.tsx';
import { showRefusal } from '../../../components/show-refusal.ts';
import { showToast } from '../../../components/toast-store.ts';
import { useNodeEffect } from '../../../components/use-node-effect.ts';
import { formatDateTime } from '../../../format/date.ts';
import { formatPercent, formatScaled, UNKNOWN } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { deleteAlert, setAlert } from '../../../state/alerts.ts';
import { instrumentOf } from '../../../state/market.ts';
import { type QuoteSignals, useQuote } from '../../../state/quotes.ts';
import styles from './AlertSheet.module.css';
import { distanceOf, railOf, targetOf, targetWords } from './alert-model.ts';

/** An alert: what it waits for, how far that is, on or off. */
export function AlertRow({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const id = instrumentId(alert.instrumentId);
  const instrument = instrumentOf(id);
  const precision = instrument?.precision ?? 0;
  const quote = useQuote(id);
  const name = instrument?.showCode ?? UNKNOWN;
  const run = async (command: Promise<Result<unknown>>): Promise<void> => {
    setBusy(true);
    const answer = await command;
    setBusy(false);
    if (answer.ok) return;
    if (answer.error.code === CODE.wrongSidePrice) showToast(t('alerts.at_market'), 'error');
    else showRefusal(t, answer.error);
  };
  const words = targetWords(t, alert, instrument?.precision);
  return (
    <li className={styles.row} data-off={!alert.isOn || undefined} aria-busy={busy || undefined}>
      <div className={styles.what}>
        <p>
          <bdi className="strong" translate="no">
            {name}
          </bdi>{' '}
          <span className={styles.words}>{words}</span>
        </p>
        {alert.isOn && <Rail alert={alert} precision={precision} quote={quote} />}
        <p className="faint">
          {alert.isOn ? (
            <Away alert={alert} precision={precision} quote={quote} />
          ) : (
            alert.firedAt !== '' && t('alerts.fired_at', { time: formatDateTime(Date.parse(alert.firedAt)) })
          )}
        </p>
      </div>
      <SwitchInput
        label={`${name} ${words}`}
        checked={alert.isOn}
        onChange={(isOn) => !busy && void run(setAlert(alert.id, isOn))}
      />
      <IconButton
        icon={MORE_ICONS.trash}
        label={t('public.delete')}
        onClick={() => !busy && void run(deleteAlert(alert.id))}
      />
    </li>
  );
}

interface LiveProps {
  readonly alert: Alert;
  readonly precision: number;
  readonly quote: QuoteSignals;
}

/** How far away, and how often it fires. */
function Away({ alert, precision, quote }: LiveProps) {
  const { t } = useTranslation();
  const text = useCallback(() => {
    const now = { close: quote.close.value, change: quote.change.value };
    const often = alert.repeats ? t('alerts.each_time') : t('alerts.once');
    if (alert.percent !== 0)
      return `${t('alerts.move_now', { percent: formatPercent(now.change) })} · ${often}`;
    const distance = distanceOf(targetOf(alert, precision), now);
    const points = distance === undefined ? UNKNOWN : formatScaled(distance, 0);
    return `${t('alerts.away', { count: distance ?? 0, points })} · ${often}`;
  }, [alert, precision, quote, t]);
  return <SigText text={text} words />;
}

/** The way to the target as a picture. */
function Rail({ alert, precision, quote }: LiveProps) {
  const write = useCallback(
    (node: HTMLDivElement) => {
      const now = { close: quote.close.value, change: quote.change.value };
      const rail = railOf(targetOf(alert, precision), alert.side, now);
      node.style.setProperty('--target', String(rail.target));
      node.style.setProperty('--now', String(rail.now ?? rail.target));
      node.toggleAttribute('data-unknown', rail.now === undefined);
    },
    [alert, precision, quote],
  );
  return <div ref={useNodeEffect(write)} className={styles.rail} dir="ltr" aria-hidden="true" />;
}
